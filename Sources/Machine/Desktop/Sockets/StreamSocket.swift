// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc

/// A connected local stream socket that closes with its owner.
struct StreamSocket: ~Copyable {
  let raw: Int32

  /// Connects; a local socket does so at once or not at all.
  init(path: String, isBlocking: Bool) throws(SocketError) {
    raw = try Self.connected(to: path, isBlocking: isBlocking)
  }

  deinit { close(raw) }

  /// Gives up on a peer that is silent for longer than this, for blocking use.
  func limit(_ time: Duration) {
    var limit = timeval(tv_sec: Int(time.components.seconds), tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  private static func connected(to path: String, isBlocking: Bool) throws(SocketError) -> Int32 {
    let bytes = Array(path.utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.isEmpty,
      !bytes.contains(0)
    else { throw .badPath(path) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let raw = socket(AF_UNIX, isBlocking ? flags : flags | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard raw >= 0 else { throw .socket(SystemError(call: "socket", code: errno)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(raw, $0, size)
      }
    }
    guard code == 0 else {
      let number = errno
      close(raw)
      throw .socket(SystemError(call: "connect", code: number))
    }
    return raw
  }
}
