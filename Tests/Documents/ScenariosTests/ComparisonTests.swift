// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Testing

import Formats
import Experiments
import Scenarios

@Suite struct ComparisonTests {
  @Test func theHiddenMenuStoryDiffersAtUIKit8AndUIKit16() throws {
    let file = ExampleFiles.root.appending(path: "examples/scenarios/hidden-menu-window.yaml")
    let comparison = try Comparison(path: file.path)
    #expect(comparison.runs.map(\.rules) == RuleSetCatalog.names.filter { $0.hasPrefix("uikit") })
    let found = comparison.differences.map { "\($0.left) \($0.right) \($0.rule?.rawValue ?? "-")" }
    #expect(found.contains("uikit-7 uikit-8 C-5"))
    #expect(found.contains { $0.hasPrefix("uikit-13 uikit-16") })
    #expect(comparison.text.contains("hijack by menu"))
    // Each step of the run has a line, the launch's included, and no other.
    let steps = comparison.text.matches(of: /(?m)^step (\d+)/).compactMap { Int($0.1) }
    #expect(steps == Array(0..<(comparison.runs[0].simulation.steps.count)))
  }

  /// A file that only one rule set fits is compared with nothing, and the others are named.
  @Test func aFileThatFitsOneRuleSetSaysWhatToTry() throws {
    let desktop = ExampleFiles.root.appending(path: "examples/rules/W-14-user-rotation.yaml").path
    let text = try Comparison(path: desktop).text
    #expect(text.hasPrefix("played under desktop alone, so nothing is compared"))
    #expect(!text.contains("the same in all") && !text.contains("All rule sets"))
    #expect(text.contains("swivel compare \(desktop) --rules desktop --rules desktop+follow-key"))
    let names = text.matches(of: /--rules (\S+)/).map { String($0.1) }
    let named = try Comparison(path: desktop, rules: names)
    #expect(named.runs.count > 2 && named.text.hasPrefix("played under desktop, desktop+"))
  }

  @Test func aRuleSetDoesNotDifferFromItself() throws {
    let file = ExampleFiles.root.appending(path: "examples/scenarios/hidden-menu-window.yaml")
    #expect(try Comparison(path: file.path, rules: ["uikit-8", "uikit-8"]).differences.isEmpty)
  }

  @Test func unknownRuleSetsAreRefused() {
    let file = ExampleFiles.root.appending(path: "examples/scenarios/hidden-menu-window.yaml")
    #expect(throws: InputError.self) { try Comparison(path: file.path, rules: ["uikit-9"]) }
  }
}
