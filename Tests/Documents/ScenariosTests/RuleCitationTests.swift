// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Testing

/// Keeps docs/tested-rules.md equal to what scenarios and tests cite; SWIVEL_RECORD=1 writes it anew.
@Suite struct RuleCitationTests {
  private static let citations = RuleCitations.all
  private static let sources = citations.scenarios + citations.tests

  @Test func everyRuleIsCitedByAScenarioOrATest() {
    let cited = Set(Self.sources.flatMap(\.rules))
    #expect(RuleID.allCases.map(\.rawValue).filter { !cited.contains($0) } == [])
  }

  @Test func onlyKnownRulesAreCitedAndInOneWay() {
    let known = Set(RuleID.allCases.map(\.rawValue))
    for source in Self.sources {
      let unknown = source.rules.filter { !known.contains($0) }
      #expect(unknown == [], "\(source.file): \(source.name)")
    }
    #expect(Self.citations.mistakes == [])
    #expect(Self.citations.scenarios.count > 150 && Self.citations.tests.count > 80)
  }

  @Test func theTestedRulesPageMatchesTheCitations() throws {
    let file = ExampleFiles.root.appending(path: "docs/tested-rules.md")
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      try Data(Self.document().utf8).write(to: file)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(
      written == Self.document(), "docs/tested-rules.md is stale: run again with SWIVEL_RECORD=1")
  }

  private static func document() -> String {
    var text = """
      # Tested rules

      For whoever changes a rule, or wants to know whether Swivel keeps one: each rule of
      [rules.md](rules.md) with the scenarios under `examples/` and the tests that show it, and then
      each of those with its rules. A test that cites a rule fails when the rule is broken; where the
      model leaves a rule out on purpose, the test says what it does instead. Written from the sources
      by `SWIVEL_RECORD=1 swift test --filter RuleCitationTests`.

      ## By rule

      | rule | scenarios | tests |
      |---|---|---|

      """
    for rule in RuleID.allCases.map(\.rawValue) {
      let columns = [citations.scenarios, citations.tests].map { sources in
        sources.filter { $0.rules.contains(rule) }.map { "`\($0.name)`" }.joined(separator: ", ")
      }
      text += "| \(rule) | \(columns[0]) | \(columns[1]) |\n"
    }
    text += table("By scenario", "scenario", citations.scenarios)
    text += table("By test", "test", citations.tests)
    return text
  }

  private static func table(
    _ heading: String, _ column: String, _ sources: [RuleCitations.Source]
  ) -> String {
    var text = "\n## \(heading)\n\n| \(column) | rules |\n|---|---|\n"
    for source in sources {
      text += "| [`\(source.name)`](../\(source.file)) | "
      text += source.rules.joined(separator: ", ") + " |\n"
    }
    return text
  }

  private static func read(_ text: String) -> RuleCitations {
    var citations = RuleCitations()
    citations.readTests(text, file: "T.swift")
    return citations
  }

  @Test func citationsAreFoundAboveTestsAndSuites() {
    // No line of this text may look like a citation of this suite's own.
    let text = """
      %%% Plays a part.
      %%%
      %%% Rules: W-1.
      @Suite(.serialized)
      struct OneTests {
        %%% Rules: A-1, A-2,
        %%% A-3.
        @Test(arguments: [
          1, 2,
        ])
        mutating func first(_ number: Int) {}

        %%% Cites nothing.
        @Test func second() {}
      }
      extension OneTests {
        %%% Rules: format:page
        @Test func third() {}
      }
      """
    let found = Self.read(text.replacing("%%%", with: "///"))
    #expect(found.tests.map(\.name) == ["OneTests", "OneTests.first", "OneTests.third"])
    #expect(found.tests.map(\.rules) == [["W-1"], ["A-1", "A-2", "A-3"], ["format:page"]])
    #expect(found.mistakes == [])
  }

  @Test(arguments: [
    (
      "%%% Rules: A-1.\nfunc help() {}",
      "T.swift:2: rules are cited above what is neither a test nor a suite"
    ),
    (
      "%%% Rules: A-1.\n%%% Rules: A-2.\n@Test func one() {}",
      "T.swift:2: a second line of rules in one comment"
    ),
    (
      "%%% Rules: A-1, A-1.\n@Test func one() {}", "T.swift:2: T.one names a rule twice"
    ),
    ("%%% Rules:\n@Test func one() {}", "T.swift:2: no rule is named"),
    (
      "%%% Rules: A-1.\n@Test func one() {}\n%%% Rules: A-2.\n@Test func one(_ more: Int) {}",
      "T.swift:4: T.one is cited twice"
    ),
  ])
  func aWrongCitationIsAMistake(text: String, mistake: String) {
    let text = "@Suite struct T {\n}\n" + text
    let shifted = mistake.replacing(/:(\d+):/) { ":\((Int($0.1) ?? 0) + 2):" }
    #expect(Self.read(text.replacing("%%%", with: "///")).mistakes == [shifted])
  }
}
