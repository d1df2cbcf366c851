// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension Arbiter {
  /// Takes one event in as `handle` does, but says of decisions only how they ended.
  ///
  /// For runs over many past events: it writes no reasons down, and what was decided a short while
  /// ago in the same case is not decided again. Effects are those of `handle` without the reports;
  /// how each decision ended is appended to `upshots`.
  public mutating func outline(
    _ event: Event, at now: Instant, _ upshots: inout [Upshot]
  ) -> [Effect] {
    self.upshots = upshots
    upshots = []
    if memory == nil { memory = DecisionMemory() }
    let effects = handle(event, at: now)
    upshots = self.upshots.take() ?? []
    return effects
  }

  /// The same arbiter without the decisions that it remembers, to be kept aside.
  public var unremembering: Arbiter {
    var arbiter = self
    arbiter.memory = nil
    return arbiter
  }

  /// Ends an event as an earlier one ended in the same case; false when there was none.
  mutating func repeats(_ event: Event, at now: Instant, _ effects: inout [Effect]) -> Bool {
    guard upshots != nil,
      let known = memory?.entry(of: event, in: scene, conflicts: conflicts.open)
    else { return false }
    conclude(known.upshot, after: known.after, at: now, &effects)
    return true
  }

  /// Ends a decision of which nobody wants to know the reasons.
  mutating func outline(
    _ transaction: Transaction, _ judgement: Judgement, after: Scene, at now: Instant,
    _ effects: inout [Effect]
  ) {
    let upshot = Upshot(
      step: steps, outcome: judgement.outcome, after: after, error: transaction.error,
      conflicts: conflicts.standing(Blame(transaction, judgement, rules: rules), at: steps))
    // What live policies answer, and what stands at the start, is not in the scene.
    if steps > 0, !transaction.isExempt, transaction.answers.isEmpty {
      memory?.keep(
        DecisionMemory.Entry(
          transaction.event, before: transaction.before, conflictsBefore: conflicts.open,
          after: after, upshot))
    }
    conclude(upshot, after: after, at: now, &effects)
  }

  private mutating func conclude(
    _ known: Upshot, after: Scene, at now: Instant, _ effects: inout [Effect]
  ) {
    var upshot = known
    upshot.step = steps
    conflicts.update(&upshot.conflicts, at: steps)
    adopt(after)
    steps += 1
    upshots?.append(upshot)
    effects += rotateOutputs(at: now)
  }
}
