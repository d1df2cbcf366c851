// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import EventLoop
import Glibc
public import Orientation
public import Pixels
public import WaylandServer

// A Wayland compositor for tests and for trying things out. It draws into memory, has no input
// devices, and turns single windows as a rule set decides, which no compositor for people does.
//
// - Rule sets decide, and nothing else: `RotationController` runs the arbiter, and what it says is
//   carried out by a `TurnTransaction`, which shows a turn at once and only when all have drawn.
// - Each protocol has a type that serves it (`LayerShell`, `OutputManager`, `ToplevelLists`,
//   `RotationManager`, ...). It owns its objects privately and is asked by method.
// - `WindowManager` knows which windows there are and who lies above whom; it tells the others
//   when that changes. A surface knows its content, a `ShellWindow` its place and turn.
// - Time is the clock of the event loop; tests give the loop a `VirtualClock`. Everything is on one
//   thread.
// - No client can crash it, hold it up, or fill its memory: a `MemoryQuota` counts what a client
//   has in it, and a `ClientStallMonitor` cuts off who does not read.
// - What serves the clients refers to the compositor without counting, `unowned(unsafe)`: see
//   `deinit`.
//
// Begin with `HeadlessCompositor.init`, which lists all parts; then `Surface.commit`,
// `ShellSurface.committed` and `WindowManager.mapped`, which is how a window comes into sight; then
// `RotationController.handle` and `TurnTransaction.turn`, which is how it turns.

/// Hears of everything that a compositor's arbiter takes in and says.
public protocol DecisionRecorder: AnyObject {
  /// The arbiter before its first event; once more when other rules take over.
  func begin(_ arbiter: Arbiter)
  /// An event, before the arbiter takes it in.
  func note(_ event: Event, at now: Instant, before arbiter: Arbiter)
  /// What the arbiter said to it.
  func note(_ effects: [Effect])
}

/// A small real Wayland compositor without a display, whose windows turn one by one.
public final class HeadlessCompositor {
  /// The namespace of the layer surface that shows the status bar.
  public static let statusBarNamespace = "status-bar"
  /// The height of the status bar that the compositor draws itself, in logical pixels.
  public static let barHeight: Int32 = 20

  let display: Display
  /// The event loop that serves the clients and times frames, turns and answers.
  let loop: EventLoop
  let options: CompositorOptions
  let recorder: (any DecisionRecorder)?
  private var diagnosticClients: [Client] = []

  /// Called with each decision of the rule set.
  public var onVerdict: ((Verdict) -> Void)?
  /// Called when a client is sent a protocol error or is cut off, with its process and the reason.
  public var onClientFailure: ((Int32, String) -> Void)?
  /// Called each time a frame is shown.
  public var onFrame: (() -> Void)?
  /// Who says when frames are shown; nil goes by the clock, at the first output's pace.
  public weak var pacer: (any FramePacer)?
  /// Called when the picture that the pointer is to have may be another one; see `InjectedInput`.
  public var onCursor: (() -> Void)?
  /// Whether every window is drawn with its outline and what it answered.
  public var showsOutlines = false {
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
  private(set) lazy var clipboard = Clipboard(self)
  private(set) lazy var activation = Activation(self)
  private(set) lazy var rotation = RotationManager(self)

  /// Makes a compositor and its outputs, one of 1280x800 unless `options` lists some.
  ///
  /// Nobody can connect yet.
  public init(
    loop: EventLoop, options: CompositorOptions, recorder: (any DecisionRecorder)? = nil
  ) throws {
    self.loop = loop
    self.options = options
    self.recorder = recorder
    display = try Display()
    try display.offerSharedMemory()
    display.onFailure = { [weak self] client, reason in
      self?.onClientFailure?(client.processID, reason)
    }
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
    clipboard.offer()
    activation.offer()
    display.offer(XdgWmBaseResource.self, version: 5) { [unowned(unsafe) self] in
      unsafe XdgShellBinding($0, compositor: self).start()
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

  // What serves the clients refers to the compositor without counting (unowned(unsafe)), because
  // it is called once more from here, where a checked reference would trap: no client outlives
  // this line.
  deinit { display.end() }

  /// Listens at a socket in the runtime directory.
  ///
  /// - Parameter name: a file name; nil takes the first free of `wayland-0` to `wayland-32`.
  /// - Returns: the name, for `WAYLAND_DISPLAY`.
  @discardableResult
  public func listen(name: String? = nil) throws -> String { try display.listen(name: name) }

  /// Takes over a connected socket as a client's.
  public func add(client descriptor: Int32) throws { try display.add(client: descriptor) }

  /// Connects the program that shows diagnoses; the caller closes the descriptor.
  ///
  /// The windows of this one connection are exempt: no rule set ever sees them. There is no other way
  /// to that, whatever a client calls itself.
  public func connectDiagnostic() throws -> Int32 {
    let (client, descriptor) = try connectPair()
    diagnosticClients.append(client)
    client.whenGone { [weak self, weak client] in
      self?.diagnosticClients.removeAll { $0 === client }
    }
    return descriptor
  }

  /// Whether a surface belongs to the program that shows diagnoses.
  func isDiagnostic(_ surface: Surface) -> Bool {
    diagnosticClients.contains { $0 === surface.resource.client }
  }

  /// Connects a client in this process, or one that inherits the descriptor; the caller closes it.
  public func connect() throws -> Int32 { try connectPair().descriptor }

  /// Connects a client in this process; the caller closes the descriptor.
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
    return (try display.add(client: ends[0]), ends[1])
  }

  /// The present moment of the loop's clock.
  var now: Instant { loop.now }

  /// How many clients are connected.
  public var clientCount: Int { display.clients.count }

  /// The rule set's view of everything.
  public var scene: Scene { rotationController.arbiter.scene }

  /// Whether the rule set turns whole outputs, and not windows.
  public var turnsOutputs: Bool { rotationController.turnsOutputs }

  /// The last decision; nil before the first.
  public var verdict: Verdict? { rotationController.verdict }

  /// Tells the rule set that something has happened: the device has turned, a lock was set.
  public func handle(_ event: Event) { rotationController.handle(event) }

  /// Asks every window to close, as its close button would, and sends what is waiting for clients.
  public func closeWindows() {
    for window in windows.all { window.close() }
    display.flush()
  }

  /// What a person does to the stack of windows from outside.
  public var stack: StackControl { StackControl(self) }

  /// What is copied and pasted across the edge of the display.
  public var exchange: InjectedClipboard { InjectedClipboard(clipboard) }

  /// What a person's hands would do.
  public var input: InjectedInput { InjectedInput(seat) }

  /// Puts a client's window, told by the number of its surface, at a point of the shared space.
  public func moveWindow(withSurface number: UInt32, of client: Client, to point: Point) {
    let window = windows.all.first {
      $0.surface.resource.client === client && $0.surface.resource.objectID == number
    }
    if let window { windows.move(window, to: point) }
  }

  // MARK: - Outputs

  /// The names of the outputs in the order in which they were plugged in.
  public var outputNames: [String] { outputs.all.map(\.name) }

  /// What an output shows now; nil without an output of that name.
  ///
  /// While a turn waits for clients it is what was shown before.
  public func drawList(of output: String) -> DrawList? {
    outputs.output(named: output).map { renderer.drawList(of: $0) }
  }

  /// Draws what an output shows; nil without an output of that name, or without memory.
  public func picture(of output: String) -> Canvas? { drawList(of: output)?.drawn() }

  /// A point of an output's panel, in logical pixels before its transform, in the space that all
  /// outputs share; nil without an output of that name.
  public func point(onPanelOf output: String, x: Double, y: Double) -> (x: Double, y: Double)? {
    guard let output = outputs.output(named: output) else { return nil }
    let panel = output.transform.inverse.apply(to: output.logicalSize)
    let point = output.transform.inverse.apply(x, y, in: panel)
    return (point.x + Double(output.position.x), point.y + Double(output.position.y))
  }

  /// Plugs an output in; returns its name, or nil if that is taken already.
  @discardableResult
  public func plugIn(_ specification: OutputSpecification) -> String? {
    if let name = specification.name, outputs.output(named: name) != nil { return nil }
    let output = outputs.make(specification)
    output.plugIn()
    outputManager.announce()
    rotationController.add(output)
    windows.rehome()
    return output.name
  }

  /// Unplugs an output, whose windows go to another or wait; false without one of that name.
  @discardableResult
  public func unplug(_ name: String) -> Bool {
    guard let output = outputs.output(named: name) else { return false }
    outputs.remove(output)
    layers.close(on: output)
    for window in windows.all where window.output === output { window.output = nil }
    output.unplug()
    outputManager.announce()
    rotationController.remove(output)
    windows.rehome()
    return true
  }

  /// Changes an output, where nil leaves a value; false without one of that name.
  @discardableResult
  public func configure(
    _ output: String, transform: Transform? = nil, scale: Int32? = nil, size: Size? = nil
  ) -> Bool {
    guard let output = outputs.output(named: output) else { return false }
    let change = OutputConfiguration.Change(size: size, transform: transform, scale: scale)
    configure([(output, change)])
    return true
  }

  /// Changes outputs as one, and tells clients and the rule set what has become of them.
  func configure(_ changes: [(output: CompositorOutput, change: OutputConfiguration.Change)]) {
    let before = changes.map(\.output.transform)
    for (output, change) in changes {
      transaction.change(output) { output.configure(change) }
    }
    // Nobody is told of some of them without the others.
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
