// SPDX-License-Identifier: Apache-2.0

/// One line of the record of who was asked what.
public struct Asked: Sendable, Hashable {
  /// The window that the question was about.
  public var window: WindowID
  /// The controller asked; `app.delegate` and `scene.delegate` for those, nil on displays.
  public var controller: String?
  /// What was asked.
  public var question: Question.Kind
  /// What was answered.
  public var answer: Answer
  /// Where the answer came from.
  public var origin: Origin
  /// The controllers through which a forwarded answer came, in order.
  public var via: [String]
  /// The rule by which the question was put or answered.
  public var rule: RuleID
  /// The live policy that answered; nil when the answer was at hand.
  public var by: Respondent?

  /// Records one question and its answer.
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
