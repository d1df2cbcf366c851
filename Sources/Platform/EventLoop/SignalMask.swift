// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The signals that a loop has blocked, to be unblocked at its end.
struct SignalMask {
  private var taken = sigset_t()
  private var isEmpty = true

  /// Blocks `set` on this thread and records the signals that were not blocked before.
  mutating func block(_ set: sigset_t, numbers: [Int32]) throws(SystemError) {
    var wanted = set
    var previous = sigset_t()
    let code = unsafe pthread_sigmask(SIG_BLOCK, &wanted, &previous)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", code: code) }
    if isEmpty { unsafe sigemptyset(&taken) }
    isEmpty = false
    for number in numbers where unsafe sigismember(&previous, number) == 0 {
      unsafe sigaddset(&taken, number)
    }
  }

  mutating func restore() {
    guard !isEmpty else { return }
    unsafe pthread_sigmask(SIG_UNBLOCK, &taken, nil)
    isEmpty = true
  }
}

/// The handling of signals before a program's event loop runs.
///
/// Call `heed()` first: there is nothing to clean up yet, so SIGINT and SIGTERM end the process at
/// once, with exit code 0. Then call `hold()`: from there on signals stay pending until a loop
/// watches them. Call both on the main thread; a signal that is delivered to another one, such as a
/// plug-in's, is forwarded to the main thread.
public enum EarlySignals {
  private static let ends = [SIGINT, SIGTERM]
  // Written once, before anything can read it.
  nonisolated(unsafe) private static var mainThread = pthread_t()

  /// Lets SIGINT and SIGTERM end the process as a success, and blocks SIGHUP.
  ///
  /// Signals that the parent process ignored stay ignored.
  public static func heed() {
    unsafe mainThread = pthread_self()
    block([SIGHUP])
    for number in ends {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
      action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in
        // Only async-signal-safe functions are allowed here.
        if unsafe pthread_equal(pthread_self(), EarlySignals.mainThread) != 0 { _exit(0) }
        unsafe pthread_kill(EarlySignals.mainThread, number)
      }
      action.sa_flags = SA_RESTART
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Blocks SIGINT, SIGTERM and SIGHUP until `EventLoop.watch` receives them.
  public static func hold() { block(ends + [SIGHUP]) }

  private static func block(_ numbers: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is a number in the place of a function.
    unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
