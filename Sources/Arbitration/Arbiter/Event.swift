// SPDX-License-Identifier: Apache-2.0

/// Everything that can happen to an arbiter.
///
/// What is large is kept elsewhere, so that a turn is small.
public enum Event: Sendable, Hashable {
  /// The app has launched and its windows exist: they are placed (format:set-up).
  case setUp
  /// Nothing happens; the verdict says how things stand.
  case observe
  case device(DeviceEvent)
  case app(AppEvent)
  indirect case window(WindowID, WindowEvent)
  /// A window appears; whether it becomes key.
  indirect case add(Window, makesKey: Bool)
  /// A diagnostic window appears; no rule set hears of it.
  indirect case addExempt(Window, makesKey: Bool = false)
  case output(OutputEvent)
  /// A live policy answered an outstanding question.
  ///
  /// With it the time that the policy took, which decides nothing.
  case answer(QuestionID, Answer, took: Duration? = nil)
  /// A live policy has no opinion: what it falls back to answers.
  case abstained(QuestionID, took: Duration? = nil)
  /// A live policy broke its contract or is gone: what it falls back to answers.
  case policyFailed(QuestionID)
  /// A deadline that was armed has passed.
  case deadline(DeadlineID)
  /// The display server answered a change.
  case applied(ChangeID, ApplyResult)
}
