// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Ctrl-C as a wish that is looked at now and then; a second one ends the process as usual.
final class Interruption {
  private let mask: UnsafeMutablePointer<sigset_t>

  /// From now on Ctrl-C is only noted.
  init() {
    mask = .allocate(capacity: 1)
    sigemptyset(mask)
    sigaddset(mask, SIGINT)
    sigprocmask(SIG_BLOCK, mask, nil)
  }

  deinit {
    sigprocmask(SIG_UNBLOCK, mask, nil)
    mask.deallocate()
  }

  private var wasWanted = false

  /// Whether Ctrl-C was pressed; once seen, the next one ends the process.
  var isWanted: Bool {
    if wasWanted { return true }
    var now = timespec(tv_sec: 0, tv_nsec: 0)
    if sigtimedwait(mask, nil, &now) == SIGINT {
      wasWanted = true
      sigprocmask(SIG_UNBLOCK, mask, nil)
    }
    return wasWanted
  }
}
