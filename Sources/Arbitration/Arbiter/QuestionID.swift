// SPDX-License-Identifier: Apache-2.0

/// The number of a question put to a live policy; a new one for every generation.
public struct QuestionID: Sendable, Hashable {
  /// The number itself.
  public var rawValue: UInt64

  /// Takes the number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
