// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
public import Orientation

/// One kind of compositor: how its outputs are rotated, its windows followed and its input devices
/// mapped, over Wayland or beside it.
///
/// To add one: a folder in `Compositors` with a type that conforms, and its entry in `Compositors.all`.
/// `NiriBackend` is the smallest with a socket, `KWinBackend` one with protocols of its own. A session
/// has one backend of each kind. A backend owns its connection, and proves that the connection is to
/// the session's compositor and not to one around or inside it.
protocol CompositorBackend: AnyObject {
  typealias ApplierAnswer = (SearchResult<FoundApplier>) -> Void
  typealias WindowsAnswer = (SearchResult<any WindowSource>) -> Void

  /// The value of `--applier` that selects this backend; nil if it rotates no outputs.
  static var way: ApplierChoice? { get }
  /// The facts about windows on this compositor's desktops: rows of the table in docs/desktops.md.
  static var desktops: [DesktopKnowledge] { get }
  /// The frames in which these compositors count transforms: rows of another table there.
  static var frames: [FrameKnowledge] { get }

  /// Creates the backend of a session, which owns it.
  init(_ session: Session)

  /// Called with every global that the compositor announces, once all at the start are known.
  func bind(_ global: RegistryGlobal)

  /// Called with the number of every global that is removed.
  func remove(global: UInt32)

  /// The applier that uses a Wayland protocol; `nil` if the compositor does not offer one.
  var applier: (any TransformApplier)? { get }
  /// The windows from a Wayland protocol; `nil` if the compositor does not offer one.
  var windows: (any WindowSource)? { get }

  /// Looks for a way to rotate outputs; `onEnd` is called once, perhaps before this returns.
  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer)

  /// Looks for windows beside Wayland; `onEnd` is called once, perhaps before this returns.
  ///
  /// Afterwards the backend calls `place.onLoss` when no more reports will come for now.
  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer)

  /// Starts to map input devices; returns `nil` if the compositor cannot do so.
  func mapInputs(_ setup: InputSetup) -> (any InputMapper)?

  /// Adds the facts about an output that are reported beside wl_output and xdg_output.
  func complete(_ output: inout DesktopOutput, from facts: OutputFacts)

  /// The outputs that are switched off and have no wl_output.
  var outputsOff: [DesktopOutput] { get }
  /// The serial of the newest report on the outputs; nil if reports have none.
  var serial: UInt32? { get }
  /// The automatic rotation that the compositor reports, by the names of the outputs.
  var autoRotation: [String: AutoRotation] { get }
  /// Whether programs may set the automatic rotation.
  var canSetAutoRotation: Bool { get }
  /// Sets the automatic rotation of outputs, by their names; `onEnd` is called with the answer.
  func setAutoRotation(
    _ policies: [String: AutoRotation], onEnd: @escaping (ChangeResult) -> Void)
  /// The frames in which the session's compositor counts transforms, if an interface of its own
  /// proves them; `nil` if the name of its process has to tell.
  var provenFrames: FrameKnowledge? { get }
}

extension CompositorBackend {
  static var way: ApplierChoice? { nil }
  static var desktops: [DesktopKnowledge] { [] }
  static var frames: [FrameKnowledge] { [] }

  func bind(_ global: RegistryGlobal) {}

  func remove(global: UInt32) {}

  var applier: (any TransformApplier)? { nil }
  var windows: (any WindowSource)? { nil }

  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer) {
    let interface = Self.way?.interface ?? ""
    guard let applier else { return onEnd(.absent("the compositor has no \(interface)")) }
    onEnd(.found(FoundApplier(applier, reason: "the compositor has \(interface)")))
  }

  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer) { onEnd(.absent("")) }

  func mapInputs(_ setup: InputSetup) -> (any InputMapper)? { nil }

  func complete(_ output: inout DesktopOutput, from facts: OutputFacts) {}

  var outputsOff: [DesktopOutput] { [] }
  var serial: UInt32? { nil }
  var autoRotation: [String: AutoRotation] { [:] }
  var canSetAutoRotation: Bool { false }

  func setAutoRotation(
    _ policies: [String: AutoRotation], onEnd: @escaping (ChangeResult) -> Void
  ) {
    onEnd(.unsupported(reason: "this compositor has no automatic rotation that can be set"))
  }

  var provenFrames: FrameKnowledge? { nil }
}

/// The table of compositors.
enum Compositors {
  /// All kinds, the one that reports most of windows first.
  ///
  /// Of several that offer windows the first one counts. Of protocols for outputs the last one counts,
  /// which most compositors have.
  static var all: [any CompositorBackend.Type] {
    [
      SwayBackend.self, HyprlandBackend.self, NiriBackend.self, MutterBackend.self,
      KWinBackend.self, CosmicBackend.self, WlrootsBackend.self,
    ]
  }
}

/// The interface that rotates the outputs, by its name for `--applier`.
public enum ApplierChoice: String, CaseIterable, Sendable {
  /// The first of the others that works in this session.
  case automatic = "auto"
  /// zwlr_output_manager_v1.
  case wlr
  /// kde_output_management_v2.
  case kde
  /// org.gnome.Mutter.DisplayConfig on the session bus.
  case mutter
  /// Commands at sway's socket.
  case sway

  /// The interface through which outputs are rotated; nil for `automatic`, and for a socket.
  public var interface: String? {
    switch self {
    case .automatic, .sway: nil
    case .wlr: "zwlr_output_manager_v1"
    case .kde: "kde_output_management_v2"
    case .mutter: MutterApplier.service
    }
  }

  /// The ways to be tried, in order.
  var ways: [ApplierChoice] {
    self == .automatic ? Self.allCases.filter { $0 != .automatic } : [self]
  }
}

/// An applier that was found, and the reason for it.
public struct FoundApplier {
  /// The applier to be used.
  public let applier: any TransformApplier
  /// The reason for the choice, in words that follow the applier's name.
  public let reason: String
  /// Warnings about other programs that rotate the outputs, in sentences.
  public var warnings: [String]

  /// Describes an applier.
  public init(_ applier: any TransformApplier, reason: String, warnings: [String] = []) {
    (self.applier, self.reason, self.warnings) = (applier, reason, warnings)
  }
}

/// The surroundings of a backend's search beside Wayland, and the receivers of its reports.
struct SearchPlace {
  let loop: EventLoop
  let environment: (String) -> String?
  /// The time limit of a socket's first answer; nil for the socket's own limit.
  let answerTimeout: Duration?
  /// Receives messages.
  let onNote: (String) -> Void
  /// Called with the reason when a source of windows is lost.
  let onLoss: (String) -> Void
  /// Called when a source of windows reports again, or for the first time after a failed search;
  /// the text is a message.
  let onReturn: (any WindowSource, String) -> Void
}

/// The result of a backend's search for a part.
enum SearchResult<Part> {
  case found(Part)
  /// There is no such compositor, or it is not the session's; the text gives the reason.
  case absent(String)
  /// The compositor runs and may offer the part in a moment; the text says what is missing.
  case pending(String)
  /// The compositor should offer the part and does not; the text gives the reason.
  case failed(String)

  /// Continues with the part if one was found; otherwise ends the search.
  func then<Next>(
    or onEnd: (SearchResult<Next>) -> Void, _ next: (Part) -> Void
  ) {
    switch self {
    case .found(let part): next(part)
    case .absent(let reason): onEnd(.absent(reason))
    case .pending(let reason): onEnd(.pending(reason))
    case .failed(let reason): onEnd(.failed(reason))
    }
  }
}

/// The socket of a kind of compositor, beside Wayland's.
struct CompositorSocket: Sendable {
  /// The name of the compositor's process in the kernel.
  let process: String
  /// Returns the path that the environment names, which may be that of another compositor.
  let named: @Sendable (_ environment: (String) -> String?) -> String?
  /// Returns a process's path below a runtime directory; `nil` while there is none.
  let own: @Sendable (_ runtime: String, _ process: Int32) -> String?

  /// Returns whether the session's compositor is of this kind.
  func isOf(_ session: Session) -> Bool { session.compositor?.name == process }

  /// Returns the paths to try: that of the session's own compositor, then that of the environment.
  func paths(_ session: Session, _ environment: (String) -> String?) -> [String] {
    var paths: [String] = []
    if let compositor = session.compositor, compositor.name == process,
      let runtime = environment("XDG_RUNTIME_DIR"), let path = own(runtime, compositor.id)
    {
      paths.append(path)
    }
    if let path = named(environment), !path.isEmpty { paths.append(path) }
    return paths
  }

  /// Connects to the first path that answers.
  ///
  /// A restarted compositor has another socket than the one in our environment, and creates it
  /// later than Wayland's: while the process exists, the search is repeated.
  func connect<Peer>(
    _ session: Session, _ place: SearchPlace, _ connect: (String) throws(SocketError) -> Peer
  ) -> SearchResult<Peer> {
    var failure: SocketError?
    for path in paths(session, place.environment) {
      do throws(SocketError) { return .found(try connect(path)) } catch { failure = error }
    }
    if isOf(session) { return .pending("\(failure ?? .closed)") }
    return failure.map { .failed("\($0)") } ?? .absent("")
  }

  /// Returns the file in a directory that begins with a prefix and ends with a process identifier.
  static func file(in directory: String, _ prefix: String, of process: Int32) -> String? {
    DirectoryListing.names(in: directory).first {
      $0.hasPrefix(prefix) && $0.hasSuffix(".\(process).sock")
    }.map { "\(directory)/\($0)" }
  }
}

/// The surroundings of a mapper of input devices.
public struct InputSetup {
  /// The loop that serves the connection.
  public let loop: EventLoop
  /// The settings that an earlier run could not restore.
  public let left: LentInputs
  /// Returns the surfaces of touch screens in millimetres, by their names.
  public let sizes: () -> [String: Size]
  /// Stores the settings to restore, before any request.
  public let keep: (LentInputs) -> Void
  /// Receives messages.
  public let note: (String) -> Void

  /// Creates the setup of a mapper.
  public init(
    loop: EventLoop, left: LentInputs = LentInputs(),
    sizes: @escaping () -> [String: Size] = { [:] },
    keep: @escaping (LentInputs) -> Void = { _ in }, note: @escaping (String) -> Void = { _ in }
  ) {
    (self.loop, self.left) = (loop, left)
    (self.sizes, self.keep, self.note) = (sizes, keep, note)
  }
}

/// The outputs that input devices are mapped to.
public struct InputStage: Equatable, Sendable {
  /// The names of the outputs that rotate with the device, the panel first.
  public var turning: [String]
  /// All outputs.
  public var outputs: [DesktopOutput]
  /// The outputs that touch screens are configured for, by the names of the touch screens.
  public var assigned: [String: String]

  /// Creates a stage.
  public init(turning: [String], outputs: [DesktopOutput], assigned: [String: String] = [:]) {
    (self.turning, self.outputs, self.assigned) = (turning, outputs, assigned)
  }
}

/// The mapping of touch screens, pens and the keyboard, kept in step with the outputs.
public protocol InputMapper: AnyObject {
  /// Maps touch screens and pens to the outputs that they belong to.
  func map(_ stage: InputStage)

  /// Whether the compositor switches the built-in keyboard off; most let no program do that.
  var canRest: Bool { get }

  /// Drops the events of the built-in keyboard, and of the touchpad if included, or accepts them
  /// again.
  func rest(_ isResting: Bool, includesTouchpad: Bool)

  /// Restores all settings; may wait for the compositor, two seconds at most.
  func end()
}

extension InputMapper {
  /// Most compositors let no program switch a keyboard off.
  public var canRest: Bool { false }

  /// Does nothing, as `canRest` says.
  public func rest(_ isResting: Bool, includesTouchpad: Bool) {}
}
