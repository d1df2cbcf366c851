// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
import Testing
import WaylandClient

@testable import WindowBackend

/// The errors of a window at hosts that cannot show it, and the size of its picture.
@Suite struct HostDisplayTests {
  /// Without a viewporter a buffer's sides are multiples of the window's, and both by the same factor.
  @Test(
    arguments: [
      (Size(width: 400, height: 300), 3, Size(width: 1_200, height: 900)),
      (Size(width: 1_000, height: 700), 16, Size(width: 8_000, height: 5_600)),
      (Size(width: 3_000, height: 2_001), 3, Size(width: 6_000, height: 4_002)),
      (Size(width: 9_000, height: 100), 2, Size(width: 8_192, height: 100)),
    ] as [(Size, Int32, Size)])
  func aPictureHasBothSidesOfTheWindowTimesOneFactor(window: Size, scale: Int32, picture: Size) {
    let shape = HostShape(size: window, scale: 120, isExact: false)
    #expect(shape.pixels(scale: scale, longestSide: 8_192) == picture)
  }

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
