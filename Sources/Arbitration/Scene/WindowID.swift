// SPDX-License-Identifier: Apache-2.0

/// A window's number: given once, never reused, rising in creation order.
public struct WindowID: Sendable, Hashable, Comparable {
  /// The number itself.
  public var rawValue: Int32

  /// Takes the number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Created earlier is less.
  public static func < (left: WindowID, right: WindowID) -> Bool {
    left.rawValue < right.rawValue
  }
}
