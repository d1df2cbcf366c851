// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

final class Popup: XdgPart, PopupHost {
  let resource: XdgPopupResource
  let shellSurface: ShellSurface
  let surface: Surface
  private(set) weak var host: (any PopupHost)?
  var popups: [Popup] = []
  private var rules: PopupRules
  /// The rectangle of the popup's geometry, relative to the host's geometry.
  private(set) var place = Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 1, height: 1))
  private var isConfigured = false
  private(set) var isMapped = false
  private(set) var isGrabbing = false
  private(set) var isDone = false
  private var hasEnded = false

  init(
    _ resource: XdgPopupResource, xdgSurface: ShellSurface, surface: Surface, rules: PopupRules,
    host: (any PopupHost)?
  ) {
    self.resource = resource
    shellSurface = xdgSurface
    self.surface = surface
    self.rules = rules
    self.host = host
  }

  var compositor: CompositorCore { shellSurface.binding.compositor }
  var hostWindow: ShellWindow? { host?.hostWindow }
  var popupDepth: Int { 1 + (host?.popupDepth ?? 0) }
  var hostOrigin: Point {
    let below = host?.hostOrigin ?? Point(x: 0, y: 0)
    return Point(x: below.x &+ place.origin.x, y: below.y &+ place.origin.y)
  }

  func start() {
    resource.owner = self
    host?.popups.append(self)
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      surfaceEnded()
      shellSurface.partEnded()
    }
  }

  /// Sets the parent of a popup that was created without one (for layer-shell).
  func setHost(_ host: any PopupHost) {
    guard self.host == nil else { return }
    self.host = host
    host.popups.append(self)
  }

  func configureFirst() {
    guard host != nil else {
      return shellSurface.binding.post(.invalidPopupParent, "the popup has no parent")
    }
    configure()
    isConfigured = true
  }

  /// Called when the host has moved; places this popup and those on it again, as far as they are
  /// reactive (`set_reactive`).
  func hostMoved() {
    if rules.isReactive, isConfigured, !isDone, rules.place(within: bounds) != place {
      configure()
      compositor.windows.surfaceChanged(surface)
    }
    placePopups()
  }

  func dismiss() {
    for popup in popups.reversed() { popup.dismiss() }
    guard !isDone else { return }
    isDone = true
    resource.popupDone()
    hide()
  }

  func mayCommit() -> Bool { true }
  func committed() {}

  func map() {
    guard !isDone else { return }
    isMapped = true
    compositor.windows.surfaceChanged(surface)
    if isGrabbing { compositor.seat.grab(self) }
  }

  func unmap() { hide() }

  func surfaceEnded() {
    guard !hasEnded else { return }
    hasEnded = true
    for popup in popups.reversed() { popup.dismiss() }
    hide()
    host?.popups.removeAll { $0 === self }
    resource.makeInert()
  }

  /// Appends the mapped surfaces of the popup and of its own popups; the topmost is last.
  func collect(into result: inout [Placement]) {
    guard isMapped else { return }
    let origin = hostOrigin
    let corner = shellSurface.geometry.origin
    surface.collect(at: Point(x: origin.x &- corner.x, y: origin.y &- corner.y), into: &result)
    for popup in popups { popup.collect(into: &result) }
  }

  private func hide() {
    compositor.seat.release(self)
    guard isMapped else { return }
    isMapped = false
    compositor.windows.surfaceChanged(surface)
    compositor.seat.pointer.refocus()
  }

  private func configure() {
    place = rules.place(within: bounds)
    resource.configure(
      x: place.origin.x, y: place.origin.y, width: place.size.width, height: place.size.height)
    shellSurface.configure()
  }

  /// The output's rectangle, relative to the host's geometry; nil without a host or an output.
  private var bounds: Rectangle? {
    guard let host, let space = hostWindow?.targetSpace else { return nil }
    let origin = host.hostOrigin
    return Rectangle(origin: Point(x: 0 &- origin.x, y: 0 &- origin.y), size: space.size)
  }

  private func handle(_ request: XdgPopupResource.Request) {
    switch request {
    case .destroy:
      guard popups.isEmpty else {
        return shellSurface.binding.post(.notTheTopmostPopup, "a popup is still open on this one")
      }
    case .grab(let seat, let serial): grab(seat, serial)
    case .reposition(let positioner, let token):
      guard let rules = compositor.positioners.value(of: positioner), rules.isComplete else {
        return shellSurface.binding.post(
          .invalidPositioner, "the positioner lacks a size or an anchor rectangle")
      }
      self.rules = rules
      resource.repositioned(token: token)
      configure()
      compositor.windows.surfaceChanged(surface)
    }
  }

  private func grab(_ seat: WlSeatResource, _ serial: UInt32) {
    guard !isMapped else {
      return resource.post(XdgPopup.ErrorCode.invalidGrab, "a popup that is shown cannot grab")
    }
    if let parent = host as? Popup, !parent.isGrabbing {
      return resource.post(XdgPopup.ErrorCode.invalidGrab, "the popup below has no grab")
    }
    isGrabbing = true
  }
}

/// A parent of popups: a window or another popup.
protocol PopupHost: AnyObject {
  var popups: [Popup] { get set }
  /// The window at the bottom of the chain of popups; nil if a popup of the chain has no parent.
  var hostWindow: ShellWindow? { get }
  /// The upper left corner of the host's geometry, in the window's space.
  var hostOrigin: Point { get }
  /// The number of popups in the chain up to and including this host.
  var popupDepth: Int { get }
}

extension PopupHost {
  func placePopups() {
    for popup in popups { popup.hostMoved() }
  }
}

extension XdgPopupResource {
  var popup: Popup? { owner as? Popup }
}

extension XdgSurfaceResource {
  var popupHost: (any PopupHost)? { (owner as? ShellSurface)?.part as? any PopupHost }
}
