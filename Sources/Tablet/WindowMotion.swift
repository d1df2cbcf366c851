// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation

/// Shows how each window comes from one turn to the next; what does not turn does not move.
///
/// Only the picture: what windows are told, and where clicks go, is as after the turn.
struct WindowMotion {
  /// The items of one window within a list, and how far they still are from their place.
  struct Group: Equatable {
    var range: Range<Int>
    var turn: Transform
    /// Degrees clockwise that are left, and the part of the way that is done; nil at rest.
    var rest: Rest?
  }

  struct Rest: Equatable {
    var degrees: Double
    var done: Double
    /// Whether width and height are exchanged on the way.
    var isQuarter: Bool
  }

  private struct Turning {
    var from: Double
    var start: Instant
  }

  private let duration: Duration
  private let isOn: Bool
  private var last: [Key: Transform] = [:]
  private var turning: [Key: Turning] = [:]

  private enum Key: Hashable {
    case window(WindowID)
    case bar
  }

  init(isOn: Bool, slowness: Int) {
    self.isOn = isOn
    duration = DevicePose.turnDuration * slowness
  }

  /// Whether something is on its way.
  var isMoving: Bool { !turning.isEmpty }

  /// Splits a list into windows, and notes which of them have turned since the last time.
  mutating func groups(of list: DrawList, at now: Instant) -> [Group] {
    var groups: [(key: Key, group: Group)] = []
    for (index, item) in list.items.enumerated() {
      let key = item.window.map(Key.window) ?? .bar
      if let end = groups.last, end.key == key, end.group.turn == item.turn {
        groups[groups.count - 1].group.range = end.group.range.lowerBound..<index + 1
      } else {
        groups.append((key, Group(range: index..<index + 1, turn: item.turn, rest: nil)))
      }
    }
    guard isOn else { return groups.map(\.group) }
    var present: [Key: Transform] = [:]
    for (key, group) in groups { present[key] = group.turn }
    for (key, turn) in present {
      guard let before = last[key], before != turn, before.isFlipped == turn.isFlipped else {
        continue
      }
      // Transforms count counter-clockwise.
      var degrees = Double((turn.quarterTurns - before.quarterTurns + 4) % 4) * 90
      if degrees > 180 { degrees -= 360 }
      turning[key] = Turning(from: degrees, start: now)
    }
    last = present
    turning = turning.filter { present[$0.key] != nil && now - $0.value.start < duration }
    return groups.map { key, group in
      var group = group
      if let turning = turning[key] {
        let done = Angle.eased(max(0, min(1, (now - turning.start) / duration)))
        group.rest = Rest(
          degrees: turning.from * (1 - done), done: done, isQuarter: abs(turning.from) == 90)
      }
      return group
    }
  }
}
