// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An arbiter whose simulated display server rotates at once and reports each rotation.
///
/// A report is an event like any other: an output that follows another one rotates upon it. No
/// deadline passes, since no rotation stays unconfirmed. Questions to live policies are answered
/// only by the events that are played.
public struct InstantDisplay: Sendable {
  /// The arbiter in its current state.
  public private(set) var arbiter: Arbiter

  /// Creates a display for an arbiter.
  public init(_ arbiter: Arbiter) { self.arbiter = arbiter }

  /// Returns the display's report on an effect, or `nil` if the effect does not concern it.
  public static func report(on effect: Effect) -> Event? {
    guard case .rotateOutput(let output, let transform, _) = effect else { return nil }
    return .output(.transform(output, transform))
  }

  /// Plays an event and all events that follow from it; returns the verdicts in order.
  @discardableResult
  public mutating func play(_ event: Event, at now: Instant) -> [Verdict] {
    var verdicts: [Verdict] = []
    var driver = EffectDriver()
    driver.enqueue(event)
    driver.run {
      arbiter.handle($0, at: now)
    } execute: { effect in
      if case .report(let verdict) = effect { verdicts.append(verdict) }
      return Self.report(on: effect)
    }
    return verdicts
  }
}
