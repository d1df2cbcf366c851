// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An action that the arbiter requests of its shell.
public enum Effect: Sendable, Hashable {
  /// A question to a live policy.
  case ask(QuestionID, Question)
  /// A deadline: the shell sends `Event.deadline` at this instant.
  case armDeadline(DeadlineID, at: Instant)
  /// The end of a deadline that has not passed.
  case disarmDeadline(DeadlineID)
  /// A request to the display server to rotate an output.
  case rotateOutput(OutputID, Transform, ChangeID)
  /// The result of a requested rotation, or another program's rotation.
  case outputReport(OutputReport)
  /// The verdict of a decision; large, so all copies of the effect share one.
  indirect case report(Verdict)
}

/// A deadline that the arbiter requests.
public enum DeadlineID: Sendable, Hashable {
  /// The latest instant of a live policy's answer.
  case question(QuestionID)
  /// The latest instant of the display server's confirmation, or the next attempt's instant.
  case change(ChangeID)
}
