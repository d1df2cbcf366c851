// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The time that a compositor goes by: the machine's, or one that a test moves by hand.
public protocol CompositorClock: AnyObject {
  /// The present moment.
  var now: Instant { get }

  /// Calls an action once when the moment has come; a moment in the past comes next.
  func schedule(at moment: Instant, _ action: @escaping () -> Void) -> Alarm
}
