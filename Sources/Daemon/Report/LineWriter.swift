// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc

/// Writes whole lines at once, so that a pipe's reader gets them when they happen.
enum LineWriter {
  /// What was asked for; whether all of it could be written is said when the program ends.
  case output
  /// What went wrong.
  case errors

  /// Writes text and a line break; a reader that has gone is no reason to stop.
  func write(_ text: String) {
    switch self {
    case .output: StandardOutput.line(text)
    case .errors:
      let line = Array((text + "\n").utf8)
      _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
  }
}
