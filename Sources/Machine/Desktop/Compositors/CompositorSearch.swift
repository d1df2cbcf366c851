// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
import Orientation
import Text

/// The search among a session's backends for an applier and the most detailed source of windows.
///
/// The search for windows is repeated if they are lost.
public final class CompositorSearch {
  /// The error that no applier works, with the reason for each interface.
  public struct Unavailable: Error {
    /// The interfaces that were tried, each with the reason.
    public let reasons: [(way: ApplierChoice, reason: String)]

    /// The reasons as a text for messages.
    public var text: String {
      reasons.map { "\($0.way.rawValue): \($0.reason)" }.joined(separator: "; ")
    }
  }

  /// The number of attempts for a compositor that runs and has no socket yet.
  private static let mostTries = 10
  private static let nextTryAfter = Duration.milliseconds(300)
  /// The number of consecutive losses and failed searches that ends the search for windows.
  private static let mostLosses = 10
  /// The time since the last loss after which a source counts as steady, so that the next loss
  /// starts a new count of losses.
  private static let steadyAfter = Duration.seconds(60)
  private let session: Session
  private let loop: EventLoop
  private let environment: (String) -> String?
  private let processes: ProcessList
  private let retryAfter: Duration
  private let answerTimeout: Duration?
  /// Receives messages for the user, such as about windows that are lost or found later.
  public var onNote: (String) -> Void = { _ in }
  private var losses = 0
  private var lastLoss: Instant?
  private var timer: Registration?

  /// Creates a search.
  ///
  /// A lost source is searched for again after `retryAfter`, by which time an ended compositor is
  /// gone. `answerTimeout` replaces the limits of Hyprland's and niri's sockets.
  public init(
    in session: Session, on loop: EventLoop, environment: @escaping (String) -> String?,
    processes: ProcessList = ProcessList(), retryAfter: Duration = .milliseconds(300),
    answerTimeout: Duration? = nil
  ) {
    self.session = session
    self.loop = loop
    self.environment = environment
    self.processes = processes
    self.retryAfter = retryAfter
    self.answerTimeout = answerTimeout
  }

  /// Looks for an applier of the chosen kind, or of the first kind that works for `automatic`.
  ///
  /// `onEnd` is called once, perhaps before the return, but not after the search is released.
  public func findApplier(
    _ choice: ApplierChoice, onEnd: @escaping (Result<FoundApplier, Unavailable>) -> Void
  ) {
    var reasons: [(way: ApplierChoice, reason: String)] = []
    let backends = choice.ways.flatMap { way in
      session.backends.filter { type(of: $0).way == way }
    }
    ask(
      backends[...], for: { [place] in $0.findApplier(from: place, onEnd: $1) },
      onMiss: { backend, reason, _ in
        // Of several backends with one kind of applier, the last one is for compositors in general,
        // so its reason is reported.
        guard let way = type(of: backend).way else { return }
        reasons.removeAll { $0.way == way }
        reasons.append((way, reason))
      },
      onEnd: { [weak self] found in
        guard let self else { return }
        guard var found else { return onEnd(.failure(Unavailable(reasons: reasons))) }
        let rotating =
          session.canSetAutoRotation ? [:] : session.autoRotation.filter { $0.value != .never }
        found.warnings += rotating.sorted { $0.key < $1.key }.map { output, rotation in
          "KWin turns \(UntrustedText(output).word) by itself (\(rotation.rawValue)); set the output's "
            + "automatic rotation to \"never\" in the display settings, so that only swivel turns it"
        }
        if !session.mountFailures.isEmpty {
          let reasons = session.mountFailures.map { UntrustedText($0).word }.joined(separator: ", ")
          found.warnings.append(
            "Swivel cannot read how the panel is mounted (\(reasons)), and this compositor counts "
              + "transforms from the casing: a panel that is mounted turned is turned wrongly; "
              + "`swivel doctor` says more"
          )
        }
        found.warnings += processes.rivals(environment: environment).map { rival in
          let name = "\(UntrustedText(rival.name).word) (process \(rival.id))"
          return rival.onlyPrints
            ? "\(name) prints orientations, by which many scripts turn the screen: \(rival.remedy)"
            : "\(name) turns the screen as well, so each undoes the other's work: \(rival.remedy)"
        }
        onEnd(.success(found))
      })
  }

  /// Makes the session follow the most detailed source of windows that is found.
  ///
  /// `onEnd` is called once, perhaps before the return, but not after the search is released: with
  /// a message if a source that should report windows does not, otherwise with `nil`.
  public func findWindows(onEnd: @escaping (String?) -> Void) {
    searchWindows { [weak self] source, problem in
      guard let self else { return }
      if let source { session.follow(source) }
      // If Wayland reports no windows either, the message is the complete reason.
      onEnd(
        problem.map { problem in
          session.windowInterface == nil
            ? problem.reason
            : "\(problem.name): \(problem.reason); Swivel cannot distinguish hidden windows from shown ones"
        })
    }
  }

  /// Runs a search in a session and blocks until it ends; `begin` starts the search and passes the
  /// answer on to its second argument.
  public static func wait<Answer>(
    in session: Session, environment: @escaping (String) -> String?,
    for begin: (CompositorSearch, @escaping (Answer) -> Void) -> Void
  ) throws(SystemError) -> Answer {
    let loop = try EventLoop()
    let search = CompositorSearch(in: session, on: loop, environment: environment)
    var answer: Answer?
    begin(search) { answer = $0 }
    while true {
      if let answer { return answer }
      try loop.turn(waitingAtMost: .seconds(1))
    }
  }

  private var place: SearchPlace {
    SearchPlace(
      loop: loop, environment: environment, answerTimeout: answerTimeout,
      onNote: { [weak self] in self?.onNote($0) }, onLoss: { [weak self] in self?.lost($0) },
      onReturn: { [weak self] in self?.returned($0, $1) })
  }

  private func searchWindows(
    onEnd:
      @escaping (_ source: (any WindowSource)?, _ problem: (name: String, reason: String)?)
      -> Void
  ) {
    // The backend of the session's own compositor is tried first; the environment may name other
    // compositors.
    let process = session.compositor?.name
    func isOwn(_ backend: any CompositorBackend) -> Bool {
      type(of: backend).desktops.contains { $0.process == process }
    }
    let backends = session.backends.filter(isOwn) + session.backends.filter { !isOwn($0) }
    var problem: (name: String, reason: String)?
    ask(
      backends[...], for: { [place] in $0.findWindows(from: place, onEnd: $1) },
      onMiss: { backend, reason, isFailure in
        guard isFailure, problem == nil else { return }
        problem = (type(of: backend).desktops.first?.interface?.name ?? "", reason)
      },
      onEnd: { onEnd($0, problem) })
  }

  /// Asks backends in order, until one has the requested part; a pending one is asked at most
  /// `triesLeft` times.
  ///
  /// `onMiss` is called with the reason of each backend that lacks the part, and whether that is an
  /// error.
  private func ask<Part>(
    _ backends: ArraySlice<any CompositorBackend>, triesLeft: Int = mostTries,
    for find:
      @escaping (any CompositorBackend, @escaping (SearchResult<Part>) -> Void) -> Void,
    onMiss: @escaping (any CompositorBackend, String, _ isFailure: Bool) -> Void,
    onEnd: @escaping (Part?) -> Void
  ) {
    guard let backend = backends.first else { return onEnd(nil) }
    find(backend) { [weak self] result in
      guard let self else { return }
      switch result {
      case .found(let part): return onEnd(part)
      case .pending where triesLeft > 1:
        return schedule(after: Self.nextTryAfter) {
          $0.ask(backends, triesLeft: triesLeft - 1, for: find, onMiss: onMiss, onEnd: onEnd)
        }
      case .absent(let reason): onMiss(backend, reason, false)
      case .pending(let reason), .failed(let reason): onMiss(backend, reason, true)
      }
      ask(backends.dropFirst(), for: find, onMiss: onMiss, onEnd: onEnd)
    }
  }

  /// Called when the source has stopped reporting, and when the search for a new one has failed.
  private func lost(_ reason: String) {
    guard session.failure == nil else { return }
    if let lastLoss, loop.now > lastLoss + Self.steadyAfter { losses = 0 }
    lastLoss = loop.now
    losses += 1
    guard losses < Self.mostLosses else {
      let name = session.windowInterface?.name ?? "the source of windows"
      session.follow(nil)
      return onNote(
        session.windowInterface == nil
          ? "\(reason); no window is asked until it is back"
          : "\(name): \(reason); Swivel can no longer distinguish hidden windows from shown ones")
    }
    schedule(after: retryAfter) {
      $0.searchWindows { [weak self] source, problem in
        if let source {
          self?.session.follow(source)
        } else {
          self?.lost(problem?.reason ?? "it is gone")
        }
      }
    }
  }

  private func returned(_ source: any WindowSource, _ words: String) {
    timer = nil
    losses = 0
    guard session.windowInterface != source.interface else { return session.refresh() }
    session.follow(source)
    onNote(words)
  }

  private func schedule(after time: Duration, _ action: @escaping (CompositorSearch) -> Void) {
    timer = loop.timer(after: time) { [weak self] in
      guard let self else { return }
      timer = nil
      action(self)
    }
  }
}
