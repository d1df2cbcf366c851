// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An action that the arbiter requests of its shell.
public enum Effect: Sendable, Hashable {
  /// The shell asks a live policy and sends the answer as an event.
  case ask(QuestionID, Question)
  /// The shell sends `Event.deadline` at this instant, unless the deadline is disarmed before.
  case armDeadline(DeadlineID, at: Instant)
  case disarmDeadline(DeadlineID)
  /// The shell requests a rotation from the display server.
  case rotateOutput(OutputID, Transform, ChangeID)
  /// The result of a requested rotation, or a rotation by another program, for the shell to report.
  case outputReport(OutputReport)
  /// The verdict of a decision, for the shell to report; all copies of the effect share it.
  indirect case report(Verdict)
}

/// A deadline that the arbiter requests.
public enum DeadlineID: Sendable, Hashable {
  /// The time limit of a live policy's answer.
  case question(QuestionID)
  /// The time limit of the display server's confirmation, or the time of the next attempt.
  case change(ChangeID)
}

/// The result of a requested rotation of an output, or another program's rotation.
public struct OutputReport: Sendable, Hashable {
  /// The possible results of a rotation.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// The display server's own event reports the requested transform.
    case confirmed
    /// The request was repeated after a refusal, a cancellation or a timeout.
    case retried
    /// All attempts failed; the display server refused the last one.
    case refused
    /// All attempts failed; the outputs had changed before the last one was handled.
    case cancelled
    /// The display server did not confirm the last attempt in time.
    case unanswered
    /// The display server cannot rotate the output.
    case unsupported
    /// Another program rotated the output; its transform stays until the user turns the device
    /// (W-10).
    case byOther = "by-other"
    /// Another program rotated the output, and the arbiter rotates it back.
    case overruled
    /// Another program keeps rotating the output; its transform stays until the user turns the
    /// device.
    case contested
  }

  /// The output that was rotated or was to rotate.
  public var output: OutputID
  /// The requested or reported transform.
  public var transform: Transform
  /// The result of the rotation.
  public var result: Result
  /// The number of the last attempt, from 1; 0 for another program's rotation.
  public var attempts: Int

  /// Creates a report about an output.
  public init(output: OutputID, transform: Transform, result: Result, attempts: Int) {
    self.output = output
    self.transform = transform
    self.result = result
    self.attempts = attempts
  }
}

/// The queue of events for an arbiter, and the effects that are not yet executed.
///
/// Every shell runs its arbiter through a driver, so the order is the same for all:
///
/// 1. The arbiter handles events one at a time, in the order in which they were enqueued.
/// 2. All effects of one event are executed, in the arbiter's order, before the next event is
///    handled. The arbiter does not change in between.
/// 3. A result of executing an effect (an answer, a report of the display, a client's request) is
///    enqueued as an event. The arbiter handles no event while an effect is executed.
///
/// The driver is a state machine without an arbiter, a clock or callbacks: the shell calls `next()`
/// and performs the returned step, so executing an effect may call `enqueue(_:)` at any depth. A
/// run ends when the queue is empty.
public struct EffectDriver: Sendable {
  /// The next step for the shell.
  public enum Step: Sendable {
    /// The arbiter must handle an event; the shell passes the effects to `decided(_:)`.
    case decide(Event)
    case execute(Effect)
  }

  /// Whether a run is in progress.
  public private(set) var isRunning = false
  private var events: [Event] = []
  private var effects: ArraySlice<Effect> = []

  /// Creates a driver without events and effects.
  public init() {}

  /// Appends an event to the queue.
  ///
  /// Returns true if the caller has to run the driver, because no run is in progress.
  @discardableResult
  public mutating func enqueue(_ event: Event) -> Bool {
    events.append(event)
    return !isRunning
  }

  /// Stores the effects of the event that `next()` returned last.
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

  /// Runs until the queue is empty; `decide` returns the effects of an event, `execute` the event
  /// that results from an effect, or `nil`.
  public mutating func run(decide: (Event) -> [Effect], execute: (Effect) -> Event?) {
    while let step = next() {
      switch step {
      case .decide(let event): decided(decide(event))
      case .execute(let effect): if let event = execute(effect) { enqueue(event) }
      }
    }
  }
}

/// An arbiter with a simulated display server that rotates outputs at once and reports each
/// rotation.
///
/// Reports are ordinary events: an output that follows another output rotates after that output's
/// report. Deadlines pass, and live policies' answers arrive, only by the caller's events.
public struct InstantDisplay: Sendable {
  /// The arbiter after the last event.
  public private(set) var arbiter: Arbiter

  /// Creates a display for an arbiter.
  public init(_ arbiter: Arbiter) { self.arbiter = arbiter }

  /// Returns the simulated display's report after an effect; `nil` if the effect is no rotation.
  public static func report(on effect: Effect) -> Event? {
    guard case .rotateOutput(let output, let transform, _) = effect else { return nil }
    return .output(.transform(output, transform))
  }

  /// Handles an event and all events that result from it; returns the verdicts in order.
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
