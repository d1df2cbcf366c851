// SPDX-License-Identifier: Apache-2.0

/// How long the parts of a check took, one after the other, in order.
public struct PartTimes: Sendable {
  /// The parts with their times; a part that came more than once has the sum.
  public private(set) var parts: [(name: String, time: Duration)] = []
  private var last: ContinuousClock.Instant

  /// Nothing yet; the first part begins now.
  public init() { last = ContinuousClock.now }

  /// Ends a part; the next one begins now.
  public mutating func lap(_ name: String) {
    let now = ContinuousClock.now
    let time = last.duration(to: now)
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
