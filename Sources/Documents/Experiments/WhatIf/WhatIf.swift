// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation
public import Formats
import Orientation
public import Recording
public import Scenarios
import Text

// Experiments with a scenario or a recording.
//
// - `Simulation` as text, as JSON, and compared with its scenario's expectations. All three use the
//   verdicts of one run.
// - `WhatIf` repeats the decisions of a run with other answers.
// - `ScenarioCheck` runs the model checker on the windows of a scenario and writes a counterexample
//   as a scenario, which is played before it is shown. `StackProof` runs the model checker for the
//   daemon and keeps only a summary.
// - `Comparison` plays one scenario under several rule sets.
// - `Shrink` takes events out of a scenario or a recording as long as the same symptom remains
//   (delta debugging: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
//   IEEE TSE 2002).
//
// Begin below, then `WhatIfRun`.

/// A run with other answers from a decision on, compared with the original run.
public struct WhatIf: Sendable {
  /// A decision in both runs; nil for a run that ended earlier.
  public struct Pair: Sendable {
    /// The decision in the original run.
    public let was: Verdict?
    /// The decision in the run with other answers.
    public let would: Verdict?

    /// The decision's number.
    public var number: Int { was?.step ?? would?.step ?? 0 }

    /// Whether the visible results or the conflicts of the two decisions differ, or one run has no
    /// such decision.
    public var differs: Bool {
      guard let was, let would else { return true }
      return Ending(was) != Ending(would)
    }

    private struct Ending: Equatable {
      let outcome: Outcome
      let page: InterfaceOrientation?
      let statusBar: InterfaceOrientation
      let error: RotationError?
      let conflicts: [Conflict]
      let desired: [Transform]

      init(_ verdict: Verdict) {
        outcome = verdict.outcome
        page = verdict.page?.orientation
        statusBar = verdict.after.statusBar.orientation
        error = verdict.error
        conflicts = verdict.conflicts
        desired = verdict.after.outputs.map { $0.desired }
      }
    }
  }

  /// The maximum number of differing decisions that are stored; further ones are only counted.
  static let mostPairs = 100

  /// The changed answers as the user typed them.
  public let edits: [String]
  /// The decision from which on the answers are changed; nil before it is played.
  public private(set) var first: Pair?
  /// The later decisions that differ, the first `mostPairs` of them.
  public private(set) var later: [Pair] = []
  /// The number of later decisions that differ.
  public private(set) var differing = 0
  /// The number of later decisions, in the longer of the two runs.
  public private(set) var following = 0
  /// The names of all windows.
  public internal(set) var names: [WindowID: String] = [:]
  /// The name of the rule set.
  public let rulesID: String

  init(edits: [String], rulesID: String) {
    self.edits = edits
    self.rulesID = rulesID
  }

  mutating func append(_ pair: Pair) {
    guard first != nil else {
      first = pair
      return
    }
    following += 1
    guard pair.differs else { return }
    differing += 1
    if later.count < Self.mostPairs { later.append(pair) }
  }

  /// Plays a scenario twice, the second time with other answers from a step on.
  ///
  /// `nil` selects the first step with a conflict, otherwise the last step.
  ///
  /// - Throws: an error if the step does not exist or an edit does not apply to it.
  public init(_ scenario: Scenario, step: Int?, edits: [String]) throws(InputError) {
    self.init(edits: edits, rulesID: scenario.rules.id)
    let was = Simulation(scenario)
    let step = step ?? was.mostTelling
    guard was.steps.indices.contains(step) else {
      throw InputError(
        file: scenario.file,
        problem: "no step \(step); it has 0 to \(was.steps.count - 1)")
    }
    let interventions = try AnswerEdit.parse(
      edits, in: was.steps[step].verdict, rules: scenario.rules)
    let would = Simulation(scenario, interventions: interventions, from: step)
    names = was.names
    let (before, after) = (was.steps.map { $0.verdict }, would.steps.map { $0.verdict })
    for index in step..<max(before.count, after.count) {
      append(Pair(was: before.at(index), would: after.at(index)))
    }
  }

  private static let mostLines = 12

  /// Returns the comparison for the user: first the changed decision, then the later differences.
  public func text(style: TextStyle = .plain) -> String {
    let language = style.language
    guard let first else { return WhatIfPhrase.noneLater(language) }
    let words = edits.map { UntrustedText($0).name() }.joined(separator: ", ")
    var lines = [WhatIfPhrase.heading(language, "\(first.number)", words)]
    lines += compare(first, style).map { "  \($0)" }
    if following == 0 {
      lines.append(WhatIfPhrase.noneLater(language))
    } else if differing == 0 {
      lines.append(WhatIfPhrase.laterSame(language, "\(following)"))
    } else {
      lines.append(WhatIfPhrase.later(language, "\(following)", "\(differing)"))
      for pair in later.prefix(Self.mostLines) {
        let number = "#\(pair.number) "
        let margin = String(repeating: " ", count: number.count)
        for (index, line) in compare(pair, style).enumerated() {
          lines.append("  \(index == 0 ? number : margin)\(line)")
        }
      }
      let rest = differing - min(later.count, Self.mostLines)
      if rest > 0 { lines.append("  " + WhatIfPhrase.more(language, "\(rest)", "\(later.count)")) }
    }
    return lines.joined(separator: "\n")
  }

  private func compare(_ pair: Pair, _ style: TextStyle) -> [String] {
    var was = pair.was.map { line($0, style) } ?? WhatIfPhrase.endsEarly(style.language)
    guard pair.differs else { return [WhatIfPhrase.same(style.language, was)] }
    var would = pair.would.map { line($0, style) } ?? WhatIfPhrase.ends(style.language)
    if was == would, let old = pair.was, let new = pair.would {
      was = WhatIfPhrase.shown(style.language, was, Self.shown(old))
      would = WhatIfPhrase.shown(style.language, would, Self.shown(new))
    }
    return [WhatIfPhrase.was(style.language, was), WhatIfPhrase.would(style.language, would)]
  }

  /// Returns the orientations after a decision: of the outputs, otherwise of page and status bar.
  private static func shown(_ verdict: Verdict) -> String {
    let scene = verdict.after
    if !scene.outputs.isEmpty {
      return scene.outputs.map { "\(UntrustedText($0.name).name()) \($0.orientation.name)" }
        .joined(separator: ", ")
    }
    let (bar, page) = (scene.statusBar.orientation, verdict.page?.orientation)
    return page.map { $0 == bar ? bar.name : "\($0.name) / \(bar.name)" } ?? bar.name
  }

  func line(_ verdict: Verdict, _ style: TextStyle) -> String {
    VerdictLine(verdict, rulesID: rulesID, style: style, names: names).text
  }

  /// Returns the comparison as one JSON document; sentences are in the language of the style.
  public func json(style: TextStyle = .plain) -> JSONValue {
    let pairs = [first].compactMap { $0 }.filter { $0.differs } + later
    return [
      "swivel": 1, "decision": .int(Int64(first?.number ?? 0)),
      "edits": .array(edits.map { .string($0) }), "rules": .string(rulesID),
      "differs": .bool(first?.differs == true || differing > 0),
      "following": .int(Int64(following)), "differing": .int(Int64(differing)),
      "differences": .array(
        pairs.map { pair in
          [
            "decision": .int(Int64(pair.number)),
            "was": pair.was.map { ending($0, style) } ?? .null,
            "would": pair.would.map { ending($0, style) } ?? .null,
          ]
        }),
    ]
  }

  private func ending(_ verdict: Verdict, _ style: TextStyle) -> JSONValue {
    [
      "outcome": .string(verdict.outcome.rawValue),
      "page": verdict.page.map { .string($0.orientation.name) } ?? .null,
      "status-bar": .string(verdict.after.statusBar.orientation.name),
      "conflicts": .array(verdict.conflicts.map { .string($0.kind.rawValue) }),
      "error": verdict.error.map { .string($0.name.rawValue) } ?? .null,
      "line": .string(line(verdict, style)),
    ]
  }
}

/// Two arbiters with the same events, of which the second has other answers from a decision on.
///
/// Both receive the recorded reports of the display server until they request different transforms.
/// From then on the second arbiter has a simulated display, which executes every request at once.
private struct WhatIfRun {
  private let was: Run
  private let would: Run
  /// Whether the answers of the second arbiter have been changed.
  private var isParted = false
  private let edits: [String]
  private let decision: Int
  private var isInStep = true

  /// An arbiter, with its verdicts about the last event.
  ///
  /// The type is a class, since copying an arbiter would cost more than its decisions.
  private final class Run {
    var arbiter: Arbiter
    var verdicts: [Verdict] = []

    init(_ arbiter: Arbiter) { self.arbiter = arbiter }

    func play(_ event: Event, at now: Instant) -> [Effect] {
      let effects = arbiter.handle(event, at: now)
      for case .report(let verdict) in effects { verdicts.append(verdict) }
      return effects
    }
  }

  init(_ arbiter: Arbiter, edits: [String], from decision: Int) {
    was = Run(arbiter)
    would = Run(arbiter)
    self.edits = edits
    self.decision = decision
  }

  private(set) var decisions = 0

  /// Handles an event in the first run and, from the chosen decision on, in the second; adds the
  /// decisions of both to `whatIf`.
  ///
  /// - Throws: an error if an edit does not apply to the chosen decision.
  mutating func play(_ event: Event, at now: Instant, _ whatIf: inout WhatIf) throws(InputError) {
    let before = isParted ? nil : was.arbiter
    was.verdicts = []
    let effects = was.play(event, at: now)
    if let last = was.verdicts.last { decisions = last.step + 1 }
    if let before {
      guard decisions > decision else { return }
      would.arbiter = try amended(before)
      isParted = true
    }
    would.verdicts = []
    answer(event, at: now, effects)
    for index in 0..<max(was.verdicts.count, would.verdicts.count) {
      let pair = WhatIf.Pair(was: was.verdicts.at(index), would: would.verdicts.at(index))
      if pair.number >= decision { whatIf.append(pair) }
    }
  }

  private func amended(_ before: Arbiter) throws(InputError) -> Arbiter {
    var amended = before
    for verdict in was.verdicts where verdict.step == decision {
      amended.amend(try AnswerEdit.parse(edits, in: verdict, rules: before.rules))
    }
    return amended
  }

  private mutating func answer(_ event: Event, at now: Instant, _ wanted: [Effect]) {
    let isOfServer = was.verdicts.isEmpty && Self.isOfServer(event)
    guard isInStep || !isOfServer else { return }
    let effects = would.play(event, at: now)
    if isInStep { isInStep = Self.orders(effects) == Self.orders(wanted) }
    guard !isInStep else { return }
    var driver = EffectDriver()
    driver.decided(effects)
    driver.run {
      would.play($0, at: now)
    } execute: {
      InstantDisplay.report(on: $0)
    }
  }

  private static func orders(_ effects: [Effect]) -> [Effect] {
    effects.filter { if case .rotateOutput = $0 { true } else { false } }
  }

  private static func isOfServer(_ event: Event) -> Bool {
    switch event {
    case .applied, .deadline(.change), .output(.transform): true
    default: false
    }
  }
}

extension [Verdict] {
  fileprivate func at(_ index: Int) -> Verdict? { index < count ? self[index] : nil }
}

extension WhatIf {
  /// Plays a recording twice, the second time with other answers from a decision on.
  ///
  /// `nil` selects the first decision with a conflict, otherwise the last decision.
  /// - Throws: an error if the decision does not exist or an edit does not apply to it.
  public init(_ reader: RecordingReader, decision: Int?, edits: [String]) throws(InputError) {
    let header = reader.header
    self.init(edits: edits, rulesID: header.rules.id)
    for window in header.scene.windows + header.exempt { names[window.id] = window.name }
    let chosen = if let decision { decision } else { try Self.mostTelling(reader) }
    var run = WhatIfRun(header.arbiter, edits: edits, from: chosen)
    var reader = reader
    while let (event, now) = try reader.nextEvent() {
      addName(in: event)
      try run.play(event, at: now, &self)
    }
    guard first == nil else { return }
    throw InputError(
      file: reader.file,
      problem: run.decisions == 0
        ? "nothing was decided in it"
        : "no decision \(chosen); it has 0 to \(run.decisions - 1)")
  }

  /// Plays the decisions in a decision ring twice, the second time with other answers from a
  /// decision on.
  ///
  /// - Throws: an error if the decision does not exist or an edit does not apply to it.
  public init(
    _ ring: DecisionRing, decision: Int, rules: any RuleSet, edits: [String]
  ) throws(InputError) {
    self.init(edits: edits, rulesID: rules.id)
    guard decision >= ring.first, decision < ring.next else {
      throw InputError(
        file: "decision \(decision)",
        problem: ring.next == 0
          ? "nothing has been decided yet"
          : "it is not there; there are \(ring.first) to \(ring.next - 1)")
    }
    var run: WhatIfRun?
    var problem: InputError?
    names = ring.names(before: decision)
    ring.inputs(from: decision) { arbiter, event, now in
      if problem != nil { return }
      if run == nil { run = WhatIfRun(arbiter, edits: edits, from: decision) }
      addName(in: event)
      do throws(InputError) {
        try run?.play(event, at: now, &self)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  private mutating func addName(in event: Event) {
    switch event {
    case .add(let window, _), .addExempt(let window, _): names[window.id] = window.name
    default: break
    }
  }

  /// Returns the number of the first decision with a conflict, otherwise of the last decision.
  private static func mostTelling(_ reader: RecordingReader) throws(InputError) -> Int {
    var reader = reader
    var arbiter = reader.header.arbiter
    var last = 0
    while let (event, now) = try reader.nextEvent() {
      for case .report(let verdict) in arbiter.handle(event, at: now) {
        last = verdict.step
        if !verdict.conflicts.isEmpty { return last }
      }
    }
    return last
  }
}

/// The texts about the effects of other answers on later decisions.
enum WhatIfPhrase: String, Phrase {
  case heading = "decision {step} with {edits} | 第 {step} 次决定，改为 {edits}"
  case was = "was      {outcome} | 原来  {outcome}"
  case would = "would be {outcome} | 变成  {outcome}"
  case same = "the same: {outcome} | 没有变化：{outcome}"
  case shown = "{outcome}; shown: {orientation} | {outcome}；显示：{orientation}"
  case later = "of {number} later decisions {count} would differ: | 之后 {number} 次决定里，有 {count} 次不同："
  case laterSame = "no later decision would differ (of {count}) | 之后的决定（{count} 次）都不变"
  case noneLater = "it is the last decision | 这是最后一次决定"
  case more = "… and {count} more (--json lists {most}) | … 另有 {count} 次（--json 列出 {most} 次）"
  case ends = "nothing: the run would have ended before | 没有：运行在此之前就结束了"
  case endsEarly = "nothing: the run had ended before | 没有：原来的运行在此之前就结束了"
}
