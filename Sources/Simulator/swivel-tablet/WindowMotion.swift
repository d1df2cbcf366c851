// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation

/// The animation of each window from one transform to the next.
///
/// Only the picture is animated: for clients and input the turn has already happened.
struct WindowMotion {
  /// Consecutive items of a draw list with the same animation.
  struct Group: Equatable {
    var range: Range<Int>
    /// The remaining part of the animation; nil if there is none.
    var rest: Rest?
  }

  struct Rest: Equatable {
    var degrees: Double
    var done: Double
    /// Whether width and height are exchanged by the turn.
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

    init(_ item: SceneItem) { self = item.window.map(Key.window) ?? .bar }
  }

  init(isOn: Bool, slowness: Int) {
    self.isOn = isOn
    duration = DevicePose.turnDuration * slowness
  }

  var isMoving: Bool { !turning.isEmpty }

  /// Splits a draw list into groups, and detects windows that have turned since the last call.
  mutating func groups(of list: DrawList, at now: Instant) -> [Group] {
    guard isOn else { return [Group(range: 0..<list.items.count, rest: nil)] }
    var present: [Key: Transform] = [:]
    // If the rule set rotates outputs, a window turns together with its output.
    for item in list.items { present[Key(item)] = item.turn.followed(by: list.transform) }
    for (key, turn) in present {
      guard let before = last[key], before != turn, before.isFlipped == turn.isFlipped else {
        continue
      }
      // Transforms count counter-clockwise, degrees clockwise.
      var degrees = Double((turn.quarterTurns - before.quarterTurns + 4) % 4) * 90
      if degrees > 180 { degrees -= 360 }
      turning[key] = Turning(from: degrees, start: now)
    }
    last = present
    turning = turning.filter { present[$0.key] != nil && now - $0.value.start < duration }
    var groups: [Group] = []
    for (index, item) in list.items.enumerated() {
      let rest = turning[Key(item)].map { left(of: $0, at: now) }
      if let end = groups.last, end.rest == rest {
        groups[groups.count - 1].range = end.range.lowerBound..<index + 1
      } else {
        groups.append(Group(range: index..<index + 1, rest: rest))
      }
    }
    return groups
  }

  private func left(of turning: Turning, at now: Instant) -> Rest {
    let done = Angle.eased(max(0, min(1, (now - turning.start) / duration)))
    return Rest(
      degrees: turning.from * (1 - done), done: done, isQuarter: abs(turning.from) == 90)
  }
}
