// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// Two arbiters with the same events, the second with other answers from a decision on.
///
/// Both get the display server's reports until they request different transforms. From then on the
/// second one has a simulated display, which carries out every request at once.
struct WhatIfRun {
  private let was: Run
  private let would: Run
  /// Whether the second arbiter has its changed answers.
  private var isParted = false
  private let edits: [String]
  private let decision: Int
  private var isInStep = true

  /// An arbiter and its verdicts on the last event.
  ///
  /// A class, since copies of an arbiter would cost more than its decisions.
  private final class Run {
    var arbiter: Arbiter
    var verdicts: [Verdict] = []

    init(_ arbiter: Arbiter) { self.arbiter = arbiter }

    /// Handles an event, appends its verdicts and returns the effects.
    func take(_ event: Event, at now: Instant) -> [Effect] {
      let effects = arbiter.handle(event, at: now)
      for case .report(let verdict) in effects { verdicts.append(verdict) }
      return effects
    }
  }

  /// Creates a run from the arbiter before the first event.
  init(_ arbiter: Arbiter, edits: [String], from decision: Int) {
    was = Run(arbiter)
    would = Run(arbiter)
    self.edits = edits
    self.decision = decision
  }

  private(set) var decisions = 0

  /// Handles an event and adds its decisions in both runs, from the chosen one on, to `whatIf`.
  ///
  /// - Throws: an error if an edit does not apply to the chosen decision.
  mutating func take(_ event: Event, at now: Instant, _ whatIf: inout WhatIf) throws(InputError) {
    let before = isParted ? nil : was.arbiter
    was.verdicts = []
    let effects = was.take(event, at: now)
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
      if pair.number >= decision { whatIf.note(pair) }
    }
  }

  /// Returns the arbiter before the chosen decision, with the changed answers.
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
  /// Returns the verdict at an index; nil beyond the end.
  fileprivate func at(_ index: Int) -> Verdict? { index < count ? self[index] : nil }
}
