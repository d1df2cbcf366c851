// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Foundation
import Synchronization
import Testing
import WaylandClient
import WaylandServer

/// Windows that a source beside Wayland reports before the compositor has reported everything.
@Suite struct EarlyWindowTests {
  private final class Feed: WindowSource {
    let interface = WindowInterface.gnome
    let windows = [DesktopWindow(id: 1)]
  }

  /// The windows that a session knew when its first wait had begun, and once it was ready.
  private struct Course: Sendable {
    var early = 0
    var ready = 0
    var added = 0
  }

  private static func play() throws -> Course {
    let (loop, display) = (try EventLoop(), try Display())
    let session = try display.session(in: loop)
    var course = Course()
    session.onEvent = { if case .windowAdded = $0 { course.added += 1 } }
    session.follow(Feed())
    _ = session.beginWait()
    session.endWait(readable: false)
    course.early = session.windows.count
    for _ in 0..<100 where !session.isReady {
      try loop.turn(waitingAtMost: .milliseconds(2))
      display.flush()
      session.run(for: .milliseconds(2))
    }
    course.ready = session.windows.count
    return course
  }

  /// On a thread of its own, so that a wait that does not end cannot block the tests.
  @Test func aFeedsWindowsAreHeldBackUntilTheSessionIsReady() throws {
    let done = DispatchSemaphore(value: 0)
    let course = Mutex<Result<Course, any Error>?>(nil)
    Thread.detachNewThread {
      let result = Result { try Self.play() }
      course.withLock { $0 = result }
      done.signal()
    }
    try #require(done.wait(timeout: .now() + 20) == .success, "the wait never begins")
    let found = try #require(course.withLock { $0 }).get()
    #expect(found.early == 0 && found.ready == 1 && found.added == 1, "\(found)")
  }
}
