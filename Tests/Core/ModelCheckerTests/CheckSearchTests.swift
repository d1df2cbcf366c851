// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Promela
import Testing

@testable import ModelChecker

/// The search finds every violation by the shortest way, and states where it stopped.
@Suite struct CheckSearchTests {
  static let names = [
    "uikit-5", "uikit-8", "uikit-8+follow-key", "uikit-8+key-only", "uikit-8+intersection",
    "uikit-16", "desktop", "desktop+intersection", "android", "android-14", "android-16",
    "chromeos",
  ]

  private func finding(_ property: CheckProperty, _ report: CheckReport) throws -> CheckFinding {
    try #require(report.findings.first { $0.property == property })
  }

  /// Every script is played: it violates its property, and brute force finds no shorter one.
  @Test(arguments: names)
  func counterexamplesAreValidAndShortest(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(8, optimised: 25) {
      var random = RandomStack(seed: UInt64(seed))
      let stack = random.stack(rules, windows: 1 + seed % 3)
      let report = try Check.run(stack)
      #expect(report.limit == nil)
      for finding in report.findings {
        let place = "\(name), seed \(seed), \(finding.property.code)"
        if case .undecided(let limit) = finding.result { Issue.record("\(place): \(limit)") }
        guard case .violated(let example) = finding.result else { continue }
        guard finding.property != .orderIsFree else { continue }
        var replayer = Replayer(stack)
        for event in example.events { replayer.play(event) }
        let isBroken = finding.property.isBroken(by: replayer.verdicts, rules: rules)
        #expect(isBroken == true, "\(place)")
        guard example.isShortest, !example.events.isEmpty else { continue }
        let whole = try CheckModel(stack, tracksKeyWindow: true)
        let search = ExactSearch(
          model: whole, property: finding.property, bounds: CheckBounds(states: 100_000))
        let length = example.events.count - 1
        if case .found(let shorter) = search.shortest(atMost: length, { _ in true }) {
          Issue.record("\(place): \(shorter)")
        }
      }
    }
  }

  /// With and without the key window in the state, properties and lengths of scripts are the same.
  @Test(arguments: names)
  func omittingTheKeyWindowChangesNoResult(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(8, optimised: 40) {
      var random = RandomStack(seed: UInt64(seed))
      let stack = random.stack(rules, windows: 1 + seed % 3)
      let short = try Check.run(stack)
      let whole = try Check.run(stack, tracksKeyWindow: true, reduces: false)
      #expect(short.states <= whole.states)
      for (left, right) in zip(short.findings, whole.findings) {
        let place = "\(name), seed \(seed), \(left.property.code): \(left.result) \(right.result)"
        #expect(left.isViolated == right.isViolated, "\(place)")
        guard case .violated(let one) = left.result, case .violated(let two) = right.result,
          one.isShortest, two.isShortest
        else { continue }
        #expect(one.events.count == two.events.count, "\(place)")
      }
      let all = try Check.run(stack, reduces: false)
      #expect(all.outcomes == whole.outcomes, "\(name), seed \(seed)")
    }
  }

  /// The same states in the same number of events as a search in a plain set, where tables grow.
  @Test(arguments: ["uikit-8", "uikit-16", "uikit-8+intersection", "desktop"])
  func aSearchOfThousandsOfStatesReachesEachByAShortestPath(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var compared = 0
    for seed in UInt64(0)..<200 where compared < CaseCount.of(1, optimised: 4, long: 20) {
      var random = RandomStack(seed: seed &+ 31_000)
      let stack = random.stack(rules, windows: 2 + Int(seed % 2))
      let model = try CheckModel(stack, tracksKeyWindow: true)
      if model.raisesAtOnce { continue }
      let exploration = Exploration(model, bounds: CheckBounds())
      exploration.run(CheckBounds(states: 20_000)) { _ in true }
      let space = exploration.space
      guard exploration.limit == nil, space.count > 4_096 else { continue }
      compared += 1
      let levels = Self.levels(model, removes: exploration.removes)
      #expect(space.count == levels.count, "\(name), seed \(seed)")
      #expect(exploration.depth == levels.values.max(), "\(name), seed \(seed)")
      var transitions = 0
      for state in levels.keys {
        model.kernel.expand(state, leaving: exploration.removes ? model.all : 0) { _, _ in
          transitions += 1
        }
      }
      #expect(exploration.transitions == transitions, "\(name), seed \(seed)")
      for index in 0..<space.count {
        let level = try #require(levels[space[index]])
        let before = try #require(levels[space[space.parent(index)]])
        #expect(before == max(0, level - 1), "\(name), seed \(seed), state \(index)")
      }
      for index in stride(from: 0, to: space.count, by: 97) {
        let path = exploration.path(to: index)
        #expect(path.count == levels[space[index]], "\(name), seed \(seed), state \(index)")
        #expect(path.last?.next ?? model.initial == space[index])
      }
    }
    #expect(compared > 0)
  }

  /// No bound is greater than the number of events to a nearest violation, so the search that the bounds guide finds
  /// a nearest violation.
  @Test(
    arguments: [
      "desktop", "desktop+intersection", "android", "android-16", "chromeos", "uikit-8", "uikit-13",
      "uikit-16", "uikit-8+intersection", "uikit-16+intersection", "uikit-6+follow-key",
    ])
  func lowerBoundsOfTheDistanceToAViolationAreNeverTooHigh(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    // In the last two, a follower has the focus, and turns and windows that are shown read hidden windows.
    for seed in Array(UInt64(0)..<CaseCount.of(5, optimised: 60, long: 600)) + [317, 55] {
      var random = RandomStack(seed: seed &+ 9_000)
      let stack = random.stack(rules, windows: 2 + Int(seed % 3))
      guard let model = try? CheckModel(stack), !model.raisesAtOnce else { continue }
      guard var projection = PossibleFindings.of([model])?.projection else { continue }
      if seed % 2 == 0 { projection.measure(.searched) }
      let place = "\(name), seed \(seed)"
      let whole = Exploration(model, bounds: CheckBounds())
      whole.run(CheckBounds()) { _ in true }
      let states = (0..<whole.space.count).map { whole.space[$0] }
      let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
      let properties = StepProperties(model.kernel)
      var edges: [DistanceGraph.Edge] = []
      var violating: [CheckProperty: Set<Int>] = [:]
      for (number, state) in states.enumerated() {
        for property in ReferenceSearch.searched where properties.tail(property, state) != nil {
          violating[property, default: []].insert(number)
        }
        model.kernel.expand(state, leaving: model.leaving) { event, step in
          let violated = properties.violated(by: event, state, step, wanted: .searched)
          for property in ReferenceSearch.searched
          where violated.contains(PropertySet(property)) {
            violating[property, default: []].insert(number)
          }
          guard !step.raises, let next = numbers[step.next] else { return }
          edges.append(DistanceGraph.Edge(from: Int32(number), to: Int32(next)))
        }
      }
      let graph = DistanceGraph(edges, count: states.count)
      for property in ReferenceSearch.searched {
        guard let estimate = projection.estimate(property) else { continue }
        let distances = graph.distances(to: violating[property] ?? [])
        for number in stride(from: 0, to: states.count, by: 1 + states.count / 500) {
          let bound = estimate(states[number]) ?? Int(DistanceGraph.unreachable)
          #expect(bound <= Int(distances[number]), "\(place), \(property.code), \(states[number])")
        }
      }
      let near = Exploration(model, bounds: CheckBounds(), reduces: true)
      near.run(CheckBounds(states: 1)) { _ in true }
      guard near.limit != nil, near.directed(CheckBounds(), { _ in true }) else { continue }
      let (one, other) = (near.violation(.turnAndBack), whole.violation(.turnAndBack))
      #expect((one == nil) == (other == nil), "\(place)")
      guard let one, let other,
        let left = near.counterexample(.turnAndBack, one, { true }),
        let right = whole.counterexample(.turnAndBack, other, { true }), right.isShortest
      else { continue }
      #expect(left.isShortest && left.events.count == right.events.count, "\(place)")
    }
  }

  /// Returns the number of events to each state.
  private static func levels(_ model: CheckModel, removes: Bool) -> [PackedState: Int] {
    var levels = [model.initial: 0]
    var level = [model.initial]
    var number = 0
    while !level.isEmpty {
      number += 1
      var next: [PackedState] = []
      for state in level {
        model.kernel.expand(state, leaving: removes ? model.all : 0) { _, step in
          if step.raises || levels[step.next] != nil { return }
          levels[step.next] = number
          next.append(step.next)
        }
      }
      level = next
    }
    return levels
  }

  @Test func theHiddenMenuStackIsOneTurnAwayFromASplit() throws {
    var scene = Scene(
      windows: [
        .declared(1, "main", DeclaredPolicy(autorotate: false, supported: .portrait)),
        Window(
          id: WindowID(2), name: "menu", level: 2000, isHidden: true,
          root: Controller(id: "menu.root")),
      ], key: WindowID(1))
    let hijacked = try Check.run(CheckStack(rules: UIKitRuleSet.version8, scene: scene))
    guard case .violated(let example) = try finding(.barAgrees, hijacked).result else {
      Issue.record("P1 holds")
      return
    }
    #expect(example.events.count == 1 && example.isShortest)
    let cured = try #require(RuleSetCatalog.make("uikit-8+key-only"))
    let report = try Check.run(CheckStack(rules: cured, scene: scene))
    #expect(try !finding(.barAgrees, report).isViolated)
    #expect(try !finding(.hiddenIsSilent, report).isViolated)
    scene.windows.removeLast()
    let alone = try Check.run(CheckStack(rules: UIKitRuleSet.version8, scene: scene))
    #expect(try !finding(.barAgrees, alone).isViolated)
  }

  @Test func aStateLimitLeavesPropertiesUndecided() throws {
    let windows = (1...6).map { Window.declared(Int32($0), "w\($0)") }
    let rules = try #require(RuleSetCatalog.make("uikit-8+key-only"))
    let stack = CheckStack(rules: rules, scene: Scene(windows: windows, key: WindowID(1)))
    let report = try Check.run(stack, bounds: CheckBounds(states: 100), reduces: false)
    #expect(report.limit == .states(100))
    #expect(report.isUndecided)
    #expect(try finding(.barAgrees, report).result == .undecided(.states(100)))
    let stopped = try Check.run(stack) { _ in false }
    #expect(stopped.limit == .interrupted)
    #expect(stopped.states > 1)
  }

  /// A window with a lock to current holds one of four orientations once it was added, and the user can
  /// lock to four: more settings than a state holds, which is no proof in any engine.
  @Test(arguments: [true, false])
  func settingsThatNoStateHoldsLeavePropertiesUndecided(reduces: Bool) throws {
    let rules = try #require(RuleSetCatalog.make("chromeos"))
    var later = Window.declared(2, "later")
    later.chromeOS.lock = .current
    var scene = Scene(windows: [.declared(1, "main")], key: WindowID(1))
    scene.device.chromeOS.posture = .tablet
    let entry = CheckStack.Entry(window: later, isKey: true, isThere: false)
    let stack = CheckStack(rules: rules, scene: scene, addable: [entry])
    let report = try Check.run(stack, reduces: reduces)
    #expect(report.limit == .settings && report.isUndecided)
  }

  /// Diagnostic windows are no part of a scene, so a stack of nothing else is empty.
  @Test(arguments: CheckStepTests.names, [true, false])
  func anEmptyStackViolatesNoProperty(name: String, isRunning: Bool) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var scene = Scene()
    if rules.family == .desktop {
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
    }
    let stack = CheckStack(rules: rules, scene: scene, isRunning: isRunning)
    let report = try Check.run(stack)
    #expect(report.windows == 0 && report.limit == nil)
    #expect(!report.isViolated && !report.isUndecided, "\(report.findings)")
    // A desktop without windows follows the device; UIKit has no page.
    let last = try finding(.isNotVacuous, report).result
    if rules.family == .uikit { #expect(last == .noPage(under: rules)) }
    if rules.family == .desktop { #expect(last != .noPage(under: rules)) }
    _ = try PromelaModel.text(of: stack)
    guard rules.family == .uikit || rules.family == .desktop else { return }
    #expect(try !Check.runWithAnyAnswers(stack).isViolated)
  }

  /// If set-up raises an exception for all answers, nothing is explored, but time passes.
  @Test func checkingAnyAnswersRespectsLimitAndInterruption() throws {
    let windows = (1...10).map {
      Window.declared(Int32($0), "w\($0)", DeclaredPolicy(supported: []))
    }
    let scene = Scene(app: App(supported: []), windows: windows, key: WindowID(1))
    let stack = CheckStack(rules: UIKitRuleSet.version8, scene: scene)
    let limited = try Check.runWithAnyAnswers(
      stack, bounds: CheckBounds(states: 20), reduces: false)
    #expect(limited.limit == .states(20))
    #expect(limited.states == 20)
    var asked = 0
    let stopped = try Check.runWithAnyAnswers(stack) { _ in
      asked += 1
      return asked < 5
    }
    #expect(stopped.limit == .interrupted)
    #expect(stopped.states < 10)
  }

  /// On Android an answer is a request; every combination is checked, as if one by one.
  @Test func checkingAnyAnswersOnAndroidTriesEveryRequest() throws {
    let rules = AndroidRuleSet()
    var lower = Window.declared(1, "lower", DeclaredPolicy())
    lower.android.request = .portrait
    let upper = Window.declared(2, "upper", DeclaredPolicy())
    let scene = Scene(windows: [lower, upper], key: WindowID(1))
    let stack = CheckStack(rules: rules, scene: scene)
    let report = try Check.runWithAnyAnswers(stack, reduces: false)
    #expect(report.limit == nil)
    let requests = AndroidRequest.allCases.count
    #expect(report.combinations?.all == requests * requests)
    #expect(report.combinations?.done == requests * requests)
    // The reference: a property holds for any answers if it holds for each combination.
    var broken: [CheckProperty: Int] = [:]
    for first in AndroidRequest.allCases {
      for second in AndroidRequest.allCases {
        var other = scene
        other.windows[0].android.request = first
        other.windows[1].android.request = second
        let one = try Check.run(CheckStack(rules: rules, scene: other))
        for finding in one.findings {
          guard case .violated(let example) = finding.result else { continue }
          broken[finding.property] = min(
            broken[finding.property] ?? .max, example.events.count)
        }
      }
    }
    var found: [CheckProperty: Int] = [:]
    for finding in report.findings {
      if case .violated(let example) = finding.result {
        found[finding.property] = example.events.count
      }
    }
    // The shortest script of all combinations is kept.
    #expect(found == broken && !found.isEmpty)
  }

  @Test func tooManyWindowsAndLivePoliciesAreRefused() {
    let many = (1...65).map { Window.declared(Int32($0), "w\($0)") }
    let stack = CheckStack(rules: UIKitRuleSet.version8, scene: Scene(windows: many))
    #expect(throws: CheckLimit.windows(65, most: 64)) { try Check.run(stack) }
    var live = Window.declared(1, "live")
    live.root?.policy = .live(LivePolicy(id: PolicyID(1)))
    let other = CheckStack(rules: UIKitRuleSet.version8, scene: Scene(windows: [live]))
    #expect(throws: CheckLimit.livePolicy("live")) { try Check.run(other) }
  }

  /// Face up represents face down and unknown: every rule set treats them alike.
  @Test(arguments: CheckStepTests.names)
  func faceUpFaceDownAndUnknownLeadToTheSameScene(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(15, optimised: 60) {
      var random = RandomStack(seed: UInt64(seed))
      let stack = random.stack(rules, windows: 3)
      var arbiter = Arbiter(rules: rules, scene: stack.scene)
      _ = CheckStepTests.play(.setUp, on: &arbiter)
      var scenes: Set<Scene> = []
      for flat in [DeviceOrientation.faceUp, .faceDown, .unknown] {
        var other = arbiter
        _ = CheckStepTests.play(.device(.turned(flat)), on: &other)
        for next in [DeviceOrientation.landscapeLeft, .portrait] {
          var further = other
          _ = CheckStepTests.play(.device(.turned(next)), on: &further)
          if next == .portrait { scenes.insert(further.scene) }
        }
      }
      #expect(scenes.count == 1, "\(name), seed \(seed)")
    }
  }
}
