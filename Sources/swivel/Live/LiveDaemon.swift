// SPDX-License-Identifier: Apache-2.0
import Control
import Daemon
import Formats
import Glibc

/// The daemon of this session, asked over its socket.
enum LiveDaemon {
  /// The result of a request; throws words for people when there is none.
  ///
  /// `mistake` is how the program ends when the request makes no sense to the daemon.
  static func ask(
    _ request: ControlRequest, mistake: CommandFailure.Kind = .failed
  ) throws(CommandFailure) -> JSONValue {
    try reached(mistake) { connection throws(ControlProblem) in try connection.ask(request) }
  }

  /// Shows what the daemon says first, and then everything that it tells, until it ends or standard
  /// output has lost its reader.
  static func watch(
    all: Bool, first: (JSONValue) -> Void, each: (JSONValue) -> Void
  ) throws(CommandFailure) {
    try reached { connection throws(ControlProblem) in
      first(try connection.ask(.watch(all: all)))
      while !StandardOutput.hasFailed,
        let message = try connection.wait(whileReadable: STDOUT_FILENO)
      {
        each(message)
        if ControlEvent(message) == .end { return }
      }
    }
  }

  /// Has the daemon do something and waits until the outputs show it.
  ///
  /// Returns how things stand then; throws when an output could not be turned.
  static func carryOut(_ request: ControlRequest) throws(CommandFailure) -> JSONValue {
    let turn = try reached { connection throws(ControlProblem) in
      // Watching begins first, so that no report can come before.
      _ = try connection.ask(.watch(all: false))
      var turn = LiveTurn(try connection.ask(request))
      while turn.isUnderWay {
        guard let message = try connection.wait(whileReadable: -1, atMost: LiveTurn.patience)
        else { break }
        turn.take(message)
      }
      return turn
    }
    if let failure = turn.failure { throw CommandFailure(.failed, failure) }
    if let warning = turn.warning { CommandLineRun.complain(warning) }
    return turn.state
  }

  private static func reached<Result>(
    _ mistake: CommandFailure.Kind = .failed,
    _ body: (ControlConnection) throws(ControlProblem) -> Result
  ) throws(CommandFailure) -> Result {
    let address: ControlAddress
    do throws(ControlAddress.Problem) {
      address = try .ofSession()
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    do throws(ControlProblem) {
      return try body(ControlConnection(address))
    } catch {
      throw CommandFailure(error.kind == .badRequest ? mistake : .failed, error.description)
    }
  }
}
