// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where the process begins and ends: nothing that owns anything is alive when it exits.
@main enum Entry {
  static func main() {
    let status = CommandLineRun.status(Array(CommandLine.arguments.dropFirst()))
    exit(status)
  }
}
