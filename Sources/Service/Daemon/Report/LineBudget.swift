// SPDX-License-Identifier: Apache-2.0
import Orientation
import Text

/// A limit on the lines of each kind in a log; the lines beyond the limit are counted.
///
/// A kind has 100 lines in ten seconds. As long as more come, only five of every ten seconds are
/// kept, so that endless changes write some lines a minute.
struct LineBudget {
  /// The time in which lines of one kind are counted together.
  static let window = Duration.seconds(10)
  /// The lines of a kind in the first window.
  static let most = 100
  /// The lines of a kind in a window after one that had too many.
  static let mostLater = 5
  /// The number of kinds; further kinds count as one.
  private static let mostKinds = 64

  private struct Window {
    let end: Instant
    /// The lines that may still be written.
    var left: Int
    /// The lines that were left out, and the last of them.
    var missed = 0
    var last = ""
  }

  private var windows: [String: Window] = [:]

  /// When the next count of lines that were left out is due; `nil` if there is none.
  var deadline: Instant? { windows.values.filter { $0.missed > 0 }.map(\.end).min() }

  /// Returns whether a line may be written now, and counts it.
  mutating func allows(_ line: String, ofKind kind: String, at now: Instant) -> Bool {
    if windows[kind] == nil, windows.count >= Self.mostKinds {
      windows = windows.filter { $0.value.end > now || $0.value.missed > 0 }
    }
    let kind = windows[kind] == nil && windows.count >= Self.mostKinds ? "" : kind
    var window = windows[kind] ?? Window(end: now + Self.window, left: Self.most)
    if window.end <= now, window.missed == 0 {
      window = Window(end: now + Self.window, left: Self.most)
    }
    defer { windows[kind] = window }
    guard window.left == 0 else {
      window.left -= 1
      return true
    }
    window.missed += 1
    window.last = line
    return false
  }

  /// Returns a line for each kind of which lines were left out in a window that has ended, or in any
  /// with `isLast`.
  mutating func collected(at now: Instant, isLast: Bool = false) -> [String] {
    var lines: [String] = []
    for (kind, window) in windows.sorted(by: { $0.key < $1.key })
    where isLast || window.end <= now {
      guard window.missed > 0 else {
        windows[kind] = nil
        continue
      }
      windows[kind] = Window(end: now + Self.window, left: Self.mostLater)
      let seconds = Self.window.components.seconds
      lines.append(
        "… \(window.missed) more in \(seconds) s, the last: "
          + UntrustedText(window.last).line)
    }
    return lines
  }

  /// Returns the kind of a note: its words up to the first number, quote or name in it.
  static func kind(of note: String) -> String {
    String(note.prefix { !$0.isNumber && $0 != "\"" && $0 != "'" }.prefix(40))
  }
}
