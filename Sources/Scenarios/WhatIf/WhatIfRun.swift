// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Two arbiters fed with the same events, one of them with other answers from a decision on.
///
/// Until they ask the display server for different things, what it said goes to both. From then on
/// it is simulated for the second one, which gets at once whatever it asks for.
struct WhatIfRun {
  private var was: Arbiter
  private var would: Arbiter?
  private let amendments: [Amendment]
  private let decision: Int
  private var isInStep = true

  /// Begins with the arbiter that the events begin with.
  init(_ arbiter: Arbiter, amendments: [Amendment], from decision: Int) {
    was = arbiter
    self.amendments = amendments
    self.decision = decision
  }

  /// Takes an event in; the decisions from the chosen one on, as they were and would have been.
  mutating func take(_ event: Event, at now: Instant) -> [WhatIf.Pair] {
    let before = was
    let effects = was.handle(event, at: now)
    let said = Self.verdicts(effects)
    if would == nil {
      guard said.contains(where: { $0.step >= decision }) else { return [] }
      var other = before
      other.amend(amendments)
      would = other
    }
    let isOfServer = said.isEmpty && Self.isOfServer(event)
    let answered = answer(event, at: now, isOfServer: isOfServer, effects)
    return (0..<max(said.count, answered.count)).map { index in
      WhatIf.Pair(
        was: said.indices.contains(index) ? said[index] : nil,
        would: answered.indices.contains(index) ? answered[index] : nil)
    }.filter { $0.number >= decision }
  }

  private mutating func answer(
    _ event: Event, at now: Instant, isOfServer: Bool, _ wanted: [Effect]
  ) -> [Verdict] {
    if !isInStep, isOfServer { return [] }
    guard var effects = would?.handle(event, at: now) else { return [] }
    if isInStep { isInStep = Self.orders(effects) == Self.orders(wanted) }
    var position = 0
    while !isInStep, position < effects.count {
      if case .rotateOutput(let id, let transform, _) = effects[position] {
        effects += would?.handle(.output(.transform(id, transform)), at: now) ?? []
      }
      position += 1
    }
    return Self.verdicts(effects)
  }

  private static func verdicts(_ effects: [Effect]) -> [Verdict] {
    effects.compactMap { if case .report(let verdict) = $0 { verdict } else { nil } }
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
