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

  /// Creates a collection without answers.
  public init() {}

  /// Whether the collection is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The answer to a question of the same policy, window and kind; `nil` if there is none.
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

/// An answer together with its origin.
public struct Reply: Sendable, Hashable {
  /// The answer without its origin.
  public var answer: Answer
  /// The origin of the answer.
  public var origin: Origin
  // Nanoseconds; a `Duration` takes twice the memory, and decisions store many answers.
  private var nanoseconds: Int64?

  /// The time that the answer took; `nil` if it was not measured.
  public var elapsed: Duration? {
    get { nanoseconds.map { .nanoseconds($0) } }
    set { nanoseconds = newValue?.nanoseconds }
  }

  /// Creates a reply; `elapsed` is the time that the answer took, `nil` if it was not measured.
  public init(answer: Answer, origin: Origin, elapsed: Duration? = nil) {
    self.answer = answer
    self.origin = origin
    nanoseconds = elapsed?.nanoseconds
  }
}

/// The reply of a policy to a question.
public enum Answer: Sendable, Hashable {
  case flag(Bool)
  case mask(OrientationMask)
  /// The preferred orientation; `nil` without a preference.
  case orientation(InterfaceOrientation?)
}

/// The origin of an answer; raw values are those of the JSON output.
public enum Origin: String, Sendable, Hashable, CaseIterable {
  /// The window or controller has the answer itself: declared, or from its live policy or that
  /// policy's fallback.
  case written
  /// There is no such answer, so the default applies.
  case standard = "default"
  case forwarded
  /// The container's delegate answered (B-8).
  case containerDelegate = "container-delegate"
  case cached
  /// The policy did not answer before its deadline, so a substitute is used.
  case timedOut = "timed-out"
  /// The policy broke its contract or ended, so a substitute is used.
  case failed
}
