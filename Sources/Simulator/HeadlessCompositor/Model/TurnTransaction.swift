// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation

/// An atomic turn: the turning windows keep their old pictures until all clients have redrawn.
///
/// No frame shows one window turned and another not yet. A client that misses the deadline is shown
/// in its old size, at the upper left corner of its new place.
final class TurnTransaction {
  unowned(unsafe) let compositor: HeadlessCompositor
  private(set) var turning: [ShellWindow] = []
  private(set) var barTransform: Transform
  private(set) var showsBar: Bool
  private var barTarget: Transform
  private var deadline: Token?
  /// Called when the open turn has been shown; captures wait for it.
  private var waiting: [() -> Void] = []

  init(_ compositor: HeadlessCompositor) {
    unsafe self.compositor = compositor
    barTransform = compositor.rotationController.barTransform
    barTarget = barTransform
    showsBar = !compositor.rotationController.hidesBar
  }

  private var isOpen: Bool { deadline != nil }

  func turn() {
    barTarget = unsafe compositor.rotationController.barTransform
    let changed = unsafe compositor.windows.all.filter {
      unsafe $0.isMapped && compositor.rotationController.transform(of: $0) != $0.target
    }
    let barChanges =
      unsafe barTarget != barTransform || showsBar == compositor.rotationController.hidesBar
    guard !changed.isEmpty || (barChanges && !isOpen) else { return }
    hold(changed)
    for window in changed {
      window.target = unsafe compositor.rotationController.transform(of: window)
      unsafe compositor.rotation.tell(window)
    }
    for output in unsafe compositor.outputs.all
    where changed.contains(where: { $0.output === output }) {
      unsafe compositor.layers.arrange(output)
    }
    waitOrShow()
  }

  /// Freezes an output and its windows while `change` is made and clients redraw.
  func change(_ output: CompositorOutput, _ change: () -> Void) {
    if output.frozen == nil { output.frozen = unsafe compositor.renderer.drawList(of: output) }
    let affected = unsafe compositor.windows.all.filter { $0.isMapped && $0.output === output }
    hold(affected)
    change()
    unsafe compositor.layers.arrange(output)
    waitOrShow()
  }

  /// Called when a window has drawn for its new place, or is gone.
  func answered(_ window: ShellWindow) {
    guard isOpen, !turning.contains(where: { $0.awaited != nil && $0.isMapped }) else { return }
    show()
  }

  /// Calls an action once no turn is open, which may be at once.
  func whenShown(_ action: @escaping () -> Void) {
    if isOpen { waiting.append(action) } else { action() }
  }

  private func hold(_ windows: [ShellWindow]) {
    for window in windows where !turning.contains(where: { $0 === window }) {
      window.frozen = window.items
      turning.append(window)
    }
  }

  private func waitOrShow() {
    for window in turning { window.awaited = window.unanswered }
    guard turning.contains(where: { $0.awaited != nil && $0.isVisible }) else { return show() }
    cancelDeadline()
    let limit = unsafe compositor.options.turnWithin
    deadline = unsafe compositor.loop.schedule(after: limit) { [weak self] in self?.show() }
  }

  private func cancelDeadline() {
    if let deadline { unsafe compositor.loop.remove(deadline) }
    deadline = nil
  }

  private func show() {
    cancelDeadline()
    for window in turning {
      window.transform = window.target
      window.awaited = nil
      window.frozen = nil
    }
    turning = []
    for output in unsafe compositor.outputs.all { output.frozen = nil }
    barTransform = barTarget
    showsBar = unsafe !compositor.rotationController.hidesBar
    unsafe compositor.windows.everythingChanged()
    let actions = waiting
    waiting = []
    for action in actions { action() }
  }
}
