// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc

/// A connected local stream socket, which is closed when its owner ends.
struct StreamSocket: ~Copyable {
  let raw: Int32

  init(path: String, isBlocking: Bool) throws(SocketError) {
    raw = try Self.connected(to: path, isBlocking: isBlocking)
  }

  deinit { close(raw) }

  /// Sends a request and blocks until its answer, at most two seconds for each read; returns `nil`
  /// if none arrives in time or within the first `longest` bytes.
  ///
  /// `answer` gets all bytes received so far, and whether the peer has closed; it returns `nil` to
  /// read on.
  static func ask<Answer>(
    _ question: [UInt8], at path: String, atMost longest: Int,
    answer: (inout [UInt8], _ isClosed: Bool) -> Answer?
  ) -> Answer? {
    guard let socket = try? StreamSocket(path: path, isBlocking: true) else { return nil }
    socket.limit(.seconds(2))
    guard unsafe send(socket.raw, question, question.count, Int32(MSG_NOSIGNAL)) == question.count
    else { return nil }
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while received.count <= longest {
      let count = unsafe read(socket.raw, &chunk, chunk.count)
      guard count >= 0 else { return nil }
      received += chunk[..<count]
      if let answer = answer(&received, count == 0) { return answer }
      if count == 0 { return nil }
    }
    return nil
  }

  /// Sets the time limit, in whole seconds, of each blocking read and write.
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
