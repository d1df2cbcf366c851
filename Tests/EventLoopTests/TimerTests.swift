// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import EventLoop

@Suite struct TimerTests {
  static let millisecond: Int64 = 1_000_000

  @Test func deadlinesFireInOrderAndNeverEarly() throws {
    let loop = try EventLoop()
    let start = loop.now
    var order: [Int64] = []
    for delay in [20, 5, 10] as [Int64] {
      loop.schedule(at: start + delay * Self.millisecond) {
        #expect(loop.now >= start + delay * Self.millisecond)
        order.append(delay)
        if order.count == 3 { loop.stop() }
      }
    }
    try loop.run()
    #expect(order == [5, 10, 20])
  }

  @Test func equalDeadlinesFireInTheOrderOfArming() throws {
    let loop = try EventLoop()
    var order: [Int] = []
    for index in 0..<5 { loop.schedule(at: 1) { order.append(index) } }
    try loop.turn(waitingAtMost: Self.millisecond)
    #expect(order == [0, 1, 2, 3, 4])
  }

  @Test func cancelledDeadlineNeverFiresNorWakes() throws {
    let loop = try EventLoop()
    let token = loop.schedule(after: Self.millisecond) { Issue.record("cancelled") }
    try loop.turn(waitingAtMost: 0)
    loop.remove(token)
    try loop.turn(waitingAtMost: 20 * Self.millisecond)
    #expect(loop.wakeUps == 0)
  }

  @Test func handlerMayCancelAnotherThatIsDue() throws {
    let loop = try EventLoop()
    var second: Token?
    var fired = 0
    loop.schedule(at: 1) {
      fired += 1
      if let second { loop.remove(second) }
    }
    second = loop.schedule(at: 2) { Issue.record("cancelled") }
    try loop.turn(waitingAtMost: Self.millisecond)
    #expect(fired == 1)
  }

  @Test func handlerThatRearmsInThePastDoesNotStarveDescriptors() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var fired = 0
    func rearm() {
      fired += 1
      loop.schedule(at: 0, handler: rearm)
    }
    loop.schedule(at: 0, handler: rearm)
    _ = try loop.add(pipe.readEnd, for: .readable) { _ in loop.stop() }
    pipe.put()
    try loop.run()
    #expect(fired <= 2)
  }

  @Test func extremeDelaysAreClamped() throws {
    let loop = try EventLoop()
    loop.schedule(after: .max) { Issue.record("far too early") }
    loop.schedule(at: .max) { Issue.record("far too early") }
    var fired = 0
    loop.schedule(after: .min) { fired += 1 }
    loop.schedule(at: .min) { fired += 1 }
    try loop.turn(waitingAtMost: Self.millisecond)
    try loop.turn(waitingAtMost: 0)
    #expect(fired == 2)
  }

  @Test func idleLoopDoesNotWakeUp() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    _ = try loop.add(pipe.readEnd, for: .readable) { _ in Issue.record("nothing was written") }
    loop.schedule(after: 3_600_000 * Self.millisecond) { Issue.record("not within the hour") }
    try loop.turn(waitingAtMost: 200 * Self.millisecond)
    #expect(loop.wakeUps == 0)
  }

  @Test func oneDeadlineCostsOneWakeUp() throws {
    let loop = try EventLoop()
    loop.schedule(after: 2 * Self.millisecond) { loop.stop() }
    try loop.run()
    try loop.turn(waitingAtMost: 10 * Self.millisecond)
    #expect(loop.wakeUps == 1)
  }
}
