// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation
import WaylandServer

/// The mapped windows with their stacking order and positions; notifies the other parts of changes.
final class WindowManager {
  private unowned let compositor: CompositorCore
  private(set) var all: [ShellWindow] = []
  /// The mapped windows from bottom to top; nil if they must be sorted again.
  private var order: [ShellWindow]?
  private var lastStamp = 0

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  var ordered: [ShellWindow] {
    if let order { return order }
    let sorted = all.sorted {
      ($0.height, $0.surface.rotation.level ?? 0, $0.stamp)
        < ($1.height, $1.surface.rotation.level ?? 0, $1.stamp)
    }
    order = sorted
    return sorted
  }

  func window(of surface: Surface) -> ShellWindow? { all.first { $0.surface === surface } }

  var outputForNewWindow: CompositorOutput? {
    let outputs = compositor.outputs.all
    return compositor.seat.keyboard.window?.output ?? outputs.first { $0.isEnabled }
      ?? outputs.first
  }

  // MARK: - Mapping and unmapping

  func mapped(_ window: ShellWindow) {
    lastStamp += 1
    window.stamp = lastStamp
    all.append(window)
    order = nil
    if let toplevel = window as? Toplevel { compositor.toplevels.add(toplevel) }
    compositor.rotationController.add(window)
    // A new toplevel dismisses popups that grab the input.
    if window is Toplevel { compositor.seat.dismissAllPopups() }
    if window.takesKeyboardWhenMapped {
      compositor.seat.keyboard.focus(window)
    } else {
      compositor.seat.keyboard.refocus()
    }
    surfaceChanged(window.surface)
    compositor.seat.pointer.refocus()
  }

  func unmapped(_ window: ShellWindow) {
    for popup in window.popups.reversed() { popup.dismiss() }
    all.removeAll { $0 === window }
    order = nil
    if let toplevel = window as? Toplevel { compositor.toplevels.remove(toplevel) }
    window.frozen = nil
    window.awaited = nil
    window.surface.rotation.window?.forget()
    compositor.transaction.answered()
    compositor.rotationController.remove(window)
    compositor.seat.keyboard.forget(window)
    window.surface.enter([])
    pictureChanged()
  }

  func place(_ window: Toplevel) {
    guard let output = window.output else { return }
    if let area = window.filledArea {
      window.origin = area.origin
      return
    }
    let area = compositor.layers.usableArea(of: output, turned: window.target)
    let size = window.geometry.size
    window.origin = Point(
      x: area.origin.x + max(0, (area.size.width - size.width) / 2),
      y: area.origin.y + max(0, (area.size.height - size.height) / 2))
  }

  /// Moves windows that have no output to an existing one, and arranges the layer surfaces of all
  /// outputs again.
  func rehome() {
    for window in all where window.output == nil { window.output = outputForNewWindow }
    for output in compositor.outputs.all { compositor.layers.arrange(output) }
    everythingChanged()
  }

  // MARK: - Changes

  func surfaceChanged(_ surface: Surface) {
    compositor.frames.committed(surface)
    if let window = surface.window, window.isVisible {
      for part in window.placements { part.surface.enter([window.output].compactMap { $0 }) }
      if let output = window.output { output.changes += 1 }
    }
    pictureChanged()
  }

  func surfaceGone(_ surface: Surface) {
    compositor.frames.forget(surface)
    compositor.seat.forget(surface)
    compositor.frames.schedule()
  }

  func everythingChanged() {
    for output in compositor.outputs.all { changed(output) }
    compositor.seat.pointer.refocus()
  }

  func changed(_ output: CompositorOutput) {
    output.changes += 1
    compositor.frames.schedule()
  }

  func raise(_ window: ShellWindow) {
    lastStamp += 1
    window.stamp = lastStamp
    restacked()
  }

  func restacked() {
    order = nil
    pictureChanged()
  }

  /// Moves a window's geometry to any point of its space, as wlcs requires.
  func move(_ window: ShellWindow, to origin: Point) {
    window.origin = origin
    pictureChanged()
  }

  func described(_ window: Toplevel) {
    compositor.toplevels.changed(window)
    describeToRules(window)
  }

  /// Hides or shows a surface's window, even before it is mapped.
  func setHidden(_ isHidden: Bool, _ surface: Surface) {
    guard surface.rotation.isHidden != isHidden else { return }
    surface.rotation.isHidden = isHidden
    if let window = window(of: surface) { visibilityChanged(window) }
  }

  func visibilityChanged(_ window: ShellWindow) {
    if let id = window.id {
      compositor.rotationController.handle(.window(id, window.isHidden ? .hide : .show))
    }
    if let toplevel = window as? Toplevel { describeToRules(toplevel) }
    let keyboard = compositor.seat.keyboard
    if window.isHidden {
      keyboard.forget(window)
    } else if keyboard.window == nil, window.takesKeyboard {
      keyboard.focus(window)
    }
    pictureChanged()
  }

  /// Called when a client has bound an output on which its surfaces may already be.
  func outputBound(_ output: CompositorOutput, by resource: WlOutputResource) {
    for window in all where window.output === output {
      for part in window.placements where part.surface.resource.client === resource.client {
        if part.surface.entered.contains(where: { $0 === output }) {
          part.surface.resource.enter(output: resource)
        }
      }
    }
  }

  private func pictureChanged() {
    compositor.frames.schedule()
    compositor.seat.pointer.refocus()
  }

  private func describeToRules(_ window: Toplevel) {
    let controller = compositor.rotationController
    guard let id = window.id, var traits = compositor.scene.window(id)?.shell else { return }
    traits.appID = window.appID
    traits.title = window.title
    traits.isFullscreen = window.isFullscreen
    traits.isMinimized = window.isMinimised
    traits.output = window.output?.id
    controller.handle(.window(id, .shell(traits)))
  }

  // MARK: - Hit testing

  /// Returns the topmost surface that accepts input at a point of the space that all outputs share;
  /// nil if there is none.
  func focus(at x: Double, _ y: Double) -> Focus? {
    for window in ordered.reversed() where window.isVisible {
      guard let space = window.space else { continue }
      let point = space.local(x, y)
      for placement in window.placements.reversed() {
        let corner = placement.origin
        if placement.surface.takesInput(
          x: point.x - Double(corner.x), y: point.y - Double(corner.y))
        {
          return Focus(surface: placement.surface, window: window, corner: corner)
        }
      }
    }
    return nil
  }

  func focus(on surface: Surface) -> Focus? {
    guard let window = surface.window, window.isVisible,
      let placement = window.placements.first(where: { $0.surface === surface })
    else { return nil }
    return Focus(surface: surface, window: window, corner: placement.origin)
  }
}

/// The surface under the pointer or a finger, with its position in the window's space.
struct Focus {
  let surface: Surface
  let window: ShellWindow
  let corner: Point

  /// Converts a point of the space that all outputs share to surface coordinates.
  func local(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    guard let space = window.space else { return (0, 0) }
    let point = space.local(x, y)
    return (point.x - Double(corner.x), point.y - Double(corner.y))
  }
}

/// The user's commands to the stack of windows, as from a shell or a debugger.
///
/// Except for `use`, each command is an event for the arbiter, so a recording of the session can be
/// replayed.
public struct StackControl {
  private let compositor: CompositorCore

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  /// The current rule set.
  public var rules: any RuleSet { compositor.rotationController.arbiter.rules }

  /// Shows or hides a window, as its client could; an unknown ID is ignored.
  public func show(_ id: WindowID, _ isShown: Bool) {
    guard let window = compositor.rotationController.window(id) else { return }
    compositor.windows.setHidden(!isShown, window.surface)
  }

  /// Gives a visible window that takes keys the keyboard focus, which makes a toplevel key.
  public func makeKey(_ id: WindowID) {
    guard let window = compositor.rotationController.window(id), window.isVisible,
      window.takesKeyboard
    else { return }
    compositor.seat.keyboard.focus(window)
  }

  /// Asks a window again under the current rule set.
  public func askAgain(_ id: WindowID) {
    guard let window = compositor.rotationController.window(id) else { return }
    compositor.rotationController.askAgain(window)
  }

  /// Replaces the rule set, which places every window again.
  ///
  /// Returns false without any change while an event is handled or a policy is being asked; the
  /// caller may retry later.
  public func use(_ rules: any RuleSet) -> Bool { compositor.rotationController.use(rules) }
}
