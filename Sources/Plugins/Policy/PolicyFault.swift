// SPDX-License-Identifier: Apache-2.0

/// Why a policy could not answer, in words that follow "because".
public struct PolicyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// Says what went wrong.
  public init(_ description: String) { self.description = description }
}
