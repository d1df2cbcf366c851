// SPDX-License-Identifier: Apache-2.0
import Explanation
import Glibc

/// What standard output is connected to.
enum Terminal {
  /// Colours only on a terminal whose user did not switch them off (NO_COLOR).
  static var style: TextStyle {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return TextStyle(colour: isTerminal && !isPlain, columns: isTerminal ? columns : 100)
  }

  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return Int(size.ws_col)
  }
}
