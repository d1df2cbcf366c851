// SPDX-License-Identifier: Apache-2.0
public import Orientation

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
  public func advance(milliseconds: Int64) {
    let end = now.advanced(milliseconds: max(0, milliseconds))
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
