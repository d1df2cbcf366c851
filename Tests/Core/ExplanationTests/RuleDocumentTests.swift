// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Orientation
import Testing

@testable import Explanation

/// Keeps docs/rules.md equal to the registry; run with SWIVEL_RECORD=1 to write it anew.
@Suite struct RuleDocumentTests {
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
    text += "\n" + edges
    for group in RuleGroup.all {
      text += "\n## \(group.prefix): \(group.title)\n\n"
      text += "| rule | says | mark | sets | sources |\n|---|---|---|---|---|\n"
      for rule in group.rules { text += row(rule) }
    }
    return text
  }

  /// The names by which each family calls the edges of a panel, from the sources that decide.
  private static var edges: String {
    var text = """
      ## Names of the edges

      Which edge of a panel each family calls by which name, while content is upright with that edge up. The
      command line (`swivel lock portrait-primary`) speaks the words of the family that decides.

      | panel | edge up | rotation | uikit | desktop, `chromeos-w3c` (W3C) | `chromeos` | `android` |
      |---|---|---|---|---|---|---|

      """
    let lists: [[any RuleSet]] = [
      [ChromeOSRuleSet(.w3c)], [ChromeOSRuleSet()], AndroidVersion.all.map { AndroidRuleSet($0) },
    ]
    for panel in PanelNature.allCases {
      for edge in [PanelEdge.top, .right, .bottom, .left] {
        let shown = InterfaceOrientation(transform: edge.transform, on: panel)
        let device = Device(panel: panel)
        let words = lists.map { sets in
          Set(sets.map { $0.word(for: shown, on: device) }).sorted().joined(separator: ", ")
        }
        let rotation = AndroidRotation(edge.transform).rawValue
        // UIKit's panels are portrait.
        let uikit = panel == .portrait ? shown.name : "-"
        let cells = ["\(panel)", "\(edge)", "\(rotation)", uikit] + words
        text += "| " + cells.joined(separator: " | ") + " |\n"
      }
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
