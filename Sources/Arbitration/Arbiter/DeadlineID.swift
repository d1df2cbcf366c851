// SPDX-License-Identifier: Apache-2.0

/// A deadline that the arbiter asks for.
public enum DeadlineID: Sendable, Hashable {
  /// A live policy has to answer by then.
  case question(QuestionID)
  /// The display server has to confirm by then.
  case change(ChangeID)
}
