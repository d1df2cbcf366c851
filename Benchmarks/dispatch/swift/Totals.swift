// SPDX-License-Identifier: Apache-2.0

/// What the handler has counted, to show that every variant did the same work.
final class Totals {
  var done: UInt64 = 0
  var sum: UInt64 = 0
}
