// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Glibc
import HeadlessCompositor
import Orientation
import WaylandClient

/// A thousand windows of one client turned in one transaction: from the device's turn to the
/// picture of the panel that shows all of them turned, the client's part included.
final class TurnBench {
  private let loop: EventLoop
  private let compositor: HeadlessCompositor
  private let connection: Connection
  private let client: BenchClient
  private var windows: [BenchClient.Window] = []

  init(windows count: Int) throws {
    guard let rules = RuleSetCatalog.make("uikit-8") else {
      throw BenchClient.Failure(reason: "no rules")
    }
    var options = CompositorOptions(rules: rules)
    options.outputs = [OutputSpecification(size: PaintingBench.panel)]
    options.placement = .floating
    let loop = try EventLoop()
    let compositor = try HeadlessCompositor(loop: loop, options: options)
    let (descriptor, owner) = try compositor.connectClient()
    connection = try Connection(adopting: descriptor)
    self.loop = loop
    self.compositor = compositor
    let pump = { _ = try? loop.turn(waitingAtMost: .zero) }
    client = try BenchClient(connection, pump: pump)
    for _ in 0..<count {
      windows.append(try BenchClient.Window(client))
      try BenchClient.roundtrip(connection, pump)
    }
    guard windows.allSatisfy(\.isConfigured), let owner else {
      throw BenchClient.Failure(reason: "a window was not configured")
    }
    // Spread out, so that no window hides another whole.
    for (number, window) in windows.enumerated() {
      compositor.moveWindow(
        withSurface: window.surface.objectID, of: owner,
        to: Point(x: Int32(number * 37 % 736), y: Int32(number * 23 % 736)))
    }
  }

  /// Milliseconds for each turn.
  func run(turns: Int) throws -> [Double] {
    let ways: [DeviceOrientation] = [
      .landscapeLeft, .portraitUpsideDown, .landscapeRight, .portrait,
    ]
    return try (0..<turns).map { number in
      let before = shown()
      let begin = PaintingBench.now()
      compositor.handle(.device(.turned(ways[number % ways.count])))
      let deadline = begin + 10_000_000_000
      while shown() == before {
        guard PaintingBench.now() < deadline else {
          throw BenchClient.Failure(reason: "the windows did not turn")
        }
        _ = try loop.turn(waitingAtMost: .zero)
        try connection.wait(.milliseconds(0))
      }
      guard compositor.picture(of: "HEADLESS-1") != nil else {
        throw BenchClient.Failure(reason: "no picture")
      }
      let time = Double(PaintingBench.now() - begin) / 1e6
      // What is left over belongs to nobody's turn.
      try BenchClient.roundtrip(connection) { [loop] in _ = try? loop.turn(waitingAtMost: .zero) }
      return time
    }
  }

  /// How the windows are shown: each way with the number of windows shown so.
  private func shown() -> [Transform: Int] {
    let items = compositor.drawList(of: "HEADLESS-1")?.items ?? []
    return Dictionary(grouping: items, by: \.turn).mapValues(\.count)
  }
}
