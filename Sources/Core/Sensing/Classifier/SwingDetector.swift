// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Detects a swing of the screen towards flat: a large increase of the tilt within a short time.
///
/// Only the tilt's absolute value is used: many devices report z with the wrong sign.
struct SwingDetector: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var instant: Instant
    var size: Int64
  }

  /// The smallest tilts of up to `capacity` consecutive slices of the window, oldest first.
  private var entries: [Entry] = []
  private static let capacity: Int64 = 16
  private let swing: Int64
  /// Nanoseconds rather than a `Duration`, as every reading uses the value.
  private let window: Int64

  /// Creates a detector; a swing is an increase by `swing` tenths of a degree within `window`.
  init(swing: Int64, within window: Duration) {
    self.swing = swing
    self.window = window.nanoseconds
  }

  /// Adds a tilt in tenths of a degree; returns whether this tilt ends a swing.
  mutating func add(tilt: Int64, at instant: Instant) -> Bool {
    let size = abs(tilt)
    if let last = entries.last, last.instant > instant { entries.removeAll(keepingCapacity: true) }
    let start = Instant(nanoseconds: instant.nanoseconds &- window)
    let expired = entries.prefix { $0.instant < start }.count
    if expired > 0 { entries.removeFirst(expired) }
    let hasSwung = entries.contains { size - $0.size >= swing }
    if let last = entries.last,
      instant.nanoseconds &- last.instant.nanoseconds < window / Self.capacity
    {
      // Readings of a fast sensor share a slice, which keeps its first instant.
      entries[entries.count - 1].size = min(last.size, size)
    } else {
      entries.append(Entry(instant: instant, size: size))
    }
    return hasSwung
  }
}
