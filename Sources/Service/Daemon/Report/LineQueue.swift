// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Glibc
import Orientation

/// Lines on their way out of a process whose loop must not wait for whoever takes them.
///
/// A thread of its own writes them, one after the other, and sleeps while there are none: a pipe that
/// nobody reads, a stopped terminal or a file system that hangs holds up that thread and nothing else.
/// What waits is bounded; what finds no room is left out and counted. The descriptor stays as it is,
/// since whoever started us may share it.
public final class LineQueue: Sendable {
  /// How long the end of a run waits for lines that nobody takes.
  static let flushTimeout = Duration.milliseconds(500)

  private let channel: LineChannel

  /// Lines for a descriptor that stays open; a reader that has gone is no reason to stop.
  init(descriptor: Int32, room: Int = 1 << 20) {
    let writer = LineWriter(descriptor: descriptor)
    let isTerminal = isatty(descriptor) == 1
    channel = LineChannel(room: room, gap: Self.gap) { line in
      // A pipe's reader or a terminal that has gone is no failure.
      guard let code = writer.write(line), code != EPIPE, !(isTerminal && code == EIO) else {
        return nil
      }
      return unsafe String(cString: strerror(code))
    }
  }

  /// Lines that are worth nothing if one is missing: the first problem ends them.
  ///
  /// `write` is called by another thread; what it returns is the problem.
  init(room: Int, write: @escaping @Sendable (String) -> String?) {
    channel = LineChannel(room: room, gap: nil, write)
  }

  // What is left is still written, if the process stays for that long.
  deinit { channel.end() }

  /// Standard output.
  public static let output = LineQueue(descriptor: STDOUT_FILENO)
  /// Standard error; where both go to the same place their lines keep their order.
  public static let errors = leadsToOutput ? output : LineQueue(descriptor: STDERR_FILENO)

  /// Sends a line off; returns what has gone wrong with one before, or that there is no room, where
  /// none may be missing.
  @discardableResult
  public func write(_ line: String) -> String? { channel.append(line) }

  /// Waits until everything is written, but only for a moment; returns what has gone wrong so far.
  @discardableResult
  public func flush() -> String? {
    channel.flush(within: Self.flushTimeout)
    return channel.failure
  }

  private static func gap(_ count: Int) -> String {
    "swivel: \(count) \(count == 1 ? "line was" : "lines were") left out here, since nobody read them"
  }

  private static var leadsToOutput: Bool {
    var (output, errors) = (stat(), stat())
    return unsafe fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &errors) == 0
      && output.st_dev == errors.st_dev && output.st_ino == errors.st_ino
  }
}

/// What a `LineQueue` and its thread have in common; every property is read and written under the lock.
@safe
final class LineChannel: @unchecked Sendable {
  // SAFETY: lock and conditions never move; the queue and its thread both keep the channel.
  private let gap: (Int) -> String?
  private let mayLose: Bool
  private let write: @Sendable (String) -> String?
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Everything is written.
  private let emptied = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var lines: EventQueue
  private var isWriting = false
  /// Whether a wait was in vain and nothing has been written since.
  private var isStuck = false
  private var hasThread = false
  private var isOver = false
  private var problem: String?

  /// Without `gap` no line may be missing.
  init(room: Int, gap: ((Int) -> String)?, _ write: @escaping @Sendable (String) -> String?) {
    lines = EventQueue(room: room)
    mayLose = gap != nil
    self.gap = gap ?? { _ in nil }
    self.write = write
    unsafe pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(filled, &attributes)
    unsafe pthread_cond_init(emptied, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(filled)
    unsafe filled.deallocate()
    unsafe pthread_cond_destroy(emptied)
    unsafe emptied.deallocate()
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Takes a line in; returns what keeps it from being written where none may be missing.
  func append(_ line: String) -> String? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    if let problem, !mayLose { return problem }
    if !lines.append(line), !mayLose { problem = "nothing was taken for a long time" }
    // Where there can be no thread now, the next line tries again.
    if !hasThread { hasThread = BackgroundThread.start { [self] in run() } }
    if !isWriting { unsafe pthread_cond_signal(filled) }
    return problem
  }

  var failure: String? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return problem
  }

  /// Waits at most so long until everything is written; not again where that was in vain.
  func flush(within limit: Duration) {
    let last = (EventLoop.now + limit).nanoseconds
    var end = timespec(tv_sec: Int(last / 1_000_000_000), tv_nsec: Int(last % 1_000_000_000))
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while !isStuck, isWriting || !lines.isEmpty {
      if unsafe pthread_cond_timedwait(emptied, lock, &end) == ETIMEDOUT { isStuck = true }
    }
  }

  func end() {
    unsafe pthread_mutex_lock(lock)
    isOver = true
    unsafe pthread_cond_signal(filled)
    unsafe pthread_mutex_unlock(lock)
  }

  private func run() {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      guard let line = lines.next(gap: gap) else {
        unsafe pthread_cond_broadcast(emptied)
        if isOver { return }
        unsafe pthread_cond_wait(filled, lock)
        continue
      }
      isWriting = true
      unsafe pthread_mutex_unlock(lock)
      let found = write(line)
      unsafe pthread_mutex_lock(lock)
      (isWriting, isStuck) = (false, false)
      if let found {
        problem = found
        if !mayLose { lines = EventQueue() }
      }
    }
  }
}

/// Writes whole lines to a descriptor at once, so that a pipe's reader gets them when they happen.
///
/// It waits for whoever reads; where that must not be, a `LineQueue` comes before it.
struct LineWriter {
  let descriptor: Int32

  static let errors = LineWriter(descriptor: STDERR_FILENO)

  /// Writes text and a line break; returns the error's number if it did not come off.
  @discardableResult
  func write(_ text: String) -> Int32? {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Another program has set what we share with it not to wait.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&wanted, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return nil
  }
}
