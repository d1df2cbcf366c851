// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
public import Orientation
public import WaylandClient

// A running desktop as a Wayland client sees it: outputs and windows as values, and turning
// outputs.
//
// - `Session` follows the compositor and says what is different as `SessionEvent`s. What it
//   reports is complete: never a new transform beside an old size.
// - What differs from compositor to compositor is a `CompositorBackend`: how outputs are rotated, windows
//   followed, input devices mapped. `CompositorSearch` asks the backends for what is not of Wayland.
// - `TurnQueue` makes one change of what is asked for at once, one after the other.
// - That a change "succeeded" is only a hint: what counts is the output's own event.
// - `OutputLayout` moves the neighbours of an output that turns, so that none overlaps.
// - Nobody is waited for: answers come as events, and what is asked beside Wayland has a time limit.
//
// Begin with `Session`, then `CompositorBackend`, `TurnQueue` and `OutputTracker`.

/// A running desktop seen from a Wayland client: its outputs, its windows, and a way to turn outputs.
///
/// All use must be on one thread. Events come while `endWait` or `run` delivers, and are complete
/// reports: never a new transform beside an old size.
public final class Session {
  /// The outputs of the last reports, in the order of their appearance.
  public private(set) var outputs: [DesktopOutput] = []
  /// The windows of the last reports, in the order of their appearance.
  public private(set) var windows: [DesktopWindow] = []
  /// Whether everything that existed at the start has been reported.
  public private(set) var isReady = false
  /// What ended the session, nil while it lasts.
  public private(set) var failure: WaylandError?
  /// Receives everything that happens.
  public var onEvent: ((SessionEvent) -> Void)?

  private let connection: Connection
  private var trackers: [OutputTracker] = []
  /// One of each kind, as `Compositors.all` has them.
  private(set) var backends: [any CompositorBackend] = []
  private var chosenApplier: (any TransformApplier)?
  private var turns = TurnQueue()
  private let windowReports = WindowReports()
  /// Whether the session is locked: then a window stands for what covers everything, and has the
  /// focus.
  public var isLocked = false { didSet { if isLocked != oldValue { publishWindows() } } }
  private var layout: ZxdgOutputManagerV1Proxy?
  private var registry: WlRegistryProxy?
  private var globals: [RegistryGlobal] = []
  /// The interfaces that the compositor has announced, with their newest versions.
  public private(set) var announced: [String: UInt32] = [:]
  private var callbacks: [ObjectIdentifier: WlCallbackProxy] = [:]

  /// Connects to a display by name or path, or to that of the environment.
  public convenience init(display: String? = nil) throws(WaylandError) {
    try self.init(connection: try Connection(display: display))
  }

  /// Follows the session behind a connection.
  public init(connection: Connection) throws(WaylandError) {
    self.connection = connection
    let registry = try connection.registry()
    self.registry = registry
    backends = Compositors.all.map { $0.init(self) }
    registry.onEvent = { [weak self] in self?.handle($0) }
    afterAnswer { $0.bindManagers() }
    if let failure { throw failure }
  }

  /// Connects to the display of the environment and waits until everything that exists is reported.
  ///
  /// - Throws: the error that ended the session, or `timedOut` after `limit`.
  public static func ready(within limit: Duration) throws(WaylandError) -> Session {
    let session = try Session()
    let end = EventLoop.now + limit
    while !session.isReady {
      if let failure = session.failure { throw failure }
      guard EventLoop.now < end else { throw .timedOut }
      session.run(for: .milliseconds(200))
    }
    return session
  }

  /// The socket, to be polled between `beginWait` and `endWait`; not to be closed.
  public var fileDescriptor: Int32 { connection.fileDescriptor }

  /// The compositor's process, with the name that the kernel has for it, of at most fifteen bytes; nil
  /// if the process is gone.
  public var compositor: (id: Int32, name: String)? {
    guard let id = SocketPeer(of: fileDescriptor)?.process,
      let name = try? RegularFile.read("/proc/\(id)/comm", atMost: 64)
    else { return nil }
    return (id, String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Whether a peer that knows these outputs is the session's compositor, and not one around or inside
  /// it: the variables of a compositor are inherited by those that run in it.
  func hasOutputs(among known: [String]) -> Bool {
    let names = outputs.filter(\.enabled).map(\.name)
    return !names.isEmpty && names.allSatisfy(known.contains)
  }

  /// When the compositor rotates outputs by itself, by their names, as far as it reports that.
  public var autoRotation: [String: AutoRotation] {
    backends.reduce(into: [:]) { $0.merge($1.autoRotation) { first, _ in first } }
  }

  /// What tells of windows, and how much; nil if nothing does.
  public var windowInterface: WindowInterface? { windowReports.source(among: backends)?.interface }

  /// What is known of the session's windows.
  public var windowKnowledge: DesktopKnowledge {
    .row(process: compositor?.name, by: windowInterface)
  }

  /// Takes windows from something that knows more of them, from now on; nil for no longer.
  public func follow(_ source: (any WindowSource)?) {
    windowReports.follow(source)
    publishWindows()
  }

  /// Looks at the source's windows again before the next wait.
  public func sourceChanged() { windowReports.sourceChanged() }

  /// What is wrong with what windows say of themselves and has not been said yet, for people.
  public func takeProblems() -> [String] { windowReports.takeProblems() }

  /// The serial of the newest report on the outputs, from which a change is made; nil if there is none.
  public var serial: UInt32? { backends.lazy.compactMap(\.serial).first }

  /// Begins to map touch screens, pens and the keyboard; nil if the compositor cannot be asked to.
  public func mapInputs(_ setup: InputSetup) -> (any InputMapper)? {
    backends.lazy.compactMap { $0.mapInputs(setup) }.first
  }

  /// The name of an output; nil for one that is gone or has none yet.
  func name(of output: WlOutputProxy) -> String? {
    trackers.first { $0.proxy === output }?.facts?.name
  }

  /// The compositor's object of an output; nil if there is none of that name.
  func proxy(named name: String) -> WlOutputProxy? {
    trackers.first { $0.facts?.name == name }?.proxy
  }

  /// Sends what is buffered before a poll, which `endWait` follows; true to poll for output as well.
  public func beginWait() -> Bool {
    var hasMore: Bool?
    repeat {
      publishStaleWindows()
      sendTurns()
      hasMore = guarded { () throws(WaylandError) in try connection.beginWait() }
      // What has come in meanwhile may ask for turns, which have to leave before the wait; windows
      // are not looked at before everything is known.
    } while hasMore != nil && (isReady && windowReports.isStale || turns.isDue)
    return hasMore ?? false
  }

  /// Ends a wait: reads if there is input (or a hang-up) and delivers what has come.
  public func endWait(readable: Bool) {
    guarded { () throws(WaylandError) in try connection.endWait(readable: readable) }
    publishStaleWindows()
  }

  /// Waits for input no longer than the time given, and delivers what comes.
  public func run(for time: Duration) {
    sendTurns()
    guarded { () throws(WaylandError) in _ = try connection.wait(time) }
    publishStaleWindows()
  }

  private func emit(_ event: SessionEvent) { onEvent?(event) }

  @discardableResult
  private func guarded<Result>(_ body: () throws(WaylandError) -> Result) -> Result? {
    guard failure == nil else { return nil }
    do throws(WaylandError) {
      return try body()
    } catch {
      failure = error
      emit(.lost(error))
      return nil
    }
  }

  /// Goes on when the compositor has handled all requests so far.
  private func afterAnswer(_ next: @escaping (Session) -> Void) {
    guarded { () throws(WaylandError) in
      let callback = try connection.sync()
      let key = ObjectIdentifier(callback)
      callbacks[key] = callback
      callback.onEvent = { [weak self] _ in
        guard let self else { return }
        callbacks[key] = nil
        next(self)
      }
    }
  }

  /// Binds what refers to outputs only when these are bound.
  private func bindManagers() {
    for global in globals { bindManager(global) }
    globals = []
    afterAnswer { session in
      // Windows have been asked for one by one just now.
      guard session.backends.contains(where: { $0.windows?.isAskedOneByOne == true }) else {
        return session.becomeReady()
      }
      session.afterAnswer { $0.becomeReady() }
    }
  }

  private func becomeReady() {
    for tracker in trackers { tracker.commitUnfinished() }
    isReady = true
    publish()
    emit(.ready)
  }

  private func handle(_ event: WlRegistryProxy.Event) {
    switch event {
    case .global(let name, let interface, let version):
      let global = RegistryGlobal(name: name, interface: interface.string, version: version)
      announced[global.interface] = max(global.version, announced[global.interface] ?? 0)
      if global.interface == WlOutputProxy.interfaceName {
        bindOutput(global)
      } else if isReady {
        bindManager(global)
      } else {
        globals.append(global)
      }
    case .globalRemove(let name):
      globals.removeAll { $0.name == name }
      for backend in backends { backend.remove(global: name) }
      removeOutput(name)
    }
  }

  /// Binds a global if it is of an interface; nil if it is of another one.
  func bind<Bound: InterfaceProxy>(_ global: RegistryGlobal, as type: Bound.Type) -> Bound? {
    guard let registry, global.interface == type.interfaceName else { return nil }
    return guarded { () throws(WaylandError) in
      try registry.bind(name: global.name, as: type, version: global.version)
    }
  }

  /// What rotates the outputs by a protocol of Wayland, the most common one first; nil if none does.
  public var protocolApplier: (any TransformApplier)? {
    backends.lazy.reversed().compactMap(\.applier).first
  }

  /// What turns the outputs: the one that was chosen, or else the compositor's own protocol.
  public var applier: (any TransformApplier)? { chosenApplier ?? protocolApplier }

  /// Leaves turning to an applier from now on.
  public func use(_ applier: any TransformApplier) {
    chosenApplier = applier
    publish()
  }

  /// Looks at everything again, after an applier has reported something.
  public func refresh() { publish() }

  /// Asks for a transform of an output; the answer is the event `changeFinished` with the caller's tag.
  ///
  /// What is asked for between two waits goes out as one change when the next wait begins, once the
  /// change before it has been answered; neighbours follow in it. One that is replaced before it has
  /// gone out is cancelled. `succeeded` is only a hint: what counts is the output's own report.
  public func apply(transform: Transform, to name: String, tag: UInt32) {
    if let reason = obstacle(to: name) {
      return emit(.changeFinished(tag: tag, .unsupported(reason: reason)))
    }
    let turn = TurnQueue.Turn(output: name, transform: transform, tag: tag)
    cancel(turns.add(turn))
  }

  /// Cancels what was asked of an output and has not gone out.
  public func withdraw(_ name: String) { cancel(turns.withdraw { $0 == name }) }

  private func cancel(_ turns: [TurnQueue.Turn]) {
    for turn in turns { emit(.changeFinished(tag: turn.tag, .cancelled)) }
  }

  /// Sends what has been asked for, as far as nothing has to be waited for.
  private func sendTurns() {
    // An output may have gone while its turn was waiting.
    for turn in turns.withdraw(where: { obstacle(to: $0) != nil }) {
      emit(.changeFinished(tag: turn.tag, .unsupported(reason: obstacle(to: turn.output) ?? "")))
    }
    while let batch = turns.next() {
      let known = batch.unanswered.filter { obstacle(to: $0.output) == nil }
      let wanted = (batch.turns + known).map { turn in
        OutputChange.Turn(output: turn.output, transform: turn.transform)
      }
      applier?.apply(OutputChange(wanted, among: outputs)) { [weak self] result in
        self?.finish(batch.number, result)
      }
    }
  }

  private func finish(_ number: Int, _ result: ChangeResult) {
    for turn in turns.answered(number, result) { emit(.changeFinished(tag: turn.tag, result)) }
    // The next change has to be made from the state that this one leads to.
    afterAnswer { $0.turns.settled(number) }
  }

  private func obstacle(to name: String) -> String? {
    if let failure { return "\(failure)" }
    guard let applier else {
      return "the compositor has neither zwlr_output_manager_v1 nor kde_output_management_v2"
    }
    guard let output = outputs.first(where: { $0.name == name }) else {
      return "there is no output \(name)"
    }
    guard output.enabled else { return "\(name) is switched off" }
    return applier.obstacle(to: name)
  }

  /// Compares what is known with what has been said, and says the difference.
  private func publish() {
    // Until everything has been reported the parts of an output would come piece by piece.
    guard isReady else { return }
    let old = outputs
    outputs = currentOutputs()
    for output in old where !outputs.contains(where: { $0.name == output.name }) {
      turns.reported(output.name)
      emit(.outputRemoved(output.name))
    }
    for output in outputs {
      guard let before = old.first(where: { $0.name == output.name }) else {
        emit(.outputAdded(output))
        continue
      }
      if before.transform != output.transform { turns.reported(output.name) }
      if before != output { emit(.outputChanged(output)) }
    }
    // A window names the outputs it is on, and those may just have got or lost their names.
    publishWindows()
  }

  /// Says what is different about windows if they have said something since the last time.
  ///
  /// Once for all that came in one go: looking costs as much as there are windows.
  private func publishStaleWindows() {
    if windowReports.isStale { publishWindows() }
  }

  private func publishWindows() {
    guard isReady else { return }
    let old = windows
    windows = windowReports.current(among: backends)
    if isLocked {
      for index in windows.indices { windows[index].activated = false }
      windows.append(.lockScreen)
    }
    let there = Set(windows.map(\.id))
    for window in old where !there.contains(window.id) { emit(.windowRemoved(window.id)) }
    let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for window in windows where known[window.id] != window {
      emit(known[window.id] == nil ? .windowAdded(window) : .windowChanged(window))
    }
  }

  /// Outputs with a wl_output first, then those that are switched off.
  private func currentOutputs() -> [DesktopOutput] {
    var result: [DesktopOutput] = []
    let applier = applier
    for facts in trackers.compactMap(\.facts) {
      guard let name = facts.name, !result.contains(where: { $0.name == name }) else { continue }
      var output = DesktopOutput(name, facts)
      for backend in backends { backend.complete(&output, from: facts) }
      output.transform = applier?.transform(of: name, beside: output.transform) ?? output.transform
      output.canTurn = output.enabled && (applier.map { $0.obstacle(to: name) == nil } ?? false)
      result.append(output)
    }
    for output in backends.flatMap(\.outputsOff)
    where !result.contains(where: { $0.name == output.name }) {
      result.append(output)
    }
    return result
  }

  private func bindOutput(_ global: RegistryGlobal) {
    guard let proxy = bind(global, as: WlOutputProxy.self) else { return }
    let tracker = OutputTracker(global: global.name, proxy: proxy) { [weak self] in
      self?.publish()
    }
    trackers.append(tracker)
    follow(tracker)
    // Later on there is no common answer to wait for.
    if isReady { afterAnswer { _ in tracker.commitUnfinished() } }
  }

  private func removeOutput(_ global: UInt32) {
    guard let index = trackers.firstIndex(where: { $0.global == global }) else { return }
    trackers.remove(at: index).end()
    publish()
  }

  private func bindManager(_ global: RegistryGlobal) {
    if layout == nil, let manager = bind(global, as: ZxdgOutputManagerV1Proxy.self) {
      layout = manager
      for tracker in trackers { follow(tracker) }
    }
    for backend in backends { backend.bind(global) }
  }

  private func follow(_ tracker: OutputTracker) {
    guarded { () throws(WaylandError) in
      if let layout { try tracker.follow(layout) }
    }
  }
}

/// A global that the registry announces.
struct RegistryGlobal {
  var name: UInt32
  var interface: String
  var version: UInt32
}
