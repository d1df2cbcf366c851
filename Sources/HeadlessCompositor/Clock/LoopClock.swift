// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Orientation

/// The machine's monotonic clock, waited for by an event loop.
public final class LoopClock: CompositorClock {
  private let loop: EventLoop

  /// Goes by the loop's clock and wakes up with it.
  public init(_ loop: EventLoop) { self.loop = loop }

  /// The present moment of the monotonic clock.
  public var now: Instant { Instant(nanoseconds: loop.now) }

  /// Calls an action out of the loop once the moment has come.
  public func schedule(at moment: Instant, _ action: @escaping () -> Void) -> Alarm {
    let token = loop.schedule(at: moment.nanoseconds, handler: action)
    return Alarm { [weak loop] in loop?.remove(token) }
  }
}
