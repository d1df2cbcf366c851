// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Configuration
import EventLoop
import Orientation
import Plugins
import Recording
import Sensing
import Sensors

/// The sensor that the command line chose, or a recording in its place, and logind's reports about
/// the session and the machine's sleep.
final class SensorController {
  enum Report {
    /// The sensor's reading, which is not judged yet.
    case reading(Acceleration, Instant)
    /// The device orientation has changed.
    case turned(DeviceOrientation)
    /// The outputs no longer follow the device, as when it is folded to a laptop again.
    case stoppedFollowing
    /// The tablet mode has changed; `nil` if no source reports it any more.
    case tabletMode(Bool?)
    /// The posture has changed.
    case posture(DevicePosture)
    /// The session was locked or unlocked.
    case sessionLocked(Bool)
    /// The machine has woken up.
    case awoke
    /// A note for the user.
    case note(String)
  }

  /// The source of readings; `none` before the start.
  private enum Feed {
    case none
    case device(SensorFeed)
    case replay(ReplayFeed)
  }

  private let plan: RunPlan
  private let loop: EventLoop
  private let clock: Clock
  private let login: any LoginSource
  private let buses: (system: BusAddress, session: BusAddress)
  private var feed = Feed.none
  /// Whether the session is locked; false while logind does not report that.
  private(set) var isSessionLocked = false
  var onReport: (Report) -> Void = { _ in }

  init(_ plan: RunPlan, on machine: Machine, clock: Clock) {
    self.plan = plan
    (loop, login) = (machine.loop, machine.login)
    buses = (machine.systemBus, machine.sessionBus)
    self.clock = clock
  }

  /// Starts the sensor; `note` receives the number of samples that a recording's schedule drops.
  func start(_ judge: JudgeChoice, note: (AccelerometerTrace, _ dropped: Int) -> Void) {
    switch plan.sensor {
    case .replay: startReplay(judge, note)
    case .device(let choice):
      startDevice(judge) { [placement, buses] in
        choice.makeSource(tree: $0, bus: buses.system, placement: placement)
      }
    case .plugin(let name):
      // The plug-in's existence was checked before the run began.
      guard let source = plan.plugins.sources.first(where: { $0.name == name }) else { return }
      startDevice(judge, source.make)
    }
  }

  /// The placement of the accelerometers; a new configuration changes it at the next start only.
  private var placement: SensorPlacement { plan.configuration.sensor }

  func followLogin() {
    login.start(
      in: SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] event in
        guard let self else { return }
        switch event {
        case .sessionLocked(let isLocked):
          isSessionLocked = isLocked ?? false
          onReport(.sessionLocked(isSessionLocked))
        case .awoke:
          onReport(.note("the machine has woken up"))
          onReport(.awoke)
        default: break
        }
        if case .device(let feed) = self.feed { feed.receive(event) }
      })
  }

  func stopLogin() { login.stop() }

  func stop() {
    if case .device(let feed) = feed { feed.stop() }
    login.stop()
  }

  func use(_ judge: JudgeChoice) {
    switch feed {
    case .none: break
    case .device(let feed): feed.makeJudge = maker(judge)
    case .replay(let feed): feed.judge = maker(judge)()
    }
  }

  /// Switches the reading of the sensor, which is needed only while an output could rotate.
  func demand(_ isWanted: Bool) {
    guard case .device(let feed) = feed, feed.isWanted != isWanted else { return }
    feed.isWanted = isWanted
  }

  var isReading: Bool {
    switch feed {
    case .none: false
    case .device(let feed): feed.isReading
    case .replay: true
    }
  }

  /// Whether the device is folded to a tablet; `nil` if no source reports it.
  var tabletMode: Bool? { if case .device(let feed) = feed { feed.tabletMode } else { nil } }

  var posture: DevicePosture {
    if case .device(let feed) = feed { feed.posture } else { .unknown }
  }

  var counts: ReadingCounts {
    switch feed {
    case .none: ReadingCounts()
    case .device(let feed): feed.counts
    case .replay(let feed): feed.counts
    }
  }

  /// Returns a function that makes new judges of a choice.
  private func maker(_ choice: JudgeChoice) -> () -> any OrientationJudge {
    let others = plan.options.judges
    return {
      let isOther = choice.name != JudgeName.all[0]
      return (isOther ? others(choice.name) : nil) ?? Classifier(parameters: choice.parameters)
    }
  }

  private func startReplay(
    _ judge: JudgeChoice, _ note: (AccelerometerTrace, _ dropped: Int) -> Void
  ) {
    guard let trace = plan.trace else { return }
    guard
      let schedule = ReplaySchedule(samples: trace.samples, start: clock.now, speed: plan.speed)
    else { return }
    note(trace, schedule.dropped)
    let feed = ReplayFeed(schedule, on: loop, clock: clock, judge: maker(judge)())
    feed.onReading = { [weak self] in self?.onReport(.reading($0, $1)) }
    feed.onTurn = { [weak self] in self?.onReport(.turned($0)) }
    feed.onEnd = { [weak self] in
      self?.onReport(.note("the recording is over; its last value holds"))
    }
    self.feed = .replay(feed)
    feed.step()
  }

  private func startDevice(_ judge: JudgeChoice, _ make: (DeviceTree) -> any OrientationSource) {
    let tree = DeviceTree(root: plan.deviceRoot)
    let feed = SensorFeed(
      make(tree),
      switches: PostureSource(tree: tree, systemBus: buses.system, sessionBus: buses.session),
      touches: TouchSource(tree: tree), policy: plan.follow, hinge: placement.hinge, on: loop,
      clock: clock, judge: maker(judge)
    ) { [weak self] in self?.onReport($0) }
    self.feed = .device(feed)
    feed.start()
  }
}

extension Scene {
  /// Returns whether the sensor could rotate an output: one is managed, rotation is not locked to
  /// one orientation, or is suggested then, and the device generates orientations.
  func needsSensor(isSuggesting: Bool) -> Bool {
    let isHeld = device.isRotationLocked && device.userLock?.isClass != true && !isSuggesting
    return outputs.contains(where: \.isManaged) && !isHeld && device.generatingCount > 0
  }
}

extension Arbiter {
  /// Returns the event of a device that is held with another edge up.
  func event(turnedTo orientation: DeviceOrientation) -> Event {
    .device(.turned(rules.deviceOrientation(orientation, on: scene.device.panel)))
  }

  /// The events that restore the initial transforms of the outputs and set the device's orientation
  /// to match; none without a managed output.
  ///
  /// Without the device's event the next change of focus would rotate the outputs again.
  var eventsGivingBack: [Event] {
    guard let output = scene.outputs.first(where: \.isManaged) else { return [] }
    let edge = PanelEdge(transform: output.initial)
    let turn = edge.map { [event(turnedTo: DeviceOrientation(edgeUp: $0))] } ?? []
    return turn + [.output(.release)]
  }
}
