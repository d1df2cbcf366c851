// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import EventLoop
import Orientation
import Glibc
import WaylandServer

/// A small real Wayland compositor without a screen, whose windows turn one by one.
///
/// Everything happens on one thread: inside the event loop that it serves, or inside `pump` when
/// a test moves it by hand.
public final class HeadlessCompositor {
  let display: Display
  /// The time that it goes by.
  public let clock: any CompositorClock
  let options: CompositorOptions
  private let loop: EventLoop
  /// Called with each decision of the rule set.
  public var onVerdict: ((Verdict) -> Void)?
  /// Called when a client is sent a protocol error or is cut off, with its process and the reason.
  public var onClientFailure: ((Int32, String) -> Void)?
  /// Called each time a frame is shown.
  public var onFrame: (() -> Void)?

  private(set) var screens: [Screen] = []
  private(set) lazy var regions = RegionTable(mostBytes: options.bytesPerClient)
  let positioners = PositionerTable()
  var layers: [LayerWindow] = []
  /// The windows in the scene, in the order of their coming.
  var stack: [ShellWindow] = []
  /// The same from the bottom to the top; nil after a change.
  var order: [ShellWindow]?
  var lastStamp = 0
  private var lastOutput: Int32 = 0
  var waitingForFrame: [Surface] = []
  var frameAlarm: Alarm?
  var lastFrame: Instant?

  private(set) lazy var governor = Governor(self)
  private(set) lazy var turner = Turner(self)
  private(set) lazy var seat = Seat(self)
  private(set) lazy var interactive = InteractiveGrab(self)
  private(set) lazy var toplevels = ToplevelLists(self)
  private var diagnosticClients: [Client] = []
  /// Whether every window is drawn with its outline and what it answered.
  public var showsOutlines = false {
    didSet { if showsOutlines != oldValue { everythingChanged() } }
  }
  private(set) lazy var outputManager = OutputManager(self)
  private(set) lazy var capture = Screencopy(self)
  private(set) lazy var clipboard = Clipboard(self)
  private(set) lazy var readingWatch = ReadingWatch(limit: options.unreadWithin)
  private(set) lazy var rotation = RotationManager(self)

  /// Makes a compositor and its outputs; nobody can connect yet.
  ///
  /// - Parameters:
  ///   - loop: the loop that serves it.
  ///   - clock: the time that it goes by; nil for the loop's.
  ///   - options: how it behaves; without outputs it gets one of 1280x800.
  public init(
    loop: EventLoop, clock: (any CompositorClock)? = nil, options: CompositorOptions
  ) throws {
    self.loop = loop
    self.clock = clock ?? LoopClock(loop)
    self.options = options
    display = try Display()
    try display.offerSharedMemory()
    display.onFailure = { [weak self] client, reason in
      self?.onClientFailure?(client.processID, reason)
    }
    let outputs = options.outputs
    for output in outputs.isEmpty
      ? [OutputSpecification(size: Size(width: 1280, height: 800))] : outputs
    {
      makeScreen(output)
    }
    offerSurfaces()
    offerOutputDetails()
    for screen in screens { screen.plugIn() }
    seat.offer()
    clipboard.offer()
    offerShell()
    offerLayers()
    outputManager.offer()
    toplevels.offer()
    capture.offer()
    seat.offerVirtualPointers()
    rotation.offer()
    governor.handle(.setUp)
    try display.serve(in: loop)
  }

  // What serves the clients refers to the compositor without counting (unowned(unsafe)), because
  // it is called once more from here, where a checked reference would trap: no client outlives
  // this line.
  deinit {
    frameAlarm?.cancel()
    display.end()
  }

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

  private func connectPair() throws -> (client: Client, descriptor: Int32) {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw ServerError.creationFailed(errno: errno)
    }
    return (try display.add(client: ends[0]), ends[1])
  }

  /// Handles what clients have sent and sends what is for them, without waiting.
  ///
  /// For tests that move a clock by hand; a running loop does it by itself.
  public func pump() {
    display.dispatch()
    if let manual = clock as? ManualClock { manual.advance(milliseconds: 0) }
    display.flush()
  }

  /// How many clients are connected.
  public var clientCount: Int { display.clients.count }

  /// The rule set's view of everything.
  public var scene: Scene { governor.arbiter.scene }

  /// The last decision; nil before the first.
  public var verdict: Verdict? { governor.verdict }

  /// Tells the rule set that something has happened: the device has turned, a lock was set.
  public func handle(_ event: Event) { governor.handle(event) }

  /// Plugs an output in.
  ///
  /// - Returns: its name; nil if the name is taken already.
  @discardableResult
  public func plugIn(_ specification: OutputSpecification) -> String? {
    if let name = specification.name, screens.contains(where: { $0.name == name }) { return nil }
    let screen = makeScreen(specification)
    screen.plugIn()
    outputManager.announce()
    governor.add(screen)
    rehome()
    return screen.name
  }

  /// Unplugs an output; its windows go to another one, or wait for one.
  ///
  /// - Returns: whether there was one of that name.
  @discardableResult
  public func unplug(_ name: String) -> Bool {
    guard let index = screens.firstIndex(where: { $0.name == name }) else { return false }
    let screen = screens.remove(at: index)
    for layer in layers where layer.screen === screen {
      layer.screen = nil
      layer.close()
    }
    for window in stack where window.screen === screen { window.screen = nil }
    screen.unplug()
    outputManager.announce()
    governor.remove(screen)
    rehome()
    return true
  }

  @discardableResult
  private func makeScreen(_ specification: OutputSpecification) -> Screen {
    lastOutput += 1
    var number = 1
    while screens.contains(where: { $0.name == "HEADLESS-\(number)" }) { number += 1 }
    let right = screens.map { $0.area.origin.x + $0.area.size.width }.max() ?? 0
    let screen = Screen(
      specification, id: OutputID(lastOutput), name: specification.name ?? "HEADLESS-\(number)",
      position: Point(x: right, y: 0), compositor: self)
    screens.append(screen)
    return screen
  }
}
