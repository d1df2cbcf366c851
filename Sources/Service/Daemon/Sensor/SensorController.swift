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

/// The sensor that the command line chose, or a recording in its place, and what logind says of our
/// session and of the machine's sleep.
final class SensorController {
  enum Report {
    /// The sensor felt this; it is not judged yet.
    case reading(Acceleration, Instant)
    /// The device is held like this.
    case turned(DeviceOrientation)
    /// The device is not to be followed any more, as when it is folded to a laptop again.
    case stoppedFollowing
    /// Whether the device is folded to a tablet; nil when nothing tells it any more.
    case tabletMode(Bool?)
    /// The device is folded otherwise.
    case posture(DevicePosture)
    /// The session was locked or unlocked.
    case sessionLocked(Bool)
    /// The machine has woken up.
    case awoke
    /// Words for people.
    case note(String)
  }

  /// Where readings come from; nothing does before the start.
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
  /// Whether the session is locked, as far as anybody tells.
  private(set) var isSessionLocked = false
  var onReport: (Report) -> Void = { _ in }

  init(_ plan: RunPlan, on machine: Machine, clock: Clock) {
    self.plan = plan
    (loop, login) = (machine.loop, machine.login)
    buses = (machine.systemBus, machine.sessionBus)
    self.clock = clock
  }

  /// Begins to listen to the sensor; `note` receives how much of a recording is left out.
  func start(_ judge: JudgeChoice, note: (AccelerometerTrace, _ dropped: Int) -> Void) {
    switch plan.sensor {
    case .replay: startReplay(judge, note)
    case .device(let choice):
      startDevice(judge) { [placement, buses] in
        choice.makeSource(tree: $0, bus: buses.system, placement: placement)
      }
    case .plugin(let name):
      // That there is such a sensor was checked before anything was touched.
      guard let source = plan.plugins.sources.first(where: { $0.name == name }) else { return }
      startDevice(judge, source.make)
    }
  }

  /// Where the accelerometers are and how they sit; another one counts from the next start on.
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

  /// The sensor is read only while something could turn that somebody can see.
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

  /// Whether the device is folded to a tablet; nil when nothing tells it.
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
  /// Whether the sensor could turn anything: an output is ours, and no lock of the user's and no
  /// orientation that the device keeps leaves it no choice; what a lock prevents may be suggested.
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

  /// Gives the outputs back as the user had them, and lets the device stand like that; nothing where
  /// no output is ours.
  ///
  /// Otherwise the next window to take the focus would have them turned once more.
  var eventsGivingBack: [Event] {
    guard let output = scene.outputs.first(where: \.isManaged) else { return [] }
    let edge = PanelEdge(transform: output.initial)
    let turn = edge.map { [event(turnedTo: DeviceOrientation(edgeUp: $0))] } ?? []
    return turn + [.output(.release)]
  }
}
