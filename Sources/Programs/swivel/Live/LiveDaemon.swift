// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import EventLoop
import Explanation
import Formats
import Glibc
import ModelChecker
import Text

/// The client side of the control socket: requests to the running daemon of this session.
enum LiveDaemon {
  /// Sends a request to the daemon and returns its result.
  ///
  /// - Throws: a failure with a message for the user; `mistake` is its kind if the daemon rejected
  ///   the request as malformed, otherwise `failed`.
  static func ask(
    _ request: ControlRequest, mistake: CommandFailure.Kind = .failed,
    in language: Language = .english
  ) throws(CommandFailure) -> JSONValue {
    try reached(mistake, in: language) { connection throws(ControlProblem) in
      try connection.ask(request)
    }
  }

  enum WatchEnd {
    case daemonEnded
    /// The reader of standard output has closed its end of the pipe.
    case outputClosed
  }

  /// Subscribes to the daemon's events; returns when the daemon or the reader of standard output
  /// ends.
  ///
  /// `first` is called with the reply to the subscription, `each` with every event.
  static func watch(
    all: Bool, first: (JSONValue) -> Void, each: (JSONValue) -> Void
  ) throws(ControlProblem) -> WatchEnd {
    let connection = try ControlConnection(address())
    first(try connection.ask(.watch(all: all)))
    while !StandardOutput.hasFailed,
      let message = try connection.wait(whileReadable: STDOUT_FILENO)
    {
      each(message)
      if ControlEvent(message) == .end { return .daemonEnded }
    }
    return .outputClosed
  }

  /// Ends the daemon, waits until its socket is free for another daemon, and returns its reply.
  ///
  /// - Throws: a failure if no daemon answers, or if the daemon has not ended within ten seconds.
  static func end() throws(CommandFailure) -> JSONValue {
    // At its end, the daemon waits 2 s for hooks and the compositor, and 0.5 s for its clients to
    // read.
    let limit = Duration.seconds(10)
    return try reached { connection throws(ControlProblem) in
      let result = try connection.ask(.quit)
      guard connection.waitForEnd(atMost: limit) else {
        throw ControlProblem(
          """
          process \(result["process"]?.int ?? 0) has not ended within \
          \(limit.components.seconds) s; to end it by force: kill -9 \
          \(result["process"]?.int ?? 0)
          """)
      }
      return result
    }
  }

  /// Sends a request, waits until the outputs confirm its result or `LiveTurn.answerTimeout` passes
  /// without an event, and returns the states before and after.
  ///
  /// A warning of the daemon is printed on standard error.
  /// - Throws: a failure if the request fails or an output could not be rotated.
  static func carryOut(
    _ request: ControlRequest, in language: Language
  ) throws(CommandFailure) -> (before: JSONValue, after: JSONValue) {
    let (before, turn) = try reached(in: language) { connection throws(ControlProblem) in
      // The subscription precedes the request, so that no event is missed.
      let before = try connection.ask(.watch(all: false))["state"] ?? .null
      var turn = LiveTurn(try connection.ask(request), language)
      connection.discardEarlierEvents()
      while turn.isUnderWay {
        guard let message = try connection.wait(whileReadable: -1, atMost: LiveTurn.answerTimeout)
        else { break }
        turn.receive(message)
      }
      return (before, turn)
    }
    if let failure = turn.failure { throw CommandFailure(.failed, failure) }
    if let warning = turn.warning { CommandLineRun.complain(warning) }
    return (before, turn.state)
  }

  private static func reached<Result>(
    _ mistake: CommandFailure.Kind = .failed, in language: Language = .english,
    _ body: (ControlConnection) throws(ControlProblem) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(ControlProblem) {
      return try body(ControlConnection(address(), language: language))
    } catch {
      throw CommandFailure(
        error.kind == .badRequest ? mistake : .failed, error.message(language))
    }
  }

  private static func address() throws(ControlProblem) -> ControlAddress {
    do throws(ControlAddress.Problem) {
      return try .ofSession()
    } catch {
      throw ControlProblem(error.message)
    }
  }
}

/// A watcher of the daemon's socket file, with which a client waits for a daemon to start.
final class SocketWatch {
  private let loop: EventLoop
  private var file: FileWatch?
  private var hasChanged = false
  private var isOutputClosed = false

  /// Creates the watcher, which also detects that the reader of standard output has gone.
  init() throws {
    loop = try EventLoop()
    file = try FileWatch(ControlAddress.ofSession().path, on: loop) { [unowned self] in
      hasChanged = true
    }
    // epoll refuses regular files, which have no reader that could go.
    _ = try? loop.add(STDOUT_FILENO, for: []) { [unowned self] _ in isOutputClosed = true }
  }

  /// Waits until the socket file was created or removed, or until `limit` has passed.
  ///
  /// Returns false if the reader of standard output has gone; `nil` means no time limit.
  func waitForChange(atMost limit: Duration?) throws -> Bool {
    let timer = limit.map { loop.schedule(after: $0) { [unowned self] in hasChanged = true } }
    while !hasChanged, !isOutputClosed { try loop.turn(waitingAtMost: .seconds(3_600)) }
    if let timer { loop.remove(timer) }
    hasChanged = false
    return !isOutputClosed
  }
}

/// The options and the output of commands that change the daemon's state.
struct LiveAnswer: ParsableArguments {
  @OptionGroup var words: LanguageOption

  @Flag(help: "Print the state as JSON, as in docs/control.md.")
  var json = false

  /// Sends a request, waits until the outputs confirm its result, and prints the new state.
  ///
  /// `rotation` returns the first sentence of the text; `wasTurned` is whether a managed output's
  /// transform was not `normal` before. `lock` is the locked orientation in the user's words.
  func carryOut(
    _ request: ControlRequest, rotation: ((_ wasTurned: Bool) -> Message)? = nil,
    lockedTo lock: String? = nil
  ) throws(CommandFailure) {
    let language = words.language
    let (before, state) = try LiveDaemon.carryOut(request, in: language)
    if json { return print(state.pretty()) }
    if let rotation {
      let wasTurned = (before["outputs"]?.array ?? []).contains {
        $0["turns"] == true && $0["transform"] != "normal"
      }
      print(rotation(wasTurned)(language))
    } else if state["lock"]?.string == nil {
      print(StatusText(before, language).unlocked)
    }
    print(StatusText(state, language).lines(lockedTo: lock).joined(separator: "\n"))
  }

  /// Returns the error for an unknown orientation, with the probably intended command or the valid
  /// orientations.
  func unknown(_ word: String, _ valid: [String], command: String) -> CommandFailure {
    let (mark, quoted) = (Mark(file: command), UntrustedText(word).quoted)
    let meant = ["upside-down", "upsidedown", "down"].contains(word.lowercased())
    switch word.lowercased() {
    case "off", "no", "none", "free", "false", "unlock", "auto", "any":
      return CommandFailure(.badInput, ControlPhrase.meantUnlock(words.language, quoted))
    case "on", "yes", "true", "lock":
      return CommandFailure(.badInput, ControlPhrase.meantLock(words.language, quoted))
    default:
      let error = mark.error(
        ControlPhrase.unknownTarget(quoted), valid: valid, near: meant ? "inverted" : word)
      return CommandFailure(.badInput, error.message(words.language))
    }
  }
}

/// The progress of a request that may rotate outputs, until every output confirms it.
struct LiveTurn {
  /// The time limit for the next event; longer than the interval at which the daemon retries.
  static let answerTimeout = Duration.seconds(6)

  private let language: Language
  private(set) var state: JSONValue
  /// A problem that did not prevent the result, such as a lock that could not be saved; `nil` if
  /// there was none.
  let warning: String?
  /// The last output report that was neither a confirmation nor a retry, in words; `nil` if there
  /// was none.
  private(set) var failure: String?

  init(_ result: JSONValue, _ language: Language = .english) {
    self.language = language
    state = result["state"] ?? .null
    warning = result["warning"]?.string
  }

  /// Whether a managed output's confirmed transform still differs from the desired one; outputs
  /// that another program has rotated do not count.
  var isUnderWay: Bool { ControlState.isTurning(state) }

  mutating func receive(_ message: JSONValue) {
    if let new = message["state"] { state = new }
    guard case .output(let report) = ControlEvent(message) else { return }
    switch report["result"]?.string {
    case "confirmed", "retried": break
    default: failure = language == .english ? report["line"]?.string : line(report)
    }
  }

  private func line(_ report: JSONValue) -> String? {
    guard let code = report["code"]?.string.flatMap({ ExplanationCode(rawValue: $0) }) else {
      return report["line"]?.string
    }
    let name = UntrustedText(report["output"]?.string ?? "?").name()
    return ControlPhrase.notRotated(language, name, code.rawValue, code(language))
  }
}
