// SPDX-License-Identifier: Apache-2.0

/// The answers of live policies collected so far for one decision.
public struct Answers: Sendable, Hashable {
  private var entries: [Entry] = []

  private struct Entry: Sendable, Hashable {
    var policy: PolicyID
    var window: WindowID
    var kind: Question.Kind
    var reply: Reply

    func answers(_ question: Question) -> Bool {
      policy == question.policy && window == question.window && kind == question.kind
    }
  }

  /// No answers yet.
  public init() {}

  /// Whether nothing has been answered yet.
  public var isEmpty: Bool { entries.isEmpty }

  /// The answer to a question; nil when there is none yet.
  public subscript(question: Question) -> Reply? {
    get { entries.first { $0.answers(question) }?.reply }
    set {
      entries.removeAll { $0.answers(question) }
      guard let newValue else { return }
      entries.append(
        Entry(
          policy: question.policy, window: question.window, kind: question.kind, reply: newValue))
    }
  }
}
