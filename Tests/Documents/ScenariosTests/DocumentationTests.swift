// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Fixtures
import Foundation
import Testing

import Configuration
import Formats
import Recording
@testable import Experiments
@testable import Scenarios

/// The examples in the documents are read, played and compared, so that they stay true.
@Suite struct DocumentationTests {
  @Test func everyBlockOfYAMLIsAWholeFile() {
    #expect(
      Documentation.scenarios.count + Documentation.configurations.count == Documentation.yaml.count
    )
    #expect(Documentation.scenarios.count >= 7)
    #expect(Documentation.configurations.count >= 2)
  }

  @Test(arguments: Documentation.scenarios)
  func everyDocumentedScenarioMeetsItsExpectations(block: Documentation.Block) throws {
    let simulation = Simulation(try Scenario.parse(block.text, file: block.name))
    #expect(!simulation.scenario.expectations.isEmpty)
    #expect(simulation.scenario.ignored == [])
    #expect(simulation.failures() == [])
  }

  @Test(arguments: Documentation.configurations)
  func everyDocumentedConfigurationIsValid(block: Documentation.Block) throws {
    #expect(try Configuration.parse(block.text, file: block.name) != Configuration())
  }

  @Test(arguments: Documentation.blocks("csv"))
  func everyDocumentedTraceIsValid(block: Documentation.Block) throws {
    let trace = try AccelerometerTrace.parse(block.text, file: block.name)
    #expect(trace.samples.count > 1)
    #expect(trace.dropped == [])
  }

  /// A screen that stands upright has the same sign in the bar, whichever of its edges is up.
  @Test(arguments: ["docs/keys.md", "Sources/Programs/swivel/Live/WatchSubcommand.swift"])
  func theLinesForWaybarNameBothUprightOrientations(file: String) throws {
    let icons = try #require(
      Documentation.text(file).firstMatch(of: /"format-icons": (\{[^}]*\})/)?.output.1)
    let json = try JSONValue.parse(String(icons), file: file)
    #expect(json["portrait"] == "P" && json["portrait-upside-down"] == "P")
    #expect(json["default"] == "L")
  }

  /// The step that is shown as JSON is step 1 of the page's first scenario, its callbacks cut short.
  @Test func theDocumentedStepAsJSONMatchesTheOutput() throws {
    let page = "docs/scenarios.md"
    let file = try #require(Documentation.scenarios.first { $0.document == page })
    let block = try #require(Documentation.blocks("json").first { $0.document == page })
    let shown = try JSONValue.parse(block.text, file: block.name)
    let run = Simulation(try Scenario.parse(file.text, file: file.name)).json
    let step = try #require(run.object?.first { $0.name == "steps" }?.value.array?[1].object)
    let count = try #require(shown.object?.last?.value.array?.count)
    let cut = step.map { member in
      guard member.name == "callbacks", let all = member.value.array else { return member }
      return JSONValue.Member(member.name, .array(Array(all.prefix(count))))
    }
    #expect(count > 0)
    #expect(shown == .object(cut))
  }

  @Test func theDocumentedExplanationMatchesTheOutput() throws {
    let path = "examples/scenarios/hidden-menu-window.yaml"
    let prefix = "$ swivel explain \(path)\n"
    let block = try #require(
      Documentation.blocks("").first { $0.text.hasPrefix(prefix) })
    let text = Documentation.text(path)
    let simulation = Simulation(try Scenario.parse(text, file: path))
    let explanation = simulation.explanation(
      step: simulation.mostTelling, check: simulation.fixCheck
    ).text(.standard)
    #expect(block.text == prefix + explanation + "\n")
  }

  @Test func everyCodeIsListedWithItsTitle() {
    let rows = Documentation.text("docs/explanations.md").split(separator: "\n")
      .filter { $0.hasPrefix("| SW") }.map(String.init)
    #expect(rows == ExplanationCode.allCases.map { "| \($0.rawValue) | \($0.title) |" })
  }

  /// Readers cannot find a word of the program that the reference lacks.
  @Test func everyWordOfScenariosIsExplained() {
    let words = Documentation.words(in: "docs/scenarios.md")
    let events = words.map { String($0.prefix { $0 != ":" }) }
    let wanted: [[String]] = [
      RuleSetCatalog.names, Mitigation.allCases.map { "+\($0.rawValue)" },
      WindowArbitration.allCases.map(\.rawValue), Outcome.allCases.map(\.rawValue),
      Conflict.Kind.allCases.map(\.rawValue), Question.Kind.allCases.map(\.rawValue),
      Origin.allCases.map(\.rawValue), Callback.Name.allCases.map(\.rawValue),
      AndroidRequest.allCases.map(\.rawValue), OrientationLock.allCases.map(\.rawValue),
      Presentation.Style.allCases.map(\.rawValue), Container.Kind.allCases.map(\.rawValue),
      Container.Forwarding.allCases.map(\.rawValue), ScenarioWords.masks.map(\.name),
      Array(ScenarioWords.levels.keys),
    ]
    let missing = Set(wanted.joined()).subtracting(words)
      .union(Set(EventReader.names).subtracting(events))
    #expect(missing.sorted() == [])
  }

  @Test func everyConventionIsExplained() {
    let text = Documentation.text("docs/scenarios.md")
    let names = RuleID.allCases.map(\.rawValue).filter { $0.hasPrefix("format:") }
    #expect(names.count > 10)
    #expect(names.filter { !text.contains("- **\($0)** – ") } == [])
  }
}
