// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Explanation
import Formats
import Glibc
import ModelChecker
import Orientation

/// The terminal that standard output is connected to, if any.
enum Terminal {
  /// The text style of standard output: coloured on a terminal unless NO_COLOR is set and not
  /// empty; as wide as the terminal, otherwise 100 columns.
  static var style: TextStyle {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isPlain = Program.environment("NO_COLOR").map { !$0.isEmpty } ?? false
    let columns = isTerminal ? size.columns : 0
    return TextStyle(colour: isTerminal && !isPlain, columns: columns > 0 ? columns : 100)
  }

  /// The size of the terminal in character cells; 0 for an unknown size.
  static var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return (0, 0) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Writes bytes to standard output without buffering; returns whether all were written.
  static func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The progress of `swivel check`, on one line of the terminal that each update overwrites.
final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var last: Instant
  private let start: Instant
  private var isShown = false

  init() {
    start = EventLoop.now
    last = start
  }

  func show(_ progress: CheckProgress) {
    show(
      "\(progress.states) states, \(progress.states - progress.expanded) to look at, "
        + "\(progress.depth) events deep, \(progress.bytes >> 20) MiB")
  }

  /// Overwrites the line with a text and the elapsed time, at most twice a second, if standard
  /// error is a terminal.
  private func show(_ text: @autoclosure () -> String) {
    let now = EventLoop.now
    guard isTerminal, now - last > .milliseconds(500) else { return }
    last = now
    isShown = true
    write("\r\u{1B}[K\(text()), \((last - start).components.seconds) s")
  }

  func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
