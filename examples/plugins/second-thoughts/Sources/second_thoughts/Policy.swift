// SPDX-License-Identifier: Apache-2.0

/// Counts how often it was asked for the same orientation, window by window.
struct Policy {
  private var asked: [Int32: (orientation: UInt32, count: Int)] = [:]
  var asks = 2

  /// Whether a window turns now.
  mutating func turns(_ window: Int32, to orientation: UInt32) -> Bool {
    let before = asked[window]
    let count = before?.orientation == orientation ? (before?.count ?? 0) + 1 : 1
    asked[window] = (orientation, count)
    return count >= asks
  }

  /// Forgets a window that is gone.
  mutating func forget(_ window: Int32) { asked[window] = nil }
}
