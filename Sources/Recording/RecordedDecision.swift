// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats

/// One decision out of a recording.
public struct RecordedDecision: Sendable {
  /// The decision; nil when there is none of that number.
  public private(set) var verdict: Verdict?
  /// The names of all windows so far.
  public private(set) var names: [WindowID: String] = [:]
  /// How many decisions the recording has, as far as it was looked through.
  public private(set) var count = 0

  /// Plays a recording up to a decision; nil is the first one with a conflict, or else the last.
  public static func find(
    _ number: Int?, in reader: RecordingReader
  ) throws(InputError) -> RecordedDecision {
    var player = RecordingPlayer(reader)
    var found = RecordedDecision()
    while let step = try player.next() {
      for case .report(let verdict) in step.effects {
        found.count = verdict.step + 1
        guard number == nil || number == verdict.step else { continue }
        found.verdict = verdict
        found.names = player.names
        if number != nil || !verdict.conflicts.isEmpty { return found }
      }
    }
    return found
  }
}
