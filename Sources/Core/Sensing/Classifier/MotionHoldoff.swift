// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The instants when the device was last flat, swinging, shaken or touched: they delay a turn.
struct MotionHoldoff: Sendable, Hashable {
  /// The end of a wait, and the gate that causes the wait.
  struct Wait: Sendable, Hashable {
    let gate: Gate
    let end: Instant
  }

  var isTouched = false
  private var flat: Instant?
  private var swing: Instant?
  private var acceleration: Instant?
  private var touch: Instant?

  mutating func note(_ gate: Gate, at instant: Instant) {
    switch gate {
    case .sinceFlat: flat = instant
    case .sinceSwing: swing = instant
    case .sinceAcceleration: acceleration = instant
    case .sinceTouch: touch = instant
    case .magnitude, .lowPass, .flat, .overhead, .hysteresis, .dwell: break
    }
  }

  /// Discards instants in the future, as left by a clock that went back.
  mutating func forget(after now: Instant) {
    if let flat, flat > now { self.flat = nil }
    if let swing, swing > now { self.swing = nil }
    if let acceleration, acceleration > now { self.acceleration = nil }
    if let touch, touch > now { self.touch = nil }
  }

  /// Returns the longest of a wait and the holdoffs after motion; `nil` while a finger touches the
  /// screen.
  func wait(_ first: Wait, _ parameters: ClassifierParameters) -> Wait? {
    if isTouched { return nil }
    var longest = first
    func extend(_ gate: Gate, _ stamp: Instant?, _ milliseconds: Int64) {
      guard let stamp else { return }
      let end = stamp + .milliseconds(milliseconds)
      guard end > longest.end else { return }
      longest = Wait(gate: gate, end: end)
    }
    extend(.sinceFlat, flat, parameters.sinceFlat)
    extend(.sinceSwing, swing, parameters.sinceSwing)
    extend(.sinceAcceleration, acceleration, parameters.sinceAcceleration)
    extend(.sinceTouch, touch, parameters.sinceTouch)
    return longest
  }
}
