// SPDX-License-Identifier: Apache-2.0
import Pixels

/// What Benchmarks/compositor/run has measured in a process of its own.
enum CompositorBench {
  static func run(_ arguments: [String]) -> Int32 {
    do {
      switch arguments.first {
      case "paint":
        report(PaintingBench.run(windows: 1000, format: .argb8888, frames: 40))
      case "turn": report(try TurnBench(windows: 1000).run(turns: 12))
      case "frames": report(try FrameBench(display: nil).run(seconds: 4))
      default:
        print("usage: swivel-bench-compositor paint | turn | frames")
        return 2
      }
      return 0
    } catch {
      print("error: \(error)")
      return 1
    }
  }

  private static func report(_ times: [Double]) {
    print(times.map { "\($0)" }.joined(separator: "\n"))
  }
}
