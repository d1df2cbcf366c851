// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon

/// `swivel run`: the daemon in the foreground.
struct RunSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Turn the outputs with the device until a signal comes.",
    discussion: """
      Runs in the foreground and prints a line for every decision and for what the compositor made \
      of it. SIGINT (Ctrl-C), SIGTERM and SIGHUP end it: every output that it has turned is turned \
      back first, for which the compositor has two seconds. Then the exit code is 0.

      An output that somebody else turns meanwhile is left alone until the device turns again.

      EXAMPLES
        swivel run --sensor replay:turn.csv
        swivel run --sensor replay:turn.csv --replay-speed 10 --explain
        swivel run --sensor replay:turn.csv --rules uikit-8 --config ./config.yaml
      """)

  @Option(help: ArgumentHelp("Where readings come from: replay:FILE.", valueName: "sensor"))
  var sensor: String?

  @Option(
    help: ArgumentHelp("How many times as fast as recorded, 0.01 to 1000.", valueName: "factor"))
  var replaySpeed: Double = 1

  @Option(
    help: ArgumentHelp(
      "How to decide: desktop, uikit-5 to uikit-27, each also with +follow-key, +ignore-hidden, "
        + "+key-only or +intersection.", valueName: "name"))
  var rules: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "An output that turns; may be given several times. Default: built-in and headless ones.",
      valueName: "name"))
  var output: [String] = []

  @Option(help: ArgumentHelp("The configuration file to read.", valueName: "file"))
  var config: String?

  @Flag(help: "Explain every decision: who was asked, what was answered, which rule decided.")
  var explain = false

  @Flag(help: "Also print the titles of windows.")
  var titles = false

  func run() throws {
    try RunCommand.run(
      RunOptions(
        configuration: config, rules: rules, outputs: output, sensor: sensor,
        replaySpeed: replaySpeed, explains: explain, showsTitles: titles))
  }
}
