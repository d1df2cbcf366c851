// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
public import Orientation

/// One kind of compositor: how to rotate its outputs, follow its windows and map its input devices,
/// over Wayland or a connection of its own.
///
/// A new backend is a folder in `Compositors` with a conforming type, and an entry in
/// `Compositors.all`. `NiriBackend` is the smallest one with a socket, `KWinBackend` has protocols
/// of its own. A session has one backend of each kind. A backend owns its connection, and verifies
/// that its peer is the session's compositor, not an outer or a nested one.
protocol CompositorBackend: AnyObject {
  typealias ApplierAnswer = (SearchResult<FoundApplier>) -> Void
  typealias WindowsAnswer = (SearchResult<any WindowSource>) -> Void

  /// The value of `--applier` that selects this backend; nil if the backend rotates no outputs.
  static var way: ApplierChoice? { get }
  /// The facts that desktops with this compositor report about windows, for a table in
  /// docs/desktops.md.
  static var desktops: [DesktopKnowledge] { get }
  /// The frames in which these compositors count transforms, for a table in docs/desktops.md.
  static var frames: [FrameKnowledge] { get }

  /// Creates the backend of a session; the session owns the backend.
  init(_ session: Session)

  /// Called with every global, except outputs, that the compositor announces, after all initial
  /// globals are known.
  func bind(_ global: RegistryGlobal)

  func remove(global: UInt32)

  /// The applier that uses a Wayland protocol; `nil` if the compositor offers none.
  var applier: (any TransformApplier)? { get }
  /// The windows that a Wayland protocol reports; `nil` if the compositor offers none.
  var windows: (any WindowSource)? { get }

  /// Looks for an applier; `onEnd` is called once, perhaps before the return.
  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer)

  /// Looks for a source of windows that is not a Wayland protocol; `onEnd` is called once, perhaps
  /// before the return.
  ///
  /// If the source is lost later, the backend calls `place.onLoss`.
  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer)

  /// Creates the mapper of input devices; returns `nil` if the compositor offers no requests for
  /// it, or if the backend has not found the compositor's socket yet.
  func mapInputs(_ setup: InputSetup) -> (any InputMapper)?

  /// Adds the facts about an output that other interfaces than wl_output and xdg_output report.
  func complete(_ output: inout DesktopOutput, from facts: OutputFacts)

  /// Outputs that the session adds as disabled ones if they have no wl_output.
  var outputsOff: [DesktopOutput] { get }
  /// The serial of the newest report about outputs; nil if reports have none.
  var serial: UInt32? { get }
  /// The automatic rotation that the compositor reports, by output name.
  var autoRotation: [String: AutoRotation] { get }
  var canSetAutoRotation: Bool { get }
  func setAutoRotation(
    _ policies: [String: AutoRotation], onEnd: @escaping (ChangeResult) -> Void)
  /// The frames in which the session's compositor counts transforms, if its own interface
  /// determines them; if `nil`, they follow from the name of its process.
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
public enum Compositors {
  /// The names of compositors and desktops whose outputs can be rotated, for messages.
  public static let names = """
    sway, labwc, river, Wayfire, phoc, Hyprland, niri, COSMIC, KDE Plasma, GNOME
    """

  /// All backends, those of one compositor first.
  ///
  /// If several backends offer windows, the first is used. If several offer the same protocol for
  /// outputs, the last is used.
  static var all: [any CompositorBackend.Type] {
    [
      SwayBackend.self, HyprlandBackend.self, NiriBackend.self, MutterBackend.self,
      KWinBackend.self, CosmicBackend.self, WlrootsBackend.self,
    ]
  }
}

/// The kind of applier, named by the interface that rotates the outputs; the raw value is that of
/// `--applier`.
public enum ApplierChoice: String, CaseIterable, Sendable {
  /// The first of the following kinds that works in this session.
  case automatic = "auto"
  /// The Wayland protocol zwlr_output_manager_v1.
  case wlr
  /// The Wayland protocol kde_output_management_v2.
  case kde
  /// The D-Bus interface org.gnome.Mutter.DisplayConfig on the session bus.
  case mutter
  /// Commands sent to sway's socket.
  case sway

  /// The Wayland or D-Bus interface through which outputs are rotated; nil for `automatic` and
  /// `sway`.
  public var interface: String? {
    switch self {
    case .automatic, .sway: nil
    case .wlr: "zwlr_output_manager_v1"
    case .kde: "kde_output_management_v2"
    case .mutter: MutterApplier.service
    }
  }

  /// All kinds for the help of `--applier`.
  public static var help: String {
    allCases.map { choice in
      switch choice {
      case .automatic: "auto (the first of these that works)"
      case .wlr: "wlr (zwlr_output_manager_v1)"
      case .kde: "kde (kde_output_management_v2)"
      case .mutter: "mutter (DisplayConfig on the session bus)"
      case .sway: "sway (its socket)"
      }
    }.joined(separator: ", ")
  }

  var ways: [ApplierChoice] {
    self == .automatic ? Self.allCases.filter { $0 != .automatic } : [self]
  }
}

/// An applier that was found, with the reason for the choice.
public struct FoundApplier {
  /// The applier to be used.
  public let applier: any TransformApplier
  /// The reason for the choice, as a phrase that follows the applier's name.
  public let reason: String
  /// Warnings that the compositor itself or another program rotates the outputs, or that panel
  /// mounts are unreadable; one sentence each.
  public var warnings: [String]

  /// Creates a result.
  public init(_ applier: any TransformApplier, reason: String, warnings: [String] = []) {
    (self.applier, self.reason, self.warnings) = (applier, reason, warnings)
  }
}

struct SearchPlace {
  let loop: EventLoop
  let environment: (String) -> String?
  /// The time limit of an answer from a socket; nil for the backend's default.
  let answerTimeout: Duration?
  let onNote: (String) -> Void
  /// Called with the reason when a source of windows is lost.
  let onLoss: (String) -> Void
  /// Called when a lost source of windows reports again, or when one appears after a failed search;
  /// the text is a message.
  let onReturn: (any WindowSource, String) -> Void
}

enum SearchResult<Part> {
  case found(Part)
  /// The compositor is of another kind or is not the session's; the text gives the reason and may
  /// be empty.
  case absent(String)
  /// The compositor runs and may offer the part soon; the text gives the reason.
  case pending(String)
  /// The compositor should offer the part but does not; the text gives the reason.
  case failed(String)

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

struct CompositorSocket: Sendable {
  /// The name of the compositor's process, as in `/proc/PID/comm`.
  let process: String
  /// Returns the path that the environment names, perhaps that of another compositor; `nil` if it
  /// names none.
  let named: @Sendable (_ environment: (String) -> String?) -> String?
  /// Returns the path of a process's socket below a runtime directory; `nil` if it does not exist
  /// yet.
  let own: @Sendable (_ runtime: String, _ process: Int32) -> String?

  func isOf(_ session: Session) -> Bool { session.compositor?.name == process }

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

  /// Connects to the first path that accepts a connection.
  ///
  /// A restarted compositor has another socket than the environment names, and creates it after its
  /// Wayland socket. So a failure is `pending` while the session's compositor is of this kind. If
  /// it is not, a failure is `failed`, or `absent` without a path to try.
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

  static func file(in directory: String, _ prefix: String, of process: Int32) -> String? {
    DirectoryListing.names(in: directory).first {
      $0.hasPrefix(prefix) && $0.hasSuffix(".\(process).sock")
    }.map { "\(directory)/\($0)" }
  }
}

/// The inputs of an `InputMapper`, and the closures that it calls.
public struct InputSetup {
  /// The loop that serves the connection.
  public let loop: EventLoop
  /// The settings that an earlier run has not restored.
  public let left: LentInputs
  /// Returns the sizes of touch screens in millimetres, by device name.
  public let sizes: () -> [String: Size]
  /// Stores the settings to restore; called before a setting is changed, and after settings are
  /// restored.
  public let keep: (LentInputs) -> Void
  /// The closure that receives messages for the user.
  public let note: (String) -> Void

  /// Creates the inputs of a mapper.
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
  /// The names of the outputs that rotate with the device; the panel comes first.
  public var turning: [String]
  /// All outputs of the session.
  public var outputs: [DesktopOutput]
  /// The configured output of each touch screen, by device name.
  public var assigned: [String: String]

  /// Creates the description of the outputs.
  public init(turning: [String], outputs: [DesktopOutput], assigned: [String: String] = [:]) {
    (self.turning, self.outputs, self.assigned) = (turning, outputs, assigned)
  }
}

/// The control of input devices: maps touch screens and pens to outputs, disables the built-in
/// keyboard.
public protocol InputMapper: AnyObject {
  /// Maps touch screens and pens to their outputs.
  func map(_ stage: InputStage)

  /// Whether the compositor can disable the built-in keyboard; most compositors offer no request
  /// for it.
  var canRest: Bool { get }

  /// Disables the built-in keyboard, and the touchpad if included, or enables them again.
  func rest(_ isResting: Bool, includesTouchpad: Bool)

  /// Restores all settings; may block for the compositor's answers, at most two seconds for each
  /// read.
  func end()
}

extension InputMapper {
  /// `false`, since most compositors cannot disable a keyboard for a client.
  public var canRest: Bool { false }

  /// Does nothing, since `canRest` is false.
  public func rest(_ isResting: Bool, includesTouchpad: Bool) {}
}
