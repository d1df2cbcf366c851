// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Configuration
import Control
import EventLoop
import Explanation
import Formats
import Orientation
import Experiments
import Text

/// The daemon's interfaces: the control socket, the object on the session bus, and the rotate
/// button.
final class ControlService {
  private let machine: Machine
  private let loop: EventLoop
  private let rulesID: String
  private let note: (String) -> Void
  private var server: ControlServer?
  private var bus: SessionBus?
  private let button: SuggestionProgram
  var state: () -> [JSONValue.Member] = { [] }
  /// Called when a client begins to offer a rotate button, and when one that does so disconnects.
  var onSuggester: () -> Void = {}
  /// Answers a request from the socket or the bus; returns `nil` when the daemon is gone.
  var answer: (ControlRequest) -> ControlReply? = { _ in nil }

  init(on machine: Machine, rulesID: String, note: @escaping (String) -> Void) {
    (self.machine, loop) = (machine, machine.loop)
    self.rulesID = rulesID
    self.note = note
    button = SuggestionProgram(on: machine.loop, note: note)
  }

  /// Starts to serve the control socket; if the session can have none, prints a note and returns.
  ///
  /// Throws an error if another daemon serves this session, or may serve it.
  func openSocket() throws(CommandFailure) {
    let address: ControlAddress
    do throws(ControlAddress.Problem) {
      address = try ControlAddress(directory: machine.environment("XDG_RUNTIME_DIR") ?? "")
    } catch {
      return note(error.description)
    }
    do throws(ControlLock.Refusal) {
      serve(address, try ControlLock(address))
    } catch {
      switch error {
      case .impossible(let reason): note("no control socket: \(reason)")
      case .obstructed(let reason):
        throw CommandFailure(
          .failed,
          "swivel cannot make the lock that keeps a second daemon out of this session: \(reason)")
      case .held(let pid):
        let who = pid.map { "process \($0)" } ?? "in an unknown process"
        throw CommandFailure(
          .failed,
          "another swivel already runs in this session (\(who)); `swivel status` prints its state, "
            + "`swivel quit` ends it")
      }
    }
  }

  private func serve(_ address: ControlAddress, _ lock: ControlLock) {
    do throws(SystemError) {
      server = try ControlServer(
        address, lock, on: loop, state: { [weak self] in .object(self?.state() ?? []) },
        onSuggester: { [weak self] in
          self?.button.suggestersChanged()
          self?.onSuggester()
        },
        note: { [weak self] in self?.note($0) },
        answer: { [weak self] request in
          self?.answer(request) ?? .failure(ControlFailure(.notReady, ControlPhrase.ends()))
        })
    } catch {
      note("no control socket: \(error)")
    }
  }

  var hasSuggester: Bool { server?.hasSuggester == true }

  func offerButton(_ isWanted: Bool) { button.update(isWanted) }

  func joinBus() {
    do throws(BusError) {
      bus = try SessionBus(
        machine.sessionBus, on: loop,
        status: { [weak self] in
          SessionStatus(state: .object(self?.state() ?? []), rules: self?.rulesID ?? "")
        },
        answer: { [weak self] request in
          self?.answer(request) ?? .failure(ControlFailure(.notReady, ControlPhrase.ends()))
        },
        onProblem: { [weak self] in self?.noteBusProblem($0) })
    } catch {
      noteBusProblem("not on the session bus: \(error)")
    }
  }

  private func noteBusProblem(_ problem: String) {
    note(
      server == nil
        ? "\(problem); there is no control socket either, so no command can reach this run"
        : "\(problem); commands still work through the control socket")
  }

  /// Publishes an event on the socket and, if it is noteworthy, on the bus.
  ///
  /// Only clients that watch all events receive one that is not noteworthy. `event` may be called
  /// twice: for the socket, if a client receives the event, and for the bus.
  func publish(isNoteworthy: Bool = true, _ event: () -> ControlEvent) {
    server?.publish(isNoteworthy: isNoteworthy, event)
    if isNoteworthy, let bus { bus.emit(event()) }
  }

  func publish(_ warnings: [NewWindowWarning], at now: Instant) {
    for warning in warnings {
      publish(code: warning.code.rawValue, warning.outcome, warning.text, at: now)
    }
  }

  func publish(_ warning: StackProof.Violation, at now: Instant) {
    publish(code: warning.code, warning.outcome, warning.line, at: now)
  }

  private func publish(code: String, _ outcome: Outcome?, _ text: String, at now: Instant) {
    publish {
      .warning([
        "at": .int(now.nanoseconds), "code": .string(code),
        "outcome": outcome.map { .string($0.rawValue) } ?? .null, "text": .string(text),
      ])
    }
  }

  func pass(_ command: OverlayCommand) -> ControlReply {
    server?.publish { .overlay(command) }
    return .result(.object([]))
  }

  func update() { bus?.update() }

  func stop() {
    button.stop()
    server?.publish { .end }
    // The socket closes last, since its clients take the end of the connection for the daemon's
    // end.
    bus = nil
    server = nil
  }
}
