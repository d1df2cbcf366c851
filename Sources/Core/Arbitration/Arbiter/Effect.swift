// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What the shell around an arbiter has to do, in order.
public enum Effect: Sendable, Hashable {
  /// Put a question to a live policy.
  case ask(QuestionID, Question)
  /// Send `Event.deadline` at that time.
  case armDeadline(DeadlineID, at: Instant)
  /// Forget a deadline.
  case disarmDeadline(DeadlineID)
  /// Ask the display server to turn an output.
  case rotateOutput(OutputID, Transform, ChangeID)
  /// What became of a change, or somebody else's.
  case outputReport(OutputReport)
  /// A decision was made; a verdict is large, so all copies of the effect share one.
  indirect case report(Verdict)
}

/// A deadline that the arbiter asks for.
public enum DeadlineID: Sendable, Hashable {
  /// A live policy has to answer by then.
  case question(QuestionID)
  /// The display server has to confirm by then.
  case change(ChangeID)
}
