// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The latest 200 tilts, by which Android tells a flat and a swinging screen.
struct AndroidTiltHistory: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    let instant: Instant
    let tilt: Int
  }

  private static let capacity = 200
  /// Degrees.
  private static let flat = 80
  private static let flatMilliseconds: Int64 = 1000
  private static let swing = 20
  private static let swingMilliseconds: Int64 = 300

  private var entries: [Entry] = []
  private var next = 0

  mutating func add(_ tilt: Int, at instant: Instant) {
    let entry = Entry(instant: instant, tilt: tilt)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    next = 0
  }

  func isFlat(at now: Instant) -> Bool {
    for entry in newestFirst {
      if entry.tilt < Self.flat { return false }
      if entry.instant.advanced(milliseconds: Self.flatMilliseconds) <= now { return true }
    }
    return false
  }

  func isSwinging(at now: Instant, tilt: Int) -> Bool {
    for entry in newestFirst {
      if entry.instant.advanced(milliseconds: Self.swingMilliseconds) < now { return false }
      if entry.tilt + Self.swing <= tilt { return true }
    }
    return false
  }

  private var newestFirst: some Sequence<Entry> {
    let count = entries.count
    return (1...max(count, 1)).lazy.filter { $0 <= count }.map { back in
      entries[(next - back + count) % count]
    }
  }
}
