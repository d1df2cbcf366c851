// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An action that the arbiter requests of its shell.
public enum Effect: Sendable, Hashable {
  /// A question to a live policy.
  case ask(QuestionID, Question)
  /// A deadline: the shell sends `Event.deadline` at this instant.
  case armDeadline(DeadlineID, at: Instant)
  /// The end of a deadline that has not passed.
  case disarmDeadline(DeadlineID)
  /// A request to the display server to rotate an output.
  case rotateOutput(OutputID, Transform, ChangeID)
  /// The result of a requested rotation, or another program's rotation.
  case outputReport(OutputReport)
  /// The verdict of a decision; large, so all copies of the effect share one.
  indirect case report(Verdict)
}

/// A deadline that the arbiter requests.
public enum DeadlineID: Sendable, Hashable {
  /// The latest instant of a live policy's answer.
  case question(QuestionID)
  /// The latest instant of the display server's confirmation, or the next attempt's instant.
  case change(ChangeID)
}

/// The result of a requested rotation of an output, or another program's rotation.
public struct OutputReport: Sendable, Hashable {
  /// The possible results.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// The transform is shown by the display server's own event.
    case confirmed
    /// The request was repeated after a refusal, a cancellation or a timeout.
    case retried
    /// The display server refused every attempt.
    case refused
    /// The outputs kept changing during the attempts.
    case cancelled
    /// The display server did not confirm the rotation.
    case unanswered
    /// The display server cannot rotate the output.
    case unsupported
    /// Another program rotated the output; its transform is kept until the device turns (W-10).
    case byOther = "by-other"
    /// Another program rotated the output, and the arbiter reverses that.
    case overruled
    /// Another program keeps rotating the output; its transform is kept until the device turns.
    case contested
  }

  /// The output.
  public var output: OutputID
  /// The requested or reported transform.
  public var transform: Transform
  /// The result of the rotation.
  public var result: Result
  /// The number of requests for the transform; 0 for another program's.
  public var attempts: Int

  /// Creates a report about an output.
  public init(output: OutputID, transform: Transform, result: Result, attempts: Int) {
    self.output = output
    self.transform = transform
    self.result = result
    self.attempts = attempts
  }
}

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
