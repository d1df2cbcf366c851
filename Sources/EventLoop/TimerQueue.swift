// SPDX-License-Identifier: Apache-2.0

/// The armed deadlines in order; equal deadlines fire in the order in which they were armed.
struct TimerQueue {
  private struct Entry {
    let deadline: Int64
    let token: Token
    let handler: () -> Void
  }

  /// Latest first, so that the next one to fire is the cheap one to remove.
  private var entries: [Entry] = []

  var count: Int { entries.count }
  var earliest: Int64? { entries.last?.deadline }

  mutating func insert(_ token: Token, at deadline: Int64, handler: @escaping () -> Void) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].deadline > deadline { low = middle + 1 } else { high = middle }
    }
    entries.insert(Entry(deadline: deadline, token: token, handler: handler), at: low)
  }

  mutating func remove(_ token: Token) -> Bool {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Takes out the next handler that is due at `now`, passing over tokens from `limit` on.
  ///
  /// The limit keeps a handler that arms a deadline in the past from starving the descriptors.
  mutating func popDue(at now: Int64, before limit: UInt64) -> (() -> Void)? {
    let due = entries.lastIndex { $0.token.number < limit }
    guard let due, entries[due].deadline <= now else { return nil }
    return entries.remove(at: due).handler
  }
}
