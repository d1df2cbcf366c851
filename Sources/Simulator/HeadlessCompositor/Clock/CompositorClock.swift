// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Orientation

/// The time that a compositor goes by: the machine's, or one that a test moves by hand.
public protocol CompositorClock: AnyObject {
  var now: Instant { get }

  /// Calls an action once when the moment has come; a moment in the past comes next.
  func schedule(at moment: Instant, _ action: @escaping () -> Void) -> Alarm
}

/// Something that a clock will do; it can be called off.
public final class Alarm {
  private var cancellation: (() -> Void)?

  /// Keeps what calls the action off.
  public init(cancel: @escaping () -> Void) { cancellation = cancel }

  /// Calls the action off; too late or twice is harmless.
  public func cancel() {
    cancellation?()
    cancellation = nil
  }
}

/// The machine's monotonic clock, waited for by an event loop.
public final class LoopClock: CompositorClock {
  private let loop: EventLoop

  /// Goes by the loop's clock and wakes up with it.
  public init(_ loop: EventLoop) { self.loop = loop }

  /// The present moment of the monotonic clock.
  public var now: Instant { loop.now }

  /// Calls an action out of the loop once the moment has come.
  public func schedule(at moment: Instant, _ action: @escaping () -> Void) -> Alarm {
    let token = loop.schedule(at: moment, handler: action)
    return Alarm { [weak loop] in loop?.remove(token) }
  }
}

/// A clock that moves only when told to.
public final class ManualClock: CompositorClock {
  private struct Entry {
    let number: Int
    let moment: Instant
    let action: () -> Void
  }

  private var entries: [Entry] = []
  private var lastNumber = 0
  /// The present moment.
  public private(set) var now: Instant

  /// Starts somewhere, by default at one second, so that times are not mistaken for none.
  public init(at start: Instant = Instant(milliseconds: 1000)) { now = start }

  /// Remembers an action for `advance`.
  public func schedule(at moment: Instant, _ action: @escaping () -> Void) -> Alarm {
    lastNumber += 1
    let number = lastNumber
    entries.append(Entry(number: number, moment: moment, action: action))
    return Alarm { [weak self] in self?.entries.removeAll { $0.number == number } }
  }

  /// Moves on, calling what comes due on the way, each at its own moment.
  public func advance(by time: Duration) {
    let end = now + max(.zero, time)
    while let next = entries.min(by: { ($0.moment, $0.number) < ($1.moment, $1.number) }),
      next.moment <= end
    {
      entries.removeAll { $0.number == next.number }
      now = max(now, next.moment)
      next.action()
    }
    now = end
  }

  /// How many actions are waiting.
  public var waiting: Int { entries.count }
}
