// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import EventLoop
import Orientation
import Recording
import Scenarios

/// The arbiter, the queue of events before it, and the log of what went in and came out.
struct DecisionEngine {
  /// What decides; nil until everything that was there at the start is known.
  private(set) var arbiter: Arbiter?
  private(set) var log: DecisionLog
  private var driver = EffectDriver()
  private let clock: Clock
  private let witness: (Event, [Effect], Arbiter) -> Void

  /// Records in a file, if there is one; `onFailure` receives what keeps it from being written.
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

  /// Appends an event; true if the caller has to run the driver now, since nobody else is about to.
  mutating func enqueue(_ event: Event) -> Bool { arbiter != nil && driver.enqueue(event) }

  mutating func next() -> EffectDriver.Step? { driver.next() }

  /// Decides an event whose turn it is; it is noted first, so that even a last one is told.
  mutating func decide(_ event: Event) {
    let now = clock.now
    if let arbiter { log.note(event, at: now, before: arbiter) }
    let effects = arbiter?.handle(event, at: now) ?? []
    log.note(effects)
    if let arbiter { witness(event, effects, arbiter) }
    driver.decided(effects)
  }

  func needsSensor(isSuggesting: Bool) -> Bool {
    arbiter?.scene.needsSensor(isSuggesting: isSuggesting) == true
  }

  mutating func note(_ reading: Acceleration, at instant: Instant) {
    log.note(reading, at: instant)
  }

  mutating func record(_ path: String?) -> ControlReply { log.record(path) }

  mutating func settle() { log.settle() }
}

/// The loop's clock, counted from the start of the run.
struct Clock {
  private let loop: EventLoop
  private let start: Instant

  init(_ loop: EventLoop) {
    self.loop = loop
    start = loop.now
  }

  var now: Instant { .zero + (loop.now - start) }

  /// The instant as the loop's timers count it; one beyond the end of their clock never comes.
  func onLoop(_ instant: Instant) -> Instant {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(start.nanoseconds)
    return Instant(nanoseconds: overflow ? .max : sum)
  }
}

extension Scene {
  /// What the arbiter starts from: a device that has not been felt yet, in front of the outputs.
  ///
  /// UIKit's sets see a pad whose app wants the full screen, since otherwise its windows' answers
  /// would be void (P-2).
  fileprivate static func start(_ rules: any RuleSet, outputs: [Output]) -> Scene {
    var scene = Scene(
      device: Device(idiom: .pad, orientation: .unknown),
      app: App(requiresFullScreen: true), outputs: outputs)
    rules.begin(&scene.device)
    if let output = outputs.first(where: { $0.isManaged }) {
      scene.device.panel = output.panel
      scene.statusBar = StatusBar(orientation: output.orientation)
    }
    return scene
  }
}
