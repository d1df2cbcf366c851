// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Glibc
import WaylandClient
import WaylandServer

extension Display {
  /// Serves a session of `Desktop` in a loop, over a pair of sockets; what is offered afterwards is
  /// announced before the session is ready.
  func session(in loop: EventLoop) throws -> Session {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw SystemError(call: "socketpair", code: errno)
    }
    try serve(in: loop)
    _ = try add(client: ends[0])
    return try Session(connection: Connection(adopting: ends[1]))
  }
}
