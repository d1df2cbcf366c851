// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The terminal that a run was started from, if it was.
///
/// SIGHUP says that it is gone, or, to a daemon, to read its configuration: only the terminal tells
/// which.
struct ControllingTerminal {
  private let wasThere = Self.isThere

  /// Whether there was one at the start and there is none any more.
  var isGone: Bool { wasThere && !Self.isThere }

  private static var isThere: Bool {
    let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
