// SPDX-License-Identifier: Apache-2.0

/// The record of one question and its answer.
public struct Asked: Sendable, Hashable {
  /// The window that the question was about.
  public var window: WindowID
  /// The controller asked; `app.delegate` and `scene.delegate` for those, nil on displays.
  public var controller: String?
  /// The kind of question.
  public var question: Question.Kind
  /// The answer.
  public var answer: Answer
  /// The origin of the answer.
  public var origin: Origin
  /// The controllers through which a forwarded answer came, in order.
  public var via: [String]
  /// The rule by which the question was put or answered.
  public var rule: RuleID
  /// The live policy that answered; nil when none was asked.
  public var by: Respondent?

  /// Creates a record.
  public init(
    window: WindowID, controller: String?, question: Question.Kind, answer: Answer,
    origin: Origin, via: [String] = [], rule: RuleID, by: Respondent? = nil
  ) {
    self.window = window
    self.controller = controller
    self.question = question
    self.answer = answer
    self.origin = origin
    self.via = via
    self.rule = rule
    self.by = by
  }
}
