// SPDX-License-Identifier: Apache-2.0
import Orientation

/// An answer together with where it came from.
public struct Reply: Sendable, Hashable {
  /// What was answered.
  public var answer: Answer
  /// Where it came from.
  public var origin: Origin
  // Half the size of a duration: decisions keep many.
  fileprivate(set) var nanoseconds: Int64?
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
