// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import EventLoop
import Orientation
import Recording
import Scenarios

/// The arbiter, its queue of events, and the log of events and effects.
struct DecisionEngine {
  /// The arbiter; `nil` until the initial outputs and windows are known.
  private(set) var arbiter: Arbiter?
  private(set) var log: DecisionLog
  private var driver = EffectDriver()
  private let clock: Clock
  private let witness: (Event, [Effect], Arbiter) -> Void

  /// Creates an engine, with a recording if given; `onFailure` receives the recording's error.
  init(
    recording: RecordingFile?, clock: Clock, witness: @escaping (Event, [Effect], Arbiter) -> Void,
    onFailure: @escaping (String) -> Void
  ) {
    self.witness = witness
    log = DecisionLog(recording)
    log.onFailure = onFailure
    self.clock = clock
  }

  /// The time since the start of the run.
  var now: Instant { clock.now }

  mutating func begin(_ rules: any RuleSet, outputs: [Output]) {
    let arbiter = Arbiter(rules: rules, scene: .start(rules, outputs: outputs))
    self.arbiter = arbiter
    log.begin(arbiter)
  }

  /// Appends an event; returns true if the caller has to run the driver, because it is not running.
  ///
  /// Before `begin`, the event is ignored and the result is false.
  mutating func enqueue(_ event: Event) -> Bool { arbiter != nil && driver.enqueue(event) }

  mutating func next() -> EffectDriver.Step? { driver.next() }

  /// Logs and decides the next event; the log comes first, so that it has an event that crashes the
  /// process.
  mutating func decide(_ event: Event) {
    let now = clock.now
    if let arbiter { log.note(event, at: now, before: arbiter) }
    let effects = arbiter?.handle(event, at: now) ?? []
    log.note(effects)
    if let arbiter { witness(event, effects, arbiter) }
    driver.decided(effects)
  }

  /// Returns the reason why no device orientation could rotate an output; `nil` if one could.
  func sensorRest(isSuggesting: Bool) -> SensorRest? {
    guard let arbiter else { return .starting }
    return arbiter.scene.sensorRest(isSuggesting: isSuggesting)
  }

  mutating func note(_ reading: Acceleration, at instant: Instant) {
    log.note(reading, at: instant)
  }

  mutating func record(_ path: String?) -> ControlReply { log.record(path) }

  mutating func settle() { log.settle() }
}

/// A clock that counts from the start of the run.
struct Clock {
  private let loop: EventLoop
  private let start: Instant

  init(_ loop: EventLoop) {
    self.loop = loop
    start = loop.now
  }

  var now: Instant { .zero + (loop.now - start) }

  /// Converts an instant of the run to the loop's clock; an overflow becomes the latest instant.
  func onLoop(_ instant: Instant) -> Instant {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(start.nanoseconds)
    return Instant(nanoseconds: overflow ? .max : sum)
  }
}

extension Scene {
  /// Returns the initial scene: the outputs, and a device of unknown orientation.
  ///
  /// For UIKit's rule sets the device is an iPad whose app requires full screen, since otherwise
  /// the windows' answers would have no effect (P-2).
  fileprivate static func start(_ rules: any RuleSet, outputs: [Output]) -> Scene {
    var scene = Scene(
      device: Device(idiom: .pad, orientation: .unknown),
      app: App(requiresFullScreen: true), outputs: outputs)
    rules.prepare(&scene.device)
    if let output = outputs.first(where: { $0.isManaged }) {
      scene.device.panel = output.panel
      scene.statusBar = StatusBar(orientation: output.orientation)
    }
    return scene
  }
}
