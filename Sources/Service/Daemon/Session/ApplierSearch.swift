// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import EventLoop
import Formats
import Glibc
import Text

/// Finds out what can turn the outputs of a session, and why.
final class ApplierSearch {
  struct Finding {
    let applier: any TransformApplier
    /// Why this one, in words that follow its name.
    let reason: String
    /// What else turns the outputs, in sentences for people.
    var warnings: [String] = []
  }

  /// Why nothing was found: what each way lacks, in their order.
  struct Unavailable: Error {
    let reasons: [(way: ApplierChoice, reason: String)]

    var text: String {
      reasons.map { "\($0.way.rawValue): \($0.reason)" }.joined(separator: "; ")
    }
  }

  private let session: Session
  private let loop: EventLoop
  private let environment: (String) -> String?
  private let processes: ProcessList
  private var ways: [ApplierChoice]
  private var reasons: [(way: ApplierChoice, reason: String)] = []
  private let onEnd: (Result<Finding, Unavailable>) -> Void
  private var sway: SocketSearch<SwayConnection>?

  init(
    _ choice: ApplierChoice, in session: Session, on loop: EventLoop,
    environment: @escaping (String) -> String? = Process.environment,
    processes: ProcessList = ProcessList(), onEnd: @escaping (Result<Finding, Unavailable>) -> Void
  ) {
    ways = choice.ways
    self.session = session
    self.loop = loop
    self.environment = environment
    self.processes = processes
    self.onEnd = onEnd
  }

  /// Tries the ways one after the other; `onEnd` is called once, perhaps before this returns.
  func start() {
    guard !ways.isEmpty else { return onEnd(.failure(Unavailable(reasons: reasons))) }
    switch ways.removeFirst() {
    case .automatic: start()
    case .wlr: tryProtocol(.wlr, "zwlr_output_manager_v1")
    case .kde: tryProtocol(.kde, "kde_output_management_v2")
    case .mutter: tryMutter()
    case .sway: trySway()
    }
  }

  private func tryProtocol(_ way: ApplierChoice, _ interface: String) {
    guard var applier = session.protocolApplier(named: way.rawValue) else {
      return pass(way, "the compositor has no \(interface)")
    }
    let hyprland = CompositorSocket.hyprland
    // A compositor inside Hyprland inherits the variables, but draws by itself.
    if way == .wlr, session.compositor?.name == hyprland.process,
      let path = hyprland.own(of: session, in: environment("XDG_RUNTIME_DIR"))
        ?? hyprland.named(in: environment)
    {
      applier = HyprlandApplier(applier, path: path, on: loop) { [weak session] in
        session?.refresh()
      }
    }
    var finding = Finding(applier: applier, reason: "the compositor has \(interface)")
    for (output, rotation) in session.autoRotation.sorted(by: { $0.key < $1.key })
    where rotation != .never {
      finding.warnings.append(
        "KWin turns \(UntrustedText(output).word) by itself (\(rotation.rawValue)); to leave it to "
          + "swivel, set its automatic rotation to \"never\" in the display settings")
    }
    found(finding)
  }

  private func tryMutter() {
    let bus: BusConnection
    do throws(BusError) {
      let address = environment("DBUS_SESSION_BUS_ADDRESS")
      bus = try BusConnection(address.map { .address($0) } ?? .session, on: loop)
    } catch {
      return pass(.mutter, "no session bus (\(error))")
    }
    let applier = MutterApplier(bus)
    let session = session
    applier.start(onReport: { [weak session] in session?.refresh() }) { [weak self] error in
      guard let self else { return }
      if let error {
        return pass(
          .mutter,
          error.isUnknownService
            ? "nobody owns \(MutterApplier.service) on the session bus" : "\(error)")
      }
      // The bus may be that of another session than the compositor's.
      let names = session.outputs.filter(\.enabled).map(\.name)
      guard names.isEmpty || names.contains(where: { applier.transform(of: $0) != nil }) else {
        return pass(.mutter, "\(MutterApplier.service) knows none of this session's outputs")
      }
      var finding = Finding(
        applier: applier, reason: "\(MutterApplier.service) is on the session bus")
      if applier.managesOrientation {
        finding.warnings.append(
          "GNOME turns the panel by itself; to leave it to swivel, lock the rotation there")
      }
      self.found(finding)
    }
  }

  private func trySway() {
    let loop = loop
    let search = SocketSearch<SwayConnection>(
      .sway, in: session, on: loop, environment: environment,
      connect: { (path) throws(SocketError) in try SwayConnection(path: path, on: loop) },
      onEnd: { [weak self] in
        switch $0 {
        case nil: self?.pass(.sway, "SWAYSOCK is not set, and the compositor is no sway")
        case .failure(let error)?: self?.pass(.sway, "its socket: \(error)")
        case .success(let found)?: found.ask(.getTree) { self?.receive($0, of: found) }
        }
      })
    sway = search
    search.start()
  }

  /// A compositor inside sway inherits the variable, but its outputs are others.
  private func receive(_ reply: SwayConnection.Reply, of connection: SwayConnection) {
    let path = connection.path
    switch reply {
    case .failure(let error): pass(.sway, "its socket: \(error)")
    case .success(let tree):
      let known = SwayTree.outputs(in: tree)
      let names = session.outputs.filter(\.enabled).map(\.name)
      guard names.allSatisfy({ known.contains($0) }) else {
        return pass(
          .sway, "the sway at \(UntrustedText(path).word) knows others than this session's outputs")
      }
      found(
        Finding(
          applier: SwayApplier(connection), reason: "sway answers at \(UntrustedText(path).word)"))
    }
  }

  /// Ends with a way, and names the programs that turn the same outputs.
  private func found(_ finding: Finding) {
    var finding = finding
    finding.warnings += processes.rivals(environment: environment).map { rival in
      "\(UntrustedText(rival.name).word) (process \(rival.id)) turns the screen as well, so each undoes "
        + "the other's work: \(rival.remedy)"
    }
    onEnd(.success(finding))
  }

  private func pass(_ way: ApplierChoice, _ reason: String) {
    reasons.append((way, reason))
    start()
  }
}

/// What is to turn the outputs, as `--applier` names it.
enum ApplierChoice: String, CaseIterable {
  /// The first of the others that works here.
  case automatic = "auto"
  /// zwlr_output_manager_v1.
  case wlr
  /// kde_output_management_v2.
  case kde
  /// org.gnome.Mutter.DisplayConfig on the session bus.
  case mutter
  /// Commands at sway's socket.
  case sway

  init(option: String) throws(CommandFailure) {
    guard let choice = Self(rawValue: option) else {
      let valid = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badInput, "--applier: \(UntrustedText(option).quoted) is none of \(valid)")
    }
    self = choice
  }

  /// The ways to be tried, in order.
  var ways: [ApplierChoice] {
    self == .automatic ? Self.allCases.filter { $0 != .automatic } : [self]
  }
}
