// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Formats
import Glibc

/// `swivel config show`: every key with what it is set to.
struct ConfigShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print every key with its value, defaults included.",
    discussion: """
      What is printed can be read as a configuration file. Without a file at the usual place the \
      defaults are printed.
      """)

  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let configuration =
      try file.map { path throws(InputError) in try Configuration.load(path: path) }
      ?? Configuration.loadDefault { getenv($0).map { String(cString: $0) } }
    print(json ? configuration.json.pretty() : configuration.yaml)
  }
}
