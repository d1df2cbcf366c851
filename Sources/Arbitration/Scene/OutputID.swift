// SPDX-License-Identifier: Apache-2.0

/// An output's number: given once, never reused.
public struct OutputID: Sendable, Hashable, Comparable {
  /// The number itself.
  public var rawValue: Int32

  /// Takes the number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Seen earlier is less.
  public static func < (left: OutputID, right: OutputID) -> Bool {
    left.rawValue < right.rawValue
  }
}
