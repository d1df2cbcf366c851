// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation

/// A client of the control socket that sends any text that a test passes.
final class RawClient {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ runtimeDirectory: String) throws {
    let address = try ControlAddress(directory: runtimeDirectory)
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: Int(Limit.event), tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard address.withSocketAddress({ connect(descriptor, $0, $1) }) == 0 else {
      throw POSIXError.current
    }
  }

  deinit { close(descriptor) }

  /// Sends text without a pause; returns how many bytes the server has accepted.
  @discardableResult
  func send(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Sends text until the server accepts no more; returns how many bytes it has accepted.
  ///
  /// `pass` returns once the server has served another client, and so could have read more.
  func flood(_ text: String, pass: () throws -> Void) throws -> Int {
    let bytes = Array(text.utf8)
    var sent = 0
    var isStuck = false
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        sent += count
        isStuck = false
      } else if errno == EAGAIN, !isStuck {
        isStuck = true
        try pass()
      } else {
        break
      }
    }
    return sent
  }

  /// Returns the next line; `nil` at the end of the stream.
  func line() throws -> String? {
    while true {
      if let end = received.firstIndex(of: 10) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count == 0 || count < 0 && errno == ECONNRESET { return nil }
      guard count > 0 else { throw POSIXError.current }
      received += chunk[..<count]
    }
  }
}
