// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// Every engine's results equal those of the plain search over the arbiter's own scenes.
@Suite struct ReferenceSearchTests {
  @Test(arguments: CheckSearchTests.names)
  func everyEngineFindsWhatThePlainSearchFinds(name: String) throws {
    var compared: [EngineComparison.OpenClaims] = []
    for seed in UInt64(0)..<CaseCount.of(8, optimised: 60, long: 500) {
      if let open = try Self.compare(name, seed, isWide: seed % 4 > 1) { compared.append(open) }
    }
    #expect(!compared.isEmpty)
    // A claim that projections leave open in vain costs a search of every state.
    let vain = compared.reduce(0) { $0 + $1.vain }
    let all = compared.reduce(0) { $0 + $1.all }
    #expect(vain <= 2 + all / (name == "chromeos" ? 12 : 80), "\(vain) of \(all)")
  }

  /// After an exception the app is gone: the bar that it left behind violates nothing.
  ///
  /// Hidden windows count in events, of which the launch is none. The first window of level 0 is the
  /// main one, which turns even without a root: the order of creation counts.
  @Test(
    arguments: [
      ("uikit-16", 37), ("uikit-16", 15), ("uikit-8", 41), ("uikit-5", 25),
    ] as [(String, UInt64)])
  func resultsAreEqualWhereAnAppEndsAtTheLaunchAndForTheMainWindow(
    name: String, seed: UInt64
  ) throws {
    #expect(try Self.compare(name, seed) != nil)
  }

  /// Compares all engines on a random stack; returns nil if the plain search ends at a bound.
  private static func compare(
    _ name: String, _ seed: UInt64, outputs: Int = 1, isWide: Bool = false
  ) throws -> EngineComparison.OpenClaims? {
    var random = RandomStack(seed: seed &+ 5_000)
    let rules = try #require(RuleSetCatalog.make(name))
    let windows = 1 + Int(seed % 2)
    var stack =
      isWide ? random.wideStack(rules, windows: windows) : random.stack(rules, windows: windows)
    if outputs == 2 { stack = random.withTwoOutputs(stack) }
    let oracle = ReferenceSearch(stack, most: CaseCount.of(600, optimised: 20_000))
    guard oracle.isComplete || oracle.raisesAtOnce, let model = try? CheckModel(stack)
    else { return nil }
    let comparison = EngineComparison(
      stack: stack, oracle: oracle, place: "\(name), seed \(seed)")
    try comparison.compareReports()
    if oracle.raisesAtOnce { return EngineComparison.OpenClaims() }
    comparison.compareDirectedSearch(model)
    let open = comparison.comparePossibleFindings(model)
    let whole = try CheckModel(stack, tracksKeyWindow: true)
    comparison.compareStates(whole)
    comparison.compareExactSearch(whole, open: model)
    return open
  }

  /// Two outputs rotate each by itself, and are checked together.
  @Test(arguments: ["desktop", "desktop+follow-key", "desktop+intersection", "desktop+key-only"])
  func twoOutputsHaveTheResultsOfThePlainSearch(name: String) throws {
    var count = 0
    for seed in UInt64(0)..<CaseCount.of(8, optimised: 60, long: 500)
    where try Self.compare(name, seed, outputs: 2) != nil {
      count += 1
    }
    #expect(count > 0)
    var random = RandomStack(seed: 1)
    let rules = try #require(RuleSetCatalog.make(name))
    var stack = random.withTwoOutputs(random.stack(rules, windows: 2))
    stack.windows[0].window.shell.output = nil
    #expect(throws: CheckLimit.self) { try Check.run(stack) }
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

/// Compares the engines of the checker with the plain search of a stack.
private struct EngineComparison {
  let stack: CheckStack
  let oracle: ReferenceSearch
  let place: String

  func compareReports() throws {
    for (tracksKey, reduces) in [(false, true), (false, false), (true, false)] {
      let report = try Check.run(stack, tracksKeyWindow: tracksKey, reduces: reduces)
      let place = "\(place), key \(tracksKey), reduces \(reduces)"
      #expect(report.limit == nil, "\(place)")
      compare(report.findings, place)
      if reduces || oracle.raisesAtOnce { continue }
      // The check counts more as blocked: turns while rotation is locked; and more as put off, or less: turns
      // that a window puts off that is away.
      let exact: Set<Outcome> = [.exception, .split, .turned]
      let found = Set(report.outcomes)
      #expect(found.intersection(exact) == oracle.outcomes.intersection(exact), "\(place)")
      #expect(
        found.contains(.deferred) || !oracle.outcomes.contains(.deferred), "\(place)")
    }
  }

  func compareDirectedSearch(_ model: CheckModel) {
    let near = Exploration(model, bounds: CheckBounds(), reduces: true)
    near.run(CheckBounds(states: 1)) { _ in true }
    if near.limit != nil, near.directed(CheckBounds(), { _ in true }) {
      compare(near, "directed")
    }
  }

  private func compare(_ search: Exploration, _ engine: String) {
    // Any window may inherit the key here, so a path can be too short, but not too long.
    for property in CheckProperty.allCases {
      guard let violation = search.violation(property) else { continue }
      let length = oracle.lengths[property] ?? 0
      #expect(violation.path.count <= length, "\(place), \(engine), \(property.code)")
    }
    var times = PartTimes()
    compare(Findings(search).all(&times) { true }, "\(place), \(engine)")
  }

  /// The claims that a projection decides, and those that it leaves open although they hold.
  struct OpenClaims {
    var all = 0
    var vain = 0

    fileprivate mutating func add(_ isPossible: Bool, _ happens: Bool, _ place: String) {
      #expect(isPossible || !happens, "\(place)")
      all += 1
      if isPossible != happens { vain += 1 }
    }
  }

  /// Projections leave out nothing that happens.
  func comparePossibleFindings(_ model: CheckModel) -> OpenClaims {
    var open = OpenClaims()
    guard let possible = PossibleFindings.of([model])?.findings else { return open }
    for property in ReferenceSearch.searched {
      open.add(
        possible.violated.contains(PropertySet(property)), oracle.lengths[property] != nil,
        "\(place), \(property.code)")
    }
    for (index, id) in model.ids.enumerated() {
      for orientation in 0..<4 {
        let value = CheckModel.orientation(orientation)
        open.add(
          possible.pages[index] >> UInt8(orientation) & 1 == 1,
          oracle.pages[id]?.met.contains(value) == true, "\(place), page \(index) in \(value)")
      }
    }
    open.add(possible.turns, oracle.outcomes.contains(.turned), "\(place), turns")
    return open
  }

  /// The states are those of the arbiter; in the model any window may inherit the key.
  func compareStates(_ model: CheckModel) {
    let exploration = Exploration(model, bounds: CheckBounds())
    exploration.run(CheckBounds()) { _ in true }
    compare(exploration, "whole")
    let states = Set((0..<exploration.space.count).map { exploration.space[$0] })
    #expect(states.count == exploration.space.count, "\(place)")
    var played: Set<PackedState> = []
    for state in oracle.states where exploration.removes || state.gone.isEmpty {
      let gone = model.ids.indices.filter { state.gone.contains(model.ids[$0]) }
        .reduce(UInt64(0)) { $0 | PackedState.bit($1) }
      let found = model.templates.indices.compactMap { number -> PackedState? in
        guard model.template(state.scene, like: number) == model.templates[number]
        else { return nil }
        return model.encode(state.scene, settingsIndex: number, gone: gone)
      }
      guard let packed = found.first(where: states.contains) else {
        Issue.record("\(place): not reached: \(found)")
        continue
      }
      played.insert(packed)
    }
    func keyless(_ states: Set<PackedState>) -> Set<PackedState> {
      Set(
        states.map { state in
          var state = state
          (state.key, state.recent) = (PackedState.none, PackedState.none)
          return state
        })
    }
    let (found, expected) = (keyless(states), keyless(played))
    #expect(found.isSuperset(of: expected), "\(place)")
    #expect(found.subtracting(expected).count <= 2 + found.count / 20, "\(place)")
  }

  func compareExactSearch(_ whole: CheckModel, open: CheckModel) {
    for property in ReferenceSearch.searched {
      let length = oracle.lengths[property]
      let bounds = CheckBounds(states: 100_000)
      let plain = ExactSearch(model: whole, property: property, bounds: bounds)
      compare(plain.shortest { _ in true }, length, property, "exact")
      guard let length, length > 0 else { continue }
      let pruned = ExactSearch(model: whole, property: property, bounds: bounds, open: open)
      compare(pruned.shortest(atMost: length) { _ in true }, length, property, "pruned")
      compare(pruned.shortest(atMost: length - 1) { _ in true }, nil, property, "pruned")
    }
  }

  private func compare(
    _ outcome: HistorySearch.Outcome, _ length: Int?, _ property: CheckProperty, _ engine: String
  ) {
    let place = "\(place), \(engine), \(property.code)"
    switch outcome {
    case .found(let path): #expect(path.count == length, "\(place)")
    case .none: #expect(length == nil, "\(place)")
    case .open(let limit): Issue.record("\(place): \(limit)")
    }
  }

  private func compare(_ findings: [CheckFinding], _ place: String) {
    for finding in findings {
      let place = "\(place), \(finding.property.code)"
      switch finding.property {
      case .exemptIsSilent: #expect(!finding.isViolated, "\(place)")
      case _ where oracle.raisesAtOnce:
        #expect(finding.isViolated == (finding.property == .neverTraps), "\(place)")
      case .isNotVacuous:
        #expect(finding.isViolated != oracle.outcomes.contains(.turned), "\(place)")
      case .supportedIsReachable: #expect(finding.result == reachable, "\(place)")
      default: compare(finding, oracle.lengths[finding.property], place)
      }
    }
  }

  private var reachable: CheckFinding.Result {
    let isDesktop = stack.rules.family == .desktop
    let missing = stack.windows.map(\.window).flatMap { window in
      let page = oracle.pages[window.id] ?? ReferenceSearch.PageRecord()
      return page.accepted.subtracting(page.met).sorted { $0.rawValue < $1.rawValue }.map {
        "\(window.name) in \($0.name)"
      }
    }
    return missing.isEmpty
      ? .proved("for every window that is ever \(isDesktop ? "focused" : "the page")")
      : .missing("never: \(missing.joined(separator: ", "))")
  }

  private func compare(_ finding: CheckFinding, _ length: Int?, _ place: String) {
    let isUseOrder = stack.rules.family == .chromeos && finding.property == .orderIsFree
    switch finding.result {
    case .violated(let example):
      // A list in which windows are used in a certain order need not be a shortest one.
      #expect(
        example.isShortest ? length == example.events.count : isUseOrder && length != nil,
        "\(place)")
      #expect(example.violates(finding.property, stack), "\(place): \(example.events)")
    case .proved: #expect(length == nil, "\(place): \(length ?? 0)")
    case .notChecked: break
    case .missing, .undecided: Issue.record("\(place): \(finding.result)")
    }
  }
}
