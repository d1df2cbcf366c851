// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What every window adds to one decision, for each of its answers.
struct ContributionTable {
  /// What somebody answers who is asked by a window.
  struct Answer: Hashable {
    var party: Int
    var slot: Int
    var choice: UInt8
  }

  /// What an answer adds while those whom it asks answer in one way.
  struct Case: Equatable {
    var asked: [Answer]
    var effects: ContributionSum.Effects
  }

  /// One way in which a window can answer.
  struct Option {
    var choice: UInt8
    var cases: [Case]
  }

  /// One window.
  struct Place {
    /// Its number if its answer is open.
    var party: Int?
    /// Where its answer is kept in mind if others ask it.
    var slot: Int?
    var options: [Option]
    /// What nobody needs to know after it.
    var forgets = AnswerMemory()
  }

  let assignment: BlameTrial.Assignment
  let rest: Hearing.Rest
  /// Before anybody has added anything.
  let start: ContributionSum
  /// The windows in the order in which they are taken in.
  var places: [Place] = []
}
