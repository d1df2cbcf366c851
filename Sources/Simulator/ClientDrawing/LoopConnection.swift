// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import WaylandClient

/// A client's connection as a part of an event loop: read, delivered and flushed with it.
public final class LoopConnection {
  /// The connection itself.
  public let connection: Connection
  /// Called once when the connection is over.
  public var onFailure: ((WaylandError) -> Void)?

  private let loop: EventLoop
  private var tokens: [Token] = []
  private var wantsOutput = false

  /// Whether the loop serves the connection now.
  public var isServed: Bool { !tokens.isEmpty }

  /// Takes a connection; the loop serves it only from `start` on.
  public init(_ connection: Connection, on loop: EventLoop) {
    self.connection = connection
    self.loop = loop
  }

  /// Lets the loop read what comes and send what is buffered.
  public func start() throws(SystemError) {
    let source = try loop.add(connection.fileDescriptor, for: .readable) { [weak self] readiness in
      let isReadable = !readiness.isDisjoint(with: [.readable, .hangUp, .failed])
      self?.guarded { connection throws(WaylandError) in
        try connection.endWait(readable: isReadable)
      }
    }
    tokens = [source, loop.prepare { [weak self] in self?.prepare(source) }]
  }

  /// Ends the loop's part; nothing is read any longer.
  public func stop() {
    for token in tokens { loop.remove(token) }
    tokens = []
  }

  /// Sends what is buffered.
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
