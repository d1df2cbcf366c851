// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Sensing
import Testing

@testable import Configuration
import Formats

/// Keeps docs/config.schema.json and the tables of docs/configuration.md equal to the tables of keys; run
/// with SWIVEL_RECORD=1 to write them anew.
@Suite struct ConfigurationReferenceTests {
  private static let isRecording =
    ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1"
  private static let end = "<!-- end of keys -->"

  private static let tables: [(name: String, text: String)] = [
    ("the file", table(Configuration.self)), ("outputs", table(OutputRule.self)),
    ("when", table(OutputConditions.self)),
    ("judge", table(JudgeChoice.self)), ("sensor", table(SensorPlacement.self)),
    ("hinge", table(HingeChoice.self)), ("windows", table(WindowRule.self)),
    ("hooks", table(HookChoice.self)), ("keyboard", table(KeyboardChoice.self)),
    ("tablet-mode", table(TabletModeChoice.self)),
    ("gnome", table(GnomeChoice.self)), ("plugins", table(PluginChoice.self)),
  ]

  @Test func theSchemaMatchesTheTablesOfKeys() throws {
    let file = ExampleFiles.root.appending(path: "docs/config.schema.json")
    let wanted =
      JSONValue.object(
        [
          .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
          .init("title", "Configuration of swivel"),
          .init("description", "What docs/configuration.md describes; everything is optional."),
        ] + (Configuration.schema.object ?? [])
      ).pretty() + "\n"
    if Self.isRecording { try Data(wanted.utf8).write(to: file) }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == wanted, "docs/config.schema.json is stale: run again with SWIVEL_RECORD=1")
  }

  @Test(arguments: tables.indices)
  func theReferenceMatchesTheTableOfKeys(index: Int) throws {
    let table = Self.tables[index]
    let begin = "<!-- keys of \(table.name): written by ConfigurationReferenceTests -->"
    let written = try Self.reference.parts(begin)
    #expect(
      written[1] == "\n\(table.text)",
      "docs/configuration.md is stale: run again with SWIVEL_RECORD=1")
  }

  /// The text of docs/configuration.md, with the tables written anew if that is asked for.
  private static let reference: String = {
    let file = ExampleFiles.root.appending(path: "docs/configuration.md")
    var text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard isRecording else { return text }
    for table in tables {
      let begin = "<!-- keys of \(table.name): written by ConfigurationReferenceTests -->"
      guard let parts = try? text.parts(begin) else { continue }
      text = "\(parts[0])\(begin)\n\(table.text)\(end)\(parts[2])"
    }
    try? Data(text.utf8).write(to: file)
    return text
  }()

  private static func table<Table: ConfigurationTable>(_ table: Table.Type) -> String {
    let rows = Table.keys.map { key in
      let meaning = [key.summary, key.details].filter { !$0.isEmpty }.joined(separator: " ")
      return "| `\(key.name)` | \(meaning) | \(key.form()) | \(standard(key)) |\n"
    }
    return "| key | meaning | value | default |\n|---|---|---|---|\n" + rows.joined()
  }

  private static func standard<Table>(_ key: ConfigurationKey<Table>) -> String {
    if let unset = key.unset { return unset }
    switch key.standard() {
    case .array([]), nil: return "none"
    case .object: return "see there"
    case .string(let word): return "`\(word)`"
    case let value?: return "`\(value.flow)`"
    }
  }
}

extension String {
  /// The text before a marker, between it and the end of the keys, and after that.
  fileprivate func parts(_ begin: String) throws -> [String] {
    let parts = components(separatedBy: begin)
    try #require(parts.count == 2, "no \(begin)")
    let end = "<!-- end of keys -->"
    let rest = parts[1].components(separatedBy: end)
    return [parts[0], rest[0], rest.dropFirst().joined(separator: end)]
  }
}
