// SPDX-License-Identifier: Apache-2.0
import HeadlessCompositor
import Testing
import WaylandClient

/// Every misuse of xdg-shell ends the connection with the protocol's error, and nothing else.
@Suite struct ShellErrorTests {
  enum Misuse: String, CaseIterable {
    case baseWithSurfaces, surfaceWithRole, surfaceWithBuffer, twoXdgSurfaces, noPart, twoParts
    case bufferBeforeConfigure, unknownSerial, emptyGeometry, xdgBeforeToplevel
    case negativeLargest, smallestAboveLargest, strangeEdge, ownParent
    case emptyPositioner, incompletePositioner, strangeAnchor, strangeGravity, negativeAnchor
    case popupWithoutParent, popupBelowGoesFirst, shownPopupGrabs, strangeTransform, zeroScale
    case oddBuffer, attachOffset

    var expected: (interface: String, code: UInt32) {
      switch self {
      // The client has destroyed the object before the error names it.
      case .baseWithSurfaces: ("unknown object", XdgWmBase.ErrorCode.defunctSurfaces.rawValue)
      case .surfaceWithRole, .twoXdgSurfaces: ("xdg_wm_base", XdgWmBase.ErrorCode.role.rawValue)
      case .surfaceWithBuffer:
        ("xdg_wm_base", XdgWmBase.ErrorCode.invalidSurfaceState.rawValue)
      case .noPart: ("xdg_surface", XdgSurface.ErrorCode.notConstructed.rawValue)
      case .twoParts: ("xdg_surface", XdgSurface.ErrorCode.alreadyConstructed.rawValue)
      case .bufferBeforeConfigure:
        ("xdg_surface", XdgSurface.ErrorCode.unconfiguredBuffer.rawValue)
      case .unknownSerial: ("xdg_surface", XdgSurface.ErrorCode.invalidSerial.rawValue)
      case .emptyGeometry: ("xdg_surface", XdgSurface.ErrorCode.invalidSize.rawValue)
      case .xdgBeforeToplevel: ("unknown object", XdgSurface.ErrorCode.defunctRoleObject.rawValue)
      case .negativeLargest, .smallestAboveLargest:
        ("xdg_toplevel", XdgToplevel.ErrorCode.invalidSize.rawValue)
      case .strangeEdge: ("xdg_toplevel", XdgToplevel.ErrorCode.invalidResizeEdge.rawValue)
      case .ownParent: ("xdg_toplevel", XdgToplevel.ErrorCode.invalidParent.rawValue)
      case .emptyPositioner, .strangeAnchor, .strangeGravity, .negativeAnchor:
        ("xdg_positioner", XdgPositioner.ErrorCode.invalidInput.rawValue)
      case .incompletePositioner: ("xdg_wm_base", XdgWmBase.ErrorCode.invalidPositioner.rawValue)
      case .popupWithoutParent: ("xdg_wm_base", XdgWmBase.ErrorCode.invalidPopupParent.rawValue)
      case .popupBelowGoesFirst:
        ("xdg_wm_base", XdgWmBase.ErrorCode.notTheTopmostPopup.rawValue)
      case .shownPopupGrabs: ("xdg_popup", XdgPopup.ErrorCode.invalidGrab.rawValue)
      case .strangeTransform: ("wl_surface", WlSurface.ErrorCode.invalidTransform.rawValue)
      case .zeroScale: ("wl_surface", WlSurface.ErrorCode.invalidScale.rawValue)
      case .oddBuffer: ("wl_surface", WlSurface.ErrorCode.invalidSize.rawValue)
      case .attachOffset: ("wl_surface", WlSurface.ErrorCode.invalidOffset.rawValue)
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func xdgShellMisuseDisconnectsOnlyItsClient(_ misuse: Misuse) throws {
    let stage = try Stage()
    let other = try TestToplevel(try stage.connect())
    try other.map()
    let client = try stage.connect()
    let objects = try commit(misuse, client)
    client.expectError(misuse.expected.interface, misuse.expected.code)
    other.client.expectAlive()
    #expect(stage.compositor.clientCount == 1)
    #expect(try stage.pixel(160, 240) == other.colour)
    withExtendedLifetime(objects) {}
  }

  private func commit(_ misuse: Misuse, _ client: TestClient) throws -> [Any] {
    let base = try client.bind(XdgWmBaseProxy.self)
    let surface = try client.surface()
    switch misuse {
    case .baseWithSurfaces:
      let xdg = try client.keep(base.getXdgSurface(surface: surface))
      base.destroy()
      return [xdg]
    case .surfaceWithRole:
      let parent = try client.surface()
      let sub = try client.bind(WlSubcompositorProxy.self).getSubsurface(
        surface: surface, parent: parent)
      return [sub, parent, try client.keep(base.getXdgSurface(surface: surface))]
    case .surfaceWithBuffer:
      try surface.attach(buffer: client.buffer(4, 4), x: 0, y: 0)
      return [try client.keep(base.getXdgSurface(surface: surface))]
    case .twoXdgSurfaces:
      return [
        try client.keep(base.getXdgSurface(surface: surface)),
        try client.keep(base.getXdgSurface(surface: surface)),
      ]
    case .noPart:
      let xdg = try client.keep(base.getXdgSurface(surface: surface))
      try surface.commit()
      return [xdg]
    case .twoParts:
      let xdg = try client.keep(base.getXdgSurface(surface: surface))
      return [try xdg.getToplevel(), try xdg.getToplevel()]
    case .bufferBeforeConfigure:
      let window = try TestToplevel(client)
      try window.surface.attach(buffer: client.buffer(4, 4), x: 0, y: 0)
      try window.surface.commit()
      return [window]
    case .strangeTransform:
      try surface.setBufferTransform(transform: .init(rawValue: 8))
    case .zeroScale: try surface.setBufferScale(scale: 0)
    case .oddBuffer:
      try surface.setBufferScale(scale: 2)
      try surface.attach(buffer: client.buffer(5, 4), x: 0, y: 0)
      try surface.commit()
    case .attachOffset: try surface.attach(buffer: client.buffer(4, 4), x: 1, y: 0)
    case .emptyPositioner: try client.keep(base.createPositioner()).setSize(width: 0, height: 4)
    case .strangeAnchor:
      try client.keep(base.createPositioner()).setAnchor(anchor: .init(rawValue: 9))
    case .strangeGravity:
      try client.keep(base.createPositioner()).setGravity(gravity: .init(rawValue: 9))
    case .negativeAnchor:
      try client.keep(base.createPositioner()).setAnchorRect(x: 0, y: 0, width: -1, height: 1)
    case .unknownSerial, .emptyGeometry, .xdgBeforeToplevel, .negativeLargest,
      .smallestAboveLargest, .strangeEdge, .ownParent:
      return try commitOnToplevel(misuse, client)
    case .incompletePositioner, .popupWithoutParent, .popupBelowGoesFirst, .shownPopupGrabs:
      return try commitOnPopup(misuse, client)
    }
    return []
  }

  private func commitOnToplevel(_ misuse: Misuse, _ client: TestClient) throws -> [Any] {
    let window = try TestToplevel(client)
    try window.map()
    let toplevel = window.toplevel
    switch misuse {
    case .unknownSerial: try window.xdgSurface.ackConfigure(serial: 0xFFFF)
    case .emptyGeometry:
      try window.xdgSurface.setWindowGeometry(x: 0, y: 0, width: 0, height: 4)
    case .xdgBeforeToplevel: window.xdgSurface.destroy()
    case .negativeLargest: try toplevel.setMaxSize(width: -1, height: 4)
    case .smallestAboveLargest:
      try toplevel.setMinSize(width: 20, height: 4)
      try toplevel.setMaxSize(width: 10, height: 4)
      try window.surface.commit()
    case .strangeEdge:
      try toplevel.resize(
        seat: client.bind(WlSeatProxy.self), serial: 0, edges: .init(rawValue: 3))
    default: try toplevel.setParent(parent: toplevel)
    }
    return [window]
  }

  private func commitOnPopup(_ misuse: Misuse, _ client: TestClient) throws -> [Any] {
    let window = try TestToplevel(client)
    try window.map()
    switch misuse {
    case .incompletePositioner:
      let base = try client.bind(XdgWmBaseProxy.self)
      let xdg = try base.getXdgSurface(surface: client.surface())
      return [
        window, xdg,
        try xdg.getPopup(
          parent: window.xdgSurface, positioner: client.keep(base.createPositioner())),
      ]
    case .popupWithoutParent:
      return [window, try TestPopup(client, on: nil, map: true)]
    case .popupBelowGoesFirst:
      let below = try TestPopup(client, on: window.xdgSurface, map: true)
      let above = try TestPopup(client, on: below.xdgSurface, map: true)
      below.popup.destroy()
      return [window, below, above]
    default:
      let popup = try TestPopup(client, on: window.xdgSurface, map: true)
      client.stage.settle()
      try popup.popup.grab(seat: client.bind(WlSeatProxy.self), serial: 0)
      return [window, popup]
    }
  }
}
