// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import EventLoop

/// `raise` goes to the calling thread, so that nothing else in the test process sees the signals.
@Suite struct SignalTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalArrivesAsAnEvent(number: Int32) throws {
    let loop = try EventLoop()
    var seen: [Int32] = []
    try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP]) { [unowned loop] in
      seen.append($0)
      loop.stop()
    }
    raise(number)
    try loop.run()
    #expect(seen == [number])
  }

  @Test func theSignalMaskIsRestoredWhenTheLoopEnds() throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    do {
      let loop = try EventLoop()
      try loop.watch(signals: [SIGUSR1]) { _ in }
      var during = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &during)
      #expect(sigismember(&during, SIGUSR1) == 1)
    }
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    #expect(sigismember(&after, SIGUSR1) == sigismember(&before, SIGUSR1))
  }

  @Test func impossibleSignalIsRefused() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError(call: "sigaddset", code: EINVAL)) {
      try loop.watch(signals: [-1]) { _ in }
    }
  }
}
