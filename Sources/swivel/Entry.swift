// SPDX-License-Identifier: Apache-2.0
import Files

/// Where the process begins and ends: nothing that owns anything is alive when it exits.
@main enum Entry {
  static func main() {
    Program.run("swivel") { CommandLineRun.status(Array(CommandLine.arguments.dropFirst())) }
  }
}
