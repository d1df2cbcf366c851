// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The signals that a loop has taken out of ordinary delivery, to be given back at its end.
struct SignalMask {
  private var taken = sigset_t()
  private var isEmpty = true

  /// Blocks `set` on this thread and remembers what was not blocked before.
  mutating func block(_ set: sigset_t, numbers: [Int32]) throws(SystemError) {
    var wanted = set
    var previous = sigset_t()
    let code = pthread_sigmask(SIG_BLOCK, &wanted, &previous)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", code: code) }
    if isEmpty { sigemptyset(&taken) }
    isEmpty = false
    for number in numbers where sigismember(&previous, number) == 0 { sigaddset(&taken, number) }
  }

  mutating func restore() {
    guard !isEmpty else { return }
    pthread_sigmask(SIG_UNBLOCK, &taken, nil)
    isEmpty = true
  }
}
