// SPDX-License-Identifier: Apache-2.0

/// The caller's number for a change, so that its end can be told from others'.
public struct ChangeID: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt32

  /// Wraps a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Wraps a number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
