// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import WaylandClient

/// The least that a client needs to show windows of 64 by 64 pixels.
final class BenchClient {
  static let side: Int32 = 64

  struct Failure: Error {
    let reason: String
  }

  final class Window {
    let surface: WlSurfaceProxy
    let shellSurface: XdgSurfaceProxy
    let toplevel: XdgToplevelProxy
    var isConfigured = false

    init(_ client: BenchClient) throws {
      surface = try client.compositor.createSurface()
      shellSurface = try client.shell.getXdgSurface(surface: surface)
      toplevel = try shellSurface.getToplevel()
      shellSurface.onEvent = { [unowned self, unowned client] in
        guard case .configure(let serial) = $0 else { return }
        try? shellSurface.ackConfigure(serial: serial)
        isConfigured = true
        try? show(client.buffer)
      }
      try toplevel.setMinSize(width: side, height: side)
      try toplevel.setMaxSize(width: side, height: side)
      try surface.commit()
    }

    func show(_ buffer: WlBufferProxy) throws {
      try surface.attach(buffer: buffer, x: 0, y: 0)
      try surface.damageBuffer(x: 0, y: 0, width: side, height: side)
      try surface.commit()
    }
  }

  let connection: Connection
  let compositor: WlCompositorProxy
  let shell: XdgWmBaseProxy
  let buffer: WlBufferProxy

  /// - Parameter pump: lets a compositor in this process work; nil for one in another.
  init(_ connection: Connection, pump: (() -> Void)? = nil) throws {
    self.connection = connection
    let registry = try connection.registry()
    var globals: [String: UInt32] = [:]
    registry.onEvent = {
      if case .global(let name, let interface, _) = $0 { globals[interface.string] = name }
    }
    try Self.roundtrip(connection, pump)
    func bind<Bound: InterfaceProxy>(_ type: Bound.Type, _ version: UInt32) throws -> Bound {
      guard let name = globals[type.interfaceName] else {
        throw Failure(reason: "no \(type.interfaceName)")
      }
      return try registry.bind(name: name, as: type, version: version)
    }
    compositor = try bind(WlCompositorProxy.self, 4)
    shell = try bind(XdgWmBaseProxy.self, 1)
    let shm = try bind(WlShmProxy.self, 1)
    let count = Self.side * Self.side * 4
    let descriptor = unsafe memfd_create("swivel-bench", swivel_mfd_cloexec)
    guard descriptor >= 0, ftruncate(descriptor, off_t(count)) == 0 else {
      throw Failure(reason: "no memory")
    }
    defer { close(descriptor) }
    let pool = try shm.createPool(fd: descriptor, size: count)
    buffer = try pool.createBuffer(
      offset: 0, width: Self.side, height: Self.side, stride: Self.side * 4, format: .argb8888)
    pool.destroy()
    try Self.roundtrip(connection, pump)
  }

  static func roundtrip(_ connection: Connection, _ pump: (() -> Void)?) throws {
    guard let pump else { return try connection.roundtrip(timeout: .seconds(20)) }
    let callback = try connection.sync()
    var isDone = false
    callback.onEvent = { _ in isDone = true }
    while !isDone {
      _ = try connection.flush()
      pump()
      try connection.wait(.milliseconds(0))
    }
  }
}
