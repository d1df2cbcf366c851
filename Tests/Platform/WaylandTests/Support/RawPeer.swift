// SPDX-License-Identifier: Apache-2.0
import CWaylandClient
import Glibc
import WaylandClient

/// The other end of a connection, which writes whatever bytes a test wants.
final class RawPeer {
  let connection: Connection
  private var descriptor: Int32

  init() throws {
    // Garbage makes libwayland complain on the standard error output; here it is expected.
    wl_log_set_handler_client { _, _ in }
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
      throw WaylandError.disconnected(errno: errno)
    }
    descriptor = pair[1]
    do {
      connection = try Connection(adopting: pair[0])
    } catch {
      close(pair[1])
      throw error
    }
  }

  deinit { hangUp() }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  func write(_ bytes: [UInt8]) {
    // A client that has failed no longer reads; that must not end the test.
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Writes one event in wire format.
  func event(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireWord] = []) {
    write(WireWord.message(object, opcode, arguments))
  }

  /// Returns everything that the client has sent.
  func received() throws -> [UInt8] {
    try connection.flush()
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Reads the written bytes and delivers the events.
  func deliver() throws {
    while try connection.wait(.zero) {}
  }
}
