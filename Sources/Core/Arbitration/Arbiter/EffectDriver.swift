// SPDX-License-Identifier: Apache-2.0

/// One queue of events on their way into an arbiter, and the effects that are still to be executed.
///
/// Everybody who runs an arbiter runs it through this: the simulations with a display that obeys at
/// once, the daemon and the compositor with real ones. The order is the same for all of them:
///
/// 1. Events go into the arbiter in the order in which they were enqueued, one at a time.
/// 2. The effects of one event are executed in the arbiter's order, all of them before the next event
///    goes in. Until then the arbiter does not change, so an effect sees it as it was decided.
/// 3. What happens while an effect is executed (an answer, a report of the display, a client's
///    request) is an event at the end of the queue. Nothing enters the arbiter from within an effect.
///
/// The driver is a state machine without an arbiter, a clock or callbacks: whoever runs it asks
/// `next()` what to do and does it, so executing an effect may call `enqueue(_:)` at any depth. It
/// ends only if what is executed leads to no more events at some time.
public struct EffectDriver: Sendable {
  /// What is to be done next.
  public enum Step: Sendable {
    /// Put the event into the arbiter and hand its effects to `decided(_:)`.
    case decide(Event)
    /// Execute the effect.
    case execute(Effect)
  }

  /// Whether somebody has begun to run it and has not come to the end.
  public private(set) var isRunning = false
  private var events: [Event] = []
  private var effects: ArraySlice<Effect> = []

  /// Begins with nothing to do.
  public init() {}

  /// Appends an event to the queue.
  ///
  /// Returns whether the caller has to run the driver, since nobody else is about to.
  @discardableResult
  public mutating func enqueue(_ event: Event) -> Bool {
    events.append(event)
    return !isRunning
  }

  /// Takes the effects of the event that was to be decided.
  public mutating func decided(_ effects: [Effect]) {
    precondition(self.effects.isEmpty, "an event was decided before the effects of the last")
    self.effects = effects[...]
  }

  /// What to do next; nil, and the end of the run, when nothing is left.
  public mutating func next() -> Step? {
    isRunning = true
    if let effect = effects.popFirst() { return .execute(effect) }
    if !events.isEmpty { return .decide(events.removeFirst()) }
    isRunning = false
    return nil
  }

  /// Runs until nothing is left, for executors that answer an effect with an event or with nothing.
  public mutating func run(decide: (Event) -> [Effect], execute: (Effect) -> Event?) {
    while let step = next() {
      switch step {
      case .decide(let event): decided(decide(event))
      case .execute(let effect): if let event = execute(effect) { enqueue(event) }
      }
    }
  }
}
