// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Promela
import Testing

@testable import ModelChecker

/// The parts of the check, one by one.
@Suite struct CheckPartTests {
  @Test func everyOutcomeIsABitOfItsOwn() {
    let sets: [(OutcomeSet, Outcome)] = [
      (.exception, .exception), (.split, .split), (.turned, .turned), (.deferred, .deferred),
      (.blocked, .blocked), (.unchanged, .unchanged),
    ]
    for (set, outcome) in sets { #expect(set.outcomes == [outcome]) }
  }

  /// Two effects are the same for some windows if no bar and no orientation distinguishes them.
  @Test func effectsAreTheSameIfNoStateTellsThemApart() {
    var random = RandomStack(seed: 4)
    func effect() -> DecisionEffect {
      var cell = DecisionCell()
      (cell.shown, cell.writers) = (random.next() & 3, random.next() & 3)
      cell.target = UInt8(random.next() & 1)
      (cell.writesBar, cell.raises) = (random.chance(3), random.chance(6))
      return DecisionEffect(cell, present: 3, hidden: 0, followers: random.chance(4) ? 2 : 0)
    }
    var same = 0
    for _ in 0..<3_000 {
      let (one, other, windows) = (effect(), effect(), random.next() & 3)
      let isAlike = (0..<4).allSatisfy { orientation in
        one.bar(orientation) == other.bar(orientation)
          && (0..<2).filter { windows >> UInt64($0) & 1 == 1 }.allSatisfy {
            one.turned($0, orientation) == other.turned($0, orientation)
          }
      }
      let isExpected = isAlike && one.raises == other.raises
      #expect(one.isSame(as: other, for: windows) == isExpected)
      same += isExpected ? 1 : 0
    }
    #expect(same > 100 && same < 2_900)
  }

  @Test func everyPropertyIsTimed() throws {
    let stack = CheckStack(
      rules: UIKitRuleSet.version8,
      scene: Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    let names = try Check.run(stack).times.parts.map(\.name)
    for property in CheckProperty.allCases { #expect(names.contains(property.code)) }
  }

  /// A window that is added takes the orientation of the bar, which is never portrait here.
  @Test func projectionsBeginWithAnAddableWindowAbsent() throws {
    let landscape = DeclaredPolicy(supported: .landscape)
    let scene = Scene(
      app: App(supported: [.landscapeLeft, .landscapeRight]),
      windows: [.declared(1, "main", landscape)], key: WindowID(1))
    let later = CheckStack.Entry(
      window: .declared(2, "later", landscape), isKey: false, isThere: false)
    let stack = CheckStack(rules: UIKitRuleSet.version8, scene: scene, addable: [later])
    let found = try #require(PossibleFindings.of([try CheckModel(stack)])?.findings)
    let portrait: UInt8 = 1 << UInt8(InterfaceOrientation.portrait.rawValue - 1)
    #expect(found.pages[1] & portrait == 0, "\(found.pages)")
  }

  /// Findings that projections leave possible are not reported as missing after a bound.
  @Test func aPossibleOrientationIsNotReportedMissingAtABound() throws {
    let scene = Scene(
      app: App(supported: [.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown]),
      windows: [.declared(1, "main", DeclaredPolicy(supported: .all))], key: WindowID(1))
    let stack = CheckStack(rules: UIKitRuleSet.version8, scene: scene)
    let exploration = Exploration(try CheckModel(stack), bounds: CheckBounds(), reduces: true)
    exploration.run(CheckBounds(states: 1)) { _ in true }
    #expect(exploration.limit != nil && exploration.possible != nil)
    let result = Findings(exploration).reachable()
    #expect(result == .undecided(.states(1)), "\(result)")
  }

  /// Spin's model of the device knows the five positions of `CheckEvent` and no other.
  @Test func theModelForSpinNamesNoSixthDevicePosition() throws {
    for name in ["uikit-8", "uikit-8+key-only", "desktop", "android"] {
      let rules = try #require(RuleSetCatalog.make(name))
      var random = RandomStack(seed: 51)
      let text = try PromelaModel.text(of: random.stack(rules, windows: 2))
      #expect(text.contains("dev == 4"), "\(name)")
      #expect(!text.contains("dev == 5") && !text.contains("dev != 5"), "\(name)")
    }
  }

  /// The lower two of three windows answer alike: only the upper two can show that order counts.
  @Test func anOrderCounterexampleNamesTwoNeighbours() throws {
    let requests: [AndroidRequest] = [.portrait, .portrait, .landscape]
    let windows = requests.enumerated().map { number, request in
      var window = Window.declared(Int32(number + 1), "w\(number + 1)")
      window.android.request = request
      return window
    }
    let stack = CheckStack(
      rules: AndroidRuleSet(), scene: Scene(windows: windows, key: WindowID(1)))
    for reduces in [true, false] {
      let report = try Check.run(stack, reduces: reduces)
      let finding = try #require(report.findings.first { $0.property == .orderIsFree })
      guard case .violated(let example) = finding.result else {
        Issue.record("\(finding.result)")
        continue
      }
      #expect(example.note?.hasPrefix("with w2 and w3 created in the other order") == true)
    }
  }

  /// Two unused windows count once eight used ones are hidden: too far for a search of every order
  /// of use, found by the search that uses no window on purpose.
  @Test func theOrderOfCreationIsFoundToCountBehindManyUsedWindows() throws {
    let rules = try #require(RuleSetCatalog.make("chromeos"))
    let windows = (1...8).map { number in
      var window = Window(id: WindowID(Int32(number)), name: "w\(number)", root: nil)
      window.chromeOS = ChromeOSTraits(lock: number == 1 ? .landscape : .portrait)
      return window
    }
    var scene = Scene(windows: windows)
    scene.device.chromeOS.posture = .tablet
    scene.keyHistory = (3...8).map { WindowID(Int32($0)) }
    let report = try Check.run(CheckStack(rules: rules, scene: scene))
    let finding = try #require(report.findings.first { $0.property == .orderIsFree })
    #expect(finding.isViolated, "\(finding)")
  }
  /// A window without a root controller does not participate, but can be the page by its place: P8 is decided
  /// by comparing decisions, without a search of all states.
  @Test func aPageThatDoesNotParticipateLeavesTheOrderDecided() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8+intersection"))
    let masks: [OrientationMask?] = [
      .landscape, .allButUpsideDown, .portrait, .landscapeRight, .portrait, nil, .landscape,
    ]
    let windows = masks.enumerated().map { number, mask in
      var window = Window.declared(
        Int32(number), "w\(number)", DeclaredPolicy(autorotate: number != 4, supported: mask))
      if mask == nil { window.root = nil }
      window.level = [1, 3, 6].contains(number) ? 2000 : 0
      window.isHidden = number == 2 || number == 5
      return window
    }
    let stack = CheckStack(rules: rules, scene: Scene(windows: windows, key: WindowID(0)))
    let report = try Check.run(stack, bounds: CheckBounds(states: 10_000))
    let finding = try #require(report.findings.first { $0.property == .orderIsFree })
    guard case .proved = finding.result else {
      Issue.record("\(finding)")
      return
    }
  }

  /// The order of use is searched until the states take the memory that the bounds allow.
  @Test func aSearchOfHistoriesUsesTheMemoryOfItsBounds() throws {
    let rules = try #require(RuleSetCatalog.make("chromeos"))
    let windows = (1...6).map { number in
      var window = Window(id: WindowID(Int32(number)), name: "w\(number)", root: nil)
      window.chromeOS = ChromeOSTraits(lock: number == 1 ? .landscape : .portrait)
      return window
    }
    var scene = Scene(windows: windows)
    scene.device.chromeOS.posture = .tablet
    let bounds = CheckBounds(memory: 1)
    var search = HistorySearch(
      try CheckModel(CheckStack(rules: rules, scene: scene)), leaving: .max, bounds)
    var nodes = 0
    let found = search.run(
      estimate: { _, _ in
        nodes += 1
        return 0
      }, goesOn: { _ in true })
    guard case .open(.memory(1)) = found else {
      Issue.record("\(found)")
      return
    }
    // The table doubles its size; where that exceeds the memory, each state has 72 to 144 bytes of it.
    #expect(1 << 20 / 144...1 << 20 / 72 ~= nodes, "\(nodes)")
  }
}
