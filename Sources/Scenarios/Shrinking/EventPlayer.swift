// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// An arbiter whose display server does at once what it is asked.
struct EventPlayer {
  private(set) var arbiter: Arbiter

  /// Takes an event in; every decision that comes of it, in order.
  mutating func play(_ event: Event, at now: Instant) -> [Verdict] {
    var effects = arbiter.handle(event, at: now)
    var verdicts: [Verdict] = []
    var position = 0
    while position < effects.count {
      switch effects[position] {
      case .report(let verdict): verdicts.append(verdict)
      case .rotateOutput(let id, let transform, _):
        effects += arbiter.handle(.output(.transform(id, transform)), at: now)
      case .ask, .armDeadline, .disarmDeadline, .outputReport: break
      }
      position += 1
    }
    return verdicts
  }
}
