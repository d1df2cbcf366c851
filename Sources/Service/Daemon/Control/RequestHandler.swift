// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import EventLoop
import Formats
import Glibc

/// What requests have the daemon do.
protocol RequestTarget: AnyObject {
  var status: DaemonStatus { get }
  /// What decides; nil before everything is known, and at the end.
  var decidingArbiter: Arbiter? { get }
  /// Whether nothing new is begun any more.
  var isEnding: Bool { get }
  func decide(_ events: [Event])
  /// Another configuration holds from now on.
  func use(_ new: Configuration, insteadOf old: Configuration)
  /// Begins a recording of everything that was decided so far, or ends it for nil.
  func record(_ path: String?) -> ControlReply
  func end()
}

/// Answers requests, whoever brought them: from what is known, or by having the daemon do something.
final class RequestHandler {
  private let locks: LockController
  private let configuration: ConfigurationController
  private let control: ControlService
  private let loop: EventLoop
  private let note: (String) -> Void
  weak var target: (any RequestTarget)?

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

  /// Answers one request; nil when nobody is there to do it.
  func answer(_ request: ControlRequest) -> ControlReply? {
    guard let target else { return nil }
    switch request {
    case .lock, .unlock, .toggleLock, .rotate: return changeLock(request, target)
    case .overlay(let command): return control.pass(command)
    case .reload: return reload()
    case .record(let path): return target.record(path)
    case .quit:
      // The answer goes out first.
      loop.schedule(after: .zero) { [weak target] in target?.end() }
      return .result(["process": .int(Int64(getpid()))])
    case .ping, .status, .history, .scene, .explain, .dump, .watch, .suggest, .whatIf:
      return target.status.answer(request)
    }
  }

  /// Reads the configuration again; nobody is told what is known already, unless somebody asked.
  @discardableResult
  func reload(isAsked: Bool = true) -> ControlReply {
    guard let target, !target.isEnding else {
      return .failure(ControlFailure(.notReady, "the daemon ends"))
    }
    let old = configuration.current
    let outcome = configuration.reload()
    if configuration.current != old { target.use(configuration.current, insteadOf: old) }
    if isAsked || outcome.isNews {
      note(outcome.words)
      control.publish { .configuration(isTaken: outcome.isTaken, outcome.words) }
    }
    return outcome.reply
  }

  private func changeLock(_ request: ControlRequest, _ target: any RequestTarget) -> ControlReply {
    guard let arbiter = target.decidingArbiter else {
      return .failure(
        ControlFailure(.notReady, "the daemon does not know the session's outputs yet, or ends"))
    }
    do throws(ControlFailure) {
      let change = try locks.change(request, in: arbiter)
      target.decide(change.events)
      let problem = locks.commit(change, in: target.decidingArbiter?.scene)
      let warning = problem.map { [JSONValue.Member("warning", .string($0))] } ?? []
      return .result(.object([.init("state", .object(target.status.state))] + warning))
    } catch {
      return .failure(error)
    }
  }
}
