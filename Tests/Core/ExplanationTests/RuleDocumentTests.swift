// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import ProjectFiles
import Testing

@testable import Explanation

/// Keeps docs/rules.md equal to the registry; run with SWIVEL_RECORD=1 to write it anew.
@Suite struct RuleDocumentTests {
  private static let headings: [RuleGroup: String] = [
    .a: "A: iOS 5 and earlier", .b: "B: iOS 6 and 7, most of it kept since",
    .c: "C: new in iOS 8 to 12", .d: "D: new in iOS 13 to 15", .e: "E: new in iOS 16 and later",
    .pad: "P: multitasking on a pad", .vocabulary: "V: vocabulary, defaults, launch",
    .windows: "M: several windows", .containers: "K: containers and children",
    .notifications: "N: notifications", .forcing: "F: forcing and locking",
    .exceptions: "X: exceptions", .format: "format: what the platforms leave open",
    .desktop: "W: desktop", .android: "AN: Android", .chromeOS: "CR: ChromeOS",
  ]
  private static let ruleSets = RuleRegistryTests.ruleSets

  @Test func theRulesPageMatchesTheRegistry() throws {
    let file = ExampleFiles.root.appending(path: "docs/rules.md")
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.document().utf8).write(to: file)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == Self.document(), "docs/rules.md is stale: run again with SWIVEL_RECORD=1")
  }

  private static func document() -> String {
    var text = """
      # Rules

      Every decision cites the rules that it rests on by these numbers. The scenarios and tests that show
      a rule are listed in [tested-rules.md](tested-rules.md). Written from the registry in
      `Sources/Core/Explanation/Rules` by `SWIVEL_RECORD=1 swift test --filter RuleDocumentTests`.

      Marks, the best evidence first: *documented* (the platform's documents, headers or published
      source), *empirical* (published reports and work-arounds), *class-dump* (names only), *seed*
      (one of five articles on rotation, S0 to S4), *inferred*, *ours*.

      """
    for group in RuleGroup.allCases {
      text += "\n## \(headings[group] ?? group.rawValue)\n\n"
      text += "| rule | says | mark | sets | sources |\n|---|---|---|---|---|\n"
      for rule in Rule.all where rule.id.group == group { text += row(rule) }
    }
    return text
  }

  private static func row(_ rule: Rule) -> String {
    let sources = rule.citations.map { source in
      source.address.map { "[\(source.title)](<\($0)>)" } ?? source.title
    }
    let sets = ruleSets.filter(rule.id.applies).joined(separator: " ")
    let cells = [
      rule.id.rawValue, rule.statement, rule.mark.rawValue, sets, sources.joined(separator: "; "),
    ]
    return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
  }
}
