// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

extension EventLoop {
  /// Calls `handler` with the number of each of these signals that arrives, as an ordinary event.
  ///
  /// The signals are blocked on this thread, which must be the one that runs the loop; threads
  /// started later inherit that, and so do programs: whoever starts one resets its signal mask.
  /// Ordinary delivery comes back when the loop goes away.
  @discardableResult
  public func watch(
    signals numbers: [Int32], handler: @escaping (Int32) -> Void
  ) throws(SystemError) -> Token {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { try SystemError.check("sigaddset", sigaddset(&set, number)) }
    try signals.block(set, numbers: numbers)
    let source = SignalSource(
      try OwnedDescriptor(
        call: "signalfd", signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))))
    // The handler keeps the descriptor alive exactly as long as the registration.
    return try add(source.descriptor.raw, for: .readable) { _ in
      while let number = source.next() { handler(number) }
    }
  }
}
