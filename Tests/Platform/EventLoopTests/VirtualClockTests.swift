// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
import Testing

/// A loop with a simulated clock.
@Suite struct VirtualClockTests {
  @Test func virtualTimeJumpsToTheNextDeadline() throws {
    let clock = VirtualClock(now: Instant(milliseconds: 7))
    let loop = try EventLoop(clock: clock)
    var fired: [Instant] = []
    loop.schedule(after: .seconds(3600)) {
      fired.append(loop.now)
      loop.stop()
    }
    loop.schedule(after: .milliseconds(5)) { fired.append(loop.now) }
    loop.schedule(at: .zero) { fired.append(loop.now) }
    let start = EventLoop.now
    try loop.run()
    #expect(fired.map(\.milliseconds) == [7, 12, 3_600_007])
    #expect(EventLoop.now - start < .seconds(600))
    #expect(clock.now == loop.now)
  }

  @Test func virtualTimeStandsStillWhileADescriptorIsReady() throws {
    let clock = VirtualClock()
    let loop = try EventLoop(clock: clock)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var order: [String] = []
    loop.schedule(after: .milliseconds(1)) {
      order.append("deadline")
      loop.stop()
    }
    _ = try loop.add(ends[0], for: .readable) { [unowned loop] _ in
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
      order.append("byte \(byte) at \(loop.now.milliseconds)")
    }
    for byte in [UInt8(1), 2] {
      _ = withUnsafeBytes(of: byte) { write(ends[1], $0.baseAddress, 1) }
    }
    try loop.run()
    #expect(order == ["byte 1 at 0", "byte 2 at 0", "deadline"])
  }

  @Test func aTimedRunFiresDeadlinesUpToItsEndOnly() throws {
    let loop = try EventLoop(clock: VirtualClock())
    var fired: [Int64] = []
    for delay in [0, 5, 10, 11] {
      loop.schedule(after: .milliseconds(delay)) { [unowned loop] in
        fired.append(loop.now.milliseconds)
      }
    }
    try loop.run(for: .zero)
    #expect(fired == [0] && loop.now == .zero)
    try loop.run(for: .milliseconds(10))
    #expect(fired == [0, 5, 10] && loop.now == Instant(milliseconds: 10))
    // A stopped run leaves no deadline behind.
    loop.stop()
    try loop.run(for: .seconds(1))
    #expect(fired.count == 3 && loop.registrations == (1, 1))
  }

  @Test func aVirtualLoopWithoutTimersOrDescriptorsThrows() throws {
    let loop = try EventLoop(clock: VirtualClock())
    #expect(throws: SystemError(call: "epoll_wait", code: EDEADLK)) { try loop.run() }
    #expect(loop.registrations == (0, 0))
  }
}
