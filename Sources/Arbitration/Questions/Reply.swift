// SPDX-License-Identifier: Apache-2.0

/// An answer together with where it came from.
public struct Reply: Sendable, Hashable {
  /// What was answered.
  public var answer: Answer
  /// Where it came from.
  public var origin: Origin

  /// Pairs an answer with its origin.
  public init(answer: Answer, origin: Origin) {
    self.answer = answer
    self.origin = origin
  }
}
