// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Formats
import Plugins
import Scenarios
import Sensors

// The shell around the arbiter, with everything that does I/O.
//
// `Daemon` connects the parts below. Most reports of the parts pass through `receive`, which makes
// events of them; `handle` decides the events in the order in which they came.
//
//   Lifecycle               connecting, searching, running, reconnecting, ending (`Phase`)
//   DesktopObserver         outputs and windows as events; the journal of transforms to restore
//   DecisionEngine          the arbiter, its queue of events, the log, recordings
//   EffectRunner            the arbiter's effects: questions, rotations, deadlines, reports;
//                           hooks, and the tablet-mode switch for compositors
//   PolicyCoordinator       live policies, in this process and in others
//   SensorController        the sensor or a recording of one, folds, logind's reports
//   InputController         touch screens and pens, where the compositor needs requests; keyboards
//   CompositorRotation      the compositor's own automatic rotation, off while this runs
//   DesktopSettings         GNOME's rotation lock, and on-screen keyboards
//   LockController          the user's lock, over restarts
//   ConfigurationController the configuration file and its changes
//   ControlService          the control socket, the session bus and the rotate button;
//                           `RequestHandler` answers
//   Forecasts               warnings about new windows, and proofs of the stack
//   Reporter, LineQueue     lines for the user
//
// Output lines, slow drivers and proofs have threads of their own. Everything else runs in one loop
// on one thread. No event enters the arbiter from within an effect: new ones wait in the engine's
// queue. Only the compositor's own event confirms a rotation.
//
// Begin with `receive` and `handle`, then `Effects/EffectRunner.swift` and `Session/Phase.swift`.

/// The shell of `swivel run`: makes events of reports and executes the arbiter's effects.
final class Daemon {
  private let plan: RunPlan
  private let reporter: Reporter
  private let lifecycle: Lifecycle
  private let desktop: DesktopObserver
  private let engine: DecisionEngine
  private let effects: EffectRunner
  private let policies: PolicyCoordinator
  private let sensors: SensorController
  private let inputs: InputController
  private let rotation: CompositorRotation
  private let settings: DesktopSettings
  private let locks: LockController
  private let configuration: ConfigurationController
  private let control: ControlService
  private let requests: RequestHandler
  private let forecasts: Forecasts

  init(_ plan: RunPlan, on machine: Machine) {
    let (loop, clock) = (machine.loop, Clock(machine.loop))
    let reporter = Reporter(
      explains: plan.options.explains, showsTitles: plan.options.showsTitles, on: loop,
      output: machine.output,
      errors: machine.errors)
    let note = { (text: String) in reporter.note(text) }
    let journal = CrashJournal(
      environment: machine.environment, files: machine.files, note: note)
    (self.plan, self.reporter) = (plan, reporter)
    lifecycle = Lifecycle(plan.applier, linked: plan.linkedApplier, on: machine)
    configuration = ConfigurationController(plan, on: machine, note: note)
    desktop = DesktopObserver(
      configuration.current, applications: ApplicationFiles(environment: machine.environment),
      journal: journal, on: loop)
    engine = DecisionEngine(
      recording: plan.recording, clock: clock, witness: machine.witness, onFailure: note)
    policies = PolicyCoordinator(plan, telling: reporter, on: machine)
    sensors = SensorController(plan, on: machine, clock: clock)
    inputs = InputController(
      plan.devices, on: machine, journal: journal, note: note)
    rotation = CompositorRotation(
      journal: CrashJournal(
        environment: machine.environment, files: machine.files, outlastsLogin: true, note: note),
      note: note)
    settings = DesktopSettings(on: machine, note: note)
    locks = LockController(
      LockStore(environment: machine.environment, files: machine.files), note: note)
    control = ControlService(on: machine, rulesID: plan.rules.id, note: note)
    forecasts = Forecasts(
      on: machine, clock: clock, rest: RestTimer(on: loop, action: machine.releasePages),
      reporter: reporter, control: control)
    effects = EffectRunner(
      EffectRunner.Parts(
        lifecycle: lifecycle, desktop: desktop, policies: policies, locks: locks,
        control: control, reporter: reporter), plan, on: machine, clock: clock)
    requests = RequestHandler(locks, configuration, control, on: loop, note: note)
    requests.daemon = self
    let send: (Input) -> Void = { [weak self] in self?.receive($0) }
    lifecycle.onEvent = { send(.lifecycle($0)) }
    policies.onReport = { send(.policies($0)) }
    sensors.onReport = { send(.sensors($0)) }
    effects.onDeadline = { send(.deadline($0)) }
    effects.onIdle = { send(.hooksEnded) }
    locks.onChange = { send(.locked($0)) }
    settings.onLock = { send(.lockedByDesktop($0)) }
    inputs.onKeyboard = { send(.keyboard(isAttached: $0)) }
    configuration.onChange = { send(.configurationFile) }
    control.onSuggester = { send(.suggester) }
    control.state = { [weak self] in self?.status.state ?? [] }
    control.answer = { [weak self] in self?.answer($0) }
    forecasts.arbiter = { [weak self] in self?.decidingArbiter }
  }

  func run() throws(CommandFailure) {
    policies.start()
    try control.openSocket()
    policies.serveClients()
    let failure = try lifecycle.run {
      // The session bus is joined late, so that a missing compositor is reported before a missing
      // bus.
      control.joinBus()
      configuration.watch()
    } finish: {
      rotation.end(in: $0)
    }
    if failure == nil { desktop.tracker.noteEnd(of: engine.arbiter?.scene.outputs.map(\.id) ?? []) }
    configuration.stop()
    effects.stop()
    forecasts.stop()
    sensors.stop()
    inputs.stop()
    desktop.stop()
    settings.stop()
    policies.stop()
    engine.log.settle()
    reporter.stop()
    control.stop()
    plan.plugins.stop()
    if let failure { throw failure }
  }

  /// Enqueues an event; unless the driver is already running, decides all queued events.
  private func handle(_ event: Event) {
    guard engine.enqueue(event) else { return }
    while let step = engine.next() {
      switch step {
      case .decide(let event):
        effects.publishVerdicts()
        if case .deadline(.question(let id)) = event { policies.expired(id) }
        forecasts.willDecide(event, in: engine.arbiter)
        engine.decide(event)
        forecasts.decided()
      case .execute(let effect):
        if let event = effects.execute(effect, in: engine) { handle(event) }
        if case .outputReport = effect { followScene() }
      }
    }
    demandSensor()
    effects.publishVerdictsSoon()
    settle()
  }

  func answer(_ request: ControlRequest) -> ControlReply? {
    defer { effects.publishVerdicts() }
    return requests.answer(request)
  }

  func adopt(policyClient descriptor: Int32) { policies.adopt(client: descriptor) }

  var isEnding: Bool { lifecycle.isEnding }
  var decidingArbiter: Arbiter? { isEnding ? nil : engine.arbiter }

  func decide(_ events: [Event]) { for event in events { handle(event) } }
  func record(_ path: String?) -> ControlReply { engine.log.record(path) }

  private func demandSensor() {
    let isSuggesting = control.hasSuggester
    let reason: SensorRest? =
      engine.arbiter.map { $0.scene.sensorRest(isSuggesting: isSuggesting) } ?? .starting
    sensors.rest(because: isEnding ? .ending : reason)
  }

  private func settle(isLate: Bool = false) {
    guard isEnding, let arbiter = engine.arbiter else { return }
    lifecycle.settle(arbiter, isBusy: effects.isBusy, isLate: isLate)
  }

  private enum Input {
    case lifecycle(Lifecycle.Event)
    case policies(PolicyCoordinator.Report)
    case sensors(SensorController.Report)
    case deadline(DeadlineID)
    case hooksEnded
    /// The user's new lock; `nil` is unlocked.
    case locked(OrientationLock?)
    /// The desktop's rotation lock, on (true) or off, which Swivel's lock has to follow.
    case lockedByDesktop(Bool)
    case keyboard(isAttached: Bool)
    case configurationFile
    /// A client with a rotate button has connected or disconnected.
    case suggester
  }

  private func receive(_ input: Input) {
    switch input {
    // These two can come while effects are executed, and publishing would delay the rotation.
    case .sensors(.rest), .hooksEnded: break
    default: effects.publishVerdicts()
    }
    switch input {
    case .lifecycle(.note(let text)), .policies(.note(let text)), .sensors(.note(let text)):
      reporter.note(text)
    case .sensors(.warning(let text)): reporter.note(text, .warning)

    case .lifecycle(.began(let session, let finding)):
      session.onSend = { [weak desktop] in desktop?.store() }
      begin(session, finding)
    case .lifecycle(.resumed(let session)):
      session.onSend = { [weak desktop] in desktop?.store() }
      session.isLocked = sensors.isSessionLocked
      synchronize(with: session)
      inputs.start(in: session, configuration.current)
      followScene()
      control.offerButton(configuration.current.suggest)
    case .lifecycle(.changed(let session, let reports)):
      synchronize(with: session)
      for case .changeFinished(let tag, let result) in reports {
        if let words = result.words { reporter.note(words) }
        handle(Event(ChangeID(tag), result))
      }
      settle()
    case .lifecycle(.compositorDisconnected):
      let difference = desktop.compositorDisconnected()
      policies.publish(difference.changes)
      decide(difference.events)
      for change in difference.presence { effects.announce(change) }
    case .lifecycle(.connectionClosed): inputs.compositorDisconnected()
    case .lifecycle(.reloadRequested): requests.reload()
    case .lifecycle(.endRequested): end()
    case .lifecycle(.restoreTimedOut): settle(isLate: true)

    case .policies(.event(let event)): handle(event)
    case .policies(.needsSync):
      desktop.tracker.resolver = policies.resolver
      synchronize()
    case .policies(.reconsider(let policy)):
      if let arbiter = decidingArbiter {
        decide(arbiter.events(reconsidering: desktop.tracker.windows(of: policy)))
      }

    case .sensors(.rest):
      let reason = sensors.rest()?["text"]?.string
      control.publish { .change(.sensor(rests: reason)) }
      control.update()
    case .sensors(.reading(let reading, let instant)): engine.log.note(reading, at: instant)
    case .sensors(.turned(let orientation)):
      if let event = decidingArbiter?.event(turnedTo: orientation) { handle(event) }
    case .sensors(.stoppedFollowing):
      let isTurned =
        decidingArbiter?.scene.outputs.contains { $0.isManaged && $0.desired != $0.initial }
      reporter.note(
        isTurned == true
          ? "not in tablet mode: the outputs are restored"
          : "not in tablet mode: the outputs no longer follow the device")
      decide(decidingArbiter?.eventsRestoringOutputs ?? [])
    case .sensors(.tabletMode(let isOn)):
      if isOn == true {
        reporter.note(
          sensors.isFollowing
            ? "in tablet mode: the outputs follow the device" : "the device is in tablet mode")
      }
      desktop.tracker.circumstances.tabletMode = isOn
      synchronize()
      inputs.setTabletMode(isOn == true)
      followScene()
      settings.setTabletMode(isOn)
      effects.announce(.tabletMode(isOn))
    case .sensors(.posture(let posture)): effects.announce(.posture(posture.rawValue))
    case .sensors(.key(let key)): press(key)
    case .sensors(.sessionLocked(let isLocked)): lifecycle.session?.isLocked = isLocked
    case .sensors(.awoke): handle(.output(.awake))

    case .deadline(let id): handle(.deadline(id))
    case .hooksEnded: settle()
    case .locked(let lock):
      effects.announce(.lock(lock))
      settings.lockChanged(lock != nil)
    case .lockedByDesktop(let isLocked):
      _ = requests.answer(isLocked ? .lock(.current) : .unlock)
    case .keyboard(let isAttached):
      desktop.tracker.circumstances.hasKeyboard = isAttached
      synchronize()
      followKeyboards(configuration.current)
    case .configurationFile: requests.reload(isAsked: false)
    case .suggester: demandSensor()
    }
  }

  /// Called when the initial outputs and windows are known; ends the run if an output of the
  /// command line is missing.
  private func begin(_ session: Session, _ finding: FoundApplier) {
    if let failure = plan.missingOutput(in: session.outputs) { return lifecycle.fail(failure) }
    desktop.tracker.resolver = policies.resolver
    desktop.recall()
    rotation.load()
    let seen = look(at: session)
    let outputs = seen.newOutputs
    engine.begin(plan.rules, outputs: outputs)
    reporter.begin(plan, outputs, finding, windows: session.windowKnowledge)
    handle(.setUp)
    if let arbiter = engine.arbiter { decide(locks.restore(in: arbiter)) }
    settings.use(configuration.current)
    decide(seen.events.filter { !$0.isNewOutput })
    sensors.start(configuration.current.judge) { reporter.dropped($0, alsoBySchedule: $1) }
    demandSensor()
    sensors.followLogin()
    sensors.follow(keys: !configuration.current.keys.isEmpty)
    forecasts.use(proving: configuration.current.prove)
    inputs.start(in: session, configuration.current)
    followKeyboards(configuration.current)
    followScene()
    control.offerButton(configuration.current.suggest)
  }

  private func followKeyboards(_ configuration: Configuration) {
    sensors.follow(keyboard: configuration.followsKeyboards ? inputs.hasKeyboard : nil)
  }

  private func look(at session: Session) -> DesktopObserver.Difference {
    let difference = desktop.synchronize(with: session)
    policies.publish(difference.changes)
    for problem in difference.problems { reporter.note(problem) }
    return difference
  }

  private func synchronize(with session: Session) {
    let difference = look(at: session)
    for event in difference.events where !isEnding || event.isTransform { handle(event) }
    reporter.titles(of: session.windows) { desktop.tracker.windows[$0]?.name }
    followScene()
    if !isEnding { for change in difference.presence { effects.announce(change) } }
  }

  private func press(_ key: RotationKey) {
    let (wanted, request): (RotationKeyChoice, ControlRequest) =
      switch key {
      case .lock: (.lock, .toggleLock)
      case .rotate: (.rotate, .rotate(.by(3)))
      }
    guard configuration.current.keys.contains(wanted) else { return }
    if case .failure(let failure)? = requests.answer(request) {
      reporter.note("key \(wanted.rawValue): \(failure)")
    }
  }

  private func synchronize() {
    guard !isEnding, engine.arbiter != nil, let session = lifecycle.session else { return }
    synchronize(with: session)
  }

  private func followScene() {
    guard let scene = decidingArbiter?.scene, let session = lifecycle.session else { return }
    inputs.update(scene, among: session.outputs, configuration.current)
    rotation.update(scene, in: session)
  }

  func end() {
    // A second call ends the run without waiting; if outputs are still rotated, the failure names
    // them.
    if isEnding { settle(isLate: true) }
    guard lifecycle.end() else { return }
    if lifecycle.session == nil, !desktop.tracker.turned.isEmpty {
      reporter.note("there is no compositor now; the next run restores the outputs")
    }
    sensors.stopLogin()
    handle(.output(.restore))
  }

  var status: DaemonStatus {
    DaemonStatus(
      plan: plan, configuration: configuration.current, engine: engine, locks: locks,
      sensors: sensors, policies: policies, desktop: desktop, session: lifecycle.session,
      configurationProblem: configuration.problem, proof: forecasts.json)
  }

  func use(_ new: Configuration, insteadOf old: Configuration) {
    desktop.tracker.configuration = new
    effects.use(new.hooks)
    settings.use(new)
    forecasts.use(proving: new.prove)
    inputs.check(new)
    inputs.followKeyboards(new.keyboard)
    followKeyboards(new)
    sensors.follow(keys: !new.keys.isEmpty)
    if new.judge != old.judge { sensors.use(new.judge) }
    if let session = lifecycle.session { synchronize(with: session) }
    if new.suggest != old.suggest { control.offerButton(new.suggest) }
  }
}
