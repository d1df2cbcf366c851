// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import Testing

import Formats
import Scenarios

/// Very large files take time in proportion: four times the size is not sixteen times the time.
@Suite struct ScaleTests {
  private static let head = "swivel: 1\nrules: uikit-8\nwindows:\n"

  /// Returns the least time of this thread, in seconds, of a few attempts.
  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      try work()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      least = min(
        least, Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9)
    }
    return least
  }

  @Test func readingTimeGrowsInProportionToTheWindows() throws {
    func read(_ count: Int) throws -> Double {
      let windows = (0..<count).map { "  - {id: w\($0), root: {id: c\($0)}}\n" }.joined()
      let text = Self.head + windows
      return try seconds {
        let scenario = try Scenario.parse(text, file: "s.yaml")
        #expect(scenario.scene.windows.count == count)
      }
    }
    let (few, many) = (try read(300), try read(1_200))
    #expect(many < 9 * few, "\(few) s, \(many) s")
  }

  @Test func aForwardingChainIsPlayedInLessThanCubicTime() throws {
    func play(_ count: Int) throws -> Double {
      let line = (0..<count).map {
        "  - {id: w\($0), root: {id: c\($0), forwards-to: w\($0 + 1)}}\n"
      }
      let text =
        Self.head + line.joined()
        + "  - {id: w\(count), root: {id: c\(count)}}\nevents:\n  - device: landscape-left\n"
      let scenario = try Scenario.parse(text, file: "s.yaml")
      return seconds {
        let run = Simulation(scenario)
        // The first window forwards its question to all others, in their order.
        #expect(run.steps.last?.verdict.asked.first?.via == (1...count).map { "c\($0)" })
      }
    }
    let (short, long) = (try play(60), try play(240))
    // The records grow with the square of the length, which makes 16; the cube makes 64.
    #expect(long < 36 * short, "\(short) s, \(long) s")
  }

  @Test func controllerNamesAreFreedWithTheirTrees() throws {
    let text =
      Self.head + """
          - {id: main, key: true, root: {id: root, container: navigation, children: [{id: first}]}}
          - {id: other, root: {id: other.page}}
        events:
          - present: {in: first, controller: {id: film}}
          - dismiss: {in: film}
          - present: {in: main, controller: {id: film}}
          - dismiss: {in: main}
          - push: {in: root, controller: {id: film}}
          - pop: {in: film}
          - set-root: {window: other, controller: {id: film}}
          - set-policy: {controller: film, supported: landscape}
          - remove: other
          - add: {id: other, root: {id: film}}
          - remove: other
          - add: {id: other, root: {id: film}}

        """
    #expect(try Scenario.parse(text, file: "s.yaml").events.count == 12)
    #expect(throws: InputError.self) {
      try Scenario.parse(
        text + "  - push: {in: main, controller: {id: film}}\n", file: "s.yaml")
    }
  }
}
