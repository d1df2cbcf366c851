// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Orientation
import Testing

@testable import Desktop

/// Keeps the table of windows in docs/desktops.md equal to the code's and to the record of tested
/// systems; SWIVEL_RECORD=1 writes the table anew.
@Suite(.serialized) struct DesktopTableTests {
  private static let begin = "<!-- windows by desktop: written by DesktopTableTests -->"
  private static let end = "<!-- end of windows by desktop -->"
  /// The packages of the display servers that the whole suite runs with.
  private static let packages = ["kwin": "kwin-wayland", "phoc": "phoc", "sway": "sway"]

  @Test func theDesktopTableMatchesTheCode() throws {
    let file = ExampleFiles.root.appending(path: "docs/desktops.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let record = try String(
      contentsOf: ExampleFiles.root.appending(path: "docs/tested-systems.md"), encoding: .utf8)
    let parts = text.components(separatedBy: Self.begin)
    let rest = try #require(parts.last?.components(separatedBy: Self.end))
    try #require(parts.count == 2 && rest.count == 2)
    let wanted = "\n" + Self.table(record) + "\n"
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      text = parts[0] + Self.begin + wanted + Self.end + rest[1]
      try Data(text.utf8).write(to: file)
    } else {
      #expect(rest[0] == wanted, "docs/desktops.md is stale: run again with SWIVEL_RECORD=1")
    }
  }

  @Test func theTableOfFramesMatchesTheCode() throws {
    let (begin, end) = (
      "<!-- frames by compositor: written by DesktopTableTests -->",
      "<!-- end of frames by compositor -->"
    )
    let file = ExampleFiles.root.appending(path: "docs/desktops.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let parts = text.components(separatedBy: begin)
    let rest = try #require(parts.last?.components(separatedBy: end))
    try #require(parts.count == 2 && rest.count == 2)
    let rows = FrameKnowledge.table.map { row in
      "| \(row.compositor) | \(row.requests.rawValue) | \(row.reports.rawValue) | \(row.habit) | "
        + "\(row.source) |"
    }
    let table = [
      "| compositor | requests | reports | `panel orientation` | source |", "|---|---|---|---|---|",
    ]
    let wanted = "\n" + (table + rows).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      try Data((parts[0] + begin + wanted + end + rest[1]).utf8).write(to: file)
    } else {
      #expect(rest[0] == wanted, "docs/desktops.md is stale: run again with SWIVEL_RECORD=1")
    }
  }

  /// Every desktop that the table calls played is in the tests' record.
  @Test func everyPlayedDesktopIsInTheTestedSystems() throws {
    let record = try String(
      contentsOf: ExampleFiles.root.appending(path: "docs/tested-systems.md"), encoding: .utf8)
    for row in DesktopKnowledge.table {
      guard case .played(let name) = row.evidence, name != "swivel" else { continue }
      #expect(!Self.versions(of: name, in: record).isEmpty, "\(row.desktop)")
    }
  }

  private static func table(_ record: String) -> String {
    let facts = WindowKnowledge.named.map(\.name).joined(separator: " | ")
    var lines = [
      "| desktop | reported by | \(facts) | tested |",
      String(repeating: "|---", count: WindowKnowledge.named.count + 3) + "|",
    ]
    for row in DesktopKnowledge.table {
      let known = WindowKnowledge.named.map { row.knows.contains($0.fact) ? "yes" : "–" }
      let interface = row.interface.map { $0.name.contains(" ") ? $0.name : "`\($0.name)`" } ?? "–"
      let cells = [row.desktop, interface] + known + [tested(row, record)]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private static func tested(_ row: DesktopKnowledge, _ record: String) -> String {
    switch row.evidence {
    case .played("swivel"): "as it is built"
    case .played(let name): versions(of: name, in: record).joined(separator: ", ")
    case .scripted(let source): "a script after \(source)"
    case .unplayed: "not"
    }
  }

  /// Returns the versions on which a desktop's windows were reported, by the record's tables.
  private static func versions(of name: String, in record: String) -> [String] {
    var result: [String] = []
    var header: [String] = []
    for line in record.split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let first = cells.first else { continue }
      if first.isEmpty {
        header = cells
      } else if first == packages[name], header.count == cells.count {
        // The whole suite has run with this package.
        result.append(cells[1])
      } else if first == name, header.count == cells.count,
        ["scene", "rule"].contains(where: { step in
          header.firstIndex(of: step).map { cells[$0] == "yes" } ?? false
        })
      {
        result.append(cells[1])
      }
    }
    return result.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
