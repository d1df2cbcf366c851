// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Formats

/// `swivel reload`: the configuration is read again.
struct ReloadSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Have the daemon read its configuration again.",
    discussion: """
      It does so by itself when the file changes; this says what came of it.

      EXIT CODES
        0  the configuration holds
        1  no daemon runs, or there is a mistake in the file: then the old configuration holds
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let result = try LiveDaemon.ask(.reload)
    print(json ? result.pretty() : result["message"]?.string ?? "")
  }
}

/// `swivel quit`: the daemon ends.
struct QuitSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit",
    abstract: "End the daemon; every output that it turned is turned back.",
    discussion: """
      EXIT CODES
        0  it ends
        1  none runs in this session
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let result = try LiveDaemon.ask(.quit)
    print(json ? result.pretty() : "process \(result["process"]?.int ?? 0) ends")
  }
}
