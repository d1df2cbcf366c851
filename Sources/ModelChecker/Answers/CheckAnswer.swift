// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The answers that a window was given in place of its own.
public struct CheckAnswer: Sendable, Hashable {
  /// The window.
  public var window: WindowID
  /// What its only controller answers.
  public var policy: DeclaredPolicy
}
