// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// A check of any answers finds what a check of each combination finds.
@Suite struct AnswerCoverTests {
  /// A cover and the proofs of its projection decide every property as all combinations do.
  @Test(
    arguments: CaseCount.isLong
      ? CheckStepTests.names
      : [
        "uikit-5", "uikit-8", "uikit-16", "uikit-8+intersection", "uikit-8+follow-key", "android",
        "chromeos",
      ])
  func aCoverDecidesAsAllCombinationsDo(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in UInt64(0)..<CaseCount.of(1, optimised: 10, long: 60) {
      var random = RandomStack(seed: seed)
      var stack = random.stack(rules, windows: 2)
      if rules.family == .desktop, seed % 3 == 2 { stack = random.withTwoOutputs(stack) }
      let all = try Check.runWithAnyAnswers(stack, reduces: false)
      let report = try Check.runWithAnyAnswers(stack)
      for (finding, reference) in zip(report.findings, all.findings) {
        // P8 of stacks with windows that forward is not checked, except with other answers.
        if case .notChecked = finding.result { continue }
        #expect(
          finding.isViolated == reference.isViolated, "\(name), \(seed): \(finding), \(reference)")
        guard case .violated(let example) = finding.result,
          case .violated(let shortest) = reference.result
        else { continue }
        #expect(
          example.events.count >= shortest.events.count || !shortest.isShortest,
          "\(name), \(seed): \(finding)")
        let own = try Check.run(stack.answering(example.answers)).findings.first {
          $0.property == finding.property
        }
        guard case .violated(let alone)? = own?.result else {
          Issue.record("\(name), \(seed): \(finding), \(own as Any)")
          continue
        }
        if example.isShortestForAnswers {
          #expect(example.events.count <= alone.events.count, "\(name), \(seed): \(finding)")
        }
        #expect(
          try Self.isReal(example, of: finding.property, in: stack), "\(name), \(seed): \(finding)")
      }
    }
  }

  /// The order of two windows is proved not to matter for all answers at once if one of the two is always key,
  /// or was always used last.
  @Test(arguments: ["uikit-13+key-only", "uikit-13+follow-key", "chromeos"])
  func theOrderOfTwoWindowsDoesNotMatterWithAnyAnswers(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var hidden = Window.declared(1, "hidden", DeclaredPolicy(supported: .portrait))
    hidden.isHidden = true
    let key = Window.declared(2, "key", DeclaredPolicy(supported: .all))
    let stack = CheckStack(rules: rules, scene: Scene(windows: [hidden, key], key: key.id))
    let report = try Check.runWithAnyAnswers(stack)
    #expect(try #require(report.combinations).done < 20)
    for report in [report, try Check.runWithAnyAnswers(stack, reduces: false)] {
      let order = try #require(report.findings.first { $0.property == .orderIsFree })
      guard case .proved = order.result else {
        Issue.record("\(order)")
        continue
      }
    }
  }

  /// A list of events that adds a window names the answers that this window needs.
  @Test func anAddedWindowHasTheReportedAnswers() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8+ignore-hidden"))
    var random = RandomStack(seed: 47)
    let stack = random.stack(rules, windows: 2)
    let report = try Check.runWithAnyAnswers(stack)
    let finding = try #require(report.findings.first { $0.property == .neverTraps })
    guard case .violated(let example) = finding.result else {
      Issue.record("\(finding)")
      return
    }
    let added = example.events.contains { if case .add = $0 { true } else { false } }
    let own = try Check.run(stack.answering(example.answers))
    #expect(added && own.findings.first { $0.property == .neverTraps }?.isViolated == true)
  }

  /// A window to which others forward is left out of a row only in comparison with the same row.
  @Test func absentWindowsAreComparedWithinARow() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-5+follow-key"))
    var random = RandomStack(seed: 8005)
    let report = try Check.runWithAnyAnswers(random.stack(rules, windows: 2))
    let finding = try #require(report.findings.first { $0.property == .hiddenIsSilent })
    #expect(finding.isViolated, "\(finding)")
  }

  /// Answers do not change which window events trigger decisions, and the cells of settings that are
  /// taken together have the same effect on each window that both settings allow.
  @Test(arguments: CheckStepTests.names)
  func rowsShareTriggersAndDecisions(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in UInt64(0)..<CaseCount.of(2, optimised: 10, long: 100) {
      var random = RandomStack(seed: seed)
      let stack = random.stack(rules, windows: 3)
      let cover = AnswerCover(stack)
      let changes = cover.changes.filter { !Replayer(stack.answering([$0])).raised }
      var models: [CheckModel] = []
      // The models of the same rows, which share no decisions.
      var apart: [CheckModel] = []
      for row in cover.rows(of: changes) + cover.differingRows(of: changes) {
        guard let model = try cover.model(of: row, like: models.first) else { break }
        let alone = try CheckModel(stack.answering(row), kinds: model.kinds)
        for kind in [CheckEvent.Kind.show, .hide, .makeKey, .add, .remove] {
          for index in model.ids.indices {
            #expect(model.kernel.trigger(kind, index) == alone.kernel.trigger(kind, index))
          }
        }
        for event in model.kernel.deviceEvents(model.initial) {
          var (one, two) = (model.initial, alone.initial)
          let code = model.kernel.applyDevice(event, &one)
          #expect(code == alone.kernel.applyDevice(event, &two) && one.device == two.device)
        }
        models.append(model)
        if apart.isEmpty { _ = alone.reachableSettings() }
        guard alone.adoptSettings(of: apart.first ?? alone) else { break }
        apart.append(alone)
      }
      guard var cells = ProjectedCells(models), let others = ProjectedCells(apart) else { continue }
      #expect(cells.settings.map { $0.state } == others.settings.map { $0.state })
      let windows = models[0].ids.indices
      for placed in windows.map(Optional.some) + [nil] {
        for isHidden in placed == nil ? [false] : [false, true] {
          for list in cells.alike(placed, isHidden: isHidden) {
            let first = list.places[0]
            for other in list.places.dropFirst() {
              let found = Self.differ(others, first, other, placed, isHidden, in: models)
              #expect(found == nil, "\(name), seed \(seed)")
            }
          }
        }
      }
    }
  }

  /// Returns a situation in which the decisions in two settings have different effects on a window that is
  /// allowed in both, or on the status bar; `nil` if there is none.
  private static func differ(
    _ cells: ProjectedCells, _ left: Int, _ right: Int, _ placed: Int?, _ isHidden: Bool,
    in models: [CheckModel]
  ) -> Int? {
    let (one, two) = (cells.settings[left].windows, cells.settings[right].windows)
    let shown = (one.shown | one.page) & (two.shown | two.page)
    let hidden = one.hidden & two.hidden
    func isSame(_ one: DecisionCell, _ two: DecisionCell) -> Bool {
      let moves = (one.shown ^ two.shown) & shown | (one.hidden ^ two.hidden) & hidden
      let raises =
        (one.raisingShown ^ two.raisingShown) & shown
        | (one.raisingHidden ^ two.raisingHidden) & hidden
      return moves | raises == 0 && one.raises == two.raises && one.writesBar == two.writesBar
        && (one.target == two.target || one.shown | one.hidden == 0 && !one.writesBar)
    }
    return (0..<20).first { situation in
      var state = models[0].initial
      (state.device, state.bar) = (situation / 4, situation % 4)
      guard let placed else {
        guard situation < 4 else { return false }
        let code = UInt8(situation + 1)
        return !isSame(
          cells.cell(code, in: left), cells.cell(code, in: right))
      }
      return !isSame(
        cells.placing(placed, isHidden: isHidden, state, in: left),
        cells.placing(placed, isHidden: isHidden, state, in: right))
    }
  }

  /// Six windows with any answers are decided by few combinations.
  @Test(arguments: [
    "uikit-8", "uikit-16", "uikit-8+intersection", "desktop", "android", "chromeos",
  ])
  func sixWindowsAreDecidedByFewCombinations(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var windows = (Int32(1)...6).map { Window.declared($0, "w\($0)", DeclaredPolicy()) }
    for index in windows.indices { windows[index].shell.mayVeto = index > 3 }
    var scene = Scene(windows: windows, key: WindowID(1))
    scene.device.chromeOS.posture = .tablet
    if rules.scope == .output {
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
    }
    let stack = CheckStack(rules: rules, scene: scene)
    let report = try Check.runWithAnyAnswers(stack)
    #expect(!report.isUndecided && report.isViolated, "\(report.findings)")
    let combinations = try #require(report.combinations)
    #expect(combinations.done < 100 && combinations.all > 100_000, "\(combinations)")
    for finding in report.findings {
      guard case .violated(let example) = finding.result else { continue }
      #expect(try Self.isReal(example, of: finding.property, in: stack), "\(finding)")
    }
  }

  /// In the rows each two answers of two windows meet.
  ///
  /// An own answer that the menu lacks is one more answer; one that the menu has is met as the own one.
  @Test(
    arguments: [
      DeclaredPolicy(preferred: .portrait), DeclaredPolicy(autorotate: true, supported: .portrait),
    ])
  func eachTwoAnswersOfTwoWindowsMeet(own: DeclaredPolicy) throws {
    let windows = (Int32(1)...5).map { Window.declared($0, "w\($0)", own) }
    let stack = CheckStack(rules: UIKitRuleSet.version8, scene: Scene(windows: windows))
    let cover = AnswerCover(stack)
    let changes = cover.changes
    let rows = cover.rows(of: changes)
    func answer(_ window: Int, _ row: [CheckAnswer]) -> CheckAnswer.Given? {
      row.first { $0.window == windows[window].id }?.given
    }
    let answers = [nil] + cover.menu.effects.filter { !$0.isOwn(of: windows[0]) }.map(Optional.some)
    for left in 0..<5 {
      for right in (left + 1)..<5 {
        for one in answers {
          for other in answers {
            #expect(rows.contains { answer(left, $0) == one && answer(right, $0) == other })
          }
        }
      }
    }
    #expect(rows.count < 130 && Set(rows).count == rows.count)
  }

  /// Two windows answer differently in the rows for P8, except in one if only one of the two has an
  /// answer of its own.
  @Test func windowsAnswerDifferently() {
    let windows = (Int32(1)...5).map { id in
      Window.declared(
        id, "w\(id)",
        id % 2 == 0
          ? DeclaredPolicy(preferred: .portrait)
          : DeclaredPolicy(autorotate: true, supported: .portrait))
    }
    let cover = AnswerCover(
      CheckStack(rules: UIKitRuleSet.version8, scene: Scene(windows: windows)))
    let rows = cover.differingRows(of: cover.changes)
    for left in windows {
      for right in windows where right.id > left.id {
        let apart = rows.count { row in
          row.first { $0.window == left.id }?.given != row.first { $0.window == right.id }?.given
        }
        #expect(apart >= rows.count - (left.root?.policy == right.root?.policy ? 0 : 1))
      }
    }
  }

  /// A property holds for any answers if it holds for each combination of answers.
  @Test(arguments: ["uikit-6", "uikit-8+intersection"])
  func checkingAnyAnswersIsCheckingEachCombination(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let stack = SmallStack.stack(rules, [0, 1], answers: 2)
    let report = try Check.runWithAnyAnswers(stack, reduces: false)
    let masks: [OrientationMask] = [[], .portrait, .landscapeLeft, [.portrait, .landscapeLeft]]
    let policies = [false, true].flatMap { turns in
      masks.map { DeclaredPolicy(autorotate: turns, supported: $0) }
    }
    func answers(_ window: Int32) -> [[CheckAnswer]] {
      [[]] + policies.map { [CheckAnswer(window: WindowID(window), given: .policy($0))] }
    }
    var lengths: [CheckProperty: Int] = [:]
    var outcomes: Set<Outcome> = []
    var reductions: Set<CheckReduction> = [.answersCut]
    var broken: Set<CheckProperty> = []
    for first in answers(1) {
      for second in answers(2) {
        let one = try Check.run(stack.answering(first + second))
        outcomes.formUnion(one.outcomes)
        reductions.formUnion(one.reductions)
        broken.formUnion(one.findings.filter(\.isViolated).map(\.property))
        for finding in one.findings {
          guard case .violated(let example) = finding.result else { continue }
          lengths[finding.property] = min(lengths[finding.property] ?? .max, example.events.count)
        }
      }
    }
    #expect(report.limit == nil && report.combinations?.done == report.combinations?.all)
    #expect(outcomes.isSubset(of: report.outcomes))
    #expect(!lengths.isEmpty)
    #expect(Set(report.reductions) == reductions.subtracting([.answersFixed]))
    #expect(Set(report.reductions).count == report.reductions.count)
    for finding in report.findings {
      // One combination that turns the page suffices.
      let isBroken = finding.property != .isNotVacuous && broken.contains(finding.property)
      #expect(finding.isViolated == isBroken, "\(finding)")
      guard case .violated(let example) = finding.result else { continue }
      #expect(lengths[finding.property] == example.events.count, "\(finding)")
      #expect(try Self.isReal(example, of: finding.property, in: stack), "\(finding)")
    }
  }

  /// A stack answers otherwise in its scene and where a window is added later.
  @Test func answersReplaceThoseOfTheSceneAndOfAddedWindows() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8"))
    let policy = DeclaredPolicy(autorotate: false, supported: .landscape)
    let added = CheckStack.Entry(window: .declared(2, "later"), isThere: false)
    let stack = CheckStack(
      rules: rules, scene: Scene(windows: [.declared(1, "main")]), addable: [added]
    ).answering([1, 2].map { CheckAnswer(window: WindowID($0), given: .policy(policy)) })
    #expect(stack.windows.map(\.window.root?.declared) == [policy, policy])
    #expect(stack.scene.windows.map(\.root?.declared) == [policy])
  }

  /// Returns whether the arbiter violates a property after the events of a counterexample, with its answers.
  private static func isReal(
    _ example: Counterexample, of property: CheckProperty, in stack: CheckStack
  ) throws -> Bool {
    var replayer = Replayer(stack.answering(example.answers))
    for event in example.events { replayer.play(event) }
    return property.isBroken(by: replayer.verdicts, rules: stack.rules) ?? true
  }
}
