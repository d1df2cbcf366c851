// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A limit on how often the arbiter reverses another program's rotations of an output.
///
/// Two changes with less than a second between them count; at the third such pair the arbiter stops
/// (the span and the idea: AOSP, AppCompatOrientationOverrides).
struct OverrideLimiter: Sendable, Hashable {
  /// The time after a change in which the next change counts as an answer to the first.
  static let within = Duration.seconds(1)
  /// The number of answers in a row at which the arbiter stops.
  static let limit = 3

  private struct Record: Sendable, Hashable {
    var output: OutputID
    var last: Instant
    var answers: Int
  }

  private var records: [Record] = []

  /// Returns whether another program's change may be reversed once more, and counts it.
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
