// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// One query to a live policy, and the arbiter's questions that wait for its answer.
struct LiveQuery {
  /// The query's number, from 1; 0 before the first.
  var serial: UInt32 = 0
  /// The decision that it belongs to; -1 before the first.
  var decision = -1
  var open: [(QuestionID, Question)] = []
  /// What the client has answered in time.
  var answer: DeclaredPolicy?
  /// Whether its time has run out.
  var isOver = false
  /// Whether an answer came when it no longer counted.
  var cameLate = false

  var isAnswered: Bool { answer != nil }
}
