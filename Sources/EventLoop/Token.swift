// SPDX-License-Identifier: Apache-2.0

/// Names one registration in one loop; it is never used twice, so a stale one is harmless.
public struct Token: Hashable, Sendable {
  let number: UInt64
}
