// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The user's commands to the stack of windows, as from a shell or a debugger.
///
/// Each command is an event of the arbiter, so a recording of the session replays.
public struct StackControl {
  private let compositor: HeadlessCompositor

  init(_ compositor: HeadlessCompositor) { self.compositor = compositor }

  /// The current rule set.
  public var rules: any RuleSet { compositor.rotationController.arbiter.rules }

  /// Shows or hides a window, as its client could; ignores an unknown ID.
  public func show(_ id: WindowID, _ isShown: Bool) {
    guard let window = compositor.rotationController.window(id) else { return }
    compositor.windows.setHidden(!isShown, window.surface)
  }

  /// Gives a visible window the keyboard focus, and so makes it key.
  public func makeKey(_ id: WindowID) {
    guard let window = compositor.rotationController.window(id), window.isVisible else { return }
    compositor.seat.keyboard.focus(window)
  }

  /// Asks a window again under the current rules.
  public func askAgain(_ id: WindowID) {
    guard let window = compositor.rotationController.window(id) else { return }
    compositor.rotationController.askAgain(window)
  }

  /// Replaces the rule set, which places every window anew.
  ///
  /// Returns false and changes nothing while a policy is being asked; a retry succeeds later.
  public func use(_ rules: any RuleSet) -> Bool { compositor.rotationController.use(rules) }
}
