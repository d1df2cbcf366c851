// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import EventLoop
import Formats

/// The entry point: no object that owns a resource is alive when the process exits.
@main enum Entry {
  static func main() {
    Program.run("swivel") {
      let arguments = Array(CommandLine.arguments.dropFirst())
      // Commands that run until a signal comes also end cleanly on one during their start.
      let lasting = [RunSubcommand._commandName, CompositorSubcommand._commandName]
      if let first = arguments.first, lasting.contains(first) { EarlySignals.heed() }
      return CommandLineRun.status(arguments)
    }
  }
}
