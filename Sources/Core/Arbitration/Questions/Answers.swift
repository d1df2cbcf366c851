// SPDX-License-Identifier: Apache-2.0
public import Orientation

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

/// An answer together with where it came from.
public struct Reply: Sendable, Hashable {
  /// What was answered.
  public var answer: Answer
  /// Where it came from.
  public var origin: Origin
  // Half the size of a duration: decisions keep many.
  private var nanoseconds: Int64?

  /// How long the answer took; nil when nobody measured.
  public var elapsed: Duration? {
    get { nanoseconds.map { .nanoseconds($0) } }
    set { nanoseconds = newValue?.nanoseconds }
  }

  /// Pairs an answer with its origin.
  public init(answer: Answer, origin: Origin, elapsed: Duration? = nil) {
    self.answer = answer
    self.origin = origin
    nanoseconds = elapsed?.nanoseconds
  }
}

/// What was answered.
public enum Answer: Sendable, Hashable {
  case flag(Bool)
  case mask(OrientationMask)
  /// Nil means that nothing is preferred.
  case orientation(InterfaceOrientation?)
}

/// Where an answer came from; raw values are the words of the JSON output.
public enum Origin: String, Sendable, Hashable, CaseIterable {
  /// The controller overrides the method.
  case written
  /// The class default answered.
  case standard = "default"
  /// Another controller's answer was handed on.
  case forwarded
  /// The container's delegate answered (B-8).
  case containerDelegate = "container-delegate"
  /// An earlier answer was used again.
  case cached
  /// The policy was silent past its deadline.
  case timedOut = "timed-out"
  /// The policy broke its contract.
  case failed
}
