// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaylandClient

/// The client library against compositors that others have written.
@Suite(.serialized) struct ConnectionTests {
  private final class Globals {
    let registry: WlRegistryProxy
    private(set) var found: [String: (name: UInt32, version: UInt32)] = [:]

    init(_ connection: Connection) throws {
      registry = try connection.registry()
      registry.onEvent = { [unowned self] event in
        guard case .global(let name, let interface, let version) = event else { return }
        found[interface.string] = (name, version)
      }
      try connection.roundtrip()
    }

    func bind<Bound: InterfaceProxy>(_ type: Bound.Type) throws -> Bound {
      let global = try #require(found[type.interfaceName])
      return try registry.bind(name: global.name, as: type, version: global.version)
    }
  }

  private func connect(_ compositor: Compositor) throws -> Connection {
    try Connection(display: "\(compositor.runtimeDirectory)/\(compositor.kind.socketName)")
  }

  @Test(arguments: CompositorKind.allCases)
  func wlOutputReportsItsTransformAndMode(kind: CompositorKind) throws {
    let compositor = try Compositor(kind)
    let connection = try connect(compositor)
    let globals = try Globals(connection)
    #expect(globals.found.count > 10)
    #expect(
      (globals.found["zwlr_output_manager_v1"] != nil) == CompositorKind.wlroots.contains(kind))

    let output = try globals.bind(WlOutputProxy.self)
    var transform: WlOutput.Transform?
    var size: [Int32] = []
    var isDone = false
    output.onEvent = { event in
      switch event {
      case .geometry(_, _, _, _, _, _, _, let value): transform = value
      case .mode(let flags, let width, let height, _):
        if flags.contains(.current) { size = [width, height] }
      case .done: isDone = true
      default: break
      }
    }
    try connection.roundtrip()
    #expect(transform == .normal)
    #expect(size == [1280, 800])
    #expect(isDone)
    output.release()
    try connection.roundtrip()
  }

  @Test(arguments: CompositorKind.allCases)
  func aProtocolErrorNamesInterfaceCodeAndObject(kind: CompositorKind) throws {
    let compositor = try Compositor(kind)
    let connection = try connect(compositor)
    let surface = try Globals(connection).bind(WlCompositorProxy.self).createSurface()
    let id = surface.objectID
    try surface.setBufferTransform(transform: WlOutput.Transform(rawValue: 99))
    let code = WlSurface.ErrorCode.invalidTransform.rawValue
    let expected = WaylandError.protocolError(interface: "wl_surface", code: code, objectID: id)
    #expect(throws: expected) { try connection.roundtrip() }
  }

  @Test func stoppingTheCompositorThrowsDisconnected() throws {
    let compositor = try Compositor(.phoc)
    let connection = try connect(compositor)
    _ = try Globals(connection)
    compositor.stop()
    do throws(WaylandError) {
      try connection.roundtrip()
      Issue.record("a stopped compositor answered")
    } catch {
      guard case .disconnected = error else {
        Issue.record("unexpected error: \(error)")
        return
      }
    }
  }

  @Test func aRoundtripToAFrozenCompositorTimesOut() throws {
    let compositor = try Compositor(.weston)
    let connection = try connect(compositor)
    _ = try Globals(connection)
    compositor.process.send(SIGSTOP)
    defer { compositor.process.send(SIGCONT) }
    #expect(throws: WaylandError.timedOut) {
      try connection.roundtrip(timeout: .milliseconds(50))
    }
  }
}
