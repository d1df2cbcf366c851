// SPDX-License-Identifier: Apache-2.0
import Orientation
import Text

/// A rate limit for log lines, separate for each kind of line; suppressed lines are counted.
///
/// A kind may have `most` lines in a `window`; after an exceeded window only `mostLater`, so that
/// endless changes write few lines.
struct LineBudget {
  static let window = Duration.seconds(10)
  static let most = 100
  static let mostLater = 5
  /// The maximum number of kinds with a window of their own; further kinds share one window.
  private static let mostKinds = 64

  private struct Window {
    let end: Instant
    /// The number of lines that may still be written in the window.
    var left: Int
    /// The number of suppressed lines, and the text of the last one.
    var missed = 0
    var last = ""
  }

  private var windows: [String: Window] = [:]

  /// The time at which the next count of suppressed lines is due; `nil` if none was suppressed.
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

  /// Returns a line about the suppressed lines of each kind whose window has ended, or of all kinds
  /// with `isLast`, and begins the next window of these kinds.
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
      let last = UntrustedText(window.last).line
      lines.append("… \(window.missed) more in \(seconds) s, the last: \(last)")
    }
    return lines
  }

  /// Returns the kind of a note: its words before the first number or quotation mark, at most 40
  /// characters.
  static func kind(of note: String) -> String {
    String(note.prefix { !$0.isNumber && $0 != "\"" && $0 != "'" }.prefix(40))
  }
}
