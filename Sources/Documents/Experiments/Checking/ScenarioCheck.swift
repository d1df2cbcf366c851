// SPDX-License-Identifier: Apache-2.0
public import Scenarios
public import Arbitration
public import Explanation
public import Formats
public import ModelChecker
import Orientation
public import Recording
import Synchronization
import Text

/// A model check of the windows of a scenario or of a running daemon, with counterexamples as
/// scenarios.
public struct ScenarioCheck: Sendable {
  /// The options of a check.
  public struct Options: Sendable {
    /// The limits of the search.
    public var bounds = CheckBounds()
    /// Whether the key window is part of the state even if no decision reads it; ignored with
    /// `withAnyAnswers`.
    public var isWhole = false
    /// Whether the search may use projections and symmetry; ignored with `withAnyAnswers`.
    public var reduces = true
    /// Whether all combinations of answers are tried instead of the given answers.
    public var withAnyAnswers = false
    /// The clock that measures the parts of the check; the default measures nothing.
    public var clock: PartTimes.Clock = { .zero }
    /// The longest duration by `clock`, in seconds; `nil`, or a clock that measures nothing, means
    /// no limit.
    public var seconds: Int?

    /// Creates the default options.
    public init() {}
  }

  /// The scenario's title, or `the running session`.
  public let title: String
  /// The result of the check.
  public let report: CheckReport
  private let stack: CheckStack
  private let exempt: [Window]
  /// The limit of time that ended the search, in seconds; `nil` if no such limit ended it.
  private let endedAfter: Int?

  /// Checks the windows of a scenario and those that its events add; all other events are ignored.
  ///
  /// `changes` replace answers; `rules` replaces the scenario's rule set. `progress` is called
  /// during the search, which ends if it returns false.
  ///
  /// - Throws: a `CheckLimit` if the stack cannot be checked.
  public init(
    _ scenario: Scenario, changes: [Intervention] = [], rules: (any RuleSet)? = nil,
    options: Options = Options(), progress: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) {
    var stack = CheckStack(scenario)
    stack.rules = rules ?? scenario.rules
    try self.init(stack.changed(by: changes), scenario.exempt, scenario.title, options, progress)
  }

  /// Checks the windows of a running daemon in their current state.
  ///
  /// `progress` is called during the search, which ends if it returns false.
  ///
  /// - Throws: a `CheckLimit` if the stack cannot be checked.
  public init(
    running header: RecordingHeader, options: Options = Options(),
    progress: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) {
    try self.init(
      CheckStack(running: header), header.exempt, "the running session", options, progress)
  }

  private init(
    _ stack: CheckStack, _ exempt: [Window], _ title: String, _ options: Options,
    _ goesOn: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    self.stack = stack
    self.exempt = exempt
    self.title = title
    let (start, clock) = (options.clock(), options.clock)
    var isLate = false
    func progress(_ state: CheckProgress) -> Bool {
      isLate = options.seconds.map { clock() - start >= .seconds($0) } ?? false
      return !isLate && goesOn(state)
    }
    report =
      options.withAnyAnswers
      ? try Check.runWithAnyAnswers(
        stack, bounds: options.bounds, reduces: options.reduces, report: progress,
        clock: options.clock)
      : try Check.run(
        stack, bounds: options.bounds, tracksKeyWindow: options.isWhole,
        reduces: options.reduces, report: progress, clock: options.clock)
    endedAfter = isLate ? options.seconds : nil
  }

  /// Returns a scenario file that violates the property; nil if the finding has no counterexample,
  /// or if no file reproduces it.
  public func script(_ finding: CheckFinding) -> String? {
    writer.file(finding)
  }

  private var writer: CheckScript { CheckScript(stack: stack, exempt: exempt, title: title) }

  /// Advice after a search that reached a limit: the partial results, and how to continue.
  ///
  /// Empty after a full search.
  public var advice: [String] {
    guard let limit = report.limit else { return [] }
    var lines: [String] = []
    if let combinations = report.combinations {
      if let changed = combinations.changed {
        lines.append("searched: all that change the answers of at most \(changed) windows")
      }
    } else if report.depth > 1 {
      lines.append("searched: every sequence of at most \(report.depth - 1) events")
    }
    switch limit {
    case .states(let states):
      lines.append("go on: with --limit \(states * 10), if there is time")
    case .memory(let size):
      lines.append("go on: with --memory \(size * 2), if the machine has that much")
    case .interrupted where endedAfter != nil:
      lines.append("go on: with --seconds \((endedAfter ?? 0) * 10)")
    case .interrupted:
      lines.append("go on: run it again and wait, or stop by itself with --limit")
    case .windows, .outputs, .livePolicy, .heldOutput, .settings, .vocabulary, .unplayable:
      return lines
    }
    lines.append("or: leave out windows that have no part in it")
    return lines
  }

  /// The report for the user: a headline, each property, advice after a search that reached a
  /// limit, then a scenario for each violation, or its events if no scenario reproduces it.
  public var text: String {
    var lines = [headline, ""]
    lines += report.findings.flatMap { finding in
      [line(finding)]
        + (design(of: finding).map { ["    \($0.rawValue): \(Rule[$0].statement)"] } ?? [])
    }
    if !advice.isEmpty { lines += [""] + advice }
    for finding in report.findings {
      guard case .violated(let example) = finding.result else { continue }
      let code = finding.property.code
      if let script = script(finding) {
        let verb = design(of: finding) == nil ? "breaks" : "shows"
        lines += ["", "--- \(code): a scenario that \(verb) it", script.trimmed]
      } else {
        lines += ["", "--- \(code): no scenario file starts where it breaks; the events:"]
        lines += writer.events(example)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The reductions of the search, one per line, each with the reason why it does not change the
  /// result.
  public var reductions: String {
    let family = RuleSetCatalog.family(report.rules)
    return report.reductions.map { "\($0.rawValue): \($0.reason(under: family))" }
      .joined(separator: "\n")
  }

  /// One line with the number of states and the result.
  public var headline: String {
    let violated = report.findings.filter { $0.isViolated }
    let broken = violated.filter { design(of: $0) == nil }.map {
      "\($0.property.code) (\(claim($0.property)))"
    }
    let designed = violated.compactMap { finding in
      design(of: finding).map { "\(finding.property.code) (\($0.rawValue))" }
    }
    let open = report.findings.filter {
      if case .undecided = $0.result { true } else { false }
    }.map { $0.property.code }
    let verdict: String
    if !broken.isEmpty {
      verdict = "broken: \(broken.joined(separator: ", "))"
    } else if !open.isEmpty {
      verdict = "undecided: \(open.joined(separator: ", "))"
    } else if !designed.isEmpty {
      verdict = "nothing is broken"
    } else if report.windows == 0 {
      verdict = "proved: no window is asked, so none can break a property"
    } else {
      verdict = "proved: nothing that these windows can do breaks a property"
    }
    let aside =
      designed.isEmpty
      ? [] : ["by design of the platform: \(designed.joined(separator: ", "))"]
    let bound = report.limit.map { ["ended by \(words($0))"] } ?? []
    let size =
      "\(report.rules), \(counted(report.windows, "window")), \(counted(report.states, "state")), "
      + "\(counted(report.transitions, "step")), each at most \(counted(report.depth, "event")) "
      + "from the set-up"
    let combinations = report.combinations.map {
      ["\($0.done) of \(Self.all($0)) combinations of answers"]
    }
    return ([verdict] + aside).joined(separator: "; ")
      + " (\(([size] + (combinations ?? []) + bound).joined(separator: "; ")))"
  }

  private static func all(_ combinations: CheckReport.Combinations) -> String {
    combinations.all == .max ? "countless" : "\(combinations.all)"
  }

  /// Whether a property is violated in a way that is not normal behaviour of the platform.
  public var isBroken: Bool { !broken.isEmpty }

  /// The codes of the properties that are violated in a way that is not normal behaviour of the
  /// platform.
  public var broken: [String] {
    report.findings.filter { $0.isViolated && design(of: $0) == nil }.map { $0.property.code }
  }

  /// Returns the rule by which a violation is normal behaviour of the platform, with any windows;
  /// nil for a fault of these windows, or if the property holds.
  public func design(of finding: CheckFinding) -> RuleID? {
    guard finding.isViolated else { return nil }
    switch (RuleSetCatalog.family(report.rules), finding.property) {
    case (.android, .lockIsAbsolute): return .an12
    case (.android, .supportedIsReachable):
      guard case .missing(let what) = finding.result else { return nil }
      let half = AndroidRotation.rotation180.orientation(on: stack.scene.device.panel).name
      let names = InterfaceOrientation.fallbackOrder.map { $0.name }
      let missing = what.split { !$0.isLetter && $0 != "-" }.map(String.init)
        .filter(names.contains)
      return Set(missing) == [half] ? .an13 : nil
    case (.chromeos, .lockIsAbsolute): return .cr14
    case (.chromeos, .supportedIsReachable), (.chromeos, .isNotVacuous):
      return stack.scene.device.chromeOS.allowsAutoRotation ? nil : .cr1
    default: return nil
    }
  }

  private func line(_ finding: CheckFinding) -> String {
    let code = finding.property.code + (finding.property.rawValue < 10 ? " " : "")
    let word = design(of: finding) == nil ? Self.word(finding.result) : "by design  "
    return "\(code) \(word) \(claim(finding.property)): \(detail(finding.result))"
  }

  private func claim(_ property: CheckProperty) -> String {
    property.claim(under: RuleSetCatalog.family(report.rules))
  }

  private func words(_ limit: CheckLimit) -> String {
    guard limit == .interrupted, let endedAfter else { return "\(limit)" }
    return "the limit of \(endedAfter) s"
  }

  /// Returns a short label for a result, padded to a fixed width.
  static func word(_ result: CheckFinding.Result) -> String {
    switch result {
    case .proved: "proved     "
    case .violated, .missing: "VIOLATED   "
    case .notChecked: "not checked"
    case .undecided: "undecided  "
    }
  }

  private func detail(_ result: CheckFinding.Result) -> String {
    switch result {
    case .proved(let how): return how
    case .missing(let what): return what
    case .notChecked(let reason): return reason
    case .undecided(let limit): return words(limit)
    case .violated(let example):
      let length = counted(example.events.count, "event")
      let words =
        example.isShortest
        ? "\(length), none shorter"
        : example.isShortestForAnswers ? "\(length), none shorter with these answers" : length
      return ([words] + [example.note].compactMap { $0 }).joined(separator: "; ")
    }
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}

extension CheckStack {
  /// Returns the stack with changed answers of its windows, present or not, of the app and of the
  /// device.
  fileprivate func changed(by changes: [Intervention]) -> CheckStack {
    let addable = windows.filter { !$0.isThere }
    var all = scene
    all.windows += addable.map { $0.window }
    all.amend(changes, rules)
    let changed = addable.compactMap { entry in
      all.window(entry.window.id).map { Entry(window: $0, isKey: entry.isKey, isThere: false) }
    }
    all.windows.removeAll { window in addable.contains { $0.window.id == window.id } }
    return CheckStack(rules: rules, scene: all, addable: changed)
  }
}

extension Simulation {
  /// The function that checks the scenario after changes of answers, with a small limit of states;
  /// results are cached.
  public var fixCheck: FixCheck {
    let known = Mutex<[KnownCheck: [String]?]>([:])
    return { [scenario] changes, rules in
      known.withLock { known in
        let key = KnownCheck(changes: changes, rules: rules.id)
        if let result = known[key] { return result }
        let result = scenario.broken(after: changes, rules)
        known[key] = .some(result)
        return result
      }
    }
  }
}

private struct KnownCheck: Hashable {
  var changes: [Intervention]
  var rules: String
}

extension Scenario {
  /// Returns the codes of the properties violated after changes of answers; `nil` if the stack
  /// cannot be checked, or if no violation was found before the search reached a limit.
  fileprivate func broken(after changes: [Intervention], _ rules: any RuleSet) -> [String]? {
    var options = ScenarioCheck.Options()
    options.bounds = CheckBounds(states: 10_000, memory: 64)
    guard let check = try? ScenarioCheck(self, changes: changes, rules: rules, options: options),
      check.isBroken || !check.report.isUndecided
    else { return nil }
    return check.broken
  }
}

extension ScenarioCheck {
  /// The result as one JSON document, including the scenarios.
  public var json: JSONValue {
    [
      "swivel": .int(1), "title": .string(title), "rules": .string(report.rules),
      "windows": .int(Int64(report.windows)), "states": .int(Int64(report.states)),
      "transitions": .int(Int64(report.transitions)), "depth": .int(Int64(report.depth)),
      "decisions": .int(Int64(report.decisions)),
      "limit": report.limit.map { .string(words($0)) } ?? .null,
      "advice": .array(advice.map { .string($0) }),
      "outcomes": .array(report.outcomes.map { .string($0.rawValue) }),
      "reductions": .array(report.reductions.map { .string($0.rawValue) }),
      "properties": .array(report.findings.map { json($0) }),
    ]
  }

  private func json(_ finding: CheckFinding) -> JSONValue {
    let word = Self.word(finding.result).split(separator: " ").joined(separator: "-").lowercased()
    var members: [JSONValue.Member] = [
      .init("property", .string(finding.property.code)),
      .init("claim", .string(claim(finding.property))), .init("result", .string(word)),
      .init("detail", .string(detail(finding.result))),
      .init("by-design", design(of: finding).map { .string($0.rawValue) } ?? .null),
    ]
    if case .violated(let example) = finding.result {
      members.append(.init("events", .int(Int64(example.events.count))))
      members.append(.init("shortest", .bool(example.isShortest)))
      members.append(.init("script", script(finding).map { .string($0) } ?? .null))
      members.append(.init("trace", .array(writer.events(example).map { .string($0) })))
    }
    return .object(members)
  }
}
