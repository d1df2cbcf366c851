// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation

/// The atomic display of turns: turning windows keep their old pictures until all clients have
/// redrawn or a time limit has passed.
///
/// No frame shows some windows before and others after the turn. A client that misses the time
/// limit is shown in its old size, at the upper left corner of its new place.
final class TurnTransaction {
  unowned let compositor: CompositorCore
  private(set) var turning: [ShellWindow] = []
  private(set) var barTransform: Transform
  private(set) var showsBar: Bool
  private var barTarget: Transform
  private var deadline: Token?
  /// The actions to call after the pending turn has been shown, such as captures.
  private var waiting: [() -> Void] = []

  init(_ compositor: CompositorCore) {
    self.compositor = compositor
    barTransform = compositor.rotationController.statusBarTransform
    barTarget = barTransform
    showsBar = !compositor.rotationController.hidesBar
  }

  private var isOpen: Bool { deadline != nil }

  func turn() {
    barTarget = compositor.rotationController.statusBarTransform
    let changed = compositor.windows.all.filter {
      $0.isMapped && compositor.rotationController.transform(of: $0) != $0.target
    }
    let barChanges =
      barTarget != barTransform || showsBar == compositor.rotationController.hidesBar
    guard !changed.isEmpty || (barChanges && !isOpen) else { return }
    hold(changed)
    for window in changed {
      window.target = compositor.rotationController.transform(of: window)
      compositor.rotation.describe(window)
    }
    for output in compositor.outputs.all
    where changed.contains(where: { $0.output === output }) {
      compositor.layers.arrange(output)
    }
    waitOrShow()
  }

  /// Makes a change that affects an output, and freezes the output and its windows until clients
  /// have redrawn or the time limit has passed.
  func change(_ output: CompositorOutput, _ change: () -> Void) {
    if output.frozen == nil { output.frozen = compositor.renderer.drawList(of: output) }
    let affected = compositor.windows.all.filter { $0.isMapped && $0.output === output }
    hold(affected)
    change()
    compositor.layers.arrange(output)
    waitOrShow()
  }

  /// Called when a window has drawn for its new place or was unmapped; shows the turn if no other
  /// window is awaited.
  func answered() {
    guard isOpen, !turning.contains(where: { $0.awaited != nil && $0.isMapped }) else { return }
    show()
  }

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
    for window in turning { window.awaited = window.configures.unanswered }
    guard turning.contains(where: { $0.awaited != nil && $0.isVisible }) else { return show() }
    cancelDeadline()
    let limit = compositor.options.turnWithin
    deadline = compositor.loop.schedule(after: limit) { [weak self] in self?.show() }
  }

  private func cancelDeadline() {
    if let deadline { compositor.loop.remove(deadline) }
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
    for output in compositor.outputs.all { output.frozen = nil }
    barTransform = barTarget
    showsBar = !compositor.rotationController.hidesBar
    compositor.windows.everythingChanged()
    let actions = waiting
    waiting = []
    for action in actions { action() }
  }
}
