// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Text

extension WindowInterface {
  /// sway's socket, found by `SWAYSOCK` or by the process of the compositor.
  public static let sway = WindowInterface(name: "sway's tree", knows: .all)
}

/// The backend of sway, whose socket serves the outputs, the windows and the input devices.
final class SwayBackend: CompositorBackend {
  static let way: ApplierChoice? = .sway
  static let desktops = [DesktopKnowledge("sway", process: "sway", by: .sway, .played("sway"))]
  static let frames = [
    FrameKnowledge(
      "sway from 1.7", processes: ["sway"],
      habit: "begins with it unless its configuration has a `transform`",
      source: "sway, sway/config/output.c")
  ]
  private static let socket = CompositorSocket(
    process: "sway", named: { $0("SWAYSOCK") },
    own: { CompositorSocket.file(in: $0, "sway-ipc.", of: $1) })

  /// The time before the next attempt to reconnect for the input devices.
  private static let retryAfter = Duration.seconds(10)

  private unowned let session: Session
  /// The connection to the session's sway; `nil` before the outputs are compared, and after a loss.
  private(set) var connection: SwayConnection?
  private weak var inputs: SwayInputs?
  private var retry: Registration?
  private var onLoss: ((String) -> Void)?

  init(_ session: Session) { self.session = session }

  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer) {
    connect(place) { result in
      switch result {
      case .found(let connection):
        onEnd(
          .found(
            FoundApplier(
              SwayApplier(connection.path, on: place.loop),
              reason: "sway answers at \(UntrustedText(connection.path).word)")))
      case .absent(""): onEnd(.absent("SWAYSOCK is not set, and the compositor is no sway"))
      case .absent(let reason): onEnd(.absent(reason))
      case .pending(let reason): onEnd(.pending("its socket: \(reason)"))
      case .failed(let reason): onEnd(.failed("its socket: \(reason)"))
      }
    }
  }

  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer) {
    onLoss = nil
    connect(place) { [weak self] result in
      result.then(or: onEnd) { connection in
        let windows = SwayWindows(connection) { self?.session.sourceChanged() }
        windows.start { error in
          if let error { return onEnd(.failed("\(error)")) }
          self?.onLoss = place.onLoss
          onEnd(.found(windows))
        }
      }
    }
  }

  func mapInputs(_ setup: InputSetup) -> (any InputMapper)? {
    guard let connection else { return nil }
    let inputs = SwayInputs(
      connection, left: setup.left, sizes: setup.sizes, keep: setup.keep, note: setup.note)
    self.inputs = inputs
    inputs.start()
    return inputs
  }

  /// Connects if there is no connection, and checks by the outputs that the peer is the session's
  /// sway.
  private func connect(
    _ place: SearchPlace, onEnd: @escaping (SearchResult<SwayConnection>) -> Void
  ) {
    if let connection { return onEnd(.found(connection)) }
    Self.socket.connect(session, place) { (path) throws(SocketError) in
      try SwayConnection(path: path, on: place.loop)
    }.then(or: onEnd) { connection in
      connection.ask(.getTree) { [weak self] reply in
        guard let self else { return }
        switch reply {
        case .failure(let error): onEnd(.failed("\(error)"))
        case .success(let tree):
          guard isOwn(SwayTree.outputs(in: tree)) else {
            let path = UntrustedText(connection.path).word
            return onEnd(
              .absent("the sway at \(path) knows others than this session's outputs"))
          }
          // The searches for windows and for input devices may run at the same time.
          if let connection = self.connection { return onEnd(.found(connection)) }
          use(connection, place)
          onEnd(.found(connection))
        }
      }
    }
  }

  /// Returns whether these are the session's outputs.
  ///
  /// If all outputs are disabled, the name of the compositor's process decides.
  private func isOwn(_ outputs: [String]) -> Bool {
    session.hasOutputs(among: outputs)
      || Self.socket.isOf(session) && !session.outputs.contains { $0.enabled }
  }

  private func use(_ connection: SwayConnection, _ place: SearchPlace) {
    self.connection = connection
    retry = nil
    connection.onEnd = { [weak self] error in
      self?.connection = nil
      self?.onLoss?("\(error)")
      self?.reconnectLater(place)
    }
    inputs?.resume(connection)
  }

  /// Tries to reconnect for the input devices, without a limit of attempts.
  ///
  /// A disabled keyboard must be enabled again even if the search for windows has ended.
  private func reconnectLater(_ place: SearchPlace) {
    guard inputs != nil, session.failure == nil else { return }
    retry = place.loop.timer(after: Self.retryAfter) { [weak self] in
      self?.connect(place) { result in
        if case .found = result { return }
        self?.reconnectLater(place)
      }
    }
  }
}

/// The applier that sends commands to sway's socket; the last choice of `--applier auto`.
///
/// The applier has a connection of its own without a time limit: sway may drop commands of a closed
/// connection, or execute them without an answer.
final class SwayApplier: TransformApplier {
  let name = "sway"
  private let path: String
  private let loop: EventLoop
  private var connection: SwayConnection?

  /// Creates an applier, which connects with its first change and again after a loss.
  init(_ path: String, on loop: EventLoop) { (self.path, self.loop) = (path, loop) }

  func obstacle(to output: String) -> String? {
    SwayCommand.quoted(output) == nil ? "sway has no command for a name like that" : nil
  }

  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    guard let command = SwayCommand.layout(change) else {
      return onEnd(.unsupported(reason: "sway's commands cannot contain the name of an output"))
    }
    let connection: SwayConnection
    do throws(SocketError) {
      connection = try connected()
    } catch {
      return onEnd(.refused(reason: "the connection to sway's socket is lost: \(error)"))
    }
    connection.ask(.runCommand, command) { reply in
      switch reply {
      // sway may have executed the command, so the request stays open.
      case .failure: break
      case .success(let value):
        onEnd(SwayCommand.failure(in: value).map { .refused(reason: "sway: \($0)") } ?? .succeeded)
      }
    }
  }

  private func connected() throws(SocketError) -> SwayConnection {
    if let connection { return connection }
    let new = try SwayConnection(path: path, on: loop, answerTimeout: nil)
    new.onEnd = { [weak self] _ in self?.connection = nil }
    connection = new
    return new
  }
}

final class SwayWindows: WindowSource {
  let interface = WindowInterface.sway
  private(set) var windows: [DesktopWindow] = []
  private let connection: SwayConnection
  private let onReport: () -> Void
  private var numbers = WindowNumbers<Int64>()
  /// Whether a request is pending, and whether an event has arrived since it was sent.
  private var (isAsking, isStale) = (false, false)

  /// Creates a source that calls `onReport` after each new title and each tree but the first.
  init(_ connection: SwayConnection, onReport: @escaping () -> Void) {
    self.connection = connection
    self.onReport = onReport
  }

  /// Subscribes to window events and requests the tree; `onEnd` gets `nil` when the tree is known,
  /// otherwise the error.
  func start(onEnd: @escaping (SocketError?) -> Void) {
    connection.subscribe(
      to: ["window", "workspace"], onEvent: { [weak self] in self?.handle($0) }
    ) { [self] error in
      if let error { return onEnd(error) }
      ask(onEnd: onEnd)
    }
  }

  private func handle(_ event: JSONValue) {
    // The event contains the title, so a terminal that often changes its title needs no request for
    // the tree.
    if event["change"]?.string == "title", let id = event["container"]?["id"]?.int,
      let number = numbers[id], let index = windows.firstIndex(where: { $0.id == number }),
      let title = event["container"]?["name"]?.string.map({ UntrustedText($0) })
    {
      guard windows[index].title != title else { return }
      windows[index].title = title
      return onReport()
    }
    isStale = true
    guard !isAsking else { return }
    ask { [weak self] error in
      if error == nil { self?.onReport() }
    }
  }

  /// Requests the tree, again if an event has arrived between the request and its answer.
  private func ask(onEnd: @escaping (SocketError?) -> Void) {
    (isAsking, isStale) = (true, false)
    connection.ask(.getTree) { [weak self] reply in
      guard let self else { return }
      isAsking = false
      switch reply {
      case .failure(let error): onEnd(error)
      case .success(let tree):
        windows = numbers.numbered(SwayTree.views(in: tree).map { ($0.id, $0.window) })
        onEnd(nil)
        if isStale { ask { [weak self] in if $0 == nil { self?.onReport() } } }
      }
    }
  }
}
