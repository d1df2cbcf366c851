// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Configuration
import Control
import EventLoop
import Explanation
import Formats
import Orientation
import Plugins
import Recording
import Sensing
import Sensors
import Text

/// The control of the device's sensors, or of a recording's replay.
///
/// The controller claims the sensor only while its readings are needed, to judge the orientation or
/// to compute the hinge's angle (`SensorGate`). It passes readings to the judge, and follows the
/// device's posture, the session's lock and the machine's sleep.
final class SensorController {
  enum Report {
    /// A reading of the accelerometer, before it is judged.
    case reading(Acceleration, Instant)
    case turned(DeviceOrientation)
    /// The outputs no longer follow the device, for example in laptop posture.
    case stoppedFollowing
    /// The tablet mode has changed; `nil` if no source reports it any more.
    case tabletMode(Bool?)
    case posture(DevicePosture)
    case key(RotationKey)
    case sessionLocked(Bool)
    case awoke
    case note(String)
    case warning(String)
    /// The reason why the orientation is not judged has changed.
    case rest
  }

  private enum Finding {
    case unknown
    /// The description of the sensor and of how it is read.
    case available(String)
    case lost(Message)
  }

  private let plan: RunPlan
  private let loop: EventLoop
  private let clock: Clock
  private let login: any LoginSource
  private let buses: (system: BusAddress, session: BusAddress)
  private var source: (any OrientationSource)?
  /// The time after the start within which sources report the tablet mode if they know it.
  private static let modeTimeout = Duration.seconds(3)

  private var switches: PostureSource?
  private var touches: TouchSource?
  private var keys: KeySource?
  private var makeJudge: () -> any OrientationJudge = { Classifier() }
  private var judge: any OrientationJudge = Classifier()
  private var settling: Token?
  private(set) var fold: FoldTracker
  private var finding = Finding.unknown
  private(set) var posture = DevicePosture.unknown
  private var reportedMode: Bool?
  private var gate: SensorGate
  private var demand = SensorGate.Demand.rest
  /// The last problem of the source; `nil` after the source has worked again.
  private var problem: Message?
  /// Whether a reading or an orientation has arrived since judging last began or the machine woke
  /// up; before that, the scene's device orientation may be outdated.
  private(set) var hasRead = false
  /// The last reported reason why the orientation is not judged; `nil` if it was judged.
  private var reportedRest: JSONValue?
  /// The message about a recording's end, held back until the judge has settled; `nil` otherwise.
  private var ending: String?
  var onReport: (Report) -> Void = { _ in }

  init(_ plan: RunPlan, on machine: Machine, clock: Clock) {
    self.plan = plan
    (loop, login) = (machine.loop, machine.login)
    buses = (machine.systemBus, machine.sessionBus)
    self.clock = clock
    fold = FoldTracker(plan.configuration.sensor.hinge)
    gate = SensorGate(follows: plan.follow.follows(tabletMode: nil, lidClosed: nil))
  }

  /// Begins to follow the sensor or to replay the recording, of which `note` receives the trace and
  /// the number of readings that the schedule leaves out.
  func start(_ judge: JudgeChoice, note: (AccelerometerTrace, _ dropped: Int) -> Void) {
    makeJudge = maker(of: judge)
    self.judge = makeJudge()
    switch plan.sensor {
    case .replay:
      guard let trace = plan.trace,
        let schedule = ReplaySchedule(
          samples: trace.samples, start: clock.now, speed: plan.options.replaySpeed)
      else { return }
      note(trace, schedule.dropped)
      gate.isRecorded = true
      source = ReplaySource(schedule)
      source?.start(in: host)
    case .device(let choice):
      startDevice {
        choice.makeSource(tree: $0, bus: buses.system, placement: plan.configuration.sensor)
      }
    case .plugin(let name):
      // The plug-in's existence was checked before the run began.
      if let plugin = plan.plugins.sources.first(where: { $0.name == name }) {
        startDevice(plugin.make)
      }
    }
    updateDemand()
  }

  /// Called with `--follow tablet-mode` after `modeTimeout`; warns if no source has reported the
  /// tablet mode.
  private func warnOfMissingMode() {
    guard tabletMode == nil else { return }
    let isUnreadable = PostureSource.hasTabletSwitch(in: plan.devices)
    onReport(
      .warning(
        isUnreadable
          ? "--follow tablet-mode: nothing reports the tablet mode, so the outputs do not follow the "
            + "device: the tablet-mode switch in /dev/input may not be read, no desktop service "
            + "reports the mode, and no hinge is measured; add yourself to the group input, or use "
            + "--follow auto, which follows always in that case"
          : "--follow tablet-mode: nothing reports the tablet mode, so the outputs do not follow the "
            + "device: /dev/input has no tablet-mode switch, no desktop service reports the mode, and "
            + "no hinge is measured; use --follow auto, which follows always in that case"))
  }

  private func startDevice(_ make: (DeviceTree) -> any OrientationSource) {
    let tree = plan.devices
    source = make(tree)
    switches = PostureSource(
      tree: tree, systemBus: buses.system, sessionBus: buses.session,
      followsDesktop: !plan.configuration.tabletMode.publish)
    touches = TouchSource(tree: tree)
    source?.start(in: sourceHost)
    switches?.start(in: host)
    if plan.follow == .tabletMode {
      loop.schedule(after: Self.modeTimeout) { [weak self] in self?.warnOfMissingMode() }
    }
  }

  private var host: SensorHost {
    SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] in self?.receive($0) }
  }

  private var sourceHost: SensorHost {
    SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] event in
      self?.updateTrouble(event)
      self?.receive(event)
    }
  }

  private func updateTrouble(_ event: SensorEvent) {
    switch event {
    case .available(let text): finding = .available(text.line)
    case .lost(let reason): finding = .lost(reason)
    case .problem(let words): problem = words
    case .reading, .edgeUp, .solved: problem = nil
    case .tabletMode, .lidClosed, .hinge, .touch, .key, .sessionLocked, .sessionActive, .awoke,
      .ended,
      .note:
      return
    }
    let trouble =
      if case .lost(let reason) = finding {
        SensorTrouble(kind: .missing, fault: reason)
      } else {
        problem.map { SensorTrouble(kind: .unreadable, fault: $0) }
      }
    guard trouble != gate.trouble else { return }
    gate.trouble = trouble
    reportRest()
  }

  private func reportRest() {
    let rest = rest()
    guard rest != reportedRest else { return }
    reportedRest = rest
    onReport(.rest)
  }

  func followLogin() {
    login.start(
      in: SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] event in
        guard let self else { return }
        switch event {
        case .sessionLocked, .awoke: receive(event)
        // A recording is replayed even while the session is not active.
        default: if !gate.isRecorded { receive(event) }
        }
      })
  }

  func stopLogin() { login.stop() }

  func stop() {
    source?.stop()
    switches?.stop()
    touches?.stop()
    keys = nil
    if let settling { loop.remove(settling) }
    settling = nil
    login.stop()
  }

  func follow(keys isWanted: Bool) {
    guard isWanted != (keys != nil) else { return }
    keys = isWanted ? KeySource(in: plan.devices, host: host) : nil
  }

  /// Sets whether the keyboard that determines the tablet mode is attached; `nil` if none does.
  func follow(keyboard isAttached: Bool?) {
    // A recording has no tablet mode.
    guard !gate.isRecorded else { return }
    fold.report(keyboard: isAttached)
    foldChanged()
  }

  func use(_ choice: JudgeChoice) {
    makeJudge = maker(of: choice)
    judge = makeJudge()
    armSettling()
  }

  private func maker(of choice: JudgeChoice) -> () -> any OrientationJudge {
    let others = plan.options.judges
    return {
      let isOther = choice.name != JudgeName.all[0]
      return (isOther ? others(choice.name) : nil) ?? Classifier(parameters: choice.parameters)
    }
  }

  /// Sets the reason why no output could rotate; `nil` if one could.
  func rest(because reason: SensorRest?) {
    guard gate.unwanted != reason else { return }
    gate.unwanted = reason
    updateDemand()
  }

  /// Whether the sensor is claimed and no trouble with it is known.
  var isReading: Bool { demand != .rest && gate.trouble == nil }

  var device: String? { if case .available(let words) = finding { words } else { nil } }

  /// Returns the reason why the orientation is not judged; `nil` if it is judged.
  func rest(in language: Language = .english) -> JSONValue? {
    gate.rest?.json(gate.trouble, language)
  }

  /// Why the sensor is missing or unreadable; `nil` if no trouble is known, or if there is another
  /// reason not to judge readings.
  var trouble: SensorTrouble? { gate.rest == .unavailable ? gate.trouble : nil }

  var isSessionLocked: Bool { gate.isSessionLocked }

  var tabletMode: Bool? { fold.tabletMode }

  var counts: ReadingCounts { source?.counts ?? ReadingCounts() }

  private func receive(_ event: SensorEvent) {
    switch event {
    case .reading(let acceleration, let instant):
      guard demand == .judge else { return }
      hasRead = true
      // If the judge's timer is late, the judge first settles up to this reading's time, to keep
      // the order.
      settle(until: instant)
      onReport(.reading(acceleration, instant))
      let change = judge.judge(acceleration, at: instant)
      if let change { onReport(.turned(change)) }
      armSettling()
    case .touch(let isDown):
      judge.touch(isDown: isDown, at: clock.now)
      armSettling()
    case .key(let key):
      // A key that is pressed while another session is active belongs to that session.
      if gate.isSessionActive { onReport(.key(key)) }
    case .edgeUp(let edge):
      hasRead = true
      onReport(.turned(DeviceOrientation(edgeUp: edge)))
    case .tabletMode(let isOn):
      fold.report(tabletMode: isOn)
      foldChanged()
    case .lidClosed(let isClosed):
      fold.report(lidClosed: isClosed)
      foldChanged()
    case .hinge(let news):
      let outcome = fold.receive(news)
      for note in outcome.notes { onReport(.note(note)) }
      if outcome.isChanged { foldChanged() } else { updateDemand() }
    case .sessionLocked(let isLocked):
      onReport(.sessionLocked(isLocked ?? false))
      update(
        \.isSessionLocked, to: isLocked ?? false, because: isLocked == true ? .sessionLocked : nil)
    case .sessionActive(let isActive):
      update(
        \.isSessionActive, to: isActive ?? true,
        because: isActive == false ? .sessionInactive : nil)
    case .awoke:
      onReport(.note("the machine has woken up"))
      onReport(.awoke)
      claimAnew()
    case .available(let text): onReport(.note("sensor \(text.line)"))
    case .lost(let text):
      onReport(
        .warning(
          "no sensor: \(text.line); the last orientation stays, and `swivel doctor` says what to do"
        ))
    case .ended(let text):
      ending = text.line
      armSettling()
    case .problem(let text): onReport(.warning(text.line))
    case .note(let text): onReport(.note(text.line))
    case .solved: break
    }
  }

  /// Claims the sensor again, if it was claimed, after the machine's sleep, during which the device
  /// may have been turned; a recording goes on.
  private func claimAnew() {
    guard demand != .rest, !gate.isRecorded else { return }
    source?.release()
    judge = makeJudge()
    hasRead = false
    fold.resume()
    source?.claim()
  }

  private func foldChanged() {
    if tabletMode != reportedMode {
      reportedMode = tabletMode
      onReport(.tabletMode(tabletMode))
    }
    updateFollowing()
    let now = DevicePosture(tabletMode: tabletMode, lidClosed: fold.lidClosed)
    guard now != posture else { return }
    posture = now
    onReport(.posture(now))
  }

  var isFollowing: Bool {
    plan.follow.follows(tabletMode: tabletMode, lidClosed: fold.lidClosed)
  }

  private func updateFollowing() {
    let now = isFollowing
    guard now != gate.follows else { return }
    update(\.follows, to: now)
    if !now { onReport(.stoppedFollowing) }
  }

  private func update(
    _ fact: WritableKeyPath<SensorGate, Bool>, to value: Bool, because rest: SensorRest? = nil
  ) {
    guard gate[keyPath: fact] != value else { return }
    gate[keyPath: fact] = value
    if let rest, !gate.isRecorded {
      onReport(.note(StatusPhrase.resting(.english, rest(.english))))
    }
    updateDemand()
  }

  /// Claims or releases the sensor, and begins or ends judging, if the demand has changed.
  private func updateDemand() {
    guard let source else { return }
    gate.needsHinge = fold.needsHinge && plan.follow != .always
    defer { reportRest() }
    let before = demand
    demand = gate.demand
    guard demand != before else { return }
    if demand == .judge {
      // The device may have been turned during the pause, so a new judge accepts the first reading
      // at once.
      judge = makeJudge()
      hasRead = false
      touches?.start(in: host)
    } else if before == .judge {
      touches?.stop()
      armSettling()
    }
    if before == .rest {
      fold.resume()
      source.claim()
    } else if demand == .rest {
      source.release()
    }
  }

  private func settle(until instant: Instant) {
    guard let deadline = judge.deadline, deadline <= instant else { return }
    if let change = judge.settle(at: instant) { onReport(.turned(change)) }
  }

  private func armSettling() {
    if let settling { loop.remove(settling) }
    settling = nil
    guard demand == .judge else { return }
    guard let deadline = judge.deadline else {
      if let ending { onReport(.note(ending)) }
      ending = nil
      return
    }
    settling = loop.schedule(at: clock.onLoop(deadline)) { [weak self] in
      guard let self else { return }
      settling = nil
      settle(until: clock.now)
      armSettling()
    }
  }
}

extension Scene {
  /// Returns the reason why no device orientation could rotate an output.
  ///
  /// The result is `nil` if an output is managed, the device generates orientations, and rotation
  /// is not locked to one orientation or locked rotations are suggested (`isSuggesting`).
  func sensorRest(isSuggesting: Bool) -> SensorRest? {
    if !outputs.contains(where: \.isManaged) { return .noOutput }
    if device.isRotationLocked, device.userLock?.isClass != true, !isSuggesting {
      return .rotationLock
    }
    return device.generatingCount > 0 ? nil : .unused
  }
}

extension Arbiter {
  func event(turnedTo orientation: DeviceOrientation) -> Event {
    .device(.turned(rules.deviceOrientation(orientation, on: scene.device.panel)))
  }

  /// The events that restore the outputs' initial transforms and, unless the first managed output's
  /// is mirrored, set the device orientation to match it; empty without a managed output.
  ///
  /// Without the device's event, the next change of focus would rotate the outputs again.
  var eventsRestoringOutputs: [Event] {
    guard let output = scene.outputs.first(where: \.isManaged) else { return [] }
    let edge = PanelEdge(transform: output.initial)
    let turn = edge.map { [event(turnedTo: DeviceOrientation(edgeUp: $0))] } ?? []
    return turn + [.output(.release)]
  }
}
