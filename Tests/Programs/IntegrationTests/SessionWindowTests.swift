// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Testing
import Text
import WaylandClient

/// Windows of a real client at real compositors.
@Suite(.serialized) struct SessionWindowTests {
  @Test(arguments: [CompositorKind.phoc, .sway])
  func aWindowIsReportedFromOpeningToClosing(kind: CompositorKind) throws {
    let desk = try Desk(Compositor(kind))
    // phoc has no seat, and foot does not start, before there is an input device.
    let pointer = kind == .phoc ? try PointerDevice(desk.compositor) : nil
    let foot = try ChildProcess(
      "foot", ["--app-id=terminal", "--title=first", "sh", "-c", "sleep 60"],
      environment: desk.compositor.clientEnvironment)
    defer { foot.stop() }
    try desk.wait("a window of foot\n\(foot.errors)") {
      desk.session.windows.first.map { $0.activated && !$0.outputs.isEmpty } ?? false
    }
    let window = try #require(desk.session.windows.first)
    #expect(window.appID == "terminal")
    #expect(window.title == "first")
    #expect(window.outputs == ["HEADLESS-1"])
    #expect(!window.minimized)

    #expect(try desk.turn("HEADLESS-1", to: .rotated90) == .succeeded)
    try desk.wait("90") { desk.output("HEADLESS-1")?.transform == .rotated90 }
    #expect(desk.session.windows.first?.outputs == ["HEADLESS-1"])

    foot.stop()
    try desk.wait("the end of the window") { desk.session.windows.isEmpty }
    #expect(desk.events.last == .windowRemoved(window.id))
    withExtendedLifetime(pointer) {}
  }

  /// An input device made by a client; it lasts as long as this object.
  private final class PointerDevice {
    private let connection: Connection
    private var registry: WlRegistryProxy?
    private var pointer: ZwlrVirtualPointerV1Proxy?

    init(_ compositor: Compositor) throws {
      connection = try Connection(
        display: "\(compositor.runtimeDirectory)/\(compositor.kind.socketName)")
      let registry = try connection.registry()
      var global: (name: UInt32, version: UInt32)?
      registry.onEvent = { event in
        guard case .global(let name, let interface, let version) = event,
          interface.string == ZwlrVirtualPointerManagerV1Proxy.interfaceName
        else { return }
        global = (name, version)
      }
      try connection.roundtrip()
      let found = try #require(global)
      pointer = try registry.bind(
        name: found.name, as: ZwlrVirtualPointerManagerV1Proxy.self, version: found.version
      ).createVirtualPointer(seat: nil)
      try connection.roundtrip()
      self.registry = registry
    }
  }
}
