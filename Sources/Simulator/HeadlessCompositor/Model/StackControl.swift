// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// What a person does to the stack of windows from outside, as a shell or a debugger would.
///
/// Everything is an event of the arbiter, so a recording of the session replays.
public struct StackControl {
  private let compositor: HeadlessCompositor

  init(_ compositor: HeadlessCompositor) { self.compositor = compositor }

  /// The rules that decide now.
  public var rules: any RuleSet { compositor.rotationController.arbiter.rules }

  /// Takes a window out of sight or back into it, as its client could; nothing for one that is gone.
  public func show(_ id: WindowID, _ isShown: Bool) {
    guard let window = compositor.rotationController.window(id) else { return }
    compositor.windows.setHidden(!isShown, window.surface)
  }

  /// Gives a window that is in sight the keyboard, and so makes it key.
  public func makeKey(_ id: WindowID) {
    guard let window = compositor.rotationController.window(id), window.isVisible else { return }
    compositor.seat.keyboard.focus(window)
  }

  /// Lets a window be asked again under the rules that decide.
  public func askAgain(_ id: WindowID) {
    guard let window = compositor.rotationController.window(id) else { return }
    compositor.rotationController.askAgain(window)
  }

  /// Has other rules decide from now on, which place every window anew.
  ///
  /// False, and nothing has changed, while a policy is being asked; a moment later it works.
  public func use(_ rules: any RuleSet) -> Bool { compositor.rotationController.use(rules) }
}
