// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Formats
import Orientation

/// Looks for something that knows more of a session's windows than the protocols in common, and looks
/// again when that is lost.
final class WindowSearch {
  /// How many losses or searches in vain, one after the other, end it.
  private static let mostLosses = 10
  /// A source that has lasted so long is not the one that was lost before.
  private static let steadyAfter = Duration.seconds(60)

  private static let consequence = "hidden windows cannot be told from shown ones"

  private let session: Session
  private let loop: EventLoop
  private let environment: (String) -> String?
  private let retryAfter: Duration
  /// The time limit of a socket's first answer; `nil` for the socket's own limit.
  private let answerTimeout: Duration?
  /// Receives words for people about what is lost later on.
  var onNote: (String) -> Void = { _ in }
  private var socketsLeft: ArraySlice<CompositorSocket> = []
  private var search: SocketSearch<any WindowSource>?
  private var source: (any WindowSource)?
  private var shell: ShellSearch?
  /// What should be there and is not, and why.
  private var problem: (interface: WindowInterface, reason: String)?
  private var losses = 0
  private var lastLoss: Instant?
  private var timer: Token?
  /// What waits for the first search; nil once that has ended.
  private var onEnd: ((String?) -> Void)?

  /// `onEnd` is called once, perhaps before `start` returns, with words for people if what should
  /// be there is not.
  ///
  /// The search begins anew `retryAfter` a loss; a compositor that ends is gone by then.
  init(
    in session: Session, on loop: EventLoop,
    environment: @escaping (String) -> String? = Process.environment,
    retryAfter: Duration = .milliseconds(300), answerTimeout: Duration? = nil,
    onEnd: @escaping (String?) -> Void
  ) {
    self.session = session
    self.loop = loop
    self.environment = environment
    self.retryAfter = retryAfter
    self.answerTimeout = answerTimeout
    self.onEnd = onEnd
  }

  deinit { if let timer { loop.remove(timer) } }

  func start() {
    if let shell = ShellSearch(in: session, on: loop, environment: environment) {
      self.shell = shell
      shell.onNote = { [weak self] in self?.onNote($0) }
      return shell.start { [weak self] problem in
        self?.onEnd?(problem)
        self?.onEnd = nil
      }
    }
    socketsLeft = CompositorSocket.allCases[...]
    problem = nil
    next()
  }

  private func next() {
    guard let socket = socketsLeft.popFirst() else { return finish(nil) }
    let (loop, answerTimeout) = (loop, answerTimeout)
    let search = SocketSearch<any WindowSource>(
      socket, in: session, on: loop, environment: environment,
      connect: { (path) throws(SocketError) in
        try socket.windows(at: path, on: loop, answerTimeout)
      },
      onEnd: { [weak self] in
        switch $0 {
        case nil: self?.next()
        case .failure(let error)?: self?.pass(socket.interface, "\(error)")
        case .success(let source)?: self?.begin(source)
        }
      })
    self.search = search
    search.start()
  }

  private func begin(_ source: any WindowSource) {
    self.source = source
    let session = session
    source.start(
      onReport: { [weak session] in session?.sourceChanged() },
      onLoss: { [weak self] in self?.lost($0) },
      onEnd: { [weak self, weak source] reason in
        guard let self, let source else { return }
        if let reason { return pass(source.interface, reason) }
        // A compositor inside another one inherits the variable, but its windows are others.
        if source.isOf(session) { finish(source) } else { next() }
      })
  }

  private func pass(_ interface: WindowInterface, _ reason: String) {
    problem = problem ?? (interface, reason)
    next()
  }

  private func finish(_ found: (any WindowSource)?) {
    source = found
    if let onEnd {
      self.onEnd = nil
      if let found { session.follow(found) }
      return onEnd(
        problem.map { "\($0.interface.name): \($0.reason); \(Self.consequence)" })
    }
    if let found { return session.follow(found) }
    lost(problem?.reason ?? "it is gone")
  }

  /// What was followed tells nothing more: its last report stands while it is looked for.
  private func lost(_ reason: String) {
    guard session.failure == nil else { return }
    if let lastLoss, loop.now > lastLoss + Self.steadyAfter { losses = 0 }
    lastLoss = loop.now
    losses += 1
    guard losses < Self.mostLosses else {
      let name = session.windowInterface?.name ?? "what told of windows"
      session.follow(nil)
      return onNote("\(name): \(reason); \(Self.consequence) any more")
    }
    timer = loop.schedule(after: retryAfter) { [weak self] in
      self?.timer = nil
      self?.start()
    }
  }
}

extension CompositorSocket {
  fileprivate var interface: WindowInterface {
    switch self {
    case .sway: .sway
    case .hyprland: .hyprland
    case .niri: .niri
    }
  }

  fileprivate func windows(
    at path: String, on loop: EventLoop, _ answerTimeout: Duration?
  ) throws(SocketError) -> any WindowSource {
    switch self {
    case .sway: SwayWindows(try SwayConnection(path: path, on: loop))
    case .hyprland:
      try HyprlandWindows(
        path: path, on: loop, answerTimeout: answerTimeout ?? HyprlandSocket.answerTimeout)
    case .niri:
      try NiriWindows(
        path: path, on: loop, answerTimeout: answerTimeout ?? NiriWindows.answerTimeout)
    }
  }
}
