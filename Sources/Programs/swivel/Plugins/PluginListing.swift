// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Plugins

/// All available plug-ins, as a table or as JSON.
struct PluginListing: Sendable {
  struct Row: Sendable {
    var name: String
    var ring: Int
    var kind: String
    /// `built-in`, `listed`, `unused`, `running`, `muted` or `broken`.
    var state: String
    var place: String
    var summary: String
    var problem: String?
  }

  private(set) var rows: [Row] = []

  /// Whether a manifest has a mistake.
  var hasProblem: Bool { rows.contains { $0.problem != nil } }

  /// Creates the listing of the built-in list, the folders and a running daemon's plug-ins.
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
  /// The table with a line for each plug-in; mistakes follow below.
  var text: String {
    var table = TextColumns(titles: ["NAME", "RING", "KIND", "STATE", "FILE"])
    table.rows = rows.map {
      [$0.name, "\($0.ring)", $0.kind, $0.state, $0.place.isEmpty ? "-" : $0.place]
    }
    var lines = table.lines
    lines += rows.compactMap(\.problem).map { "broken: \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The listing as one document.
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
