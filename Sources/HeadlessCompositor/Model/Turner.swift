// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Makes a turn appear at once: what turns is held as it was until all who must redraw have.
///
/// No frame shows one window turned and another not yet. Whoever does not draw in time is shown in
/// the old size, from the upper left corner of the new place on.
final class Turner {
  unowned(unsafe) let compositor: HeadlessCompositor
  /// The windows that the open turn is about.
  private(set) var turning: [ShellWindow] = []
  /// How the compositor's own status bar is shown.
  private(set) var barTransform: Transform
  /// Whether it is in sight.
  private(set) var showsBar: Bool
  private var barTarget: Transform
  private var deadline: Alarm?
  /// Called when the turn that is open has been shown; captures wait for it.
  private var waiting: [() -> Void] = []

  init(_ compositor: HeadlessCompositor) {
    self.compositor = compositor
    barTransform = compositor.governor.barTransform
    barTarget = barTransform
    showsBar = !compositor.governor.hidesBar
  }

  /// Whether a turn waits for clients.
  var isOpen: Bool { deadline != nil }

  /// Turns every window to what has been decided for it.
  func turn() {
    barTarget = compositor.governor.barTransform
    let changed = compositor.stack.filter {
      $0.isMapped && compositor.governor.transform(of: $0) != $0.target
    }
    let barChanges = barTarget != barTransform || showsBar == compositor.governor.hidesBar
    guard !changed.isEmpty || (barChanges && !isOpen) else { return }
    hold(changed)
    for window in changed {
      window.target = compositor.governor.transform(of: window)
      compositor.rotation.tell(window)
    }
    for screen in compositor.screens where changed.contains(where: { $0.screen === screen }) {
      compositor.arrange(screen)
    }
    waitOrShow()
  }

  /// Holds what a change to an output makes clients redraw, while `change` is made.
  func change(_ screen: Screen, _ change: () -> Void) {
    if screen.frozen == nil { screen.frozen = compositor.drawList(of: screen) }
    let affected = compositor.stack.filter { $0.isMapped && $0.screen === screen }
    hold(affected)
    change()
    compositor.arrange(screen)
    waitOrShow()
  }

  /// A window has drawn for its new place, or is gone.
  func answered(_ window: ShellWindow) {
    guard isOpen, !turning.contains(where: { $0.awaited != nil && $0.isMapped }) else { return }
    show()
  }

  /// Calls an action once nothing is held back, perhaps at once.
  func whenShown(_ action: @escaping () -> Void) {
    if isOpen { waiting.append(action) } else { action() }
  }

  private func hold(_ windows: [ShellWindow]) {
    for window in windows where !turning.contains(where: { $0 === window }) {
      window.frozen = compositor.items(of: window)
      turning.append(window)
    }
  }

  private func waitOrShow() {
    for window in turning { window.awaited = window.unanswered }
    guard turning.contains(where: { $0.awaited != nil && $0.isVisible }) else { return show() }
    deadline?.cancel()
    let end = compositor.clock.now.advanced(milliseconds: compositor.options.turnWithin)
    deadline = compositor.clock.schedule(at: end) { [weak self] in self?.show() }
  }

  private func show() {
    deadline?.cancel()
    deadline = nil
    for window in turning {
      window.transform = window.target
      window.awaited = nil
      window.frozen = nil
    }
    turning = []
    for screen in compositor.screens { screen.frozen = nil }
    barTransform = barTarget
    showsBar = !compositor.governor.hidesBar
    compositor.everythingChanged()
    let actions = waiting
    waiting = []
    for action in actions { action() }
  }
}
