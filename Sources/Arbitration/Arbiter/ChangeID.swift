// SPDX-License-Identifier: Apache-2.0

/// The number of one request to turn an output.
public struct ChangeID: Sendable, Hashable {
  /// The number itself.
  public var rawValue: UInt32

  /// Takes the number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
