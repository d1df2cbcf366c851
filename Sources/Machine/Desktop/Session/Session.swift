// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
public import Orientation
import Text
public import WaylandClient

// A running desktop as a Wayland client sees it: outputs and windows as values, and requests to
// rotate outputs.
//
// - `Session` follows the compositor and reports differences as `SessionEvent`s. Reports are
//   complete: never a new transform beside an old size.
// - `CompositorBackend` holds the differences between compositors: how outputs are rotated, windows
//   followed, input devices mapped. `CompositorSearch` asks the backends for interfaces beside
//   Wayland.
// - `TurnQueue` joins rotations that are requested together, and sends one change after the other.
// - The reply "succeeded" is only a hint: the output's own event confirms a change.
// - `OutputLayout` moves the neighbours of a rotated output, so that none overlaps.
//
// Begin with `Session`, then `CompositorBackend`, `TurnQueue` and `OutputTracker`.

/// A running desktop seen from a Wayland client: its outputs, its windows, and a way to rotate
/// outputs.
///
/// All use must be on one thread. Events are complete reports: never a new transform with an old
/// size.
public final class Session {
  /// The outputs of the last reports, in the order of their appearance; disabled ones without a
  /// wl_output come last.
  public private(set) var outputs: [DesktopOutput] = []
  /// The windows of the last reports, in the order of their appearance.
  public private(set) var windows: [DesktopWindow] = []
  /// Whether everything that existed at the start has been reported.
  public private(set) var isReady = false
  /// The error that ended the session; `nil` while the session lasts.
  public private(set) var failure: WaylandError?
  /// Receives the session's events.
  public var onEvent: ((SessionEvent) -> Void)?
  /// Called before each change is sent, so that the transforms to restore can be stored first.
  public var onSend: (() -> Void)?

  private let connection: Connection
  private var trackers: [OutputTracker] = []
  /// One backend of each kind, in the order of `Compositors.all`.
  private(set) var backends: [any CompositorBackend] = []
  private var chosenApplier: (any TransformApplier)?
  private var turns = TurnQueue()
  private let windowReports = WindowReports()
  /// Whether the session is locked, as the caller sets it; then a pseudo-window for the lock screen
  /// has the focus.
  public var isLocked = false { didSet { if isLocked != oldValue { publishWindows() } } }
  private var layout: ZxdgOutputManagerV1Proxy?
  private var registry: WlRegistryProxy?
  /// The limit on announced interfaces and on stored globals; compositors have about a hundred.
  static let mostGlobals = 4096
  static let mostOutputs = 1024
  private var globals: [RegistryGlobal] = []
  /// The interfaces that the compositor has announced, each with its highest version.
  public private(set) var announced: [String: UInt32] = [:]
  private var callbacks: [ObjectIdentifier: WlCallbackProxy] = [:]
  private let readMounts: () -> PanelMounts
  /// The mounts that were read, by output; an entry is `nil` if the kernel knows none.
  private var mounts: [String: PanelMounts.Mount?] = [:]
  /// The reasons why mounts could not be read at the last attempt.
  private(set) var mountFailures: [String] = []
  /// The frames of the transforms by the name of the compositor's process, which stays the same.
  private lazy var frames = FrameKnowledge.row(process: compositor?.name)
  /// Whether the socket did not take all requests; libwayland ends a connection whose buffer
  /// overflows.
  private var isFull = false
  private var isDispatching = false
  private var problems: [String] = []
  private var hasToldNames = false
  private var outputsAreStale = false

  /// Connects to a display by name or path, or to the environment's display; `mounts` has the same
  /// meaning as for a session on a connection.
  public convenience init(
    display: String? = nil, mounts: @escaping () -> PanelMounts = { .read() }
  ) throws(WaylandError) {
    try self.init(connection: try Connection(display: display), mounts: mounts)
  }

  /// Creates a session on a connection; `mounts` reads how panels are mounted, and is called only
  /// for compositors that do not count transforms from the panel, and by `isMountKnown`.
  public init(
    connection: Connection, mounts: @escaping () -> PanelMounts = { .read() }
  ) throws(WaylandError) {
    self.connection = connection
    readMounts = mounts
    let registry = try connection.registry()
    self.registry = registry
    backends = Compositors.all.map { $0.init(self) }
    registry.onEvent = { [weak self] in self?.handle($0) }
    afterAnswer { $0.bindManagers() }
    if let failure { throw failure }
  }

  /// Connects to the environment's display and waits until all existing objects are reported.
  ///
  /// - Throws: the error that ended the session, or `timedOut` after `limit`.
  public static func ready(
    within limit: Duration, mounts: @escaping () -> PanelMounts = { .read() }
  ) throws(WaylandError) -> Session {
    let session = try Session(mounts: mounts)
    let end = EventLoop.now + limit
    while !session.isReady {
      if let failure = session.failure { throw failure }
      guard EventLoop.now < end else { throw .timedOut }
      session.run(for: .milliseconds(200))
    }
    return session
  }

  /// The socket, to be polled between `beginWait` and `endWait`; the caller must not close it.
  public var fileDescriptor: Int32 { connection.fileDescriptor }

  /// The compositor's process identifier and its name in the kernel, of at most fifteen bytes;
  /// `nil` if the process has ended or the kernel does not report it.
  public var compositor: (id: Int32, name: String)? {
    guard let id = SocketPeer(of: fileDescriptor)?.process,
      let name = try? RegularFile.read("/proc/\(id)/comm", atMost: 64)
    else { return nil }
    return (id, String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Returns whether all enabled outputs of the session, at least one, are among `known`, the
  /// outputs of a peer; the peer is then taken for the session's compositor.
  ///
  /// Nested compositors inherit the environment variables of the outer one, so a socket from the
  /// environment may belong to another compositor.
  func hasOutputs(among known: [String]) -> Bool {
    let names = outputs.filter(\.enabled).map(\.name)
    return !names.isEmpty && names.allSatisfy(known.contains)
  }

  /// The automatic rotation that the compositor reports, by output name.
  public var autoRotation: [String: AutoRotation] {
    backends.reduce(into: [:]) { $0.merge($1.autoRotation) { first, _ in first } }
  }

  /// Whether the compositor lets clients set the automatic rotation.
  public var canSetAutoRotation: Bool { backends.contains { $0.canSetAutoRotation } }

  /// Sets the automatic rotation by output name; `onEnd` is called at most once, with the answer.
  ///
  /// Has no effect, and `onEnd` is not called, if `canSetAutoRotation` is false.
  public func setAutoRotation(
    _ policies: [String: AutoRotation], onEnd: @escaping (ChangeResult) -> Void
  ) {
    backends.first { $0.canSetAutoRotation }?.setAutoRotation(policies, onEnd: onEnd)
  }

  /// The interface that reports windows; `nil` if none does.
  public var windowInterface: WindowInterface? { windowReports.source(among: backends)?.interface }

  /// The facts that the interface in use reports about the session's windows.
  public var windowKnowledge: DesktopKnowledge {
    .row(process: compositor?.name, by: windowInterface)
  }

  /// Follows another source of windows; `nil` returns to the Wayland protocols.
  public func follow(_ source: (any WindowSource)?) {
    windowReports.follow(source)
    publishWindows()
  }

  /// Called when a source's windows have changed; they are read again before the next wait.
  public func sourceChanged() { windowReports.sourceChanged() }

  /// Returns and clears the unreported problems with windows and with an output's name, for
  /// messages.
  public func takeProblems() -> [String] {
    defer { problems = [] }
    return problems + windowReports.takeProblems()
  }

  /// The serial of the newest report about outputs, on which a change is based; `nil` if reports
  /// have none.
  public var serial: UInt32? { backends.lazy.compactMap(\.serial).first }

  /// Creates the mapper of input devices of the first backend that has one; `nil` if none has.
  public func mapInputs(_ setup: InputSetup) -> (any InputMapper)? {
    backends.lazy.compactMap { $0.mapInputs(setup) }.first
  }

  func name(of output: WlOutputProxy) -> String? {
    trackers.first { $0.proxy === output }?.facts?.name
  }

  func proxy(named name: String) -> WlOutputProxy? {
    trackers.first { $0.facts?.name == name }?.proxy
  }

  /// Publishes changed windows, sends waiting rotations and buffered requests; called before the
  /// caller polls and calls `endWait`.
  ///
  /// Returns whether to poll for output too; false if the session has ended.
  public func beginWait() -> Bool {
    var hasMore: Bool?
    repeat {
      publishStaleWindows()
      sendTurns()
      hasMore = guarded { () throws(WaylandError) in try connection.beginWait() }
      isFull = hasMore ?? false
      // Delivered events may have requested rotations, which must be sent before the wait. Windows
      // are not read before the session is ready.
    } while hasMore != nil && (isReady && windowReports.isStale || turns.isDue && !isFull)
    return hasMore ?? false
  }

  /// Ends a wait: reads the socket if `readable`, which means input or a hang-up, and delivers the
  /// events.
  public func endWait(readable: Bool) {
    dispatch { () throws(WaylandError) in try connection.endWait(readable: readable) }
  }

  /// Sends waiting rotations, waits for input no longer than `time`, and delivers the events.
  public func run(for time: Duration) {
    sendTurns()
    dispatch { () throws(WaylandError) in _ = try connection.wait(time) }
  }

  private func dispatch(_ body: () throws(WaylandError) -> Void) {
    isDispatching = true
    guarded(body)
    isDispatching = false
    publishStaleOutputs()
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

  /// Calls `next` when the compositor has handled all requests sent so far (wl_display.sync).
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

  /// Binds the managers after the outputs, since the managers' events refer to outputs.
  private func bindManagers() {
    for global in globals { bindManager(global) }
    globals = []
    afterAnswer { session in
      // Sources that need a request for each window have just sent them; one more round trip is
      // needed.
      guard session.backends.contains(where: { $0.windows?.isAskedOneByOne == true }) else {
        return session.becomeReady()
      }
      session.afterAnswer { $0.becomeReady() }
    }
  }

  private func becomeReady() {
    for tracker in trackers { tracker.commitUnfinished() }
    isReady = true
    publishOutputs()
    emit(.ready)
  }

  private func handle(_ event: WlRegistryProxy.Event) {
    switch event {
    case .global(let name, let interface, let version):
      let global = RegistryGlobal(name: name, interface: interface.string, version: version)
      guard announced[global.interface] != nil || announced.count < Self.mostGlobals,
        globals.count < Self.mostGlobals, trackers.count < Self.mostOutputs
      else { return }
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

  func bind<Bound: InterfaceProxy>(_ global: RegistryGlobal, as type: Bound.Type) -> Bound? {
    guard let registry, global.interface == type.interfaceName else { return nil }
    return guarded { () throws(WaylandError) in
      try registry.bind(name: global.name, as: type, version: global.version)
    }
  }

  /// The applier of a Wayland protocol, the most common protocol first; `nil` if the compositor has
  /// none.
  public var protocolApplier: (any TransformApplier)? {
    backends.lazy.reversed().compactMap(\.applier).first
  }

  /// The applier in use: the chosen one, otherwise that of a Wayland protocol, otherwise `nil`.
  public var applier: (any TransformApplier)? { chosenApplier ?? protocolApplier }

  /// Rotates outputs through this applier from now on.
  public func use(_ applier: any TransformApplier) {
    chosenApplier = applier
    publishOutputs()
  }

  /// Requests a transform of an output; the event `changeFinished` answers with the caller's tag.
  ///
  /// Requests between two waits form one change, which is sent at the next wait, after the answer
  /// to the previous change; neighbours move with it. A request that is replaced before it is sent
  /// is cancelled, and one that is impossible ends at once as `unsupported`. If the compositor does
  /// not answer, no event follows. `succeeded` is only a hint: the output's own report confirms the
  /// transform.
  public func apply(transform: Transform, to name: String, tag: UInt32) {
    if let reason = obstacle(to: name) {
      return emit(.changeFinished(tag: tag, .unsupported(reason: reason)))
    }
    let turn = TurnQueue.Turn(output: name, transform: transform, tag: tag)
    cancel(turns.add(turn))
  }

  /// Cancels an output's requests that are not yet sent; each ends with the event `changeFinished`.
  public func withdraw(_ name: String) { cancel(turns.withdraw { $0 == name }) }

  private func cancel(_ turns: [TurnQueue.Turn]) {
    for turn in turns { emit(.changeFinished(tag: turn.tag, .cancelled)) }
  }

  /// Sends the waiting rotations if the last change has settled and the socket has room.
  private func sendTurns() {
    // An output may have been removed while its rotation waited.
    for turn in turns.withdraw(where: { obstacle(to: $0) != nil }) {
      emit(.changeFinished(tag: turn.tag, .unsupported(reason: obstacle(to: turn.output) ?? "")))
    }
    while !isFull, let batch = turns.next() {
      onSend?()
      let known = batch.unanswered.filter { obstacle(to: $0.output) == nil }
      let wanted = (batch.turns + known).map { turn in
        OutputChange.Turn(output: turn.output, transform: turn.transform)
      }
      let change = OutputChange(wanted, among: outputs)
        .counted(in: frameKnowledge.requests, mountedWith: top(of:))
      applier?.apply(change) { [weak self] result in
        self?.finish(batch.number, result)
      }
      // A stopped compositor answers neither the sync request nor the change.
      afterAnswer { $0.turns.handled(batch.number) }
    }
  }

  private func finish(_ number: Int, _ result: ChangeResult) {
    // A report that arrived before the answer is published before it.
    publishStaleOutputs()
    for turn in turns.answered(number, result) { emit(.changeFinished(tag: turn.tag, result)) }
    // The next change must be based on the state after this one.
    afterAnswer { $0.turns.settled(number) }
  }

  private func obstacle(to name: String) -> String? {
    if let failure { return "\(failure)" }
    guard let applier else {
      let interfaces = ApplierChoice.allCases.compactMap(\.interface).joined(separator: ", ")
      return "the compositor offers none of \(interfaces)"
    }
    guard let output = outputs.first(where: { $0.name == name }) else {
      return "there is no output \(name)"
    }
    guard output.enabled else { return "\(name) is switched off" }
    return applier.obstacle(to: name)
  }

  /// Publishes the differences between the current and the last published outputs, once for a batch
  /// of events; also called by appliers.
  ///
  /// The cost is proportional to the number of outputs, and a compositor may report all outputs
  /// again after each rotation.
  public func refresh() {
    if isDispatching { outputsAreStale = true } else { publishOutputs() }
  }

  private func publishStaleOutputs() {
    if outputsAreStale { publishOutputs() }
  }

  // The names of outputs are passed on unescaped to messages, files and environments of programs,
  // so outputs whose names are not plain are left out.
  private func leaveOutUnnamed() {
    guard let wrong = outputs.first(where: { !$0.hasPlainName }) else { return }
    outputs.removeAll { !$0.hasPlainName }
    guard !hasToldNames else { return }
    hasToldNames = true
    problems.append(
      "the output \(UntrustedText(wrong.name).quoted) is left out: its name is none of a connector")
  }

  private func publishOutputs() {
    outputsAreStale = false
    // Before the session is ready, the reports about an output are incomplete.
    guard isReady else { return }
    let old = outputs
    outputs = currentOutputs()
    leaveOutUnnamed()
    for output in old where !outputs.contains(where: { $0.name == output.name }) {
      turns.reported(output.name)
      mounts[output.name] = nil
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
    // Windows refer to outputs by name, and an output's name may just have become known or gone.
    publishWindows()
  }

  /// Publishes changed windows once for a batch of events, since the cost is proportional to the
  /// number of windows.
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

  private func currentOutputs() -> [DesktopOutput] {
    var result: [DesktopOutput] = []
    let applier = applier
    let reports = frameKnowledge.reports
    for facts in trackers.compactMap(\.facts) {
      guard let name = facts.name, !result.contains(where: { $0.name == name }) else { continue }
      var output = DesktopOutput(name, facts)
      for backend in backends { backend.complete(&output, from: facts) }
      output.transform = applier?.transform(of: name, beside: output.transform) ?? output.transform
      output.count(from: reports, mountedWith: reports == .panel ? .top : top(of: name))
      output.canTurn = output.enabled && (applier.map { $0.obstacle(to: name) == nil } ?? false)
      result.append(output)
    }
    for output in backends.flatMap(\.outputsOff)
    where !result.contains(where: { $0.name == output.name }) {
      result.append(output)
    }
    return result
  }

  /// The frames in which the compositor counts transforms.
  public var frameKnowledge: FrameKnowledge {
    backends.lazy.compactMap(\.provenFrames).first ?? frames
  }

  private func top(of name: String) -> PanelEdge { mount(of: name)?.top ?? .top }

  /// Returns whether the kernel knows how an output's panel is mounted in the casing.
  public func isMountKnown(of name: String) -> Bool { mount(of: name) != nil }

  private func mount(of name: String) -> PanelMounts.Mount? {
    if let known = mounts[name] { return known }
    let all = readMounts()
    mountFailures = all.failures
    mounts[name] = .some(all.mounts[name])
    return all.mounts[name]
  }

  private func bindOutput(_ global: RegistryGlobal) {
    guard let proxy = bind(global, as: WlOutputProxy.self) else { return }
    let tracker = OutputTracker(global: global.name, proxy: proxy) { [weak self] in
      self?.refresh()
    }
    trackers.append(tracker)
    follow(tracker)
    // Later outputs are not covered by the initial round trip, so each waits for one of its own.
    if isReady { afterAnswer { _ in tracker.commitUnfinished() } }
  }

  private func removeOutput(_ global: UInt32) {
    guard let index = trackers.firstIndex(where: { $0.global == global }) else { return }
    trackers.remove(at: index).end()
    refresh()
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

struct RegistryGlobal {
  var name: UInt32
  var interface: String
  var version: UInt32
}

/// A change that a session reports.
public enum SessionEvent: Sendable, Hashable {
  /// An output was added.
  case outputAdded(DesktopOutput)
  /// An output has changed.
  case outputChanged(DesktopOutput)
  /// An output was removed; the value is its name.
  case outputRemoved(String)
  /// A window was added.
  case windowAdded(DesktopWindow)
  /// A window has changed.
  case windowChanged(DesktopWindow)
  /// A window was removed; the value is its identifier.
  case windowRemoved(UInt32)
  /// The request with this tag has ended: the compositor has answered it, or it was not sent.
  case changeFinished(tag: UInt32, ChangeResult)
  /// Everything that existed at the start has been reported.
  case ready
  /// The session has ended; reported once. Receivers ignore events that follow.
  case lost(WaylandError)
}
