// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The terminal as a screen of its own: keys come at once, and everything is as before at the end.
final class TopScreen {
  private var before = termios()

  /// Switches to a second screen without echo and cursor.
  init() {
    tcgetattr(STDIN_FILENO, &before)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Puts the terminal back.
  func leave() {
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  /// How many rows and columns there are now.
  static var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0
    else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Shows the lines in one go, without a flash.
  func show(_ lines: [String]) {
    Self.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// What was typed since the last time.
  static func keys() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : []
  }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
