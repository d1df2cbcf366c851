// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A window that belongs to a client's policy.
struct ClientWindow {
  /// A query that was sent in the decision that is being made.
  struct Query {
    var serial: UInt32
    /// The questions that its answer will serve.
    var waiting: [(id: QuestionID, kind: Question.Kind)]
    /// When it was sent, in nanoseconds of the loop's clock.
    var asked: Int64
  }

  let id: WindowID
  /// The window's number in the policy.
  let number: UInt32
  var query: Query?
  /// The serial of the newest query, answered or not; 0 before the first.
  var newest: UInt32 = 0
  /// Whether the newest query has its answer.
  var isAnswered = false
  /// What was answered in the decision that is being made.
  var said: DeclaredPolicy?

  init(id: WindowID, number: UInt32) {
    self.id = id
    self.number = number
  }
}
