// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import EventLoop
import Formats

/// Where the process begins and ends: nothing that owns anything is alive when it exits.
@main enum Entry {
  static func main() {
    Program.run("swivel") {
      let arguments = Array(CommandLine.arguments.dropFirst())
      // Those that run until a signal comes end well on one that comes early, too.
      let lasting = [RunSubcommand._commandName, CompositorSubcommand._commandName]
      if let first = arguments.first, lasting.contains(first) { EarlySignals.heed() }
      return CommandLineRun.status(arguments)
    }
  }
}
