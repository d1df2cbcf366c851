// SPDX-License-Identifier: Apache-2.0

/// A reason why a reading does not change the reported orientation.
///
/// Explanations use the raw values. The judges of other systems count a reading at the gate that is
/// nearest in meaning to their own reason.
public enum Gate: String, CaseIterable, Sendable, Hashable {
  /// The reading is too weak or too strong to be gravity alone: free fall, a shake, a knock.
  case magnitude
  /// The reading alone would change the orientation, but the filtered readings do not; for
  /// Android's judge, the reading restarted the filter.
  case lowPass = "low-pass"
  /// The screen is tilted too far for an edge to be up, or has not been flat for long enough.
  case flat
  /// The screen faces down, as if a user who lies below holds it.
  case overhead
  /// The angle is past the diagonal between two orientations, but within the hysteresis.
  case hysteresis = "gap"
  /// The reading shows another orientation, but not yet for long enough.
  case dwell = "settle"
  /// The reading shows another orientation, but the screen was flat a moment ago.
  case sinceFlat = "since-flat"
  /// The reading shows another orientation, but the screen swung towards flat a moment ago.
  case sinceSwing = "since-swing"
  /// The reading shows another orientation, but the device was shaken or pushed a moment ago.
  case sinceAcceleration = "since-acceleration"
  /// The reading shows another orientation, but a finger touches the screen, or did a moment ago.
  case sinceTouch = "since-touch"
}

/// The number of readings, and of those that each gate has stopped.
public struct GateCounts: Sendable, Hashable {
  /// The number of all readings, stopped or not.
  public private(set) var readings = 0
  private var stopped = [Int](repeating: 0, count: Gate.allCases.count)

  /// Creates counts of zero.
  public init() {}

  /// Returns the number of readings that a gate has stopped.
  public subscript(gate: Gate) -> Int { stopped[gate.position] }

  mutating func countReading() { readings += 1 }

  mutating func count(_ gate: Gate) { stopped[gate.position] += 1 }
}

extension Gate {
  /// The index in `allCases`, computed without a search.
  fileprivate var position: Int {
    switch self {
    case .magnitude: 0
    case .lowPass: 1
    case .flat: 2
    case .overhead: 3
    case .hysteresis: 4
    case .dwell: 5
    case .sinceFlat: 6
    case .sinceSwing: 7
    case .sinceAcceleration: 8
    case .sinceTouch: 9
    }
  }
}
