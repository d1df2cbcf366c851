// SPDX-License-Identifier: Apache-2.0

/// The number of a policy that is code or another process and answers by events.
public struct PolicyID: Sendable, Hashable {
  /// The number itself.
  public var rawValue: Int32

  /// Takes the number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
