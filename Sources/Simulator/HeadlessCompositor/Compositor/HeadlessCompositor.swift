// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import EventLoop
import Glibc
public import Orientation
public import Pixels
public import WaylandServer

// A Wayland compositor for tests and experiments. It draws into memory, has no input devices, and
// turns single windows as a rule set decides, which no desktop compositor does.
//
// - Only rule sets decide: `RotationController` runs the arbiter, and a `TurnTransaction` carries
//   out its decisions: all windows turn in one frame, when the affected clients have redrawn or a
//   time limit has passed.
// - Each protocol has a type that serves it (`LayerShell`, `OutputManagementServer`,
//   `ToplevelLists`, `RotationManager`, ...) and owns its protocol objects privately.
// - `WindowManager` keeps the windows and their stacking order, and notifies the other parts of
//   changes. A surface has content, a `ShellWindow` a place and a turn.
// - Time is the clock of the event loop; tests give the loop a `VirtualClock`. There is one thread.
// - No client can crash the compositor, block it, or fill its memory: a `MemoryQuota` counts a
//   client's bytes, and a `ClientStallMonitor` disconnects clients that do not read.
// - The parts belong to a `CompositorCore`, and hold unowned references to it. The public
//   `HeadlessCompositor` owns the core and ends the display first, so the core outlives all clients.
//
// Begin with `CompositorCore`, whose properties are the parts. A window is mapped through
// `Surface.commit`, `ShellSurface.committed` and `WindowManager.mapped`, and turned through
// `RotationController.handle` and `TurnTransaction.turn`.

/// A recorder of all inputs and outputs of a compositor's arbiter.
public protocol DecisionRecorder: AnyObject {
  /// Called with the arbiter before its first event, and again when the rule set is replaced.
  func begin(_ arbiter: Arbiter)
  /// Called with an event before the arbiter handles it.
  func note(_ event: Event, at now: Instant, before arbiter: Arbiter)
  /// Called with the effects of the last event.
  func note(_ effects: [Effect])
}

/// A small Wayland compositor without a screen, whose windows or outputs a rule set rotates one by
/// one.
public final class HeadlessCompositor {
  /// The namespace of the layer surface that shows the status bar.
  public static let statusBarNamespace = "status-bar"
  /// The height of the status bar that the compositor draws itself, in logical pixels.
  public static let barHeight: Int32 = 20

  /// Returns a picture of the status bar, upright, for a size in pixels and a scale; nil for the
  /// compositor's own bar.
  ///
  /// The compositor keeps a copy of the picture until another canvas is returned.
  public typealias BarPicture = (_ size: Size, _ scale: Int32) -> Canvas?

  let core: CompositorCore

  /// Called for each draw list in which the compositor, not a client, draws the status bar.
  public var barPicture: BarPicture? {
    get { core.barPicture }
    set { core.barPicture = newValue }
  }
  /// Called with each verdict of the arbiter.
  public var onVerdict: ((Verdict) -> Void)? {
    get { core.onVerdict }
    set { core.onVerdict = newValue }
  }
  /// Called with a client's process ID and the reason when the compositor sends the client a
  /// protocol error or disconnects it.
  public var onClientFailure: ((Int32, String) -> Void)?
  /// Called each time a frame is shown.
  public var onFrame: (() -> Void)? {
    get { core.onFrame }
    set { core.onFrame = newValue }
  }
  /// The source of frame times, which is not retained; nil uses a timer at the first output's
  /// refresh rate.
  public var pacer: (any FramePacer)? {
    get { core.pacer }
    set { core.pacer = newValue }
  }
  /// Called when the cursor image may have changed; see `InjectedInput.cursor`.
  public var onCursor: (() -> Void)? {
    get { core.onCursor }
    set { core.onCursor = newValue }
  }
  /// Whether the outline and the answer of each mapped window are drawn, also of hidden ones.
  public var showsOutlines: Bool {
    get { core.showsOutlines }
    set { core.showsOutlines = newValue }
  }

  /// Creates a compositor and its outputs; one of 1280x800 if `options` has none.
  public init(
    loop: EventLoop, options: CompositorOptions, recorder: (any DecisionRecorder)? = nil
  ) throws {
    core = try CompositorCore(loop: loop, options: options, recorder: recorder)
    core.display.onFailure = { [weak self] client, reason in
      self?.onClientFailure?(client.processID, reason)
    }
  }

  // While the display ends, it still calls the parts, so the core must outlive the display.
  deinit { core.display.end() }

  /// Listens on a socket in the runtime directory.
  ///
  /// - Parameter name: a file name; nil selects the first free of `wayland-0` to `wayland-32`.
  /// - Returns: the name, for `WAYLAND_DISPLAY`.
  @discardableResult
  public func listen(name: String? = nil) throws -> String { try core.display.listen(name: name) }

  /// Adds a client through its connected socket, which the compositor then owns.
  public func add(client descriptor: Int32) throws { try core.display.add(client: descriptor) }

  /// Connects the diagnostic program; the caller closes the returned descriptor.
  ///
  /// All windows of this connection are diagnostic, so no rule set sees them. This is the only way
  /// to create such a connection.
  public func connectDiagnostic() throws -> Int32 {
    let (client, descriptor) = try connectPair()
    core.addDiagnostic(client)
    return descriptor
  }

  /// Connects a client in this process, or one that inherits the descriptor; the caller closes the
  /// returned descriptor.
  public func connect() throws -> Int32 { try connectPair().descriptor }

  /// Connects a client in this process, and also returns the client; the caller closes the
  /// descriptor.
  public func connectClient() throws -> (descriptor: Int32, client: Client?) {
    let (client, descriptor) = try connectPair()
    return (descriptor, client)
  }

  private func connectPair() throws -> (client: Client, descriptor: Int32) {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw ServerError.creationFailed(errno: errno)
    }
    return (try core.display.add(client: ends[0]), ends[1])
  }

  /// The number of connected clients.
  public var clientCount: Int { core.display.clients.count }

  /// The scene that the rule set sees.
  public var scene: Scene { core.rotationController.arbiter.scene }

  /// Whether the rule set rotates each output by itself (scope `output`); otherwise the compositor
  /// rotates windows.
  public var turnsOutputs: Bool { core.rotationController.turnsOutputs }

  /// The current rule set's last decision; nil before its first.
  public var verdict: Verdict? { core.rotationController.verdict }

  /// Passes an event, such as a turned device or a lock, to the arbiter.
  public func handle(_ event: Event) { core.rotationController.handle(event) }

  /// Requests each toplevel window to close, as its close button would, closes each layer surface,
  /// and flushes the connections.
  public func closeWindows() {
    for window in core.windows.all { window.close() }
    core.display.flush()
  }

  /// The user's commands to the stack of windows.
  public var stack: StackControl { StackControl(core) }

  /// The clipboard and the primary selection, for a host or a test.
  public var exchange: Clipboard { core.clipboard }

  /// The seat's input, for a host or a test to inject.
  public var input: InjectedInput { InjectedInput(core.seat) }

  /// Moves a client's window, given by the surface's object ID, to a point of the window's space;
  /// ignores an ID that is no window's.
  public func moveWindow(withSurface number: UInt32, of client: Client, to point: Point) {
    let window = core.windows.all.first {
      $0.surface.resource.client === client && $0.surface.resource.objectID == number
    }
    if let window { core.windows.move(window, to: point) }
  }

  // MARK: - Outputs

  /// The names of the outputs in the order in which they were added.
  public var outputNames: [String] { core.outputs.all.map(\.name) }

  /// Returns the draw list of an output; nil if no output has the name.
  ///
  /// A turn that waits for clients is not visible in it yet.
  public func drawList(of output: String) -> DrawList? {
    core.outputs.output(named: output).map { core.renderer.drawList(of: $0) }
  }

  /// Returns the picture of an output; nil if no output has the name or no canvas could be created.
  public func picture(of output: String) -> Canvas? { drawList(of: output)?.drawn() }

  /// Converts a point on an output's panel, in logical pixels before its transform, to the space
  /// that all outputs share; nil if no output has the name.
  public func point(onPanelOf output: String, x: Double, y: Double) -> (x: Double, y: Double)? {
    guard let output = core.outputs.output(named: output) else { return nil }
    let panel = output.transform.inverse.apply(to: output.logicalSize)
    let point = output.transform.inverse.apply(x, y, in: panel)
    return (point.x + Double(output.position.x), point.y + Double(output.position.y))
  }

  /// Adds an output and returns its name; nil if the name is taken.
  @discardableResult
  public func plugIn(_ specification: OutputSpecification) -> String? {
    if let name = specification.name, core.outputs.output(named: name) != nil { return nil }
    let output = core.outputs.make(specification)
    output.plugIn()
    core.outputManager.announce()
    core.rotationController.add(output)
    core.windows.rehome()
    return output.name
  }

  /// Removes an output, closes its layer surfaces and moves its other windows to another output, if
  /// there is one; returns false if no output has the name.
  @discardableResult
  public func unplug(_ name: String) -> Bool {
    guard let output = core.outputs.output(named: name) else { return false }
    core.outputs.remove(output)
    core.layers.close(on: output)
    for window in core.windows.all where window.output === output { window.output = nil }
    output.unplug()
    core.outputManager.announce()
    core.rotationController.remove(output)
    core.windows.rehome()
    return true
  }

  /// Changes an output; nil keeps a value.
  ///
  /// Returns false if no output has the name.
  @discardableResult
  public func configure(
    _ output: String, transform: Transform? = nil, scale: Int32? = nil, size: Size? = nil
  ) -> Bool {
    guard let output = core.outputs.output(named: output) else { return false }
    let change = OutputConfiguration.Change(size: size, transform: transform, scale: scale)
    core.configure([(output, change)])
    return true
  }
}

/// The parts of a compositor, which outlive its clients.
final class CompositorCore {
  let display: Display
  let loop: EventLoop
  let options: CompositorOptions
  let recorder: (any DecisionRecorder)?
  private var diagnosticClients: [Client] = []

  var onVerdict: ((Verdict) -> Void)?
  var onFrame: (() -> Void)?
  weak var pacer: (any FramePacer)?
  var onCursor: (() -> Void)?
  var barPicture: HeadlessCompositor.BarPicture?
  var showsOutlines = false {
    didSet { if showsOutlines != oldValue { windows.everythingChanged() } }
  }

  private(set) lazy var outputs = OutputRegistry(self)
  private(set) lazy var surfaces = SurfaceFactory(self)
  let positioners = PositionerTable()
  private(set) lazy var layers = LayerShell(self)
  private(set) lazy var windows = WindowManager(self)
  private(set) lazy var frames = FrameScheduler(self)
  private(set) lazy var renderer = SceneRenderer(self)
  private(set) lazy var rotationController = RotationController(self)
  private(set) lazy var transaction = TurnTransaction(self)
  private(set) lazy var seat = Seat(self)
  private(set) lazy var interactive = InteractiveGrab(self)
  private(set) lazy var toplevels = ToplevelLists(self)
  private(set) lazy var outputManager = OutputManagementServer(self)
  private(set) lazy var capture = Screencopy(self)
  let clipboard = Clipboard()
  private(set) lazy var activation = Activation(self)
  private(set) lazy var rotation = RotationManager(self)

  init(
    loop: EventLoop, options: CompositorOptions, recorder: (any DecisionRecorder)?
  ) throws {
    self.loop = loop
    self.options = options
    self.recorder = recorder
    display = try Display()
    try display.offerSharedMemory()
    let given = options.outputs
    for output in given.isEmpty
      ? [OutputSpecification(size: Size(width: 1280, height: 800))] : given
    {
      outputs.make(output)
    }
    surfaces.offer()
    outputs.offerDetails()
    for output in outputs.all { output.plugIn() }
    seat.offer()
    clipboard.offer(on: display)
    activation.offer()
    display.offer(XdgWmBaseResource.self, version: 5) { [unowned self] in
      XdgShellBinding($0, compositor: self).start()
    }
    layers.offer()
    outputManager.offer()
    toplevels.offer()
    capture.offer()
    seat.offerVirtualPointers()
    rotation.offer()
    rotationController.handle(.setUp)
    try display.serve(in: loop)
  }

  var now: Instant { loop.now }

  var scene: Scene { rotationController.arbiter.scene }

  func addDiagnostic(_ client: Client) {
    diagnosticClients.append(client)
    client.whenGone { [weak self, weak client] in
      self?.diagnosticClients.removeAll { $0 === client }
    }
  }

  func isDiagnostic(_ surface: Surface) -> Bool {
    diagnosticClients.contains { $0 === surface.resource.client }
  }

  /// Changes several outputs together, then notifies clients and, if transforms have changed, the
  /// rule set.
  func configure(_ changes: [(output: CompositorOutput, change: OutputConfiguration.Change)]) {
    let before = changes.map(\.output.transform)
    for (output, change) in changes {
      transaction.change(output) { output.configure(change) }
    }
    // Clients must see all changes at the same time.
    outputManager.announce()
    for ((output, _), transform) in zip(changes, before) where output.transform != transform {
      rotationController.turned(output)
    }
  }

  func apply(_ changes: [(output: CompositorOutput, change: OutputConfiguration.Change)]) {
    configure(changes)
    windows.rehome()
  }
}

/// The options of a compositor.
public struct CompositorOptions: Sendable {
  /// The placement of ordinary windows.
  public enum Placement: String, Sendable, Hashable, CaseIterable {
    /// Each toplevel without a parent fills the output's usable area, as on a phone.
    case filling
    /// Each window has the size that its client chooses, unless it is maximised or full screen.
    case floating
  }

  /// The program that draws the status bar.
  public enum Bar: String, Sendable, Hashable, CaseIterable {
    /// The compositor draws the bar, unless a layer surface with the namespace `status-bar` is
    /// visible, or the rule set rotates outputs or hides the bar.
    case automatic
    /// Only clients draw the bar.
    case none
  }

  /// The outputs that exist at the start; one of 1280x800 if there are none.
  public var outputs: [OutputSpecification] = []
  /// The rule set that decides.
  public var rules: any RuleSet
  /// The device; nil derives a device from the first output.
  public var device: Device?
  /// The app's settings that the rule set reads.
  ///
  /// By default the app requires full screen, since otherwise iPads of iOS 9 and later would not
  /// ask its windows.
  public var app = App(requiresFullScreen: true)
  /// The placement of ordinary windows.
  public var placement = Placement.filling
  /// The program that draws the status bar.
  public var bar = Bar.automatic
  /// Whether clients may attach a buffer before the first configure, as wlcs does.
  public var isLenient = false
  /// Whether clients may watch decisions, move the device, and have diagnostic windows.
  public var trustsClients = true
  /// The time limit for clients to redraw during a turn.
  public var turnWithin = Duration.milliseconds(200)
  /// The time limit for a live policy's answer, truncated to whole milliseconds.
  public var answerTimeout = Duration.milliseconds(100)
  /// The time after which a client is disconnected whose number of unread bytes has not fallen in
  /// the meantime.
  public var unreadWithin = Duration.seconds(30)
  /// The background colour, `0xAARRGGBB`.
  public var background: UInt32 = 0xFF20_3040
  /// The memory quota of one client for pixels and regions, in bytes.
  public var bytesPerClient = 1 << 29

  /// Creates options without outputs and otherwise with the defaults.
  public init(rules: any RuleSet) { self.rules = rules }
}

extension Verdict {
  /// One line with the outcome, the status bar, each window and the conflicts; `nil` if nothing
  /// changed and there is no conflict.
  public var changeLine: String? {
    guard outcome != .unchanged || !conflicts.isEmpty else { return nil }
    let bar = "status bar \(after.statusBar.orientation.name)"
    let parts = [bar] + after.windows.map { "\($0.name) \($0.orientation.name)" }
    let kinds = conflicts.map { " [\($0.kind.rawValue)]" }.joined()
    return "\(outcome.rawValue): \(parts.joined(separator: ", "))\(kinds)"
  }
}
