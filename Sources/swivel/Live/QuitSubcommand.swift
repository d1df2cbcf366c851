// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Formats

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
