// SPDX-License-Identifier: Apache-2.0

/// What a display server said to a change; only its own event confirms one.
public enum ApplyResult: Sendable, Hashable {
  /// A hint only: servers say so before, or without, turning.
  case succeeded
  case failed
  /// The outputs had changed meanwhile; worth trying again.
  case cancelled
  /// It cannot be asked for at all.
  case unsupported
}
