// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import EventLoop

@Suite struct DescriptorTests {
  @Test func readableDescriptorCallsItsHandler() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var seen: [UInt8] = []
    _ = try loop.add(pipe.readEnd, for: .readable) { [unowned loop] readiness in
      #expect(readiness == .readable)
      seen.append(pipe.take())
      loop.stop()
    }
    pipe.put(7)
    try loop.run()
    #expect(seen == [7])
  }

  @Test func handlerMayRemoveAnotherWhoseEventWasAlreadyReported() throws {
    let loop = try EventLoop()
    let pipes = [Pipe(), Pipe()]
    var tokens: [Token] = []
    var calls = 0
    for pipe in pipes {
      tokens.append(
        try loop.add(pipe.readEnd, for: .readable) { _ in
          calls += 1
          for token in tokens { loop.remove(token) }
        })
      pipe.put()
    }
    try loop.turn(waitingAtMost: .zero)
    try loop.turn(waitingAtMost: .zero)
    #expect(calls == 1)
  }

  @Test func handlerMayAddAnother() throws {
    let loop = try EventLoop()
    let (first, second) = (Pipe(), Pipe())
    var order: [String] = []
    _ = try loop.add(first.readEnd, for: .readable) { [unowned loop] _ in
      _ = first.take()
      order.append("first")
      _ = try? loop.add(second.readEnd, for: .readable) { _ in
        order.append("second")
        loop.stop()
      }
    }
    first.put()
    second.put()
    try loop.run()
    #expect(order == ["first", "second"])
  }

  @Test func staleTokenDoesNotTouchAReusedDescriptor() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let old = try loop.add(pipe.readEnd, for: .readable) { _ in Issue.record("removed") }
    loop.remove(old)
    var calls = 0
    _ = try loop.add(pipe.readEnd, for: .readable) { _ in calls += 1 }
    loop.remove(old)
    pipe.put()
    try loop.turn(waitingAtMost: .zero)
    #expect(calls == 1)
  }

  @Test func modifyChangesTheWatchedReadiness() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var seen: [Readiness] = []
    let token = try loop.add(pipe.writeEnd, for: []) { seen.append($0) }
    try loop.turn(waitingAtMost: .zero)
    #expect(seen.isEmpty)
    try loop.modify(token, for: .writable)
    try loop.turn(waitingAtMost: .zero)
    #expect(seen == [.writable])
  }

  @Test func badDescriptorsAreRefusedWithTheSystemsError() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    #expect(throws: SystemError(call: "epoll_ctl", code: EBADF)) {
      try loop.add(-1, for: .readable) { _ in }
    }
    _ = try loop.add(pipe.readEnd, for: .readable) { _ in }
    let error = #expect(throws: SystemError.self) {
      try loop.add(pipe.readEnd, for: .readable) { _ in }
    }
    #expect(error?.description == "epoll_ctl: File exists")
  }

  @Test func descriptorClosedBeforeItsRemovalDoesNoHarm() throws {
    let loop = try EventLoop()
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let token = try loop.add(ends[0], for: .readable) { _ in }
    close(ends[0])
    loop.remove(token)
    close(ends[1])
    try loop.turn(waitingAtMost: .zero)
    #expect(loop.wakeUps == 0)
  }

  @Test func removedPreparationDoesNotRunInTheSamePass() throws {
    let loop = try EventLoop()
    var second: Token?
    var calls = 0
    _ = loop.prepare { if let second { loop.remove(second) } }
    second = loop.prepare { calls += 1 }
    try loop.turn(waitingAtMost: .zero)
    #expect(calls == 0)
  }

  @Test func preparationRunsBeforeEachSleepUntilRemoved() throws {
    let loop = try EventLoop()
    var count = 0
    let token = loop.prepare { count += 1 }
    try loop.turn(waitingAtMost: .zero)
    try loop.turn(waitingAtMost: .zero)
    loop.remove(token)
    try loop.turn(waitingAtMost: .zero)
    #expect(count == 2)
  }

  @Test func aStopBeforeRunEndsThatRunOnly() throws {
    let loop = try EventLoop()
    loop.stop()
    try loop.run()
    #expect(try loop.turn(waitingAtMost: .zero))
  }
}
