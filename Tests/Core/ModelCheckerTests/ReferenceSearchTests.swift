// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RandomScenes
import Testing

@testable import ModelChecker

/// The checker's results equal those of the plain search over the arbiter's own scenes.
@Suite struct ReferenceSearchTests {
  @Test(arguments: CheckSearchTests.names)
  func resultsEqualThoseOfThePlainSearch(name: String) throws {
    var compared = 0
    for seed in UInt64(0)..<CaseCount.of(2, optimised: 60, long: 500) {
      compared += try Self.compare(name, seed) ? 1 : 0
    }
    #expect(compared > 0)
  }

  /// After an exception the app is gone: the bar that it left behind violates nothing.
  ///
  /// Hidden windows count in events, of which the launch is none.
  @Test(arguments: [("uikit-16", 37), ("uikit-16", 15), ("uikit-8", 41)] as [(String, UInt64)])
  func resultsAreEqualWhereAnAppEndsOrHiddenWindowsAreThereAtTheLaunch(
    name: String, seed: UInt64
  ) throws {
    #expect(try Self.compare(name, seed))
  }

  /// Compares the results for a random stack; returns false if one of the two ends at a bound.
  private static func compare(_ name: String, _ seed: UInt64) throws -> Bool {
    var random = RandomStack(seed: seed &+ 5_000)
    let rules = try #require(RuleSetCatalog.make(name))
    let stack = random.stack(rules, windows: 1 + Int(seed % 2))
    let oracle = ReferenceSearch(stack, most: CaseCount.of(600, optimised: 20_000))
    guard oracle.isComplete, let report = try? Check.run(stack) else { return false }
    for finding in report.findings {
      let place = "\(name), seed \(seed), \(finding.property.code)"
      guard ReferenceSearch.properties.contains(finding.property) else { continue }
      let length = oracle.lengths[finding.property]
      switch finding.result {
      case .violated(let example):
        #expect(example.isShortest ? length == example.events.count : length != nil, "\(place)")
      case .proved: #expect(length == nil, "\(place): \(length ?? 0)")
      case .missing, .notChecked, .undecided: break
      }
    }
    return true
  }

  /// The directed search finds a lost turn as near as the search of every state does.
  @Test(arguments: ["desktop", "desktop+intersection", "android", "android-16", "chromeos"])
  func theDirectedSearchFindsTheShortestLostTurn(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in UInt64(0)..<CaseCount.of(6, optimised: 60, long: 600) {
      var random = RandomStack(seed: seed &+ 9_000)
      let stack = random.stack(rules, windows: 2 + Int(seed % 3))
      guard let model = try? CheckModel(stack), !model.raisesAtOnce else { continue }
      let near = Exploration(model, bounds: CheckBounds(), reduces: true)
      near.run(CheckBounds(states: 1)) { _ in true }
      guard near.limit != nil, near.directed(CheckBounds(), { _ in true }) else { continue }
      let whole = Exploration(model, bounds: CheckBounds())
      whole.run(CheckBounds()) { _ in true }
      let place = "\(name), seed \(seed)"
      #expect(
        (near.violations[.turnAndBack] == nil) == (whole.violations[.turnAndBack] == nil),
        "\(place)")
      let one = near.violations[.turnAndBack].flatMap {
        near.counterexample(.turnAndBack, $0, { true })
      }
      let other = whole.violations[.turnAndBack].flatMap {
        whole.counterexample(.turnAndBack, $0, { true })
      }
      guard let one, let other, other.isShortest else { continue }
      #expect(one.isShortest && one.events.count == other.events.count, "\(place)")
    }
  }

  /// In the shortest list of the abstraction a window inherits the key that the arbiter gives to another
  /// one: the search is refined, and no key events are added to the list.
  @Test func theShortestLostTurnKeepsWhoWasKeyBefore() throws {
    let still = DeclaredPolicy(autorotate: false)
    let given: [DeclaredPolicy?] = [
      still, DeclaredPolicy(supported: .portrait),
      DeclaredPolicy(autorotate: false, supported: .all), nil,
      DeclaredPolicy(autorotate: true, supported: .allButUpsideDown), still, nil, nil,
    ]
    let windows = given.enumerated().map { number, policy in
      var window = Window(id: WindowID(Int32(number)), name: "w\(number)", root: nil)
      guard let policy else { return window }
      window.root = Controller(id: "\(window.name).root", policy: .declared(policy))
      window.shell.hasRule = true
      window.shell.mayVeto = number == 4
      return window
    }
    var scene = Scene(windows: windows, key: WindowID(2))
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
    let rules = try #require(RuleSetCatalog.make("desktop"))
    let report = try Check.run(CheckStack(rules: rules, scene: scene))
    let finding = try #require(report.findings.first { $0.property == .turnAndBack })
    guard case .violated(let example) = finding.result else {
      Issue.record("\(finding)")
      return
    }
    #expect(example.isShortest && example.events.count == 6, "\(example.events)")
  }
}
