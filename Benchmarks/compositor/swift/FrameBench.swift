// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaylandClient

/// A client that draws whenever it may: the times between its frames tell how others disturb it.
final class FrameBench {
  private let client: BenchClient
  private let window: BenchClient.Window

  init(display: String?) throws {
    client = try BenchClient(try Connection(display: display))
    window = try BenchClient.Window(client)
    try client.connection.roundtrip()
  }

  /// Milliseconds between frames.
  func run(seconds: Double) throws -> [Double] {
    var times: [Int64] = []
    var callback: WlCallbackProxy?
    func next() throws {
      callback = try window.surface.frame()
      callback?.onEvent = { _ in
        times.append(PaintingBench.now())
        try? next()
      }
      try window.show(client.buffer)
    }
    try next()
    let end = PaintingBench.now() + Int64(seconds * 1e9)
    while PaintingBench.now() < end {
      guard try client.connection.wait(.seconds(5)) else {
        throw BenchClient.Failure(reason: "no frame for five seconds")
      }
    }
    callback?.onEvent = nil
    return zip(times, times.dropFirst()).map { Double($1 - $0) / 1e6 }
  }
}
