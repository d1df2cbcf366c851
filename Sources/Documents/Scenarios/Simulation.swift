// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation
import Recording
import Sensing

/// A scenario played by an arbiter, with one verdict for each step that was reached.
public struct Simulation: Sendable {
  /// One step with its verdict.
  public struct Step: Sendable {
    /// The scenario's clock in milliseconds.
    public let at: Int64
    /// The event as the file has it; `nil` for step 0.
    public let text: JSONValue?
    /// The verdict of the step.
    public let verdict: Verdict
  }

  /// An input of the arbiter, or a reading that led to one.
  public enum Input: Sendable {
    case event(Event, at: Instant)
    case sample(Acceleration, at: Instant)
  }

  /// The scenario.
  public let scenario: Scenario
  /// The steps, beginning with step 0.
  public private(set) var steps: [Step] = []
  /// Whether an exception ended the run.
  public private(set) var isStopped = false
  /// All inputs in order, including the reports of the simulated display server.
  public private(set) var inputs: [Input] = []

  private var arbiter: Arbiter
  private var judge = Classifier()
  /// The judge's clock, which advances far enough for readings without a time to take effect.
  private var judged = Instant.zero
  private var clock: Int64 = 0
  /// The device's actual orientation while a desktop is in laptop mode and does not follow it;
  /// otherwise `nil`.
  private var unfelt: DeviceOrientation?
  /// The answers that replace the scenario's from step `amendedFrom` on.
  private let interventions: [Intervention]
  private let amendedFrom: Int

  /// Plays a scenario to its end, or to its first exception.
  ///
  /// From step `first` on, `interventions` replace answers of the scenario.
  public init(_ scenario: Scenario, interventions: [Intervention] = [], from first: Int = 0) {
    self.scenario = scenario
    self.interventions = interventions
    amendedFrom = first
    self.arbiter = Arbiter(rules: scenario.rules, scene: scenario.scene, exempt: scenario.exempt)
    play(scenario.playsLaunch ? .observe : .setUp, text: nil)
    for event in scenario.events {
      if isStopped { return }
      clock = event.at ?? clock
      switch event.action {
      case .event(.device(.turned(let value))): turn(to: value, text: event.text)
      case .event(let action): play(action, text: event.text)
      case .tablet(let isOn): fold(isOn, text: event.text)
      case .launch: play(.setUp, text: event.text)
      case .reading(let reading):
        inputs.append(.sample(reading, at: Instant(milliseconds: clock)))
        let held = unfelt ?? arbiter.scene.device.orientation
        turn(to: judge(reading, at: event.at) ?? held, text: event.text)
      }
    }
  }

  private mutating func play(_ event: Event, text: JSONValue?) {
    let now = Instant(milliseconds: clock)
    if steps.count == amendedFrom, !interventions.isEmpty { arbiter.amend(interventions) }
    run(event, at: now, text: text)
  }

  private mutating func turn(to value: DeviceOrientation, text: JSONValue) {
    guard unfelt != nil else { return play(.device(.turned(value)), text: text) }
    unfelt = value
    play(.observe, text: text)
  }

  /// Resumes following the device in tablet mode; in laptop mode, stops and restores the outputs.
  ///
  /// The scene's device orientation then matches the restored output; `unfelt` keeps the actual
  /// one.
  private mutating func fold(_ isTablet: Bool, text: JSONValue) {
    let device = arbiter.scene.device.orientation
    switch (isTablet, unfelt) {
    case (true, let held?):
      unfelt = nil
      play(.device(.turned(held)), text: text)
    case (false, nil):
      let initial = arbiter.scene.outputs.first { $0.isManaged }?.initial
      let edge = initial.flatMap { PanelEdge(transform: $0) }
      play(.device(.turned(edge.map { DeviceOrientation(edgeUp: $0) } ?? device)), text: text)
      unfelt = device
      // Outputs that a window keeps rotated are restored too.
      let now = Instant(milliseconds: clock)
      run(.output(.release), at: now, text: nil)
      refreshLastStep()
    case (true, nil), (false, _?): play(.observe, text: text)
    }
  }

  /// Updates the last step's verdict with the scene after the outputs were restored.
  private mutating func refreshLastStep() {
    guard let last = steps.popLast() else { return }
    var verdict = last.verdict
    verdict.after = arbiter.scene
    if let page = verdict.page, let window = arbiter.scene.window(page.window) {
      verdict.page?.orientation = window.orientation
    }
    steps.append(Step(at: last.at, text: last.text, verdict: verdict))
  }

  private mutating func run(_ event: Event, at now: Instant, text: JSONValue?) {
    var driver = EffectDriver()
    driver.enqueue(event)
    driver.run { event in
      inputs.append(.event(event, at: now))
      return arbiter.handle(event, at: now)
    } execute: { effect in
      if case .report(let verdict) = effect {
        steps.append(Step(at: clock, text: text, verdict: verdict))
        if verdict.error?.isException == true { isStopped = true }
      }
      return InstantDisplay.report(on: effect)
    }
  }

  /// Returns the default judge's orientation after a reading; `nil` if it did not change.
  private mutating func judge(_ reading: Acceleration, at time: Int64?) -> DeviceOrientation? {
    if let time {
      let now = max(Instant(milliseconds: time), judged)
      let settled = judge.deadline.flatMap { $0 <= now ? judge.settle(at: $0) : nil }
      judged = now
      return judge.judge(reading, at: now) ?? settled
    }
    // For a reading without a time, the judge's clock advances past its deadline, so the reading
    // takes effect.
    judged += .seconds(10)
    let first = judge.judge(reading, at: judged)
    guard let deadline = judge.deadline else { return first }
    judged = max(judged, deadline)
    return judge.settle(at: deadline) ?? first
  }

  /// The names of all windows of the scenario, by ID.
  public var names: [WindowID: String] {
    var names: [WindowID: String] = [:]
    for (index, name) in scenario.windowNames.enumerated() { names[WindowID(Int32(index))] = name }
    return names
  }

  /// The number of the first step with a conflict, otherwise of the last step.
  public var mostTelling: Int {
    steps.firstIndex { !$0.verdict.conflicts.isEmpty } ?? steps.count - 1
  }

  /// Returns the run's inputs as a recording, with the decisions that follow from them without
  /// interventions.
  public func recording(program: String) -> String {
    let header = RecordingHeader(
      rules: scenario.rules, scene: scenario.scene, exempt: scenario.exempt, program: program)
    var writer = RecordingWriter(header)
    var arbiter = header.arbiter
    var lines = [writer.header]
    for input in inputs {
      switch input {
      case .sample(let reading, let at): lines.append(RecordingWriter.line(reading, at: at))
      case .event(let event, let at):
        lines.append(RecordingWriter.line(event, at: at))
        if let said = writer.line(arbiter.handle(event, at: at)) { lines.append(said) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
