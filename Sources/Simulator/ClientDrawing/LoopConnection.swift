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

  /// Whether the loop serves the connection.
  public var isServed: Bool { !tokens.isEmpty }

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
