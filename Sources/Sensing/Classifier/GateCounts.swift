// SPDX-License-Identifier: Apache-2.0

/// How many readings each gate has stopped, and how many came in altogether.
public struct GateCounts: Sendable, Hashable {
  /// All readings, stopped or not.
  public private(set) var readings = 0
  private var stopped = [Int](repeating: 0, count: Gate.allCases.count)

  /// Counts from nothing.
  public init() {}

  /// Readings stopped by one gate.
  public subscript(gate: Gate) -> Int { stopped[gate.position] }

  mutating func countReading() { readings += 1 }

  mutating func count(_ gate: Gate) { stopped[gate.position] += 1 }
}

extension Gate {
  /// The place in `allCases`, without searching for it.
  fileprivate var position: Int {
    switch self {
    case .magnitude: 0
    case .lowPass: 1
    case .flat: 2
    case .overhead: 3
    case .gap: 4
    case .settle: 5
    case .sinceFlat: 6
    case .sinceSwing: 7
    case .sinceAcceleration: 8
    case .sinceTouch: 9
    }
  }
}
