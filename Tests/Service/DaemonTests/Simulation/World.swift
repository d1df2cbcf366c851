// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Configuration
import Control
import Desktop
import EventLoop
import Formats
import Glibc
import Orientation
import Plugins
import Sensors
import WaylandClient

@testable import Daemon

/// A simulated machine with the real daemon in it: one thread, one clock, one seed.
///
/// `run` plays a plan, in which daemons come and go. After that there are no faults for a while,
/// the device is turned twice more, and the last daemon is ended. `Invariants` checks each of these
/// moments.
final class World {
  private let plan: FaultPlan
  private let agenda = Agenda(VirtualClock(now: Instant(milliseconds: 1_000_000)))
  private let compositor: VirtualCompositor
  private var loop: EventLoop?
  private let disk = VirtualDisk()
  private let sensor = VirtualSensor()
  private let login = VirtualLogin()
  private let programs: VirtualPrograms
  private let buses: VirtualBuses?
  private let invariants: Invariants
  private let user: VirtualUser
  private var clients: [VirtualClient] = []
  private var configuration = Configuration()
  private var isConfigurationBroken = false
  private weak var daemon: Daemon?
  /// The time until the next daemon is started; `nil` while one runs on.
  private var pause: Duration?
  private var isKillDue = false
  private var isDead = false
  private var isOver = false
  /// The lines and actions of a verbose run.
  private(set) var transcript: [String] = []
  private let isVerbose: Bool

  init(_ plan: FaultPlan, isVerbose: Bool = false) {
    self.plan = plan
    self.isVerbose = isVerbose
    compositor = VirtualCompositor(plan, agenda)
    programs = VirtualPrograms(agenda)
    buses = plan.bus.map { [agenda] in VirtualBuses($0, agenda) }
    invariants = Invariants(compositor, disk, programs)
    user = VirtualUser(seed: plan.seed, agenda)
  }

  /// Plays the plan; returns the first fault, or `nil` if there was none.
  func run() -> Fault? {
    compositor.log = { [unowned self] in log("compositor \($0())") }
    compositor.onRequest = { [unowned self] in invariants.requested($0) }
    disk.mayChange = { [unowned self] in mayChange() }
    user.answer = { [unowned self] in isDead ? nil : daemon?.answer($0) }
    user.complain = { [unowned self] in invariants.complain(.request, $0) }
    user.log = { [unowned self] in log($0()) }
    buses?.caller.complain = { [unowned self] in invariants.complain(.request, $0) }
    buses?.log = { [unowned self] in log($0()) }
    for step in plan.steps {
      agenda.after(step.at) { [unowned self] in
        log("step \(step.action)")
        perform(step.action)
      }
    }
    agenda.after(plan.end + .seconds(1)) { [unowned self] in calmDown() }
    repeat {
      do throws(CommandFailure) {
        try live()
      } catch {
        invariants.complain(.machine, "the machine cannot be made: \(error)")
      }
    } while !isOver && invariants.fault == nil
    return invariants.fault
  }

  // MARK: A daemon's run

  private func live() throws(CommandFailure) {
    do throws(SystemError) {
      let loop = try EventLoop(clock: agenda.clock)
      self.loop = loop
      (isDead, isKillDue, pause) = (false, false, nil)
      compositor.serve(in: loop)
      agenda.move(to: loop)
      user.serve(in: loop)
      buses?.serve(in: loop)
      try live(in: loop)
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }

  private func live(in loop: EventLoop) throws(SystemError) {
    let machine = machine(loop)
    var plugins = PluginList()
    try? plugins.add(source: sensor.name) { [sensor] _ in sensor }
    guard
      let plan = try? RunPlan(
        RunOptions(
          sensor: buses?.plan.sensor ?? "plugin:\(sensor.name)", deviceRoot: "/nowhere"),
        plugins: plugins,
        environment: { _ in nil })
    else { return invariants.complain(.machine, "there is no plan") }
    var daemon: Daemon? = Daemon(plan, on: machine)
    self.daemon = daemon
    invariants.begins()
    log("a daemon begins")
    var failure: CommandFailure?
    do throws(CommandFailure) { try daemon?.run() } catch { failure = error }
    log("a daemon ends\(isDead ? " by force" : ""): \(failure.map { "\($0)" } ?? "well")")
    invariants.ends(byForce: isDead, failure, isCalm: isOver)
    programs.abandon()
    clients = []
    user.serve(in: nil)
    daemon = nil
    if self.daemon != nil { invariants.complain(.leak, "an ended daemon is still there") }
    if let count = buses?.left, count > 0 {
      invariants.complain(.leak, "an ended daemon has \(count) connections to buses")
    }
    buses?.serve(in: nil)
    try rest(in: loop)
  }

  /// Runs the world without a daemon until the next one is to be started.
  private func rest(in loop: EventLoop) throws(SystemError) {
    guard !isOver, invariants.fault == nil else { return }
    var isResting = true
    agenda.after(pause ?? .milliseconds(500)) { isResting = false }
    while isResting { try loop.turn(waitingAtMost: .zero) }
  }

  private func machine(_ loop: EventLoop) -> Machine {
    let nowhere = "unix:path=/nowhere/bus"
    let places = [
      "XDG_STATE_HOME": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere", "XDG_DATA_DIRS": "/nowhere",
      "DBUS_SESSION_BUS_ADDRESS": buses?.session.place ?? nowhere,
    ]
    var machine = Machine(loop: loop)
    machine.environment = { places[$0] }
    machine.connect = { [unowned self] () throws(WaylandError) in try connect() }
    machine.configuration = { [unowned self] (_) throws(InputError) in try readConfiguration() }
    machine.systemBus = .address(buses?.system.place ?? nowhere)
    machine.sessionBus = .address(buses?.session.place ?? nowhere)
    (machine.login, machine.files, machine.policySocket) = (buses?.login ?? login, disk, nil)
    machine.programs = programs
    machine.output = { [unowned self] in said($0) }
    machine.errors = { [unowned self] in said($0) }
    machine.processes = ProcessList(root: "/nowhere")
    machine.releasePages = {}
    machine.witness = { [unowned self] event, effects, arbiter in
      guard !isDead else { return }
      log("event \(event)")
      // The daemon begins to listen to sensors now.
      if case .setUp = event { buses?.system.isLookedFor() }
      for effect in effects { log("  \(effect.words)") }
      invariants.decided(event, effects, arbiter)
    }
    return machine
  }

  private func connect() throws(WaylandError) -> Session {
    guard let descriptor = compositor.connect() else { throw .disconnected(errno: ECONNREFUSED) }
    return try Session(connection: try Connection(adopting: descriptor))
  }

  private func readConfiguration() throws(InputError) -> Configuration {
    guard !isConfigurationBroken else {
      throw InputError(file: "config", line: 1, column: 1, problem: "broken")
    }
    return configuration
  }

  private func said(_ line: String) {
    guard !isDead else { return }
    log("says \(line)")
    invariants.said(line)
  }

  private func log(_ words: @autoclosure () -> String) {
    if isVerbose {
      let words = words()
      transcript.append(
        "\(agenda.clock.now.milliseconds - 1_000_000) \(buses?.plain(words) ?? words)"
          .replacing(/[A-Z][A-Za-z]*\.(?=[A-Za-z])/, with: "").replacing("rawValue: ", with: ""))
    }
  }

  // MARK: Actions of the plan

  private func perform(_ action: FaultPlan.Action) {
    switch action {
    case .hold(let edge): hold(edge)
    case .sensor(let isThere):
      sensor.isThere = isThere
      buses?.proxy.hasAccelerometer = isThere
    case .tabletMode(let isOn):
      sensor.report(.tabletMode(isOn))
      buses?.setTabletMode(isOn)
    case .sessionLocked(let isLocked):
      login.report(.sessionLocked(isLocked))
      buses?.logind.isLocked = isLocked
    case .awake:
      login.report(.awoke)
      buses?.logind.sleep()
    case .otherTurns(let screen, let transform): compositor.turn(screen, to: transform)
    case .unplug(let screen): compositor.unplug(screen)
    case .plug(let screen, let isReset): compositor.plug(screen, isReset: isReset)
    case .open(let application): compositor.open(application: application)
    case .close(let window): compositor.close(at: window)
    case .focus(let window): compositor.focus(at: window)
    case .compositorEnds(let delay, let isReset):
      compositor.stop(isReset: isReset)
      agenda.after(delay) { [unowned self] in compositor.start() }
    case .compositorHangs(let time): compositor.hang(for: time)
    case .diskFull(let isFull): disk.isFull = isFull
    case .lock(let lock): ask(lock.map { .lock($0) } ?? .unlock)
    case .rotate(let orientation): ask(.rotate(.to(orientation)))
    case .reload(let variant): reload(variant)
    case .clientJoins(let manner): join(manner)
    case .clientLeaves: leave()
    case .kill(let isAtWrite, let delay):
      pause = delay
      if isAtWrite { isKillDue = true } else { kill() }
    case .quit(let delay):
      pause = delay
      ask(.quit)
    case .bus(let fault): buses?.perform(fault)
    }
  }

  private func hold(_ edge: PanelEdge) {
    sensor.edge = edge
    buses?.proxy.edge = edge
  }

  private func ask(_ request: ControlRequest) { user.ask(request, isSure: compositor.isCalm) }

  private func reload(_ variant: FaultPlan.Variant) {
    configuration = Configuration()
    isConfigurationBroken = false
    switch variant {
    case .standard: break
    case .overrulesOthers: configuration.otherWriters = .overrule
    case .secondFollows: setSecond(.follow("eDP-1"))
    case .secondIsFixed: setSecond(.fixed(.rotated180))
    case .broken: isConfigurationBroken = true
    case .runsPrograms: configuration.hooks = HookChoice([.ends, .fails], [.ends, .lingers])
    case .runsBadPrograms:
      configuration.hooks = HookChoice([.isMissing, .lingers, .isStubborn], [.hangs])
    }
    ask(.reload)
  }

  private func setSecond(_ policy: OutputPolicy) {
    configuration.outputs = [OutputRule(match: Glob("HDMI-A-1"), policy: policy)]
  }

  private func join(_ manner: FaultPlan.Manner) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard let daemon, !isDead, let loop, clients.count < 4,
      socketpair(AF_UNIX, kind, 0, &pair) == 0
    else { return }
    daemon.adopt(policyClient: pair[0])
    if let client = try? VirtualClient(pair[1], manner, agenda, on: loop) { clients.append(client) }
  }

  private func leave() {
    if !clients.isEmpty { clients.removeFirst().leave() }
  }

  /// Returns whether a write reaches the disk: a daemon killed at that moment writes nothing more.
  private func mayChange() -> Bool {
    if isKillDue { kill() }
    return !isDead
  }

  private func kill() {
    guard daemon != nil, !isDead else { return }
    (isDead, isKillDue) = (true, false)
    if disk.failed.isEmpty == false { compositor.acceptWhatStands() }
    compositor.cutOff()
    buses?.cutOff()
    for client in clients { client.leave() }
    loop?.stop()
  }

  // MARK: The end

  /// Ends all faults, and repairs their lasting effects.
  private func calmDown() {
    log("from now on all goes well")
    isKillDue = false
    (disk.isFull, compositor.isCalm, sensor.isThere) = (false, true, true)
    for screen in compositor.screens.indices { compositor.plug(screen, isReset: false) }
    compositor.start()
    while !clients.isEmpty { leave() }
    sensor.report(.tabletMode(nil))
    login.report(.sessionLocked(false))
    buses?.calmDown()
    // A daemon that waits for a service's answer and retries after a while takes longer.
    agenda.after(.seconds(buses == nil ? 20 : 120)) { [unowned self] in
      reload(.standard)
      ask(.unlock)
      check(turns: 2)
    }
  }

  /// Turns the device some more times, and checks each time that the screens have followed.
  private func check(turns: Int) {
    guard let daemon, !isDead, let arbiter = daemon.status.arbiter else {
      // A daemon was ended just now; the next one is checked.
      return agenda.after(.seconds(20)) { [unowned self] in check(turns: turns) }
    }
    guard turns > 0 else { return lockSession() }
    let known = [sensor.edge, arbiter.scene.device.orientation.edgeUp]
    guard let edge = PanelEdge.allCases.last(where: { !known.contains($0) }) else { return }
    hold(edge)
    buses?.caller.ask(.readsAll)
    agenda.after(.seconds(20)) { [unowned self] in
      guard let loop else { return }
      invariants.rests(
        daemon.status, showing: edge, deadlines: loop.registrations.deadlines - agenda.count)
      if user.unanswered > 0 {
        invariants.complain(.request, "\(user.unanswered) requests have no answer")
      }
      if let buses { rest(buses) }
      check(turns: turns - 1)
    }
  }

  /// Locks the session once more, so that the sensor rests; then the last daemon ends.
  private func lockSession() {
    guard let buses, buses.isSessionKnown else { return quitLast() }
    buses.logind.isLocked = true
    agenda.after(.seconds(20)) { [unowned self] in
      if !isDead, !buses.proxy.claims.isEmpty {
        invariants.complain(.bus, "the sensor does not rest while the session is locked")
      }
      quitLast()
    }
  }

  private func quitLast() {
    isOver = true
    ask(.quit)
  }

  /// Checks the buses of an idle daemon.
  private func rest(_ buses: VirtualBuses) {
    if buses.proxy.claims.count != 1 {
      invariants.complain(.bus, "the sensor is claimed by \(buses.proxy.claims)")
    }
    if buses.session.isMissing(SessionBus.name) {
      invariants.complain(.bus, "nobody can find the daemon on the session bus")
    }
    if buses.caller.unanswered > 0 {
      invariants.complain(.request, "\(buses.caller.unanswered) calls have no answer")
    }
    buses.caller.audit()
  }
}

extension Effect {
  fileprivate var words: String {
    if case .report(let verdict) = self { return "verdict \(verdict.step) \(verdict.outcome)" }
    return "\(self)"
  }
}
