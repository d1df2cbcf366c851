// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import WaylandClient

/// A client's Wayland connection that an event loop serves: it reads, dispatches and flushes.
public final class LoopConnection {
  /// The connection.
  public let connection: Connection
  /// Called once when the connection is lost.
  public var onFailure: ((WaylandError) -> Void)?

  private let loop: EventLoop
  private var tokens: [Token] = []
  private var wantsOutput = false

  /// Creates the object for a connection, which the loop serves from `start` on.
  public init(_ connection: Connection, on loop: EventLoop) {
    self.connection = connection
    self.loop = loop
  }

  /// Adds the connection to the loop, which then reads events and sends buffered requests.
  public func start() throws(SystemError) {
    let source = try loop.add(connection.fileDescriptor, for: .readable) { [weak self] readiness in
      let isReadable = !readiness.isDisjoint(with: [.readable, .hangUp, .failed])
      self?.guarded { connection throws(WaylandError) in
        try connection.endWait(readable: isReadable)
      }
    }
    tokens = [source, loop.prepare { [weak self] in self?.prepare(source) }]
  }

  /// Removes the connection from the loop; nothing is read any longer.
  public func stop() {
    for token in tokens { loop.remove(token) }
    tokens = []
  }

  /// Sends the buffered requests.
  public func flush() { guarded { connection throws(WaylandError) in try connection.flush() } }

  private func prepare(_ source: Token) {
    var mustSend = false
    guarded { connection throws(WaylandError) in mustSend = try connection.beginWait() }
    guard mustSend != wantsOutput, !tokens.isEmpty else { return }
    wantsOutput = mustSend
    try? loop.modify(source, for: mustSend ? [.readable, .writable] : .readable)
  }

  private func guarded(_ body: (Connection) throws(WaylandError) -> Void) {
    do throws(WaylandError) {
      try body(connection)
    } catch {
      stop()
      let report = onFailure
      onFailure = nil
      report?(error)
    }
  }
}

/// The globals that a compositor has announced in its registry.
public struct GlobalList {
  /// An announced global.
  public struct Global: Sendable {
    /// The global's number in the registry, by which it is bound.
    public let name: UInt32
    /// The name of the global's interface, such as `wl_seat`.
    public let interface: String
    /// The newest version that the compositor supports.
    public let version: UInt32

    /// Creates a global.
    public init(name: UInt32, interface: String, version: UInt32) {
      (self.name, self.interface, self.version) = (name, interface, version)
    }
  }

  /// The registry.
  public let registry: WlRegistryProxy
  /// The globals, in the order in which they were announced.
  public let globals: [Global]

  /// Requests the registry, and collects the globals that arrive until `roundtrip` returns.
  public init(
    _ connection: Connection,
    roundtrip: (Connection) throws(WaylandError) -> Void = { connection throws(WaylandError) in
      try connection.roundtrip()
    }
  ) throws(WaylandError) {
    registry = try connection.registry()
    var globals: [Global] = []
    registry.onEvent = { event in
      guard case .global(let name, let interface, let version) = event else { return }
      globals.append(Global(name: name, interface: interface.string, version: version))
    }
    try roundtrip(connection)
    registry.onEvent = nil
    self.globals = globals
  }

  /// Creates a list with one global, which was announced later.
  public init(_ registry: WlRegistryProxy, _ global: Global) {
    (self.registry, globals) = (registry, [global])
  }

  /// Binds the first global of an interface, in the newest version that both sides support, up to
  /// `newest`; returns `nil` if there is none.
  public func bind<Bound: InterfaceProxy>(
    _ type: Bound.Type, upTo newest: UInt32 = .max
  ) throws(WaylandError) -> Bound? {
    guard let global = globals.first(where: { $0.interface == type.interfaceName }) else {
      return nil
    }
    return try registry.bind(
      name: global.name, as: type, version: min(global.version, newest, type.newestVersion))
  }
}
