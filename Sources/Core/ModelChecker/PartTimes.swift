// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// How long the parts of a check took, one after the other, in order.
public struct PartTimes: Sendable {
  /// Tells the present moment; the checker itself knows no clock.
  public typealias Clock = @Sendable () -> Instant

  /// The parts with their times; a part that came more than once has the sum.
  public private(set) var parts: [(name: String, time: Duration)] = []
  private let clock: Clock
  private var last: Instant

  /// Nothing yet; the first part begins now.
  ///
  /// Without a clock every part takes no time.
  public init(_ clock: @escaping Clock = { .zero }) {
    self.clock = clock
    last = clock()
  }

  /// Ends a part; the next one begins now.
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

  /// How long a part took; zero for one that did not come.
  public subscript(name: String) -> Duration {
    parts.first { $0.name == name }?.time ?? .zero
  }
}
