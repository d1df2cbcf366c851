// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
import Glibc

/// A connected local socket on an event loop, which sends and receives bytes.
///
/// No method blocks or polls.
final class SocketChannel {
  /// Called with received bytes, at most 64 KiB at once.
  var onBytes: ([UInt8]) -> Void = { _ in }
  /// Called once when the peer disconnects or the socket fails, but not after `close`.
  var onEnd: (SocketError) -> Void = { _ in }

  private let loop: EventLoop
  private let socket: StreamSocket
  private var source: Token?
  private var isSending = false
  private var unsent: [UInt8] = []

  init(path: String, on loop: EventLoop) throws(SocketError) {
    self.loop = loop
    socket = try StreamSocket(path: path, isBlocking: false)
    do throws(SystemError) {
      source = try loop.add(socket.raw, for: .readable) { [weak self] in self?.serve($0) }
    } catch {
      throw .socket(error)
    }
  }

  deinit { close() }

  /// Stops watching the socket, which is closed when the channel is released; no closure is called
  /// afterwards.
  func close() {
    if let source { loop.remove(source) }
    source = nil
  }

  func send(_ bytes: [UInt8]) {
    unsent += bytes
    send()
  }

  private func serve(_ readiness: Readiness) {
    if readiness.contains(.writable) { send() }
    guard !readiness.isDisjoint(with: [.readable, .hangUp, .failed]) else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(socket.raw, &chunk, chunk.count)
    if count > 0 {
      chunk.removeSubrange(count...)
      onBytes(chunk)
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      let reason: SocketError =
        count == 0 ? .closed : .socket(SystemError(call: "read", code: errno))
      close()
      onEnd(reason)
    }
  }

  private func send() {
    while !unsent.isEmpty {
      let count = unsafe Glibc.send(
        socket.raw, unsent, unsent.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count > 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        // The next read reports the error or the end of the connection.
        unsent = []
      }
    }
    let isSending = !unsent.isEmpty
    guard isSending != self.isSending, let source else { return }
    self.isSending = isSending
    try? loop.modify(source, for: isSending ? [.readable, .writable] : .readable)
  }
}

/// A peer on a local socket whose messages are lines.
final class SocketLines {
  /// The longest line that is read, in bytes.
  static let longest = 16 << 20

  var onLine: ([UInt8]) -> Void = { _ in }
  /// Called once when the connection ends or a line is too long, but not after `close`.
  var onEnd: (SocketError) -> Void = { _ in }

  private let channel: SocketChannel
  private var lines = LineBuffer(limit: longest)
  private var isOpen = true

  init(path: String, on loop: EventLoop) throws(SocketError) {
    channel = try SocketChannel(path: path, on: loop)
    channel.onBytes = { [weak self] in self?.receive($0) }
    channel.onEnd = { [weak self] in self?.end($0) }
  }

  func send(line: String) { channel.send(Array(line.utf8) + [UInt8(ascii: "\n")]) }

  func close() {
    isOpen = false
    channel.close()
  }

  private func receive(_ bytes: [UInt8]) {
    lines.append(bytes)
    while isOpen, let line = lines.next() { onLine(line) }
    if lines.isOverfull { end(.malformed) }
  }

  private func end(_ error: SocketError) {
    guard isOpen else { return }
    close()
    onEnd(error)
  }
}

/// An error on a compositor's own socket.
public enum SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call on the socket failed.
  case socket(SystemError)
  /// The path is not valid for a socket.
  case badPath(String)
  /// The compositor has closed the connection.
  case closed
  /// A message cannot be parsed.
  case malformed
  /// There was no answer in time.
  case timedOut

  /// The error as a text for messages.
  public var description: String {
    switch self {
    case .socket(let error): "\(error)"
    case .badPath(let path): "\(path) cannot be the path of a socket"
    case .closed: "it has been closed"
    case .malformed: "its answer cannot be read"
    case .timedOut: "no answer in time"
    }
  }
}
