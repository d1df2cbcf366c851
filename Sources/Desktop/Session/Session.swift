// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// A running desktop seen from a Wayland client: its outputs, its windows, and a way to turn outputs.
///
/// All use must be on one thread. Events come while `endWait` or `run` delivers, and are complete
/// reports: never a new transform beside an old size.
public final class Session {
  /// The outputs of the last reports, in the order of their appearance.
  public internal(set) var outputs: [DesktopOutput] = []
  /// The windows of the last reports, in the order of their appearance.
  public internal(set) var windows: [DesktopWindow] = []
  /// Whether everything that existed at the start has been reported.
  public private(set) var isReady = false
  /// What ended the session, nil while it lasts.
  public private(set) var failure: WaylandError?
  /// Receives everything that happens.
  public var onEvent: ((SessionEvent) -> Void)?

  let connection: Connection
  var trackers: [OutputTracker] = []
  var manager: OutputManager? { didSet { wlrApplier = manager.map(WlrApplier.init) } }
  private(set) var wlrApplier: WlrApplier?
  let kdeOutputs = KDEOutputs()
  var kdeApplier: KDEApplier?
  var chosenApplier: (any TransformApplier)?
  /// What the applier is to be asked for.
  var turns = TurnQueue()
  var windowList: WindowList?
  var plasmaWindows: PlasmaWindows?
  private(set) var windowSource: (any WindowSource)?
  /// Whether a window has said something that has not been looked at.
  var areWindowsStale = false
  /// Whether the session is locked: then a window stands for what covers everything, and has the
  /// focus.
  public var isLocked = false { didSet { if isLocked != oldValue { publishWindows() } } }
  var layout: ZxdgOutputManagerV1Proxy?
  private var registry: WlRegistryProxy?
  private var globals: [Global] = []
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
    kdeOutputs.onCommit = { [weak self] in self?.publish() }
    registry.onEvent = { [weak self] in self?.handle($0) }
    afterAnswer { $0.bindManagers() }
    if let failure { throw failure }
  }

  /// The socket, to be polled between `beginWait` and `endWait`; not to be closed.
  public var fileDescriptor: Int32 { connection.fileDescriptor }

  /// Whether the compositor has zwlr_output_manager_v1 and has reported its heads.
  public var hasOutputManager: Bool { manager?.isUsable ?? false }

  /// What the compositor says of turning outputs by itself, by the output's name.
  public var autoRotation: [String: AutoRotation] {
    let facts = kdeOutputs.devices.compactMap(\.facts)
    return facts.reduce(into: [:]) { result, facts in result[facts.name] = facts.autoRotation }
  }

  /// Whether the compositor tells clients about windows.
  public var hasWindowList: Bool {
    windowSource != nil || plasmaWindows != nil || windowList != nil
  }

  /// What tells of windows, in words; nil if nothing does.
  public var windowListName: String? {
    if let windowSource { return windowSource.name }
    if plasmaWindows != nil { return OrgKdePlasmaWindowManagementProxy.interfaceName }
    return windowList == nil ? nil : ZwlrForeignToplevelManagerV1Proxy.interfaceName
  }

  /// Takes windows from something that knows more of them, from now on.
  public func follow(_ source: any WindowSource) {
    windowSource = source
    publishWindows()
  }

  /// The number of the newest report on the heads; a change is made from that report.
  public var serial: UInt32? { manager?.serial }

  /// Sends what is buffered and makes ready for a poll; every call is followed by `endWait`.
  ///
  /// - Returns: whether output has to be polled for as well.
  public func beginWait() -> Bool {
    var hasMore: Bool?
    repeat {
      publishStaleWindows()
      sendTurns()
      hasMore = guarded { () throws(WaylandError) in try connection.beginWait() }
      // What has come in meanwhile may ask for turns, which have to leave before the wait.
    } while hasMore != nil && (areWindowsStale || turns.isDue)
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

  func emit(_ event: SessionEvent) { onEvent?(event) }

  @discardableResult
  func guarded<Result>(_ body: () throws(WaylandError) -> Result) -> Result? {
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
  func afterAnswer(_ next: @escaping (Session) -> Void) {
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
      // KWin's windows have been asked for one by one just now.
      guard session.plasmaWindows != nil else { return session.becomeReady() }
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
      let global = Global(name: name, interface: interface.string, version: version)
      if global.interface == WlOutputProxy.interfaceName {
        bindOutput(global)
      } else if isReady {
        bindManager(global)
      } else {
        globals.append(global)
      }
    case .globalRemove(let name):
      globals.removeAll { $0.name == name }
      kdeOutputs.remove(global: name)
      removeOutput(name)
    }
  }

  func bind<Bound: InterfaceProxy>(_ global: Global, as type: Bound.Type) -> Bound? {
    guard let registry else { return nil }
    return guarded { () throws(WaylandError) in
      try registry.bind(name: global.name, as: type, version: global.version)
    }
  }
}
