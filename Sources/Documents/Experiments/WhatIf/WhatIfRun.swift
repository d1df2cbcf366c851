// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// Two arbiters fed with the same events, one of them with other answers from a decision on.
///
/// Until they ask the display server for different things, what it said goes to both. From then on
/// it is simulated for the second one, which gets at once whatever it asks for. Only how decisions
/// end is looked at; one that differs is taken again with its reasons, as long as it is kept.
struct WhatIfRun {
  private let was: Run
  private let would: Run
  /// Whether the second one has its other answers.
  private var isParted = false
  private let edits: [String]
  private let decision: Int
  private var isInStep = true

  /// One arbiter and how the decisions upon the last event ended.
  ///
  /// A class, since copies of an arbiter would cost more than its decisions.
  private final class Run {
    var arbiter: Arbiter
    private(set) var summaries: [DecisionSummary] = []
    private var memory = DecisionCache()

    init(_ arbiter: Arbiter) { self.arbiter = arbiter }

    func clear() { summaries.removeAll(keepingCapacity: true) }

    /// Takes an event in and appends what it leads to.
    func take(_ event: Event, at now: Instant) -> [Effect] {
      arbiter.summarize(event, at: now, &summaries, &memory)
    }
  }

  /// Begins with the arbiter that the events begin with.
  init(_ arbiter: Arbiter, edits: [String], from decision: Int) {
    was = Run(arbiter)
    would = Run(arbiter)
    self.edits = edits
    self.decision = decision
  }

  private(set) var decisions = 0

  /// Takes an event in and notes the decisions from the chosen one on, as they were and would be.
  ///
  /// Throws when an edit makes no sense in the chosen decision.
  mutating func take(_ event: Event, at now: Instant, _ whatIf: inout WhatIf) throws(InputError) {
    let before = whatIf.keepsMore ? was.arbiter : nil
    was.clear()
    let effects = was.take(event, at: now)
    if let last = was.summaries.last { decisions = last.step + 1 }
    if !isParted {
      guard decisions > decision, let before else { return }
      would.arbiter = try amended(before, event, at: now)
      isParted = true
    }
    let other = whatIf.keepsMore ? would.arbiter : nil
    let isOfServer = was.summaries.isEmpty && Self.isOfServer(event)
    let wasInStep = isInStep
    would.clear()
    answer(event, at: now, isOfServer: isOfServer, effects)
    note(&whatIf) {
      let verdicts = Self.verdicts(of: event, at: now, before)
      guard wasInStep || !isOfServer else { return (verdicts, []) }
      return (verdicts, Self.verdicts(of: event, at: now, other, isServed: !isInStep))
    }
  }

  // Compares how both runs went on; `verdicts` are made once somebody wants to keep them.
  private func note(_ whatIf: inout WhatIf, _ verdicts: () -> (was: [Verdict], would: [Verdict])) {
    let answered = would.summaries
    var whole: (was: [Verdict], would: [Verdict])?
    for index in 0..<max(was.summaries.count, answered.count) {
      let old = was.summaries.indices.contains(index) ? was.summaries[index] : nil
      let new = answered.indices.contains(index) ? answered[index] : nil
      guard (old ?? new)?.step ?? 0 >= decision else { continue }
      var differs = true
      if let old, let new { differs = old.differs(from: new) }
      guard whatIf.first == nil || differs, whatIf.keepsMore else {
        whatIf.count(differs: differs)
        continue
      }
      let pairs = whole ?? verdicts()
      whole = pairs
      whatIf.note(
        WhatIf.Pair(
          was: pairs.was.indices.contains(index) ? pairs.was[index] : nil,
          would: pairs.would.indices.contains(index) ? pairs.would[index] : nil))
    }
  }

  /// The arbiter before the chosen decision, with the other answers in it.
  private func amended(
    _ before: Arbiter, _ event: Event, at now: Instant
  ) throws(InputError) -> Arbiter {
    var amended = before
    for verdict in Self.verdicts(of: event, at: now, before) where verdict.step == decision {
      amended.amend(try AnswerEdit.parse(edits, in: verdict, rules: before.rules))
    }
    return amended
  }

  private mutating func answer(
    _ event: Event, at now: Instant, isOfServer: Bool, _ wanted: [Effect]
  ) {
    guard isInStep || !isOfServer else { return }
    let effects = would.take(event, at: now)
    if isInStep { isInStep = Self.orders(effects) == Self.orders(wanted) }
    guard !isInStep else { return }
    var driver = EffectDriver()
    driver.decided(effects)
    driver.run {
      would.take($0, at: now)
    } execute: {
      InstantDisplay.report(on: $0)
    }
  }

  /// The decisions upon an event with their reasons.
  private static func verdicts(
    of event: Event, at now: Instant, _ before: Arbiter?, isServed: Bool = false
  ) -> [Verdict] {
    guard var arbiter = before else { return [] }
    if isServed {
      var display = InstantDisplay(arbiter)
      return display.play(event, at: now)
    }
    return arbiter.handle(event, at: now).compactMap {
      if case .report(let verdict) = $0 { verdict } else { nil }
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
