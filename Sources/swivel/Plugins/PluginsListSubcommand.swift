// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Configuration
import Control
import Daemon
import Formats
import Glibc
import Plugins

/// `swivel plugins list`: everything that could be used here.
struct PluginsListSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what can be plugged in, and what is wrong with it.",
    discussion: """
      Libraries are looked for in --plugin-dir, the folders of SWIVEL_PLUGIN_PATH, \
      ~/.local/share/swivel/plugins, /usr/local/lib/swivel/plugins and /usr/lib/swivel/plugins. \
      Only their manifests are read: no code of theirs runs. STATE is that of the running daemon, \
      or `listed` if the configuration names the library and no daemon runs.

      EXIT CODES
        0  everything that was found can be used
        1  a manifest has a mistake
        2  the configuration has a mistake
      """)

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A folder to look in first; may be given several times.", valueName: "dir"))
  var pluginDir: [String] = []

  @Option(help: ArgumentHelp("The configuration file to read.", valueName: "file"))
  var config: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let configuration = try config.map(Configuration.load) ?? .loadDefault(in: environment)
    let search = PluginSearch(first: pluginDir, environment: environment)
    let live = (try? LiveDaemon.ask(.status))?["plugins"]?.array ?? []
    let listing = PluginListing(
      try PluginList.builtIn(), search, listed: configuration.plugins.map(\.id), live: live)
    print(json ? listing.json.pretty() : listing.text)
    if listing.hasProblem { throw ExitCode(1) }
  }
}
