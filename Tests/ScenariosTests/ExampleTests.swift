// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import ProjectFiles
import Testing

import Scenarios

/// Every example was worked out by hand; here each is played and held against that.
@Suite struct ExampleTests {
  @Test(arguments: ExampleFiles.scenarios)
  func everyExampleMeetsItsExpectations(path: String) throws {
    let simulation = Simulation(try Scenario.load(path: path))
    #expect(simulation.failures() == [])
  }

  @Test func theExamplesAreFound() {
    #expect(ExampleFiles.scenarios.count > 150)
  }

  /// A file without expectations proves nothing.
  @Test func everyExampleHasExpectations() throws {
    for path in ExampleFiles.scenarios {
      let scenario = try Scenario.load(path: path)
      #expect(!scenario.expectations.isEmpty, "\(path) expects nothing")
    }
  }

  /// Every rule in force has a scenario, or a line that says why not.
  @Test func everyRuleHasAScenario() throws {
    var shown: Set<String> = []
    for path in ExampleFiles.scenarios {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("# rules:") {
        let names = line.dropFirst("# rules:".count).split(separator: ",")
        shown.formUnion(names.map { $0.trimmingCharacters(in: .whitespaces) })
      }
    }
    let list = ExampleFiles.root.appending(path: "Tests/rules-without-scenario.txt")
    let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    let excused = Set(lines.map { String($0.prefix { $0 != " " }) })
    #expect(lines.count <= 20)
    for line in lines {
      #expect(line.split(separator: " ", maxSplits: 1).count == 2, "no reason: \(line)")
    }
    let known = Set(RuleID.allCases.map(\.rawValue))
    #expect(shown.subtracting(known) == [], "unknown rules are cited")
    #expect(excused.subtracting(known) == [])
    #expect(excused.intersection(shown) == [], "excused although shown")
    let uikit = Set("ABCDEPVMKNFX".map(String.init))
    let wanted = known.filter { uikit.contains(String($0.prefix { $0 != "-" })) }
    #expect(wanted.subtracting(shown).subtracting(excused).sorted() == [])
  }
}
