// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Explanation
import Glibc
import Orientation
import Plugins
import Sensing
import Sensors
import WaylandClient

/// `swivel run`: translates what happens, hands it to the arbiter, and does what the arbiter says.
///
/// One thread, one loop; only lines on their way out have a thread of their own. It ends on a signal, giving back the transforms that it found, or when the
/// compositor is gone.
final class Daemon {
  /// How long the compositor may take to say what there is, in nanoseconds.
  private static let startWithin: Int64 = 10_000_000_000

  var plan: RunPlan
  let loop: EventLoop
  let clock = Clock()
  let reporter: Reporter
  var tracker: SceneTracker
  var arbiter: Arbiter?
  var deadlines: [DeadlineID: Token] = [:]
  var log: DecisionLog
  /// Where policies are asked that answer at once.
  let desk = PolicyDesk()
  /// The policies of other processes; nil where there can be no socket.
  var clients: ClientDesk?
  /// The events on their way into the arbiter, and its effects.
  private var driver = EffectDriver()
  /// What policies have asked for and the loop is about to do.
  var due: [DueWork] = []
  /// Answers `swivel status` and the like; nil where there can be no socket.
  var control: ControlServer?
  /// The programs around turns.
  let hooks: TurnHooks
  /// Serves on the session bus; nil where there is none.
  var sessionBus: SessionBus?
  /// What the run ends with; nil while it is to go on or when all went well.
  private(set) var failure: CommandFailure?
  var isEnding = false
  /// What the user has locked rotation to; nil while it is free.
  var userLock: OrientationLock?
  var lockStore: LockStore
  /// What the next run has to give back if this one is ended by force.
  let journal: CrashJournal
  /// Hears of changes to the configuration file.
  var fileWatch: FileWatch?
  /// What was wrong with that file when it was last read; nil if nothing was.
  var configurationProblem: String?
  /// Outputs that could not be given back at the end.
  var unrestored: [OutputID] = []
  private var link: DesktopLink?
  /// What looks for a way to turn the outputs, once a compositor is there.
  var search: ApplierSearch?
  /// What looks for something that knows more of windows.
  var windowSearch: WindowSearch?
  /// Whether the compositor's outputs and windows are followed, with a way to turn them.
  var isAttached = false
  /// The wait for a compositor that has gone away; nil while there is one.
  var absence: Absence?
  /// The timer that ends the wait for the compositor's first words.
  private var patience: Token?
  var replayFeed: ReplayFeed?
  var sensorFeed: SensorFeed?
  /// Turns touch and pen with the panel, where the compositor has to be told to.
  var inputFollower: (any InputFollower)?
  /// Looks after sway's input devices.
  var swayInputs: SwayInputs?
  /// Whether the device is folded to a tablet, as far as a switch tells.
  var isTabletMode = false
  /// Tells whether the session is locked, and when the machine wakes up.
  let login = LogindSession()
  /// Whether the session is locked, as far as anybody tells.
  var isLocked = false
  /// Windows of which is to be told whether they will be in the way.
  private let newcomers: Newcomers

  init(_ plan: RunPlan) throws(SystemError) {
    self.plan = plan
    loop = try EventLoop()
    reporter = Reporter(explains: plan.explains, showsTitles: plan.showsTitles)
    tracker = SceneTracker(configuration: plan.configuration)
    log = DecisionLog(plan.recording)
    lockStore = LockStore { name in getenv(name).map { String(cString: $0) } }
    newcomers = Newcomers(on: loop)
    let reporter = reporter
    journal = CrashJournal(
      environment: { name in getenv(name).map { String(cString: $0) } },
      note: { reporter.note($0) })
    hooks = TurnHooks(plan.configuration.hooks, on: loop) { reporter.note($0) }
    log.onFailure = { reporter.note($0) }
    hooks.onIdle = { [weak self] in self?.endIfRestored() }
    newcomers.now = { [weak self] in self?.isEnding == false ? self?.arbiter : nil }
    newcomers.onWarnings = { [weak self] in self?.warn($0, $1) }
  }

  /// Runs until a signal, and then a little longer; throws what ended it otherwise.
  func run() throws(CommandFailure) {
    startPolicies()
    try startControl()
    startClients()
    startSessionBus()
    runLoop(try connect())
    clients?.stop()
    clients = nil
    desk.stop()
    control?.publish { .end }
    control = nil
    sessionBus = nil
    log.settle()
    if let failure { throw failure }
  }

  private func connect() throws(CommandFailure) -> Session {
    do throws(WaylandError) {
      return try Session()
    } catch {
      throw CommandFailure(error)
    }
  }

  private func runLoop(_ session: Session) {
    do throws(SystemError) {
      let terminal = ControllingTerminal()
      try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] signal in
        if signal == SIGHUP, !terminal.isGone { self?.reload() } else { self?.end() }
      }
      watchConfiguration()
      try attach(session)
      try loop.run()
    } catch {
      fail(CommandFailure(.failed, "\(error)"))
    }
    link = nil
    fileWatch = nil
    hooks.stop()
    newcomers.stop()
    sensorFeed?.stop()
    login.stop()
    endInputs()
  }

  /// Follows a session; the compositor has some time to say what there is.
  func attach(_ session: Session) throws(SystemError) {
    link = try DesktopLink(session, on: loop) { [weak self] in self?.take($0) }
    patience = loop.schedule(after: Self.startWithin) { [weak self] in
      self?.fail(CommandFailure(.timedOut))
    }
  }

  /// Forgets a session that is over.
  func detach() {
    if let patience { loop.remove(patience) }
    (patience, link, search, windowSearch, isAttached) = (nil, nil, nil, nil, false)
    (inputFollower, swayInputs) = (nil, nil)
  }

  /// The compositor's side of the session; nil while there is none.
  var session: Session? { link?.session }

  /// Ends the run with words for people.
  func fail(_ failure: CommandFailure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }

  /// Takes an event in and carries out what follows from it; what happens meanwhile waits its turn.
  func handle(_ event: Event) {
    guard arbiter != nil, driver.enqueue(event) else { return }
    while let step = driver.next() {
      switch step {
      case .decide(let event):
        let effects = decide(event)
        driver.decided(effects)
      case .execute(let effect): execute(effect)
      }
    }
    updateDemand()
    sessionBus?.update()
    endIfRestored()
  }

  private func decide(_ event: Event) -> [Effect] {
    guard let before = arbiter else { return [] }
    if case .deadline(.question(let id)) = event { clients?.expired(id) }
    let now = clock.now
    log.note(event, at: now, before: before)
    let effects = arbiter?.handle(event, at: now) ?? []
    log.note(effects)
    if case .add(let window, _) = event { newcomers.add(window.id, before: before) }
    return effects
  }

  /// Says which new windows would split or block the next turn.
  private func warn(_ warnings: [NewWindowWarning], _ more: Int) {
    for warning in warnings {
      reporter.report(warning, at: clock.now)
      publish(warning)
    }
    if more > 0 { reporter.note("\(more) more new windows would be in the way of the next turn") }
  }

  /// The compositor has said what there is.
  func endPatience() {
    if let patience { loop.remove(patience) }
    patience = nil
  }

  /// Begins to decide, once everything that was there at the start is known.
  func start(_ session: Session, through finding: ApplierSearch.Finding) {
    endPatience()
    do throws(CommandFailure) {
      try requireOutputs(session.outputs)
    } catch {
      return fail(error)
    }
    var outputs: [Output] = []
    var events: [Event] = []
    tracker.book.clients = clients?.matches ?? []
    journal.load()
    tracker.recall(journal.content.outputs)
    let seen = tracker.look(at: session.outputs, session.windows)
    journal.keep(outputs: tracker.turned)
    tell(tracker.takeChanges())
    for event in seen {
      if case .output(.add(let output)) = event {
        outputs.append(output)
        guard output.initial != output.transform else { continue }
        reporter.note(
          "\(PlainText.name(output.name)) was turned by a run that was ended by force; at the end it "
            + "is given back as \(output.initial.wireName)")
      } else {
        events.append(event)
      }
    }
    let arbiter = Arbiter(rules: plan.rules, scene: .start(outputs: outputs))
    self.arbiter = arbiter
    log.begin(arbiter)
    reporter.begin(plan, outputs, finding, hasWindows: session.hasWindowList)
    handle(.setUp)
    restoreLock()
    for event in events { handle(event) }
    startSensor()
    startLogin()
    startInputs()
  }
}
