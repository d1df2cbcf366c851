// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Testing
import WaylandClient

@testable import WindowBackend

/// The errors of a window at hosts that cannot show it.
@Suite struct HostDisplayTests {
  @Test func missingGlobalsOfTheHostAreNamed() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let host = BareHost(ends[0])
    defer { host.stop() }
    let loop = try EventLoop()
    let connection = try Connection(adopting: ends[1])
    let failure = #expect(throws: HostFailure.self) {
      _ = try HostDisplay(on: loop, connection: connection)
    }
    let words = failure?.description ?? ""
    #expect(words.contains("offers no wl_compositor and no xdg_wm_base"), "\(words)")
    #expect(!words.contains("wl_shm"))
  }
}
