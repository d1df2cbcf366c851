// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import Counterfactuals

/// The parts of the search for repairs, one by one.
@Suite struct BlamePartTests {
  /// Equal sums share an entry, however many there are, and an entry keeps the minimal sets.
  @Test func theFrontKeepsTheMinimalSetsOfEverySum() {
    var sums: [ContributionSum] = []
    for bar in InterfaceOrientation.fallbackOrder {
      for number in UInt32(0)..<32 {
        var sum = ContributionSum(bar: bar, hasWindow: number & 1 == 1)
        sum.add(.init(bar: bar, allowed: OrientationMask(rawValue: number & ~1)))
        sums.append(sum)
      }
    }
    #expect(Set(sums).count == 128)
    var random = SplitMix(seed: 5)
    var front = ParetoFront()
    var inserted: [ContributionSum: Set<PartySet>] = [:]
    for _ in 0..<1_000 {
      let sum = sums[Int(random.next() % UInt64(sums.count))]
      let set = PartySet(bits: random.next() & 31)
      front.insert(set, sum) { 0 }
      inserted[sum, default: []].insert(set)
    }
    #expect(front.sums.count == inserted.count)
    for entry in front.sums {
      let all = inserted[entry.sum] ?? []
      let minimal = all.filter { set in !all.contains { $0 != set && set.contains($0) } }
      #expect(entry.indices.count == minimal.count)
      #expect(Set(entry.indices.map { entry[$0].set }) == minimal)
    }
  }

  /// Effects are stored for a list of triggers, so each list has a number of its own from the first.
  @Test func everyListOfTriggersHasItsOwnNumber() {
    var cache = ContributionCache()
    let lists: [[DecisionTrigger]] = [
      [.reconsider], [.place(WindowID(1))], [.place(WindowID(1)), .reconsider],
    ]
    let numbers = lists.map { cache.number(of: $0) }
    #expect(Set(numbers).count == lists.count && numbers == lists.map { cache.number(of: $0) })
  }

  @Test func onlyShownVotersCountAsOtherWindows() {
    var scene = Scene(
      windows: [.declared(1, "main"), .declared(2, "menu", level: 1000)], key: WindowID(1))
    scene.statusBar.orientation = .portrait
    scene.windows[0].orientation = .portrait
    scene.windows[1].orientation = .landscapeLeft
    func agrees(seesOthers: Bool = true, _ change: (inout Window) -> Void) -> Bool {
      var scene = scene
      change(&scene.windows[1])
      return OrientationSummary(scene, UIKitRuleSet.version8, seesOthers: seesOthers).agrees
    }
    #expect(!agrees { _ in })
    #expect(agrees(seesOthers: false) { _ in })
    #expect(agrees { $0.isHidden = true })
    #expect(agrees { $0.root = nil })
    #expect(agrees { $0.orientation = .portrait })
  }

  /// With more windows than the search can hold repairs may be missing, whatever their size.
  @Test(arguments: [(BlameParty.mostWindows, nil), (BlameParty.mostWindows + 1, 0)])
  func aSearchThatLeavesOutWindowsIsIncomplete(count: Int, searchedTo: Int?) throws {
    let refusing = DeclaredPolicy(autorotate: false)
    let windows = (1...Int32(count)).map { number in
      Window.declared(number, "w\(number)", number == 1 ? refusing : DeclaredPolicy())
    }
    var arbiter = Arbiter(
      rules: DesktopRuleSet(),
      scene: Scene(
        outputs: [Output(id: OutputID(0), name: "eDP-1")], windows: windows, key: WindowID(1)))
    _ = arbiter.handle(.setUp, at: .zero)
    let effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
    let report = BlameReport(
      verdict: try #require(effects.verdicts.first), rules: DesktopRuleSet())
    #expect(report.findings.map(\.searchedTo) == [searchedTo])
    #expect(report.findings.first?.repairable == [[.party(.window(WindowID(1)))]])
  }
}
