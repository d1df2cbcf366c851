// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Counts how often somebody else has undone what was asked for, so that it becomes no endless fight.
///
/// Two changes with less than a second between them count; at the third such pair it is given up
/// (the span and the idea: AOSP, AppCompatOrientationOverrides).
struct OverrideLimiter: Sendable, Hashable {
  /// The time after a change in which the next change counts as an answer to the first.
  static let within = Duration.seconds(1)
  /// How many answers are a fight.
  static let limit = 3

  private struct Record: Sendable, Hashable {
    var output: OutputID
    var last: Instant
    var answers: Int
  }

  private var records: [Record] = []

  /// Whether a change by somebody else may be undone once more.
  mutating func allows(on output: OutputID, at now: Instant) -> Bool {
    guard let index = records.firstIndex(where: { $0.output == output }) else {
      records.append(Record(output: output, last: now, answers: 0))
      return true
    }
    let isAnswer = now < records[index].last + Self.within
    records[index].last = now
    records[index].answers = isAnswer ? records[index].answers + 1 : 0
    guard records[index].answers >= Self.limit else { return true }
    records[index].answers = 0
    return false
  }
}
