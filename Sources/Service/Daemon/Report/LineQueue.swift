// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Glibc
import Orientation

/// A bounded queue of lines that a thread of its own writes in order.
///
/// `write` only enqueues, so a pipe that is not read, a stopped terminal or a hanging file system
/// blocks only that thread. A full queue for a descriptor drops lines and writes their number in
/// their place. The descriptor stays in blocking mode, since the parent process may share the open
/// file.
public final class LineQueue: Sendable {
  /// The maximum time that `flush` waits for unwritten lines.
  static let flushTimeout = Duration.milliseconds(500)

  private let channel: LineChannel

  /// Creates a queue for a descriptor, which is not closed.
  init(descriptor: Int32, room: Int = 1 << 20) {
    let writer = LineWriter(descriptor: descriptor)
    let isTerminal = isatty(descriptor) == 1
    channel = LineChannel(room: room, gap: Self.gap) { line in
      // A pipe whose reader has ended, or a terminal that is gone, is no error.
      guard let code = writer.write(line), code != EPIPE, !(isTerminal && code == EIO) else {
        return nil
      }
      return unsafe String(cString: strerror(code))
    }
  }

  /// Creates a queue that drops no line, but accepts none after an error or once it is full.
  ///
  /// `write` is called on the queue's thread and returns an error's description.
  init(room: Int, write: @escaping @Sendable (String) -> String?) {
    channel = LineChannel(room: room, gap: nil, write)
  }

  // The thread still writes the remaining lines, unless the process ends first.
  deinit { channel.end() }

  /// Standard output.
  public static let output = LineQueue(descriptor: STDOUT_FILENO)
  /// Standard error; the same queue as `output` if both are one file, to keep the order of lines.
  public static let errors = leadsToOutput ? output : LineQueue(descriptor: STDERR_FILENO)

  /// Enqueues a line; returns the error of an earlier line, or of a full queue that may not drop
  /// lines.
  @discardableResult
  public func write(_ line: String) -> String? { channel.append(line) }

  /// Waits up to `flushTimeout` until all lines are written; returns the last error.
  @discardableResult
  public func flush() -> String? {
    channel.flush(within: Self.flushTimeout)
    return channel.failure
  }

  private static func gap(_ count: Int) -> String {
    "swivel: \(count) \(count == 1 ? "line was" : "lines were") left out here, since no process read them"
  }

  private static var leadsToOutput: Bool {
    var (output, errors) = (stat(), stat())
    return unsafe fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &errors) == 0
      && output.st_dev == errors.st_dev && output.st_ino == errors.st_ino
  }
}

/// The state that a `LineQueue` shares with its thread; the lock protects its variables.
@safe
final class LineChannel: @unchecked Sendable {
  private let gap: (Int) -> String?
  private let mayLose: Bool
  private let write: @Sendable (String) -> String?
  // SAFETY: lock and conditions never move; the queue and its thread both retain the channel.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// The condition that is signalled when all lines are written.
  private let emptied = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var lines: EventQueue
  private var isWriting = false
  /// Whether a flush has timed out and no line has been written since.
  private var isStuck = false
  private var hasThread = false
  private var isOver = false
  private var problem: String?

  /// Creates the state; if `gap` is `nil`, no line may be dropped.
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

  func append(_ line: String) -> String? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    if let problem, !mayLose { return problem }
    if !lines.append(line), !mayLose { problem = "nothing was taken for a long time" }
    // If the system cannot start a thread now, the next line tries again.
    if !hasThread { hasThread = BackgroundThread.start { [self] in run() } }
    if !isWriting { unsafe pthread_cond_signal(filled) }
    return problem
  }

  var failure: String? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return problem
  }

  /// Waits up to `limit` until all lines are written; returns at once while the queue is stuck.
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

/// An unbuffered writer of whole lines, so that a pipe's reader receives each at once.
///
/// A write blocks until the reader has room; a loop uses a `LineQueue` instead.
struct LineWriter {
  let descriptor: Int32

  static let errors = LineWriter(descriptor: STDERR_FILENO)

  /// Writes text and a line break; returns `errno` if the write fails.
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
        // Another process that shares the open file has set O_NONBLOCK.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&wanted, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return nil
  }
}
