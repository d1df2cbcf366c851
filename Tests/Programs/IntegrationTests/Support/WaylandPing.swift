// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Checks whether a compositor answers, in raw bytes, independently of `WaylandClient`.
enum WaylandPing {
  /// Returns whether a server answers `wl_display.sync` at a socket; false if there is no socket.
  static func isAnswered(at path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { return false }
    // Object 1, twelve bytes with opcode 0, new object 2.
    let sync: [UInt32] = [1, 12 << 16, 2]
    let size = sync.count * MemoryLayout<UInt32>.size
    guard send(descriptor, sync, size, Int32(MSG_NOSIGNAL)) == size else { return false }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    return Foundation.poll(&poll, 1, Int32(Limit.event * 1000)) == 1
      && recv(descriptor, &byte, 1, 0) == 1
  }
}
