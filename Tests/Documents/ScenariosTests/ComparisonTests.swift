// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import ProjectFiles
import Testing

import Formats
import Experiments

@Suite struct ComparisonTests {
  @Test func theHiddenMenuStoryDiffersAtUIKit8AndUIKit16() throws {
    let file = ExampleFiles.root.appending(path: "examples/scenarios/hidden-menu-window.yaml")
    let comparison = try Comparison(path: file.path)
    #expect(comparison.runs.map(\.rules) == RuleSetCatalog.names.filter { $0.hasPrefix("uikit") })
    let found = comparison.differences.map { "\($0.left) \($0.right) \($0.rule?.rawValue ?? "-")" }
    #expect(found.contains("uikit-7 uikit-8 C-5"))
    #expect(found.contains { $0.hasPrefix("uikit-13 uikit-16") })
    #expect(comparison.text.contains("hijack by menu"))
  }

  @Test func unknownRuleSetsAreRefused() {
    let file = ExampleFiles.root.appending(path: "examples/scenarios/hidden-menu-window.yaml")
    #expect(throws: InputError.self) { try Comparison(path: file.path, rules: ["uikit-9"]) }
  }
}
