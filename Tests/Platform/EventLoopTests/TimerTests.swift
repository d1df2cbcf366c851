// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Testing

@testable import EventLoop

@Suite struct TimerTests {
  private static let first = Instant(nanoseconds: 1)

  @Test func deadlinesFireInOrderAndNeverEarly() throws {
    let loop = try EventLoop()
    let start = loop.now
    var order: [Int64] = []
    for delay in [20, 5, 10] as [Int64] {
      loop.schedule(at: start + .milliseconds(delay)) {
        #expect(loop.now >= start + .milliseconds(delay))
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
    for index in 0..<5 { loop.schedule(at: Self.first) { order.append(index) } }
    try loop.turn(waitingAtMost: .milliseconds(1))
    #expect(order == [0, 1, 2, 3, 4])
  }

  @Test func cancelledDeadlineNeverFiresNorWakes() throws {
    let loop = try EventLoop()
    let token = loop.schedule(after: .milliseconds(1)) { Issue.record("cancelled") }
    try loop.turn(waitingAtMost: .zero)
    loop.remove(token)
    try loop.turn(waitingAtMost: .milliseconds(20))
    #expect(loop.wakeUps == 0)
  }

  @Test func handlerMayCancelAnotherThatIsDue() throws {
    let loop = try EventLoop()
    var second: Token?
    var fired = 0
    loop.schedule(at: Self.first) {
      fired += 1
      if let second { loop.remove(second) }
    }
    second = loop.schedule(at: Instant(nanoseconds: 2)) { Issue.record("cancelled") }
    try loop.turn(waitingAtMost: .milliseconds(1))
    #expect(fired == 1)
  }

  @Test func handlerThatRearmsInThePastDoesNotStarveDescriptors() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var fired = 0
    unowned let borrowed = loop
    func rearm() {
      fired += 1
      borrowed.schedule(at: .zero, handler: rearm)
    }
    loop.schedule(at: .zero, handler: rearm)
    _ = try loop.add(pipe.readEnd, for: .readable) { [unowned loop] _ in loop.stop() }
    pipe.put()
    try loop.run()
    #expect(fired <= 2)
  }

  @Test func extremeDelaysAreClamped() throws {
    let loop = try EventLoop()
    loop.schedule(after: .nanoseconds(Int64.max)) { Issue.record("far too early") }
    loop.schedule(after: .seconds(Int64.max)) { Issue.record("far too early") }
    loop.schedule(at: Instant(nanoseconds: .max)) { Issue.record("far too early") }
    var fired = 0
    loop.schedule(after: .seconds(Int64.min)) { fired += 1 }
    loop.schedule(at: Instant(nanoseconds: .min)) { fired += 1 }
    try loop.turn(waitingAtMost: .milliseconds(1))
    try loop.turn(waitingAtMost: .zero)
    #expect(fired == 2)
  }

  @Test func idleLoopDoesNotWakeUp() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    _ = try loop.add(pipe.readEnd, for: .readable) { _ in Issue.record("nothing was written") }
    loop.schedule(after: .seconds(3600)) { Issue.record("not within the hour") }
    try loop.turn(waitingAtMost: .milliseconds(200))
    #expect(loop.wakeUps == 0)
  }

  @Test func oneDeadlineCostsOneWakeUp() throws {
    let loop = try EventLoop()
    loop.schedule(after: .milliseconds(2)) { loop.stop() }
    try loop.run()
    try loop.turn(waitingAtMost: .milliseconds(10))
    #expect(loop.wakeUps == 1)
  }
}
