// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A command to sway that is sent at once, without waiting for the answer.
final class SwayRequest {
  private let descriptor: Int32

  /// Connects and sends the command; on return sway's socket holds it, even while sway is stopped.
  init(_ command: String, to path: String) throws {
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard made >= 0 else { throw POSIXError.current }
    descriptor = made
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw POSIXError.current }
    var limit = timeval(tv_sec: Int(Limit.event), tv_usec: 0)
    setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // The magic word, the length, and the type 0, which is a command.
    let header = Data("i3-ipc".utf8) + [UInt8(command.utf8.count), 0, 0, 0] + [0, 0, 0, 0]
    let message = [UInt8](header + Data(command.utf8))
    guard send(made, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
      throw POSIXError.current
    }
  }

  deinit { close(descriptor) }

  /// Waits for the answer, a list of results in JSON.
  func answer() throws -> String {
    let header = try receive(14)
    let length = header[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
    return String(decoding: try receive(length), as: UTF8.self)
  }

  private func receive(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count else {
      throw POSIXError.current
    }
    return bytes
  }
}
