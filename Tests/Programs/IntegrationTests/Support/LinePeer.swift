// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A peer at a local socket that sends what the test passes to `say`.
final class LinePeer {
  let path: String
  private let listener: Int32
  private(set) var connections: [Int32] = []

  init(at path: String) throws {
    self.path = path
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    unlink(path)
    let descriptor = listener
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 8) == 0 else { throw POSIXError.current }
  }

  deinit {
    hangUp()
    close(listener)
    unlink(path)
  }

  /// Accepts a waiting connection; returns false if there is none.
  func accept() -> Bool {
    let peer = Glibc.accept(listener, nil, nil)
    if peer >= 0 { connections.append(peer) }
    return peer >= 0
  }

  /// Returns what the newest connection has sent and no earlier call has returned.
  func heard() -> String {
    guard let peer = connections.last else { return "" }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(peer, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: chunk[..<count], as: UTF8.self) : ""
  }

  /// Sends a text to the newest connection, as fast as it is read; `pump` lets the reader run.
  func say(_ text: String, pump: () throws -> Void = {}) throws {
    guard let peer = connections.last else { return }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EAGAIN {
        // The connection is closed.
        return
      }
      try pump()
    }
  }

  /// Closes all connections.
  func hangUp() {
    for peer in connections { close(peer) }
    connections = []
  }
}
