// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
public import Orientation

// A single-threaded event loop over epoll: descriptors, deadlines and signals.
//
// Nothing is polled and nothing wakes up without a cause. A registration is a `Token`, whose
// handler is never called once it has been removed. `TimerQueue` holds deadlines in order behind
// one kernel timer; `SignalMask` blocks signals and restores them; `FileWatch` follows a file that
// may be replaced. Begin with `EventLoop.run`.

/// An event loop, which waits for descriptors, deadlines and signals on one thread and calls their
/// handlers.
///
/// An idle loop sleeps in the kernel and never wakes up by itself. Handlers may add, change and
/// remove registrations, including their own; a removed handler is not called again, not even for
/// an event that the kernel had already reported. The caller owns the descriptors, and removes them
/// from the loop before closing them. Readiness is level-triggered.
@safe
public final class EventLoop {
  struct Source {
    let descriptor: Int32
    let handler: (Readiness) -> Void
  }

  private let epoll: OwnedDescriptor
  let clock: OwnedDescriptor
  private var sources: [UInt64: Source] = [:]
  private var preparations: [(token: Token, action: () -> Void)] = []
  // SAFETY: the union in an `epoll_event` always contains a token's number, or 0 for `clock`.
  private var events = unsafe [epoll_event](repeating: epoll_event(), count: 32)
  private var lastNumber: UInt64 = 0
  private(set) var isStopping = false
  private var timers = TimerQueue()
  /// The deadline of the kernel timer; `nil` while the timer is disarmed.
  private var armed: Instant?
  private var signals = SignalMask()
  /// The clock of a simulation; `nil` if the loop uses the monotonic clock.
  private let virtualClock: VirtualClock?

  /// The number of waits for descriptors that returned events.
  public private(set) var wakeUps = 0

  /// Creates a loop without registrations; throws if no descriptor is available.
  ///
  /// With a virtual clock the loop never sleeps: if no descriptor is ready, the clock advances to
  /// the next deadline, and without a deadline `run` throws `EDEADLK`.
  public init(clock virtualClock: VirtualClock? = nil) throws(SystemError) {
    self.virtualClock = virtualClock
    epoll = try OwnedDescriptor(call: "epoll_create1", epoll_create1(Int32(EPOLL_CLOEXEC)))
    clock = try OwnedDescriptor(
      call: "timerfd_create",
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)))
    // Numbers of tokens start at 1; 0 is the loop's own timer.
    try control(EPOLL_CTL_ADD, clock.raw, .readable, Token(number: 0))
  }

  deinit { signals.restore() }

  /// Calls `handler` whenever `descriptor` is ready for one of the interests, until the token is
  /// removed.
  ///
  /// Throws `EPERM` for regular files and directories, `EEXIST` for a descriptor already watched.
  public func add(
    _ descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Token {
    let token = makeToken()
    try control(EPOLL_CTL_ADD, descriptor, interest, token)
    sources[token.number] = Source(descriptor: descriptor, handler: handler)
    return token
  }

  /// Replaces the interests of a descriptor; a token that is unknown or of another kind is ignored.
  public func modify(_ token: Token, for interest: Readiness) throws(SystemError) {
    guard let source = sources[token.number] else { return }
    try control(EPOLL_CTL_MOD, source.descriptor, interest, token)
  }

  /// Calls `action` before each wait for events, so that output buffers can be flushed.
  public func prepare(_ action: @escaping () -> Void) -> Token {
    let token = makeToken()
    preparations.append((token, action))
    return token
  }

  /// Ends a registration of any kind: descriptor, deadline or preparation.
  ///
  /// An unknown token, or that of a deadline whose handler was called, is ignored.
  public func remove(_ token: Token) {
    if let source = sources.removeValue(forKey: token.number) {
      // A descriptor that was closed too early has already left the set.
      _ = epoll_ctl(epoll.raw, EPOLL_CTL_DEL, source.descriptor, nil)
    } else if !timers.remove(token) {
      preparations.removeAll { $0.token == token }
    }
  }

  /// Runs the loop until `stop()` is called; returns at once if it was called before.
  public func run() throws(SystemError) {
    while try turn(milliseconds: -1) {}
  }

  /// Runs the loop until its clock has advanced by `duration`, or `stop()` is called.
  package func run(for duration: Duration) throws(SystemError) {
    var isOver = false
    let end = schedule(after: duration) { isOver = true }
    defer { remove(end) }
    while try turn(milliseconds: -1), !isOver {}
  }

  /// Makes `run()` return after the current handler; outside of a handler, makes the next `run()`
  /// return at once.
  public func stop() { isStopping = true }

  /// Waits at most `limit` for a batch of events and handles it.
  ///
  /// The limit is rounded up to whole milliseconds; zero only handles events that are ready. A loop
  /// with a virtual clock ignores the limit. Returns false if `stop()` was called.
  @discardableResult
  public func turn(waitingAtMost limit: Duration) throws(SystemError) -> Bool {
    try turn(milliseconds: limit.pollMilliseconds)
  }

  private func makeToken() -> Token {
    lastNumber += 1
    return Token(number: lastNumber)
  }

  private func turn(milliseconds: Int32) throws(SystemError) -> Bool {
    if !isStopping { prepare() }
    if !isStopping {
      if let virtualClock {
        try handleOrJump(virtualClock)
      } else {
        try sleepAndHandle(milliseconds: milliseconds)
      }
    }
    defer { isStopping = false }
    return !isStopping
  }

  private func prepare() {
    // An action may remove another one, which is not called any more then.
    for (token, action) in preparations where preparations.contains(where: { $0.token == token }) {
      action()
    }
  }

  private func sleepAndHandle(milliseconds: Int32) throws(SystemError) {
    try armClock()
    _ = try handleEvents(milliseconds: milliseconds)
  }

  /// Handles ready descriptors and due deadlines; if no descriptor is ready, advances the clock to
  /// the next deadline.
  private func handleOrJump(_ clock: VirtualClock) throws(SystemError) {
    let count = try handleEvents(milliseconds: 0)
    guard !isStopping else { return }
    guard count > 0 || timers.earliest != nil else {
      throw SystemError(call: "epoll_wait", code: EDEADLK)
    }
    if count == 0, let earliest = timers.earliest { clock.advance(to: earliest) }
    fireTimers()
  }

  /// Waits for one batch of events and handles it; returns the number of events, 0 also if a signal
  /// has interrupted the wait.
  private func handleEvents(milliseconds: Int32) throws(SystemError) -> Int32 {
    let count = unsafe epoll_wait(epoll.raw, &events, Int32(events.count), milliseconds)
    guard count >= 0 else {
      guard errno == EINTR else { throw SystemError(call: "epoll_wait", code: errno) }
      return 0
    }
    if count > 0 { wakeUps += 1 }
    for index in 0..<Int(count) {
      let number = unsafe events[index].data.u64
      let readiness = unsafe Readiness(rawValue: events[index].events)
      if number == 0 { fireTimers() } else { sources[number]?.handler(readiness) }
      // The remaining descriptors are still ready, so the next wait reports them again.
      guard !isStopping else { break }
    }
    return count
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ interest: Readiness, _ token: Token
  ) throws(SystemError) {
    var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token.number))
    try unsafe SystemError.check("epoll_ctl", epoll_ctl(epoll.raw, operation, descriptor, &event))
  }

  /// The current instant of the monotonic clock, which stops while the machine is suspended.
  public static var now: Instant { Instant(nanoseconds: swivel_monotonic_nanoseconds()) }

  /// The current instant of the loop's clock, which deadlines use.
  public var now: Instant { virtualClock?.now ?? Self.now }

  /// The number of all registrations, and the number of deadlines among them.
  package var registrations: (all: Int, deadlines: Int) {
    (sources.count + preparations.count + timers.count, timers.count)
  }

  /// Calls `handler` once when the loop's clock reaches `deadline`.
  ///
  /// For a deadline in the past, `handler` is called in the next iteration. A handler is never
  /// called early; it is late by the kernel's timer slack and by the handlers that run before it.
  @discardableResult
  public func schedule(at deadline: Instant, handler: @escaping () -> Void) -> Token {
    let token = makeToken()
    timers.insert(token, at: deadline, handler: handler)
    return token
  }

  /// Calls `handler` once after `delay`; a negative delay counts as zero.
  @discardableResult
  public func schedule(after delay: Duration, handler: @escaping () -> Void) -> Token {
    let (deadline, overflow) = now.nanoseconds.addingReportingOverflow(max(0, delay.nanoseconds))
    return schedule(at: Instant(nanoseconds: overflow ? .max : deadline), handler: handler)
  }

  private func armClock() throws(SystemError) {
    guard timers.earliest != armed else { return }
    var setting = itimerspec()
    if let earliest = timers.earliest {
      // A value of zero would disarm the timer; any other instant in the past expires at once.
      let deadline = max(1, earliest.nanoseconds)
      setting.it_value.tv_sec = Int(deadline / 1_000_000_000)
      setting.it_value.tv_nsec = Int(deadline % 1_000_000_000)
    }
    try unsafe SystemError.check(
      "timerfd_settime", timerfd_settime(clock.raw, Int32(TFD_TIMER_ABSTIME), &setting, nil))
    armed = timers.earliest
  }

  private func fireTimers() {
    var expirations: UInt64 = 0
    _ = unsafe read(clock.raw, &expirations, MemoryLayout<UInt64>.size)
    armed = nil
    let moment = now
    let limit = makeToken().number
    while !isStopping, let handler = timers.popDue(at: moment, before: limit) { handler() }
  }

  /// Calls `handler` with the number of each watched signal that arrives, as an ordinary event.
  ///
  /// The signals are blocked on this thread, which must be the loop's. Threads and programs that
  /// are started later inherit the mask, so it must be reset when starting a program. Signals that
  /// were not blocked before are unblocked when the loop is released, but not when the token is
  /// removed.
  @discardableResult
  public func watch(
    signals numbers: [Int32], handler: @escaping (Int32) -> Void
  ) throws(SystemError) -> Token {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { try unsafe SystemError.check("sigaddset", sigaddset(&set, number)) }
    try signals.block(set, numbers: numbers)
    let source = unsafe SignalSource(
      try OwnedDescriptor(
        call: "signalfd", signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))))
    // The handler retains the descriptor for exactly as long as the registration exists.
    return try add(source.descriptor.raw, for: .readable) { _ in
      while let number = source.next() { handler(number) }
    }
  }
}

/// A clock for simulations, which advances only between events.
///
/// A clock may outlive its loop and serve the next one, as real time does.
public final class VirtualClock {
  /// The current instant.
  public private(set) var now: Instant

  /// Creates a clock that starts at an instant.
  public init(now: Instant = .zero) { self.now = now }

  func advance(to moment: Instant) { now = max(now, moment) }
}

/// The identifier of a registration in one loop, which is never reused.
public struct Token: Hashable, Sendable {
  let number: UInt64
}

/// The owner of a registration in a loop, which ends the registration when it is released.
package struct Registration: ~Copyable {
  private let loop: EventLoop
  private let token: Token

  package init(_ token: Token, on loop: EventLoop) { (self.token, self.loop) = (token, loop) }

  deinit { loop.remove(token) }
}

extension EventLoop {
  /// Calls `action` once after `delay`, unless the returned owner is released before.
  package func timer(after delay: Duration, _ action: @escaping () -> Void) -> Registration {
    Registration(schedule(after: delay, handler: action), on: self)
  }
}

/// The events that are awaited on a descriptor, or that are ready.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// The mask in the kernel's format.
  public let rawValue: UInt32

  /// Creates a set from `EPOLL…` bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Data can be read, or the end of the stream is reached.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Data can be written without blocking.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The peer has closed the connection; always reported.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
  /// The descriptor is in an error state; always reported.
  public static let failed = Readiness(rawValue: EPOLLERR.rawValue)
}

/// The armed deadlines in order; equal deadlines expire in the order in which they were armed.
struct TimerQueue {
  private struct Entry {
    let deadline: Instant
    let token: Token
    let handler: () -> Void
  }

  /// The entries, latest first, so that the next one to expire is cheap to remove.
  private var entries: [Entry] = []

  var count: Int { entries.count }
  var earliest: Instant? { entries.last?.deadline }

  mutating func insert(_ token: Token, at deadline: Instant, handler: @escaping () -> Void) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].deadline > deadline { low = middle + 1 } else { high = middle }
    }
    entries.insert(Entry(deadline: deadline, token: token, handler: handler), at: low)
    _checkInvariants()
  }

  mutating func remove(_ token: Token) -> Bool {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Removes and returns the next handler that is due at `now`, `nil` if none is; tokens from
  /// `limit` on are skipped.
  ///
  /// Without the limit, a handler that arms deadlines in the past would starve the descriptors.
  mutating func popDue(at now: Instant, before limit: UInt64) -> (() -> Void)? {
    let due = entries.lastIndex { $0.token.number < limit }
    guard let due, entries[due].deadline <= now else { return nil }
    return entries.remove(at: due).handler
  }

  /// Traps in debug builds unless the entries are in reverse order of expiry: by descending deadline,
  /// and of equal ones the one armed last comes first.
  func _checkInvariants() {
    assert(
      zip(entries, entries.dropFirst()).allSatisfy { later, earlier in
        later.deadline > earlier.deadline
          || later.deadline == earlier.deadline && later.token.number > earlier.token.number
      })
  }
}

final class SignalSource {
  let descriptor: OwnedDescriptor

  init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(descriptor.raw, &info, size) == size else { return nil }
    return Int32(bitPattern: info.ssi_signo)
  }
}

/// The signals that a loop has blocked, which are unblocked when the loop ends.
private struct SignalMask {
  private var taken = sigset_t()
  private var isEmpty = true

  /// Blocks `set` on this thread and records the signals that were not blocked before.
  mutating func block(_ set: sigset_t, numbers: [Int32]) throws(SystemError) {
    var wanted = set
    var previous = sigset_t()
    let code = unsafe pthread_sigmask(SIG_BLOCK, &wanted, &previous)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", code: code) }
    if isEmpty { unsafe sigemptyset(&taken) }
    isEmpty = false
    for number in numbers where unsafe sigismember(&previous, number) == 0 {
      unsafe sigaddset(&taken, number)
    }
  }

  mutating func restore() {
    guard !isEmpty else { return }
    unsafe pthread_sigmask(SIG_UNBLOCK, &taken, nil)
    isEmpty = true
  }
}

/// The handling of signals before a program's event loop runs.
///
/// A program first calls `exitOnSignal()`: SIGINT and SIGTERM then end the process at once with
/// exit code 0, since nothing needs cleaning up yet. Later it calls `hold()`: from then on signals
/// stay pending until a loop watches them. Both are called on the main thread; a signal that is
/// delivered to another thread, such as a plug-in's, is forwarded to the main thread.
public enum EarlySignals {
  private static let ends = [SIGINT, SIGTERM]
  // The variable is written once, before any other code can read it.
  nonisolated(unsafe) private static var mainThread = pthread_t()

  /// Lets SIGINT and SIGTERM end the process with exit code 0, and blocks SIGHUP.
  ///
  /// Signals that the parent process ignored stay ignored.
  public static func exitOnSignal() {
    unsafe mainThread = pthread_self()
    block([SIGHUP])
    for number in ends {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
      action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in
        // Only async-signal-safe functions may be called here.
        if unsafe pthread_equal(pthread_self(), EarlySignals.mainThread) != 0 { _exit(0) }
        unsafe pthread_kill(EarlySignals.mainThread, number)
      }
      action.sa_flags = SA_RESTART
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Blocks SIGINT, SIGTERM and SIGHUP, so that they stay pending until a loop watches them.
  public static func hold() { block(ends + [SIGHUP]) }

  private static func block(_ numbers: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is a number in place of a function pointer, so numbers are compared.
    unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// A timer that calls an action once after a period without work; an idle process is not woken
/// again.
package final class RestTimer {
  private static let delay = Duration.milliseconds(400)

  private let loop: EventLoop
  private let action: () -> Void
  private var timer: Token?

  package init(on loop: EventLoop, action: @escaping () -> Void) {
    (self.loop, self.action) = (loop, action)
  }

  /// Starts the period, or starts it again; called after work.
  package func worked() {
    if let timer { loop.remove(timer) }
    timer = loop.schedule(after: Self.delay) { [weak self] in
      self?.timer = nil
      self?.action()
    }
  }

  package func stop() {
    if let timer { loop.remove(timer) }
    timer = nil
  }
}
