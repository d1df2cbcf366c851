// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// Projections and alike windows change no result, compared with the search of every state.
@Suite struct CheckReductionTests {
  private static let isLong = CaseCount.isLong

  /// The maximum number of windows in random stacks.
  private static let most: UInt64 = isLong ? 5 : 3

  /// Every built-in set with some cures; in long tests, with every cure.
  static let names = isLong ? all : CheckStepTests.names

  private static let all = RuleSetCatalog.names.flatMap { name in
    name.hasPrefix("uikit") || name == "desktop"
      ? [name] + Mitigation.allCases.map { "\(name)+\($0.rawValue)" } : [name]
  }

  /// Random stacks of up to three windows, in long tests 20,000 of up to five, of which some are made
  /// alike.
  @Test(arguments: names)
  func reductionsKeepTheResultsOfRandomStacks(name: String) throws {
    let named = try #require(RuleSetCatalog.make(name))
    var ended = 0
    for seed in UInt64(0)..<CaseCount.of(6, optimised: 10, long: 400) {
      let stack = Self.randomStack(named, seed)
      ended += try compare(stack, "\(name), seed \(seed)") ? 1 : 0
    }
    // Without projections nothing is compared.
    let isProjected = try Self.isProjected(named)
    #expect(!isProjected || ended > 0, "\(ended)")
  }

  /// Random stacks in which a reduction once changed a result: orientations that are left out (P10), the
  /// page that is asked (P3), windows that are alike, and a hidden window that takes the focus (P2).
  @Test(
    arguments: [
      ("uikit-6+follow-key", 643), ("android", 213), ("uikit-8", 189), ("desktop", 317),
    ] as [(String, UInt64)])
  func reductionsKeepTheResultsOfStacksThatTheyChanged(name: String, seed: UInt64) throws {
    let named = try #require(RuleSetCatalog.make(name))
    _ = try compare(Self.randomStack(named, seed, most: 5), "\(name), seed \(seed)")
  }

  /// Settings that have one effect on a hidden window can have different needs, on which P2 depends.
  @Test(arguments: [UInt64(66), 109])
  func hiddenWindowsAreFoundInEverySetting(seed: UInt64) throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8+follow-key"))
    var random = RandomStack(seed: seed)
    _ = try compare(random.stack(rules, windows: 1 + Int(seed % 5)), "seed \(seed)")
  }

  /// All stacks of up to two windows over a few answers, shown and hidden; at length, some of four.
  @Test(arguments: names)
  func reductionsKeepTheResultsOfSmallStacks(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for count in 1...(Self.isLong ? 4 : 2) {
      // Of stacks of three and four windows, as many as a few minutes allow.
      let stride = count < 3 ? CaseCount.of(3, optimised: 1) : count == 3 ? 7 : 431
      for (number, choice) in SmallStack.choices(count).enumerated() where number % stride == 0 {
        _ = try compare(SmallStack.stack(rules, choice), "\(name), \(choice)")
      }
    }
  }

  /// Windows that leave the decision to the windows behind them, shown and hidden.
  @Test func reductionsKeepTheResultsOfAndroidsBehindRequests() throws {
    let rules = try #require(RuleSetCatalog.make("android"))
    var ended = 0
    for count in 1...(Self.isLong ? 4 : 3) {
      let stride = count < 3 ? 1 : count == 3 ? CaseCount.of(11, optimised: 5) : 97
      for (number, choice) in SmallStack.choices(count).enumerated() where number % stride == 0 {
        let stack = SmallStack.behind(rules, choice)
        let model = try CheckModel(stack)
        #expect(model.reads.windows != .everything)
        ended += try compare(stack, "\(choice)") ? 1 : 0
      }
    }
    #expect(ended > 20)
  }

  /// Returns a random stack of up to `most` windows under a variant of a set, at times some alike or,
  /// on desktops, on two outputs.
  private static func randomStack(
    _ named: any RuleSet, _ seed: UInt64, from first: UInt64 = 41_000, most: UInt64 = most
  ) -> CheckStack {
    var random = RandomStack(seed: seed &+ first)
    let rules = random.variant(of: named)
    let stack = random.wideStack(rules, windows: 1 + Int(seed % most))
    let twins = random.chance(2) ? random.withTwins(stack) : stack
    return rules.scope == .output && random.chance(3) ? random.withTwoOutputs(twins) : twins
  }

  /// Returns whether projections exist for plain stacks of a set.
  private static func isProjected(_ rules: any RuleSet) throws -> Bool {
    let stack = SmallStack.stack(rules, [0, 1])
    return try PossibleFindings.of([CheckModel(stack)]) != nil
  }

  /// Compares checks with and without reductions; returns whether the search could end early.
  private func compare(_ stack: CheckStack, _ place: String) throws -> Bool {
    let short: CheckReport
    do {
      short = try Check.run(stack)
    } catch {
      // A stack that cannot be checked cannot be checked in either way.
      #expect(throws: CheckLimit.self, "\(place)") { try Check.run(stack, reduces: false) }
      return false
    }
    let whole = try Check.run(stack, reduces: false)
    #expect(
      Set(whole.reductions).isDisjoint(with: [.projections, .alike]), "\(place)")
    #expect(short.states <= whole.states, "\(place)")
    #expect(Set(short.outcomes).isSubset(of: Set(whole.outcomes)), "\(place)")
    for (left, right) in zip(short.findings, whole.findings) {
      let what = "\(place), \(left.property.code): \(left.result), whole \(right.result)"
      if Self.isNearer(left.result, than: right.result) { continue }
      #expect(Self.kind(left.result) == Self.kind(right.result), "\(what)")
      guard case .violated(let example) = left.result, left.property != .orderIsFree else {
        continue
      }
      #expect(example.violates(left.property, stack), "\(what)")
    }
    return !Set(short.reductions).isDisjoint(with: [.projections, .alike])
  }

  /// Returns whether a list is the shortest one, where the search with the key window had to add events to
  /// its own list.
  private static func isNearer(
    _ result: CheckFinding.Result, than other: CheckFinding.Result
  ) -> Bool {
    guard case .violated(let near) = result, case .violated(let far) = other else { return false }
    return near.isShortest && !far.isShortest && near.events.count < far.events.count
  }

  /// Returns a finding's kind, with the length of its script and the names of what never happens.
  private static func kind(_ result: CheckFinding.Result) -> String {
    switch result {
    case .proved: "proved"
    case .violated(let example): "\(example.events.count) events, shortest \(example.isShortest)"
    case .missing(let what): what
    case .notChecked(let why): why
    case .undecided(let limit): "\(limit)"
    }
  }

  /// More windows than one word holds, alike or not, have the findings of a few windows.
  @Test func fortyWindowsOfADesktopAreProved() throws {
    let rules = try #require(RuleSetCatalog.make("desktop"))
    let few = try Check.run(SmallStack.desktop(rules, 5), reduces: false)
    for count in [12, 40] {
      let report = try Check.run(SmallStack.desktop(rules, count))
      #expect(report.limit == nil && !report.isUndecided, "\(count)")
      #expect(report.reductions.contains(.alike) && report.reductions.contains(.projections))
      for (left, right) in zip(report.findings, few.findings) {
        #expect(left.isViolated == right.isViolated, "\(count): \(left), \(right)")
      }
    }
    let many = SmallStack.desktop(rules, 65)
    #expect(throws: CheckLimit.windows(65, most: 64)) { try Check.run(many) }
  }

  /// Windows on an output that does not rotate keep their orientations, which no property is about.
  @Test func windowsOnAnotherOutputLeaveTheProjections() throws {
    let rules = try #require(RuleSetCatalog.make("desktop"))
    func report(_ count: Int, reduces: Bool) throws -> CheckReport {
      var scene = SmallStack.desktop(rules, count).scene
      scene.outputs.append(Output(id: OutputID(1), name: "DP-1", policy: .leave))
      for index in scene.windows.indices where index % 5 == 4 {
        scene.windows[index].shell.output = OutputID(1)
        scene.windows[index].isFollower = index % 10 == 9
      }
      return try Check.run(CheckStack(rules: rules, scene: scene), reduces: reduces)
    }
    let few = try report(5, reduces: false)
    let many = try report(30, reduces: true)
    #expect(many.limit == nil && !many.isUndecided && many.reductions.contains(.projections))
    for (left, right) in zip(many.findings, few.findings) {
      #expect(left.isViolated == right.isViolated, "\(left), \(right)")
    }
    #expect(many.findings.first { $0.property == .barAgrees }?.isViolated == false)
  }

  /// Windows of an app, each of which decides for itself, or that decide together.
  @Test(
    arguments: [
      ("uikit-6", 16), ("uikit-8", 10), ("uikit-16", 14), ("uikit-27", 14),
      ("uikit-26+ignore-hidden", 14), ("uikit-8+intersection", 14), ("uikit-16+intersection", 14),
    ])
  func manyWindowsAreCheckedAsFewAre(name: String, count: Int) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let choice = (0..<count).map { $0 % SmallStack.kinds }
    let report = try Check.run(SmallStack.stack(rules, choice))
    #expect(report.limit == nil && !report.isUndecided)
    #expect(report.reductions.contains(.projections))
    // Two windows of every kind have the same findings.
    let few = try Check.run(SmallStack.stack(rules, Array(choice.prefix(SmallStack.kinds + 2))))
    for (left, right) in zip(report.findings, few.findings) {
      #expect(left.isViolated == right.isViolated, "\(left), \(right)")
    }
  }

  /// A ring of forty windows, each of which forwards its questions to the next one, has too many
  /// combinations of present windows for tables, and is searched state by state.
  @Test(arguments: ["uikit-8", "uikit-8+intersection", "uikit-16"])
  func manyForwardingWindowsAreSearchedByStates(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let windows = (1...40).map { number in
      var window = Window.declared(Int32(number), "w\(number)")
      window.root?.forwardsTo = WindowID(Int32(number % 40 + 1))
      return window
    }
    let scene = Scene(windows: windows, key: WindowID(1))
    let report = try Check.run(
      CheckStack(rules: rules, scene: scene), bounds: CheckBounds(states: 500))
    #expect(report.limit == .states(500))
  }

  /// An output follows the device if there are no windows (W-4), but not if all of them are hidden.
  @Test(arguments: ["uikit-5", "uikit-8", "uikit-8+key-only", "uikit-16+intersection"])
  func hiddenWindowsThatKeepAnOutputFromFollowingAreFound(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var scene = Scene(windows: [.declared(1, "main"), .declared(2, "other")], key: WindowID(1))
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
    scene.windows[1].root?.forwardsTo = WindowID(2)
    _ = try compare(CheckStack(rules: rules, scene: scene), name)
    scene.windows[1].root?.forwardsTo = nil
    let stack = CheckStack(rules: rules, scene: scene)
    _ = try compare(stack, name)
    #expect(try length(.hiddenIsSilent, stack) == 3)
  }

  /// A window that vetoes the rotation of the set-up leaves the others turned otherwise than the output.
  @Test(arguments: ["desktop", "desktop+intersection", "desktop+ignore-hidden"])
  func windowsThatStartTurnedOtherwiseAreProjected(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    func stack(_ count: Int32) -> CheckStack {
      let windows = (1...count).map { number in
        let policy = DeclaredPolicy(supported: number % 3 == 2 ? .landscape : .all)
        var window = Window.declared(number, "w\(number)", policy)
        (window.shell.mayVeto, window.isHidden) = (true, number > 3)
        window.orientation = number == 3 ? .landscapeLeft : .portrait
        return window
      }
      var scene = Scene(
        device: Device(orientation: .portraitUpsideDown), windows: windows, key: WindowID(1))
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
      return CheckStack(rules: rules, scene: scene)
    }
    let model = try CheckModel(stack(3))
    #expect(model.initial.present & ~model.kernel.agreeing(model.initial) != 0)
    #expect(try compare(stack(3), name))
    let report = try Check.run(stack(14))
    #expect(report.limit == nil && report.states < 10_000, "\(report.states)")
  }

  /// A window that is added hidden can take the focus, after which the output follows the device.
  @Test(arguments: ["desktop", "desktop+key-only"])
  func hiddenWindowsThatTakeTheFocusAreFound(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var added = Window.declared(2, "added")
    added.isHidden = true
    var main = Window.declared(1, "main", DeclaredPolicy(supported: .portrait))
    main.shell.hasRule = true
    var scene = Scene(windows: [main], key: WindowID(1))
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
    let stack = CheckStack(
      rules: rules, scene: scene,
      addable: [CheckStack.Entry(window: added, isKey: true, isThere: false)])
    _ = try compare(stack, name)
    #expect(try length(.hiddenIsSilent, stack) != nil)
  }

  /// A window to which another one hands its questions on is not alike to any other.
  @Test(arguments: ["uikit-8", "uikit-16"])
  func windowsThatAreAskedForOthersHaveNoTwins(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let windows = (1...4).map { number in
      var window = Window.declared(
        Int32(number), "w\(number)", DeclaredPolicy(supported: .portrait))
      if number == 4 { window.root?.forwardsTo = WindowID(3) }
      return window
    }
    var scene = Scene(windows: windows, key: WindowID(1))
    for idiom in [Idiom.phone, .pad] {
      scene.device.idiom = idiom
      let stack = CheckStack(rules: rules, scene: scene)
      #expect(try CanonicalForm.classes(of: CheckModel(stack)).allSatisfy { !$0.contains(2) })
      _ = try compare(stack, "\(name), \(idiom)")
    }
  }

  /// Before a page can be split from the status bar, the status bar has to rotate, so every shown window that
  /// refuses has to be hidden: the lower bound counts all of these.
  @Test func theLowerBoundCountsTheWindowsBeforeTheFirstRotation() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8+intersection"))
    let windows = (0...7).map { number in
      let isFirst = number == 0
      var window = Window.declared(
        Int32(number), "w\(number)", DeclaredPolicy(supported: isFirst ? .all : .portrait))
      window.level = isFirst ? 0 : 1000
      if number == 1 { window.root = nil }
      return window
    }
    let model = try CheckModel(
      CheckStack(rules: rules, scene: Scene(windows: windows, key: WindowID(0))))
    let search = Exploration(model, bounds: CheckBounds(), reduces: true)
    search.run(CheckBounds(states: 1)) { _ in true }
    let estimate = try #require(search.estimate(.barAgrees))
    // Six windows are hidden and the device is turned; then the window without a root becomes the page.
    #expect(estimate(model.initial) == 7)
    #expect(search.directed(CheckBounds()) { _ in true })
    #expect(search.violation(.barAgrees)?.path.count == 8)
  }

  /// The orientations that a page accepts can depend on the windows to which it hands its questions on:
  /// the page is asked while all windows are shown, whichever state the search met first.
  @Test(arguments: ["uikit-8+key-only", "uikit-8+intersection", "uikit-26+key-only"])
  func thePageIsAskedWhileAllWindowsAreShown(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var windows = [Window.declared(1, "main", DeclaredPolicy(supported: .all))]
    for number in 2...3 {
      var window = Window.declared(Int32(number), "w\(number)")
      window.level = 2000
      window.root?.forwardsTo = WindowID(1)
      windows.append(window)
    }
    var scene = Scene(
      app: App(supported: [.landscapeLeft, .landscapeRight]), windows: windows, key: WindowID(3))
    scene.device.idiom = .phone
    _ = try compare(CheckStack(rules: rules, scene: scene), name)
  }

  /// Returns the number of events of the counterexample to a property; `nil` if there is none.
  private func length(_ property: CheckProperty, _ stack: CheckStack) throws -> Int? {
    let finding = try Check.run(stack).findings.first { $0.property == property }
    if case .violated(let example)? = finding?.result { return example.events.count }
    return nil
  }

  /// A bound leaves open what was not found before, as without reductions.
  @Test func aBoundLeavesPropertiesWithoutProjectionProofOpen() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8"))
    let stack = SmallStack.stack(rules, (0..<14).map { $0 % SmallStack.kinds })
    let report = try Check.run(stack, bounds: CheckBounds(states: 1))
    #expect(report.limit == .states(1) && report.isUndecided)
    // Projections prove these two properties wherever the search ended.
    for finding in report.findings where [.neverTraps, .lockIsAbsolute].contains(finding.property) {
      #expect(finding.result == .proved("in all states, by projections"))
    }
    let stopped = try Check.run(stack) { _ in false }
    #expect(stopped.limit == .interrupted)
    #expect(stopped.isUndecided)
  }

  /// A state of any width is kept as it is.
  @Test(arguments: [3, 11, 12, 13, 32, 33, 64], [false, true])
  func theStateSpaceStoresStatesUnchanged(windows: Int, hasOrder: Bool) {
    var random = RandomStack(seed: UInt64(windows))
    let space = StateSpace(mostBytes: 1 << 26, windows: windows, hasOrder: hasOrder)
    let all = windows == 64 ? UInt64.max : 1 << UInt64(windows) - 1
    var states: [PackedState] = []
    for _ in 0..<10_000 {
      var state = PackedState()
      (state.low, state.high) = (random.next() & all, random.next() & all)
      (state.hidden, state.present) = (random.next() & all, random.next() & all)
      state.key = random.chance(4) ? PackedState.none : Int(random.next() % UInt64(windows))
      state.bar = Int(random.next() % 4)
      state.device = Int(random.next() % 5)
      state.settingsIndex = Int(random.next() % 16)
      if hasOrder, random.chance(2) { state.recent = Int(random.next() % UInt64(windows)) }
      if space.insert(state), space.count > states.count { states.append(state) }
      #expect(space.insert(state) && space.count == states.count)
    }
    #expect(states.count > 500)
    #expect(states.indices.allSatisfy { space[$0] == states[$0] })
    #expect(Set(states).count == states.count)
  }

  /// A space ends at its bound of memory, when neither half of it could be twice as large.
  @Test(arguments: [3, 64])
  func theStateSpaceKeepsToItsMemory(windows: Int) {
    for most in [1 << 18, 1 << 20, 3 << 20] {
      let space = StateSpace(mostBytes: most, windows: windows)
      var state = PackedState()
      while space.count < 100_000 {
        state.low = UInt64(space.count) & 7
        state.present = UInt64(space.count) >> 3 & 7
        (state.hidden, state.bar) = (UInt64(space.count) >> 6 & 7, space.count >> 9 & 3)
        (state.device, state.settingsIndex) = (space.count >> 11 & 3, space.count >> 13 & 15)
        guard space.insert(state) else { break }
      }
      #expect(space.count > 1_000 && space.count < 100_000)
      #expect(space.bytes <= most && space.bytes * 4 > most, "\(space.bytes) of \(most)")
    }
  }
}

extension CheckReductionTests {
  /// Thirty windows of Android devices, of which the first shown one decides, are decided: the shortest list
  /// that breaks a property hides all windows in front first.
  @Test func manyWindowsOfWhichTheFirstDecidesAreChecked() throws {
    let rules = try #require(RuleSetCatalog.make("android"))
    let windows = (Int32(0)..<30).map { number in
      var window = Window(id: WindowID(number), name: "w\(number)", root: nil)
      // The sensor rotates the three at the back only, with rotation locked, too (P7). Window 20 asks the
      // window behind, which may be hidden (P2).
      let request: [Int32: AndroidRequest] = [
        0: .sensorLandscape, 1: .sensorLandscape, 2: .sensorLandscape, 20: .behind, 28: .landscape,
      ]
      window.android.request = request[number] ?? .portrait
      return window
    }
    let stack = CheckStack(rules: rules, scene: Scene(windows: windows, key: WindowID(29)))
    let report = try Check.run(stack, bounds: CheckBounds(states: 100_000))
    #expect(!report.isUndecided && report.limit == nil, "\(report.findings)")
    #expect(report.reductions.contains(.frontFirst) && report.reductions.contains(.keyFree))
    let lengths = report.findings.reduce(into: [CheckProperty: Int]()) { lengths, finding in
      guard case .violated(let example) = finding.result else { return }
      #expect(example.isShortest, "\(finding)")
      lengths[finding.property] = example.events.count
    }
    // 27 or 26 windows are hidden, or removed behind window 20, before one of the last three decides.
    #expect(lengths == [.hiddenIsSilent: 26, .lockIsAbsolute: 28, .orderIsFree: 1])
  }

  /// The report names what was left out, which depends on what a rule set reads.
  @Test(
    arguments: [
      ("uikit-8", [.keyFree, .windowByWindow]), ("uikit-8+follow-key", [.keyHistory, .pageOnly]),
      ("uikit-8+key-only", [.keyHistory, .leavingIsHiding, .pageOnly]),
      ("uikit-8+intersection", [.keyHistory, .takingPart]),
      ("desktop", [.keyHistory, .leavingIsHiding, .voters]),
      ("chromeos", [.keyHistory, .useHistory, .leavingIsHiding]),
    ] as [(String, Set<CheckReduction>)])
  func theReportNamesTheReductionsOfARuleSet(
    name: String, expected: Set<CheckReduction>
  ) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let report = try Check.run(SmallStack.stack(rules, [0, 1]), reduces: false)
    let always: Set<CheckReduction> = [
      .answersFixed, .flatDevice, .unreadVariables, .wholeProduct,
    ]
    #expect(Set(report.reductions) == always.union(expected))
    #expect(report.removes == !expected.contains(.leavingIsHiding))
  }
}

/// Stacks that are described by a few numbers.
enum SmallStack {
  /// The number of kinds of windows.
  static let kinds = 6

  /// Returns every choice of kinds for some windows, in every order; the first window is key.
  static func choices(_ count: Int) -> [[Int]] {
    (1..<count).reduce((0..<kinds).map { [$0] }) { choices, _ in
      choices.flatMap { choice in (0..<kinds).map { choice + [$0] } }
    }
  }

  /// Returns one window of a kind.
  static func window(_ number: Int, _ kind: Int) -> Window {
    var policy = DeclaredPolicy()
    switch kind {
    case 1: policy = DeclaredPolicy(supported: .landscape)
    case 2: policy = DeclaredPolicy(autorotate: false, supported: .portrait)
    case 3: policy = DeclaredPolicy(supported: .portrait)
    default: break
    }
    var window = Window.declared(Int32(number), "w\(number)", policy)
    window.isHidden = kind == 4
    window.level = kind == 5 ? 1000 : 0
    window.shell.mayVeto = kind >= 2
    window.shell.hasRule = true
    window.chromeOS.lock = [nil, .landscape, .current, .portrait, .any, .portraitPrimary][kind]
    window.android.request = [nil, .landscape, .locked, .portrait, .unset, .sensor][kind]
    return window
  }

  /// Returns Android windows, of which some have requests of behind, and some are hidden.
  static func behind(_ rules: any RuleSet, _ choice: [Int]) -> CheckStack {
    let requests: [AndroidRequest] = [.behind, .landscape, .behind, .fullSensor, .locked, .unset]
    var stack = stack(rules, choice)
    for index in choice.indices {
      var window = stack.scene.windows[index]
      window.android.request = requests[choice[index]]
      window.isHidden = (choice[index] + index) % 3 == 2
      window.level = choice[index] == 2 ? 1000 : 0
      stack.scene.windows[index] = window
    }
    return CheckStack(rules: rules, scene: stack.scene)
  }

  static func stack(
    _ rules: any RuleSet, _ choice: [Int], answers: Int = 4
  ) -> CheckStack {
    let windows = choice.enumerated().map { position, kind in window(position + 1, kind) }
    let mask: [InterfaceOrientation] = [
      .portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown,
    ]
    var scene = Scene(
      app: App(supported: Array(mask.prefix(answers))), windows: windows, key: WindowID(1))
    scene.device.chromeOS.posture = .tablet
    if rules.scope == .output {
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", policy: .auto)]
    }
    return CheckStack(rules: rules, scene: scene)
  }

  /// Returns a desktop with windows of five kinds, of which one may veto.
  static func desktop(_ rules: any RuleSet, _ count: Int) -> CheckStack {
    let windows = stack(rules, (0..<count).map { $0 % 5 }).scene.windows.map { window in
      var window = window
      window.shell.mayVeto = window.id == WindowID(3)
      return window
    }
    var scene = stack(rules, [0]).scene
    scene.windows = windows
    return CheckStack(rules: rules, scene: scene)
  }
}

extension RandomStack {
  /// Returns the stack with some windows made equal to the one before.
  mutating func withTwins(_ stack: CheckStack) -> CheckStack {
    var windows = stack.scene.windows
    for index in windows.indices.dropFirst() where chance(2) {
      let (id, name) = (windows[index].id, windows[index].name)
      windows[index] = windows[index - 1]
      (windows[index].id, windows[index].name) = (id, name)
      windows[index].root?.id = "\(name).root"
    }
    var scene = stack.scene
    scene.windows = windows
    return CheckStack(
      rules: stack.rules, scene: scene, addable: stack.windows.filter { !$0.isThere })
  }
}
