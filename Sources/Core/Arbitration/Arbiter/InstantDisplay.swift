// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An arbiter whose display server does at once what it is asked, and reports it.
///
/// A report is an event like any other: an output that follows another one turns upon it. No
/// deadline passes, since nothing stays unconfirmed; nobody answers live policies' questions but the
/// events that are played.
public struct InstantDisplay: Sendable {
  /// The arbiter as it stands.
  public private(set) var arbiter: Arbiter

  /// Puts a display in front of an arbiter.
  public init(_ arbiter: Arbiter) { self.arbiter = arbiter }

  /// What the display reports upon an effect; nil when the effect asks nothing of it.
  public static func report(on effect: Effect) -> Event? {
    guard case .rotateOutput(let output, let transform, _) = effect else { return nil }
    return .output(.transform(output, transform))
  }

  /// Plays an event and all that follows from it; every decision, in order.
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
