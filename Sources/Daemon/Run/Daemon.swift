// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Explanation
import Glibc
import Orientation

// The daemon: everything around the arbiter that touches the world.
//
// `Daemon` is wiring and one `handle`. What happens anywhere comes in as a report of one of the parts
// below; the daemon makes events of it, decides them in the order in which they came, and hands each
// effect to the part that executes it. Parts do not know each other or the daemon: each keeps its
// state to itself, takes what it needs as arguments, and reports through a closure.
//
//   Lifecycle               connecting, searching, running, reconnecting, ending (`Phase`)
//   DesktopObserver         outputs and windows as events; the journal of what is to be given back
//   DecisionEngine          the arbiter, the queue of events before it, the log, recordings
//   EffectRunner            deadlines, and turns with the programs around them
//   PolicyCoordinator       policies that are code, in this process and in others
//   SensorController        the sensor or a recording of one, folds, what logind says
//   InputController         touch, pen and keyboard, where the compositor has to be told
//   LockController          the user's lock, over restarts
//   ConfigurationController the configuration file and its changes
//   ControlService          the control socket and the session bus; `RequestHandler` answers
//   Reporter, LineQueue     words for people; the only thing that has a thread of its own
//
// Everything else happens on one thread, in one loop. It sleeps while nothing happens: there is no
// polling, and every timer ends something. Nothing enters the arbiter from within an effect: what
// happens meanwhile waits in the engine's queue. A turn is finished only by the compositor's own word.
// Whatever a part cannot do costs a note to people and nothing else; the run ends with a signal,
// giving back the transforms that it found, or when the compositor is gone for good.
//
// Begin with `handle` and `execute` below, then `Session/Phase.swift`; `Command/RunCommand.swift`
// is how a program gets here.

/// `swivel run`: translates what happens, hands it to the arbiter, and does what the arbiter says.
final class Daemon: RequestTarget {
  private let plan: RunPlan
  private let loop: EventLoop
  private let clock = Clock()
  private let reporter: Reporter
  private let lifecycle: Lifecycle
  private let desktop: DesktopObserver
  private var engine: DecisionEngine
  private let effects: EffectRunner
  private let policies: PolicyCoordinator
  private let sensors: SensorController
  private let inputs: InputController
  private let locks: LockController
  private let configuration: ConfigurationController
  private let control: ControlService
  private let requests: RequestHandler
  private let newcomers: Newcomers

  init(_ plan: RunPlan) throws(SystemError) {
    let loop = try EventLoop()
    let reporter = Reporter(explains: plan.explains, showsTitles: plan.showsTitles)
    let note = { (text: String) in reporter.note(text) }
    let journal = CrashJournal(environment: Process.environment, note: note)
    self.plan = plan
    self.loop = loop
    self.reporter = reporter
    lifecycle = Lifecycle(plan.applier, linked: plan.linkedApplier, on: loop)
    desktop = DesktopObserver(plan.configuration, journal: journal)
    engine = DecisionEngine(recording: plan.recording, clock: clock, onFailure: note)
    policies = PolicyCoordinator(
      plan.plugins, rulesID: plan.rules.id, telling: reporter, on: loop)
    sensors = SensorController(plan, on: loop, clock: clock)
    inputs = InputController(on: loop, journal: journal, note: note)
    locks = LockController(LockStore(environment: Process.environment), note: note)
    configuration = ConfigurationController(plan, on: loop)
    control = ControlService(on: loop, rulesID: plan.rules.id, note: note)
    newcomers = Newcomers(on: loop)
    effects = EffectRunner(
      EffectRunner.Parts(
        lifecycle: lifecycle, desktop: desktop, policies: policies, locks: locks,
        control: control, reporter: reporter), plan, on: loop, clock: clock)
    requests = RequestHandler(locks, configuration, control, on: loop, note: note)
    requests.target = self
    lifecycle.onEvent = { [weak self] in self?.receive($0) }
    policies.onReport = { [weak self] in self?.receive($0) }
    sensors.onReport = { [weak self] in self?.receive($0) }
    effects.onDeadline = { [weak self] in self?.handle(.deadline($0)) }
    effects.onIdle = { [weak self] in self?.settle() }
    configuration.onChange = { [requests] in requests.reload(isAsked: false) }
    control.state = { [weak self] in self?.status.state ?? [] }
    control.answer = { [weak requests] in requests?.answer($0) }
    newcomers.now = { [weak self] in self?.decidingArbiter }
    newcomers.onWarnings = { [weak self] in self?.warn($0, $1) }
  }

  /// Runs until a signal, and then a little longer; throws what ended it otherwise.
  func run() throws(CommandFailure) {
    for problem in plan.pluginProblems { reporter.note(problem) }
    policies.start(configured: plan.configuration.pluginNames)
    try control.openSocket()
    policies.serveClients()
    control.joinBus()
    let failure = try lifecycle.run {
      if let problem = configuration.watch() { reporter.note(problem) }
    }
    configuration.stop()
    effects.stop()
    newcomers.stop()
    sensors.stop()
    inputs.stop()
    policies.stop()
    control.stop()
    engine.settle()
    if let failure { throw failure }
  }

  /// Takes an event in and executes what follows from it; what happens meanwhile waits its turn.
  private func handle(_ event: Event) {
    guard engine.enqueue(event) else { return }
    while let step = engine.next() {
      switch step {
      case .decide(let event):
        if case .deadline(.question(let id)) = event { policies.expired(id) }
        if case .add(let window, _) = event, let arbiter = engine.arbiter {
          newcomers.add(window.id, before: arbiter)
        }
        engine.decide(event)
      case .execute(let effect):
        if let event = effects.execute(effect, in: engine) { handle(event) }
        if case .outputReport = effect { updateInputs() }
      }
    }
    updateDemand()
    control.update()
    settle()
  }

  var isEnding: Bool { lifecycle.isEnding }

  var decidingArbiter: Arbiter? { lifecycle.isEnding ? nil : engine.arbiter }

  private func settle() {
    guard lifecycle.isEnding, let arbiter = engine.arbiter else { return }
    lifecycle.settle(arbiter, isBusy: effects.isBusy)
  }

  private func receive(_ event: Lifecycle.Event) {
    switch event {
    case .note(let text): reporter.note(text)
    case .began(let session, let finding): begin(session, finding)
    case .resumed(let session):
      session.isLocked = sensors.isSessionLocked
      synchronize(with: session)
      startInputs(in: session)
    case .changed(let session, let reports):
      synchronize(with: session)
      for case .changeFinished(let change, let result) in reports {
        if let words = result.words { reporter.note(words) }
        handle(Event(change, result))
      }
      settle()
    case .compositorDisconnected:
      let difference = desktop.compositorDisconnected()
      policies.publish(difference.changes)
      for event in difference.events { handle(event) }
    case .connectionClosed: inputs.compositorDisconnected()
    case .reloadRequested: requests.reload()
    case .endRequested: end()
    case .restoreTimedOut:
      guard let arbiter = engine.arbiter else { return }
      lifecycle.settle(arbiter, isBusy: effects.isBusy, isLate: true)
    }
  }

  private func receive(_ report: PolicyCoordinator.Report) {
    switch report {
    case .note(let text): reporter.note(text)
    case .event(let event): handle(event)
    case .needsSync:
      guard !lifecycle.isEnding, let session = lifecycle.session else { return }
      desktop.resolver = policies.resolver
      synchronize(with: session)
    case .reconsider(let policy):
      guard let arbiter = decidingArbiter else { return }
      let windows = desktop.windows(of: policy)
      for event in PolicyCoordinator.events(reconsidering: windows, in: arbiter) { handle(event) }
    }
  }

  private func receive(_ report: SensorController.Report) {
    switch report {
    case .note(let text): reporter.note(text)
    case .reading(let reading, let instant): engine.note(reading, at: instant)
    case .turned(let orientation):
      if let event = decidingArbiter?.event(turnedTo: orientation) { handle(event) }
    case .stoppedFollowing: stopFollowing()
    case .tabletMode(let isOn):
      inputs.setTabletMode(isOn)
      updateInputs()
    case .sessionLocked(let isLocked): lifecycle.session?.isLocked = isLocked
    case .awoke:
      reporter.note("the machine has woken up")
      handle(.output(.awake))
    }
  }

  /// Begins to decide, once everything that was there at the start is known.
  private func begin(_ session: Session, _ finding: ApplierSearch.Finding) {
    do throws(CommandFailure) { try plan.requireOutputs(session.outputs) } catch {
      return lifecycle.fail(error)
    }
    desktop.resolver = policies.resolver
    desktop.recall()
    let seen = desktop.synchronize(with: session)
    let outputs = seen.newOutputs
    policies.publish(seen.changes)
    reporter.reportTurned(outputs)
    engine.begin(plan.rules, outputs: outputs)
    reporter.begin(plan, outputs, finding, hasWindows: session.hasWindowList)
    handle(.setUp)
    if let arbiter = engine.arbiter { for event in locks.restore(in: arbiter) { handle(event) } }
    for event in seen.events where !event.isNewOutput { handle(event) }
    sensors.start(configuration.current.judge) { reporter.dropped($0, alsoBySchedule: $1) }
    updateDemand()
    sensors.followLogin()
    startInputs(in: session)
  }

  /// Takes in what is different in a session, or is seen differently.
  private func synchronize(with session: Session) {
    let difference = desktop.synchronize(with: session)
    policies.publish(difference.changes)
    for event in difference.events where !lifecycle.isEnding || event.isTransform { handle(event) }
    reporter.titles(of: session.windows) { desktop.name(ofWindow: $0) }
    updateInputs()
  }

  private func startInputs(in session: Session) {
    inputs.start(in: session, configuration.current.keyboard)
    updateInputs()
  }

  private func updateInputs() {
    guard let scene = decidingArbiter?.scene, let session = lifecycle.session else { return }
    inputs.update(scene, among: session.outputs, configuration.current.keyboard)
  }

  private func updateDemand() { sensors.demand(!lifecycle.isEnding && engine.needsSensor) }

  /// Gives the outputs back as the user had them, and lets the device stand like that.
  ///
  /// Otherwise the next window to take the focus would have them turned once more.
  private func stopFollowing() {
    guard let output = decidingArbiter?.scene.outputs.first(where: \.isManaged) else { return }
    reporter.note("not in tablet mode: the outputs are given back")
    if let edge = PanelEdge(transform: output.initial) {
      receive(SensorController.Report.turned(DeviceOrientation(edgeUp: edge)))
    }
    handle(.output(.release))
  }

  /// Gives back what was found and stops once the compositor has confirmed it.
  func end() {
    guard lifecycle.end() else { return }
    sensors.stopLogin()
    handle(.output(.restore))
  }

  /// Says which new windows would split or block the next turn.
  private func warn(_ warnings: [NewWindowWarning], _ more: Int) {
    for warning in warnings {
      reporter.report(warning, at: clock.now)
      control.publish { .warning(warning, at: clock.now) }
    }
    if more > 0 { reporter.note("\(more) more new windows would be in the way of the next turn") }
  }

  var status: DaemonStatus {
    DaemonStatus(
      plan: plan, arbiter: engine.arbiter, log: engine.log, locks: locks, sensors: sensors,
      policies: policies, desktop: desktop, now: clock.now)
  }

  func use(_ new: Configuration, insteadOf old: Configuration) {
    desktop.configuration = new
    effects.use(new.hooks)
    if new.judge != old.judge { sensors.use(new.judge) }
    if let session = lifecycle.session { synchronize(with: session) }
  }

  func record(_ path: String?) -> ControlReply { engine.record(path) }

  func decide(_ events: [Event]) { for event in events { handle(event) } }
}
