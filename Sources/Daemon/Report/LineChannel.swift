// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc

/// What a `LineQueue` and its thread have in common; every property is read and written under the lock.
final class LineChannel: @unchecked Sendable {
  private let gap: (Int) -> String?
  private let mayLose: Bool
  private let write: @Sendable (String) -> String?
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// There is a line to write, or the end has come.
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
  init(
    room: Int, gap: ((Int) -> String)?, _ write: @escaping @Sendable (String) -> String?
  ) {
    lines = EventQueue(room: room)
    mayLose = gap != nil
    self.gap = gap ?? { _ in nil }
    self.write = write
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    for condition in [filled, emptied] { pthread_cond_init(condition, &attributes) }
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    for condition in [filled, emptied] {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Takes a line in; returns what keeps it from being written where none may be missing.
  func take(_ line: String) -> String? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if let problem, !mayLose { return problem }
    if !lines.append(line), !mayLose { problem = "nothing was taken for a long time" }
    if !hasThread { hasThread = startThread() }
    if !isWriting { pthread_cond_signal(filled) }
    return problem
  }

  /// What has gone wrong so far.
  var failure: String? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return problem
  }

  /// Waits at most so many nanoseconds until everything is written; not again where that was in vain.
  func flush(within limit: Int64) {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = Int64(end.tv_nsec) + limit
    end.tv_sec += Int(nanoseconds / 1_000_000_000)
    end.tv_nsec = Int(nanoseconds % 1_000_000_000)
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isStuck, isWriting || !lines.isEmpty {
      if pthread_cond_timedwait(emptied, lock, &end) == ETIMEDOUT { isStuck = true }
    }
  }

  /// The thread writes what there is and ends.
  func end() {
    pthread_mutex_lock(lock)
    isOver = true
    pthread_cond_signal(filled)
    pthread_mutex_unlock(lock)
  }

  /// Begins to write; where there can be no thread now, the next line tries again.
  private func startThread() -> Bool {
    // Signals are for whoever runs the loop.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let channel = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<LineChannel>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, channel.toOpaque())
    guard code == 0 else {
      channel.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func run() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      guard let line = lines.next(gap: gap) else {
        pthread_cond_broadcast(emptied)
        if isOver { return }
        pthread_cond_wait(filled, lock)
        continue
      }
      isWriting = true
      pthread_mutex_unlock(lock)
      let found = write(line)
      pthread_mutex_lock(lock)
      (isWriting, isStuck) = (false, false)
      if let found {
        problem = found
        if !mayLose { lines = EventQueue() }
      }
    }
  }
}
