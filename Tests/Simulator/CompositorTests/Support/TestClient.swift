// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import WaylandABI
import WaylandClient

/// A client of the compositor under test.
final class TestClient {
  let connection: Connection
  unowned let stage: Stage
  private var registry: WlRegistryProxy?
  private(set) var globals: [(name: UInt32, interface: String, version: UInt32)] = []
  /// Proxies that errors can name only as long as they are kept.
  private var kept: [Proxy] = []
  /// The error that ended the connection; `nil` while it lasts.
  private(set) var failure: WaylandError?

  init(_ descriptor: Int32, stage: Stage) throws {
    connection = try Connection(adopting: descriptor)
    self.stage = stage
  }

  func bind() throws {
    let registry = try connection.registry()
    self.registry = registry
    registry.onEvent = { [unowned self] event in
      switch event {
      case .global(let name, let interface, let version):
        globals.append((name, interface.string, version))
      case .globalRemove(let name): globals.removeAll { $0.name == name }
      }
    }
    stage.settle()
  }

  /// Binds a global, the newest one if there are several of the kind.
  func bind<Bound: InterfaceProxy>(_ type: Bound.Type, version: UInt32 = .max) throws -> Bound {
    let global = try #require(globals.last { $0.interface == type.interfaceName })
    return keep(
      try #require(registry).bind(
        name: global.name, as: type, version: min(version, global.version)))
  }

  /// Keeps a proxy as long as the client.
  func keep<Kept: Proxy>(_ proxy: Kept) -> Kept {
    kept.append(proxy)
    return proxy
  }

  func flush() {
    guard failure == nil else { return }
    do { try connection.flush() } catch { failure = error }
  }

  /// Handles the received events; returns whether there were any.
  func listen() -> Bool {
    guard failure == nil else { return false }
    do {
      _ = try connection.beginWait()
      var request = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let isReadable = poll(&request, 1, 0) > 0
      try connection.endWait(readable: isReadable)
      return isReadable
    } catch {
      failure = error
      return true
    }
  }

  /// Asserts that the compositor has ended the connection with this error.
  func expectError(
    _ interface: String, _ code: UInt32, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    stage.settle()
    guard case .protocolError(let found, let number, _) = failure else {
      Issue.record(
        "no protocol error, but \(failure.map { "\($0)" } ?? "all is well")",
        sourceLocation: sourceLocation)
      return
    }
    #expect(found == interface, sourceLocation: sourceLocation)
    #expect(number == code, sourceLocation: sourceLocation)
  }

  /// Asserts that the connection still works.
  func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) {
    stage.settle()
    #expect(failure == nil, sourceLocation: sourceLocation)
  }

  func surface() throws -> WlSurfaceProxy {
    keep(try bind(WlCompositorProxy.self).createSurface())
  }

  /// Returns a buffer of one colour, `0xRRGGBB`.
  func buffer(
    _ width: Int32, _ height: Int32, colour: UInt32 = 0x8080_80
  ) throws -> WlBufferProxy {
    let memory = try SharedMemory(bytes: Int(width * height * 4))
    memory.fill(0xFF00_0000 | colour)
    let pool = try bind(WlShmProxy.self).createPool(fd: memory.descriptor, size: width * height * 4)
    defer { pool.destroy() }
    return try pool.createBuffer(
      offset: 0, width: width, height: height, stride: width * 4, format: .argb8888)
  }
}
