// SPDX-License-Identifier: Apache-2.0

/// How many readings each gate has stopped, and how many came in altogether.
public struct GateCounts: Sendable, Hashable {
  /// All readings, stopped or not.
  public private(set) var readings = 0
  private var magnitude = 0
  private var flat = 0
  private var gap = 0
  private var settle = 0

  /// Readings stopped by one gate.
  public subscript(gate: Gate) -> Int {
    switch gate {
    case .magnitude: magnitude
    case .flat: flat
    case .gap: gap
    case .settle: settle
    }
  }

  mutating func countReading() { readings += 1 }

  mutating func count(_ gate: Gate) {
    switch gate {
    case .magnitude: magnitude += 1
    case .flat: flat += 1
    case .gap: gap += 1
    case .settle: settle += 1
    }
  }
}
