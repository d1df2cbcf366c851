// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import Formats

/// What a command prints that has the daemon do something: how things stand afterwards.
struct LiveAnswer: ParsableArguments {
  @Flag(help: "Print JSON: how things stand, as in docs/control.md.")
  var json = false

  /// Has the daemon do it, waits until the outputs show it, and prints how things stand.
  func carryOut(_ request: ControlRequest) throws(CommandFailure) {
    let state = try LiveDaemon.carryOut(request)
    if json { return print(state.pretty()) }
    print(LiveState.lines(state).joined(separator: "\n"))
  }

  /// A word that says nothing, with those that do.
  static func unknown(_ word: String, _ valid: [String]) -> CommandFailure {
    let mark = Mark(file: "to", line: 0, column: 0)
    return CommandFailure(
      mark.error("unknown orientation \(Quoting.quoted(word))", valid: valid, near: word))
  }
}
