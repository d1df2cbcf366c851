// SPDX-License-Identifier: Apache-2.0

/// A queue of events for an arbiter, and the effects that are still to be executed.
///
/// Every shell runs its arbiter through a driver: the simulations with an `InstantDisplay`, the
/// daemon and the compositor with real outputs. The order is the same for all of them:
///
/// 1. Events go into the arbiter in the order in which they were enqueued, one at a time.
/// 2. The effects of one event are executed in the arbiter's order, all of them before the next
///    event goes in. Until then the arbiter does not change.
/// 3. Whatever happens while an effect is executed (an answer, a report of the display, a client's
///    request) is an event at the end of the queue. No event enters the arbiter within an effect.
///
/// The driver is a state machine without an arbiter, a clock or callbacks: the shell calls `next()`
/// and takes that step, so executing an effect may call `enqueue(_:)` at any depth. A run ends only
/// if its effects at some time lead to no more events.
public struct EffectDriver: Sendable {
  /// The next action of the shell.
  public enum Step: Sendable {
    /// An event for the arbiter, whose effects go to `decided(_:)`.
    case decide(Event)
    /// An effect to execute.
    case execute(Effect)
  }

  /// Whether a run has begun and not ended.
  public private(set) var isRunning = false
  private var events: [Event] = []
  private var effects: ArraySlice<Effect> = []

  /// Creates a driver without events and effects.
  public init() {}

  /// Appends an event to the queue.
  ///
  /// Returns whether the caller has to run the driver, because no run is in progress.
  @discardableResult
  public mutating func enqueue(_ event: Event) -> Bool {
    events.append(event)
    return !isRunning
  }

  /// Stores the effects of the event that `next()` returned.
  public mutating func decided(_ effects: [Effect]) {
    precondition(self.effects.isEmpty, "an event was decided before the effects of the last")
    self.effects = effects[...]
  }

  /// Returns the next step, or `nil` at the end of a run.
  public mutating func next() -> Step? {
    isRunning = true
    if let effect = effects.popFirst() { return .execute(effect) }
    if !events.isEmpty { return .decide(events.removeFirst()) }
    isRunning = false
    return nil
  }

  /// Runs until nothing is left; `execute` returns the event that an effect leads to, or `nil`.
  public mutating func run(decide: (Event) -> [Effect], execute: (Effect) -> Event?) {
    while let step = next() {
      switch step {
      case .decide(let event): decided(decide(event))
      case .execute(let effect): if let event = execute(effect) { enqueue(event) }
      }
    }
  }
}
