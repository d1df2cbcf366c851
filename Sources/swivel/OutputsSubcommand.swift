// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon

/// `swivel outputs`: what the session says about its outputs.
struct OutputsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outputs",
    abstract: "List the outputs of this session.",
    discussion: """
      TURNS says whether `swivel run` turns the output: `yes` for built-in panels and headless \
      outputs, `if named` for others (with --output or in the configuration), `no` if the \
      compositor lets no program turn it. Transforms are those of the wire: 90 is counter-clockwise.
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try ListCommand.outputs(asJSON: json)
  }
}
