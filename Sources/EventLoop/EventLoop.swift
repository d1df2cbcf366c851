// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// Waits for descriptors, deadlines and signals on one thread and calls their handlers in turn.
///
/// An idle loop sleeps in the kernel and never wakes up by itself. Handlers may add, change and
/// remove registrations, their own included; a removed handler is not called again, not even for
/// an event that the kernel had already reported. Descriptors stay the caller's: remove them
/// before closing them. A handler that leaves its descriptor ready is called again at once.
public final class EventLoop {
  struct Source {
    let descriptor: Int32
    let handler: (Readiness) -> Void
  }

  private let epoll: OwnedDescriptor
  let clock: OwnedDescriptor
  private var sources: [UInt64: Source] = [:]
  private var preparations: [(token: Token, action: () -> Void)] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 32)
  private var lastNumber: UInt64 = 0
  private(set) var isStopping = false
  var timers = TimerQueue()
  /// The deadline that the kernel timer is set to, nil while it is disarmed.
  var armed: Int64?
  var signals = SignalMask()

  /// How often the kernel has woken this loop up: stands still while nothing happens.
  public private(set) var wakeUps = 0

  /// Makes a loop with nothing registered; throws when the process is out of descriptors.
  public init() throws(SystemError) {
    epoll = try OwnedDescriptor(call: "epoll_create1", epoll_create1(Int32(EPOLL_CLOEXEC)))
    clock = try OwnedDescriptor(
      call: "timerfd_create",
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)))
    // Tokens start at 1; 0 is the loop's own timer.
    try control(EPOLL_CTL_ADD, clock.raw, .readable, Token(number: 0))
  }

  deinit { signals.restore() }

  /// Calls `handler` whenever `descriptor` is ready for what it is watched for.
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

  /// Changes what a descriptor is watched for; an unknown token is ignored.
  public func modify(_ token: Token, for interest: Readiness) throws(SystemError) {
    guard let source = sources[token.number] else { return }
    try control(EPOLL_CTL_MOD, source.descriptor, interest, token)
  }

  /// Calls `action` each time before the loop goes to sleep: the place to flush output buffers.
  public func prepare(_ action: @escaping () -> Void) -> Token {
    let token = makeToken()
    preparations.append((token, action))
    return token
  }

  /// Ends a registration of any kind: descriptor, deadline or preparation.
  ///
  /// An unknown token, or one whose deadline has passed, is ignored.
  public func remove(_ token: Token) {
    if let source = sources.removeValue(forKey: token.number) {
      // A descriptor that was closed too early has already left the set.
      _ = epoll_ctl(epoll.raw, EPOLL_CTL_DEL, source.descriptor, nil)
    } else if !timers.remove(token) {
      preparations.removeAll { $0.token == token }
    }
  }

  /// Handles events until `stop()` is called; returns at once if it was called beforehand.
  public func run() throws(SystemError) {
    while try turn(milliseconds: -1) {}
  }

  /// Makes `run()` return once the handler that is running has returned.
  public func stop() { isStopping = true }

  /// Waits at most `limit` nanoseconds for one batch of events and handles it.
  ///
  /// Rounded up to whole milliseconds; zero only collects what is ready already. Returns false if
  /// `stop()` was called.
  @discardableResult
  public func turn(waitingAtMost limit: Int64) throws(SystemError) -> Bool {
    let milliseconds = limit / 1_000_000 + (limit % 1_000_000 > 0 ? 1 : 0)
    return try turn(milliseconds: Int32(clamping: max(0, milliseconds)))
  }

  func makeToken() -> Token {
    lastNumber += 1
    return Token(number: lastNumber)
  }

  private func turn(milliseconds: Int32) throws(SystemError) -> Bool {
    if !isStopping {
      for preparation in preparations { preparation.action() }
    }
    if !isStopping { try sleepAndHandle(milliseconds: milliseconds) }
    defer { isStopping = false }
    return !isStopping
  }

  private func sleepAndHandle(milliseconds: Int32) throws(SystemError) {
    try armClock()
    let count = epoll_wait(epoll.raw, &events, Int32(events.count), milliseconds)
    guard count >= 0 else {
      guard errno == EINTR else { throw SystemError(call: "epoll_wait", code: errno) }
      return
    }
    if count > 0 { wakeUps += 1 }
    for index in 0..<Int(count) {
      let number = events[index].data.u64
      let readiness = Readiness(rawValue: events[index].events)
      if number == 0 { fireTimers() } else { sources[number]?.handler(readiness) }
      // What is left is still ready, so the next wait reports it again.
      guard !isStopping else { return }
    }
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ interest: Readiness, _ token: Token
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token.number))
    try SystemError.check("epoll_ctl", epoll_ctl(epoll.raw, operation, descriptor, &event))
  }
}
