// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Glibc

/// `swivel config`: the configuration file, looked at and begun.
struct ConfigSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check, show or begin the configuration file.",
    discussion: """
      Without a file it is $XDG_CONFIG_HOME/swivel/config.yaml, or ~/.config/swivel/config.yaml. \
      docs/configuration.md describes every key; editors that read JSON schemas find one in \
      docs/config.schema.json.

      EXAMPLES
        swivel config init
        swivel config check
        swivel config show | less
      """,
    subcommands: [ConfigCheck.self, ConfigShow.self, ConfigInit.self])

  /// The file that is meant; throws when there is no home to look in.
  static func path(_ named: String?) throws(CommandFailure) -> String {
    let found = named ?? Configuration.defaultPath { getenv($0).map { String(cString: $0) } }
    guard let found else {
      throw CommandFailure(
        .failed, "neither XDG_CONFIG_HOME nor HOME is an absolute path; name a file")
    }
    return found
  }
}
