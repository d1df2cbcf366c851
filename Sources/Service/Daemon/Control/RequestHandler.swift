// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import EventLoop
import Formats
import Glibc
import Orientation
import Text

/// The handler of requests from the control socket, the session bus, keys and the desktop.
final class RequestHandler {
  private let locks: LockController
  private let configuration: ConfigurationController
  private let control: ControlService
  private let loop: EventLoop
  private let note: (String) -> Void
  weak var daemon: Daemon?

  init(
    _ locks: LockController, _ configuration: ConfigurationController, _ control: ControlService,
    on loop: EventLoop, note: @escaping (String) -> Void
  ) {
    self.locks = locks
    self.configuration = configuration
    self.control = control
    self.loop = loop
    self.note = note
  }

  /// Answers a request; returns `nil` if the daemon is gone.
  func answer(_ request: ControlRequest) -> ControlReply? {
    guard let daemon else { return nil }
    switch request {
    case .lock(let lock): return carryOut(.lock(lock), in: daemon)
    case .lockToEdge(let edge): return carryOut(.lockToEdge(edge), in: daemon)
    case .unlock: return carryOut(.unlock, in: daemon)
    case .toggleLock: return carryOut(.toggleLock, in: daemon)
    case .rotate(let wish, let output):
      return carryOut(.rotate(wish, output: output), in: daemon)
    case .overlay(let command): return control.pass(command)
    case .orient(let output, let transform): return orient(output, to: transform, in: daemon)
    case .reload: return reload()
    case .record(let path): return daemon.record(path)
    case .quit:
      // The daemon ends in the next iteration of the loop, after the reply is sent.
      loop.schedule(after: .zero) { [weak daemon] in daemon?.end() }
      return .result(["process": .int(Int64(getpid()))])
    case .ping, .status, .history, .scene, .explain, .dump, .watch, .suggest, .whatIf:
      return daemon.status.answer(request)
    }
  }

  /// Reads the configuration again, puts a valid one into use, and publishes the result.
  ///
  /// A result that equals the last one is published only if the user requested the reading
  /// (`isAsked`).
  @discardableResult
  func reload(isAsked: Bool = true) -> ControlReply {
    guard let daemon, !daemon.isEnding else {
      return .failure(ControlFailure(.notReady, ControlPhrase.ends()))
    }
    let old = configuration.current
    let outcome = configuration.reload()
    if configuration.current != old { daemon.use(configuration.current, insteadOf: old) }
    if isAsked || outcome.isNoteworthy {
      note(outcome.words)
      control.publish { .configuration(isTaken: outcome.isTaken, outcome.words) }
    }
    return outcome.reply
  }

  /// Stores the user's answer about an output and applies it; fails if the daemon does not ask for
  /// that output's orientation.
  private func orient(
    _ output: String, to transform: Transform?, in daemon: Daemon
  ) -> ControlReply {
    guard daemon.status.asksOrientation(of: output) else {
      let name = UntrustedText(output).quoted
      return .failure(
        ControlFailure(
          .notFound,
          "swivel does not ask for the orientation of \(name); `outputs` in the configuration sets it"
        ))
    }
    // The configuration file is not read again, so the user's choice takes effect even while the
    // file has a mistake.
    let old = configuration.current
    let problem = configuration.keep(transform, for: output)
    if !daemon.isEnding { daemon.use(configuration.current, insteadOf: old) }
    if let problem { note(problem) }
    let warning = problem.map { [JSONValue.Member("warning", .string($0))] } ?? []
    return .result(.object([.init("state", .object(daemon.status.state))] + warning))
  }

  private func carryOut(_ request: UserRequest, in daemon: Daemon) -> ControlReply {
    guard let arbiter = daemon.decidingArbiter else {
      return .failure(ControlFailure(.notReady, ControlPhrase.notReady()))
    }
    do throws(ControlFailure) {
      let change = try locks.change(request, in: arbiter)
      let problem = locks.apply(change) { events in
        daemon.decide(events)
        return daemon.decidingArbiter?.scene
      }
      let warning = problem.map { [JSONValue.Member("warning", .string($0.english))] } ?? []
      return .result(.object([.init("state", .object(daemon.status.state))] + warning))
    } catch {
      return .failure(error)
    }
  }
}
