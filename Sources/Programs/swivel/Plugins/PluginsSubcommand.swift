// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Configuration
import Control
import Daemon
import Explanation
import Formats
import Plugins
import Text

struct PluginsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List, check and create plug-ins: policies, rule sets and sensors.",
    discussion: """
      There are three rings. Ring 1 is Swift that is linked into a program of your own; ring 2 is a \
      shared library behind a C interface, loaded if the configuration lists it; ring 3 is any \
      process that speaks swivel-rotation-v1 at the daemon's own socket. docs/plugins.md compares \
      them.

      EXAMPLES
        swivel plugins list
        swivel plugins new night-owl --language c
            create a folder with a working policy to change
        swivel plugins check night-owl/night-owl.swivel-plugin.json
            try it in a process of its own, and report problems

      In the configuration:
        plugins: [night-owl]
        windows:
          - app-id: mpv
            plugin: night-owl
      """,
    subcommands: [
      PluginsListSubcommand.self, PluginsCheckSubcommand.self, PluginsNewSubcommand.self,
      PluginsProbeSubcommand.self,
    ])
}

struct PluginsListSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the available plug-ins and their problems.",
    discussion: """
      Libraries are searched in --plugin-dir, the folders of SWIVEL_PLUGIN_PATH, \
      ~/.local/share/swivel/plugins, /usr/local/lib/swivel/plugins and /usr/lib/swivel/plugins. \
      Only manifests are read; no code of a plug-in runs. The column STATE is the state in the \
      running daemon, or `listed` if the configuration names the library and no daemon runs.

      EXIT CODES
        0  every plug-in that was found can be used
        1  a manifest has a mistake
        2  the configuration has a mistake
      """)

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A folder to search first; may be given several times.", valueName: "dir"))
  var pluginDir: [String] = []

  @Option(help: ArgumentHelp("The configuration file to read.", valueName: "file"))
  var config: String?

  @OptionGroup var json: JSONOption

  func run() throws {
    let configuration = try Configuration.load(named: config)
    let search = PluginSearch(first: pluginDir, environment: Program.environment)
    let live = (try? LiveDaemon.ask(.status()))?["plugins"]?.array ?? []
    let listing = PluginListing(
      try PluginList.builtIn(), search, listed: configuration.plugins.map(\.id), live: live)
    json.print(listing.json, or: listing.text)
    if listing.hasProblem { throw ExitCode(1) }
  }
}

struct PluginsProbeSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Load and try a plug-in in this very process.",
    shouldDisplay: false)

  @Argument var file: String

  @Option(help: "The descriptor that lines of JSON are written to.")
  var report: Int32 = 1

  func run() throws { PluginProbe(reportingTo: report).run(path: file) }
}

struct PluginsNewSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a folder with a policy that builds and passes the check.",
    discussion: """
      The policy keeps windows in landscape while they fill the screen, and has one option. \
      `make` builds it, `make check` tries it, and `make install` copies it to a folder that swivel \
      searches.

      EXAMPLES
        swivel plugins new night-owl --language c
        swivel plugins new night-owl --language rust --into ~/src/night-owl
      """)

  @Argument(help: ArgumentHelp("The plug-in's name.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("c, swift or rust.", valueName: "language"))
  var language = "c"

  @Option(help: ArgumentHelp("The new folder. Default: the name.", valueName: "dir"))
  var into: String?

  func run() throws {
    let languages = PluginTemplate.Language.allCases.map(\.rawValue)
    guard let language = PluginTemplate.Language(rawValue: language) else {
      throw Mark(file: "--language").error(
        "no plug-in can begin in \(UntrustedText(self.language).quoted)", valid: languages,
        near: self.language)
    }
    guard let template = PluginTemplate(id: name, language: language) else {
      throw CommandFailure(
        .badInput, "\(UntrustedText(name).quoted) is no name for a plug-in: \(PluginName.rule)")
    }
    let folder = into ?? name
    do {
      try template.write(to: folder)
    } catch {
      throw CommandFailure(.badInput, error.description)
    }
    for file in template.files { print("\(folder)/\(file.path)") }
    print("next: make -C \(folder) && make -C \(folder) check")
  }
}

struct PluginsCheckSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Try a plug-in in a process of its own, and report its problems.",
    discussion: """
      The check reads the manifest, loads the library, checks versions and sizes, asks all \
      questions that a daemon would ask, measures each call, and stops the plug-in. A crash is \
      reported with its signal and the step in progress. A plug-in that hangs is killed.

      FILE is the manifest, the folder that has one, or the library beside one.

      EXIT CODES
        0  no problem was found
        1  a problem was found
        2  there is no such file, or an option is wrong
      """)

  @Argument(help: ArgumentHelp("The manifest, its folder or the library.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The time limit of the whole check.", valueName: "seconds"))
  var timeout = 20

  @OptionGroup var json: JSONOption

  func validate() throws {
    if !(1...3_600).contains(timeout) {
      throw ValidationError("--timeout has to be 1 to 3600 seconds")
    }
  }

  func run() throws {
    // An error without a line, such as a missing file, yields exit code 2. A mistake in the
    // manifest is reported by the child process, like other problems of a plug-in, and yields exit
    // code 1.
    do {
      _ = try PluginSearch.manifest(at: file)
    } catch  where error.line == 0 {
      throw error
    } catch {}
    let check = PluginCheck(
      path: file, program: "/proc/self/exe",
      arguments: { ["plugins", "probe", file, "--report", "\($0)"] }, limit: .seconds(timeout))
    json.print(check.json, or: check.text)
    if check.hasProblem { throw ExitCode(1) }
  }
}

private struct PluginListing: Sendable {
  struct Row: Sendable {
    var name: String
    var ring: Int
    var kind: String
    /// The state: `built-in`, `listed`, `unused`, `hidden`, `running`, `muted` or `broken`.
    var state: String
    var place: String
    var summary: String
    var problem: String?
  }

  private(set) var rows: [Row] = []

  var hasProblem: Bool { rows.contains { $0.problem != nil } }

  /// Creates the list from the built-in plug-ins, the folders, and the running daemon's plug-ins.
  ///
  /// `listed` are the plug-ins in the configuration; `live` is the daemon's report.
  init(_ list: PluginList, _ search: PluginSearch, listed: [String], live: [JSONValue]) {
    rows = Self.builtIn(list)
    var seen: [String] = []
    for entry in search.entries {
      rows.append(Self.row(entry, listed: listed, isFirst: &seen))
    }
    for plugin in live {
      let name = plugin["name"]?.string ?? "?"
      let state = plugin["muted"]?.bool == true ? "muted" : "running"
      if let index = rows.firstIndex(where: { $0.name == name && $0.problem == nil }) {
        rows[index].state = state
      } else {
        rows.append(
          Row(
            name: name, ring: Int(plugin["ring"]?.int ?? 3), kind: PluginKind.policy.rawValue,
            state: state, place: "", summary: ""))
      }
    }
  }

  private static func builtIn(_ list: PluginList) -> [Row] {
    let policies = list.policies.map { ($0.name, PluginKind.policy) }
    let sources = list.sources.map { ($0.name, PluginKind.sensor) }
    let sets = RuleSetCatalog.names.map { ($0, PluginKind.ruleSet) }
    return (policies + sets + sources).map { name, kind in
      Row(
        name: name, ring: PluginRing.linked.number, kind: kind.rawValue, state: "built-in",
        place: "", summary: "")
    }
  }

  private static func row(
    _ entry: PluginSearch.Entry, listed: [String], isFirst seen: inout [String]
  ) -> Row {
    switch entry.manifest {
    case .failure(let error):
      let file = entry.path.split(separator: "/").last.map(String.init) ?? entry.path
      return Row(
        name: String(file.dropLast(PluginManifest.suffix.count)),
        ring: PluginRing.library.number, kind: "-", state: "broken", place: entry.path,
        summary: "", problem: error.description)
    case .success(let manifest):
      let isHidden = seen.contains(manifest.id)
      seen.append(manifest.id)
      let isListed = !isHidden && listed.contains(manifest.id) || listed.contains(entry.path)
      return Row(
        name: manifest.id, ring: PluginRing.library.number, kind: manifest.kind.rawValue,
        state: isListed ? "listed" : isHidden ? "hidden" : "unused", place: entry.path,
        summary: manifest.summary)
    }
  }
}

extension PluginListing {
  var text: String {
    var table = TextTable(titles: ["NAME", "RING", "KIND", "STATE", "FILE"])
    table.rows = rows.map {
      [$0.name, "\($0.ring)", $0.kind, $0.state, $0.place.isEmpty ? "-" : $0.place]
    }
    var lines = table.lines()
    lines += rows.compactMap(\.problem).map { "broken: \($0)" }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "swivel": .int(1),
      "plugins": .array(
        rows.map { row in
          [
            "name": .string(row.name), "ring": .int(Int64(row.ring)), "kind": .string(row.kind),
            "state": .string(row.state), "file": row.place.isEmpty ? .null : .string(row.place),
            "summary": .string(row.summary), "problem": row.problem.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }
}
