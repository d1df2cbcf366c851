// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The durations of a check's consecutive parts.
public struct PartTimes: Sendable {
  /// Returns the present time; the checker itself has no clock.
  public typealias Clock = @Sendable () -> Instant

  /// The parts in order; a repeated part has the sum of its times.
  public private(set) var parts: [(name: String, time: Duration)] = []
  private let clock: Clock
  private var last: Instant

  /// Creates a value whose first part begins now.
  ///
  /// The default clock makes every duration zero.
  public init(_ clock: @escaping Clock = { .zero }) {
    self.clock = clock
    last = clock()
  }

  /// Ends a part and begins the next one.
  public mutating func lap(_ name: String) {
    let now = clock()
    let time = now - last
    last = now
    if let index = parts.firstIndex(where: { $0.name == name }) {
      parts[index].time += time
    } else {
      parts.append((name, time))
    }
  }

  /// The duration of a part; zero for an unknown one.
  public subscript(name: String) -> Duration {
    parts.first { $0.name == name }?.time ?? .zero
  }
}
