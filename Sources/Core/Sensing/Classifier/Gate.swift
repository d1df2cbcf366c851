// SPDX-License-Identifier: Apache-2.0

/// A reason for which a reading does not change the reported orientation.
///
/// Raw values are the words that explanations use.
public enum Gate: String, CaseIterable, Sendable, Hashable {
  /// Too weak or too strong to be gravity alone: free fall, a shake, a knock.
  case magnitude
  /// This reading alone would turn, but smoothed with those before it does not.
  case lowPass = "low-pass"
  /// The screen looks so far up or down that its edges say nothing, or not yet for long enough.
  case flat
  /// The screen looks down at somebody who lies below it.
  case overhead
  /// Past the diagonal between two orientations, but not by enough to leave the current one.
  case hysteresis = "gap"
  /// Clearly another orientation, but not yet for long enough.
  case dwell = "settle"
  /// Clearly another orientation, but a moment ago the screen lay flat.
  case sinceFlat = "since-flat"
  /// Clearly another orientation, but a moment ago the screen swung towards flat.
  case sinceSwing = "since-swing"
  /// Clearly another orientation, but a moment ago the device was being shaken or pushed.
  case sinceAcceleration = "since-acceleration"
  /// Clearly another orientation, but a finger is, or a moment ago was, on the screen.
  case sinceTouch = "since-touch"
}

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
    case .hysteresis: 4
    case .dwell: 5
    case .sinceFlat: 6
    case .sinceSwing: 7
    case .sinceAcceleration: 8
    case .sinceTouch: 9
    }
  }
}
