// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Testing

import Formats
import Experiments
import Scenarios
import Text
@testable import Explanation

/// The JSON of an explanation has the content of its full text, field by field.
@Suite struct ExplanationJSONTests {
  static let files = ExampleFiles.scenarios.filter { !$0.contains("/vectors/") }

  @Test(arguments: files) func theJSONMatchesTheFullText(_ path: String) throws {
    let simulation = Simulation(try Scenario.load(path: path))
    let last = simulation.steps.count - 1
    for step in stride(from: last, through: 0, by: -CaseCount.of(6, optimised: 1)) {
      let explanation = simulation.explanation(step: step, style: TextStyle(columns: 10_000))
      try compare(explanation.json, explanation.text(.full))
    }
  }

  private func compare(_ json: JSONValue, _ text: String) throws {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    func holds(_ label: String, _ value: String?) {
      let wanted = squeezed("\(label) \(value ?? "?")")
      #expect(lines.contains { squeezed($0) == wanted }, "\(wanted)")
    }
    func first(_ label: String, _ values: [String]) {
      for (index, value) in values.enumerated() { holds(index == 0 ? label : "", value) }
    }
    let code = try #require(json["code"]?.string)
    let headline = try #require(json["headline"]?.string)
    #expect(
      lines.first.map(String.init) == "\(code) \(json["outcome"]?.string ?? "?"): \(headline)")
    holds("event", json["event"]?.string)
    holds("moved", json["moved"]?.string)
    let rules = "\(json["rules"]?.string ?? "?"), step \(json["step"]?.int ?? -1)"
    holds("rules", "\(rules) at \(json["at"]?.string ?? "?") s")
    let family = RuleSetCatalog.family(json["rules"]?.string ?? "")
    if let wanted = json["requested"]?.string, family != .desktop {
      // Android and ChromeOS have words of their own.
      let word = family == .android || family == .chromeos ? "" : wanted
      #expect(json["event"]?.string?.contains("asks for \(word)") == true)
    }
    let rows = try #require(json["windows"]?.array)
    for row in rows { try compare(row, lines.map(String.init)) }
    let sentences = strings(json["because"]?["sentences"])
    let citations = json["because"]?["rules"]?.array ?? []
    for sentence in sentences { #expect(text.contains(squeezed(sentence))) }
    for rule in citations {
      let start = "\(rule["id"]?.string ?? "?") ("
      #expect(
        lines.contains {
          $0.contains(start) && $0.hasSuffix("): \(rule["statement"]?.string ?? "?")")
        })
    }
    if let since = json["since"]?.int {
      #expect(lines.contains { $0.hasPrefix("since") && $0.contains("\(since)") })
    }
    first("also", strings(json["also"]))
    first("notified", strings(json["heard"]))
    first("fix", strings(json["fixes"]))
    #expect((json["actions"]?.array ?? []).map { $0["text"] } == json["fixes"]?.array)
    first(
      "gates",
      (json["gates"]?.array ?? []).map { gate in
        let who = gate["window"]?.string.map { UntrustedText($0).quotedName() } ?? "all"
        let what = gate["passed"]?.bool == true ? "passed" : "stopped"
        return "\(who) \(gate["gate"]?.string ?? "?") \(what) (\(gate["rule"]?.string ?? "?"))"
      })
    if let next = json["next"]?.string { holds("next", next) }
  }

  private func compare(_ row: JSONValue, _ lines: [String]) throws {
    let name = try #require(row["window"]?.string)
    let effect = try #require(row["effect"]?.string)
    let line = lines.first { $0.hasPrefix(name + " ") && $0.contains("  \(effect)") }
    let found = try #require(line, "\(name)")
    #expect(found.hasSuffix("<<") == (row["culprit"]?.bool == true))
    let cells = found.components(separatedBy: "  ")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if let level = row["level"]?.int { #expect(cells.contains("\(level)")) }
    if let isShown = row["shown"]?.bool { #expect(cells.contains(isShown ? "yes" : "NO")) }
    if let isKey = row["key"]?.bool { #expect(cells.contains(isKey ? "yes" : "no")) }
    if let via = row["asked-via"]?.string { #expect(cells.contains(via)) }
    if let allows = row["allows"]?.string {
      #expect(cells.contains(allows))
      return
    }
    if let turn = row["turn"]?.bool, let origin = row["turn-origin"]?.string {
      let words = ["written": "WRITTEN", "default": "DEFAULT"]
      #expect(cells.contains("\(turn ? "YES" : "NO") \(words[origin] ?? origin)"))
    }
    if let request = row["request"]?.string {
      #expect(cells.contains { $0.hasPrefix("\(request.uppercased()) AN-") })
      #expect(row["supports"]?.isNull == true)
    }
    guard let supports = row["supports"]?.array else { return }
    let letters = [
      "portrait": "P", "portrait-upside-down": "U", "landscape-right": "R", "landscape-left": "L",
    ]
    let wanted = supports.map { letters[$0.string ?? ""] ?? "?" }.joined(separator: " ")
    #expect(cells.contains { $0.hasPrefix(wanted.isEmpty ? "none" : wanted) })
  }

  private func strings(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap(\.string)
  }

  // Paragraphs are broken at spaces, so two of them in a name become one.
  private func squeezed(_ text: some StringProtocol) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}
