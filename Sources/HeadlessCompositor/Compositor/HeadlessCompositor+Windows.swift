// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

extension HeadlessCompositor {
  func surface(_ resource: WlSurfaceResource) -> Surface? { resource.owner as? Surface }

  func toplevel(of resource: XdgToplevelResource) -> Toplevel? {
    (resource.owner as? Toplevel).flatMap { $0.isMapped ? $0 : nil }
  }

  func popup(of resource: XdgPopupResource) -> Popup? { resource.owner as? Popup }

  func popupHost(of resource: XdgSurfaceResource) -> (any PopupHost)? {
    (resource.owner as? ShellSurface)?.part as? any PopupHost
  }

  /// The screen that new windows come up on.
  var screenForNewWindow: Screen? {
    seat.keyboardWindow?.screen ?? screens.first { $0.isEnabled } ?? screens.first
  }

  /// The windows from the bottom to the top; sorted anew only after something has changed.
  var ordered: [ShellWindow] {
    if let order { return order }
    let sorted = stack.sorted {
      ($0.height, $0.surface.rotation.level ?? 0, $0.stamp)
        < ($1.height, $1.surface.rotation.level ?? 0, $1.stamp)
    }
    order = sorted
    return sorted
  }

  /// Finds a place for a window that has just got content.
  func place(_ window: Toplevel) {
    guard let screen = window.screen else { return }
    if let area = window.filledArea {
      window.origin = area.origin
      return
    }
    let area = usableArea(of: screen, turned: window.target)
    let size = window.geometry.size
    window.origin = Point(
      x: area.origin.x + max(0, (area.size.width - size.width) / 2),
      y: area.origin.y + max(0, (area.size.height - size.height) / 2))
  }

  func mapped(_ window: ShellWindow) {
    lastStamp += 1
    window.stamp = lastStamp
    stack.append(window)
    order = nil
    if let toplevel = window as? Toplevel { toplevels.add(toplevel) }
    governor.add(window)
    // A new window ends what the input was held for.
    if window is Toplevel { seat.dismissAllPopups() }
    if window.takesKeyboardWhenMapped {
      seat.focusKeyboard(window)
    } else {
      seat.refocusKeyboard()
    }
    surfaceChanged(window.surface)
    seat.refocus()
  }

  func unmapped(_ window: ShellWindow) {
    for popup in window.popups.reversed() { popup.dismiss() }
    stack.removeAll { $0 === window }
    order = nil
    if let toplevel = window as? Toplevel { toplevels.remove(toplevel) }
    window.frozen = nil
    window.awaited = nil
    window.surface.rotation.window?.forget()
    turner.answered(window)
    governor.remove(window)
    seat.forget(window)
    window.surface.enter([])
    scheduleFrame()
    seat.refocus()
  }

  func forget(_ window: LayerWindow) { layers.removeAll { $0 === window } }

  /// Brings a window to the top of its layer.
  func raise(_ window: ShellWindow) {
    lastStamp += 1
    window.stamp = lastStamp
    restacked(window)
  }

  func restacked(_ window: ShellWindow) {
    order = nil
    scheduleFrame()
    seat.refocus()
  }

  /// A window's name has changed.
  func described(_ window: Toplevel) {
    toplevels.changed(window)
    tellShell(window)
  }

  /// A window has been put aside or brought back.
  func visibilityChanged(_ window: ShellWindow) {
    if let id = window.id { governor.handle(.window(id, window.isHidden ? .hide : .show)) }
    if let toplevel = window as? Toplevel { tellShell(toplevel) }
    if window.isHidden {
      seat.forget(window)
    } else if seat.keyboardWindow == nil, window.takesKeyboard {
      seat.focusKeyboard(window)
    }
    scheduleFrame()
    seat.refocus()
  }

  private func tellShell(_ window: Toplevel) {
    guard let id = window.id, var traits = governor.arbiter.scene.window(id)?.shell else { return }
    traits.appID = window.appID
    traits.title = window.title
    traits.isFullscreen = window.isFullscreen
    traits.isMinimized = window.isMinimised
    traits.output = window.screen?.id
    governor.handle(.window(id, .shell(traits)))
  }

  /// Gives windows without an output one.
  func rehome() {
    for window in stack where window.screen == nil {
      window.screen = screenForNewWindow
    }
    for screen in screens { arrange(screen) }
    everythingChanged()
  }

  /// Puts a window's geometry at a point of its space, wherever that is; wlcs asks for it.
  func move(_ window: ShellWindow, to origin: Point) {
    window.origin = origin
    scheduleFrame()
    seat.refocus()
  }
}
