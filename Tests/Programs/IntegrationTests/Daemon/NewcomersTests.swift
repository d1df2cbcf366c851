// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import EventLoop
import Explanation
import Foundation
import Orientation
import Testing
import Text

@testable import Daemon

/// However many windows appear at once, they are looked at together and hold nothing up.
@Suite struct NewcomersTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// A hidden menu, of which each alone turns the bar over a page that stays.
  private func window(_ id: Int32) -> Window {
    Window(
      id: WindowID(id), name: "w\(id)", level: 2000, isHidden: true,
      root: Controller(id: "w\(id).root"))
  }

  private func arbiter() throws -> Arbiter {
    let page = DeclaredPolicy(autorotate: false, supported: .portrait)
    let main = Window(
      id: WindowID(0), name: "main", root: Controller(id: "page", policy: .declared(page)))
    let rules = try #require(RuleSetCatalog.make("uikit-8"))
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: [main], key: main.id))
    _ = arbiter.handle(.setUp, at: .zero)
    return arbiter
  }

  /// Lets windows appear, and the loop go on; what was said, each time that something was.
  private func said(of count: Int32) throws -> [(named: [String], more: Int)] {
    var arbiter = try arbiter()
    var said: [(named: [String], more: Int)] = []
    let newcomers = Newcomers(on: loop)
    for id in 1...count {
      let before = arbiter
      _ = arbiter.handle(.add(window(id), makesKey: false), at: .zero)
      newcomers.add(WindowID(id), before: before)
    }
    newcomers.arbiter = { arbiter }
    newcomers.onWarnings = { said.append(($0.map(\.text), $1)) }
    try Deadline.waitUntil("the end of the looks", turning: loop) {
      loop.registrations.deadlines == 0
    }
    return said
  }

  @Test func aNewWindowThatWouldSplitIsNamed() throws {
    let said = try said(of: 1)
    #expect(said.count == 1 && said.first?.named.count == 1 && said.first?.more == 0)
    #expect(said.first?.named.first?.contains("\"w1\"") == true)
  }

  @Test func aBurstOfNewWindowsIsTriedOnceAndTheRestCounted() throws {
    let said = try said(of: 30)
    #expect(said.count == 1)
    #expect(said.first?.named.count == Newcomers.mostNamed)
    #expect(said.first?.more == 30 - Newcomers.mostNamed)
  }

  @Test func noNewWindowIsTriedAmongTooMany() throws {
    #expect(try said(of: Int32(Newcomers.mostWindows) + 10).isEmpty)
  }

  @Test func synchronizingUnchangedWindowsScalesLinearly() throws {
    // By the thread's own clock: others may have the processor meanwhile.
    func arbiter() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    func nanoseconds(_ count: UInt32) -> Int {
      let windows = (1...count).map { id in
        var window = DesktopWindow(id: id)
        window.appID = "app\(id)"
        return window
      }
      var tracker = SceneTracker(configuration: Configuration())
      _ = tracker.synchronize(with: [], windows)
      return (0..<9).map { _ in
        let start = arbiter()
        #expect(tracker.synchronize(with: [], windows).isEmpty)
        return arbiter() - start
      }.min() ?? 0
    }
    let (few, many) = (nanoseconds(1_000), nanoseconds(4_000))
    #expect(many < few * 10, "\(few), \(many)")
  }
}
