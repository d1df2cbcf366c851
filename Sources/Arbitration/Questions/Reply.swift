// SPDX-License-Identifier: Apache-2.0

/// An answer together with where it came from.
public struct Reply: Sendable, Hashable {
  /// What was answered.
  public var answer: Answer
  /// Where it came from.
  public var origin: Origin
  /// How long the answer took, in nanoseconds; nil when nobody measured.
  public var nanoseconds: Int64?

  /// Pairs an answer with its origin.
  public init(answer: Answer, origin: Origin, nanoseconds: Int64? = nil) {
    self.answer = answer
    self.origin = origin
    self.nanoseconds = nanoseconds
  }
}
