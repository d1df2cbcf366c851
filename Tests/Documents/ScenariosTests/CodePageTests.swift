// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

import Formats
import Experiments
import Scenarios
@testable import Explanation

/// The examples on the pages of codes are played, and have the page's code.
@Suite struct CodePageTests {
  /// No scenario raises an exception without a conflict.
  private static let unreachable: Set<ExplanationCode> = [.exception]

  @Test(arguments: ExplanationCode.allCases) func everyCodesExampleShowsTheCode(
    _ code: ExplanationCode
  )
    throws
  {
    let page = CodePage(code)
    #expect(page.code == code)
    for text in [page.meaning, page.occasion, page.remedy] { #expect(text.hasSuffix(".")) }
    switch page.example {
    case .described(let words):
      #expect(words.hasSuffix("."))
      #expect(code.rawValue.hasPrefix("SW05") || Self.unreachable.contains(code))
    case .scenario(let file, let step, let line):
      let path = ExampleFiles.root.appending(path: file).path
      let simulation = Simulation(try Scenario.load(path: path))
      try #require(simulation.steps.indices.contains(step))
      let explanation = simulation.explanation(step: step)
      #expect(line.hasPrefix(code.rawValue))
      let lines = [explanation.firstLine] + explanation.document.also
      #expect(lines.contains(line), "\(lines)")
      #expect(page.text().contains("$ swivel explain \(file) --step \(step)\n  \(line)"))
    }
  }

  @Test func indexListsEveryCode() {
    let lines = CodePage.index.split(separator: "\n")
    #expect(lines.count == ExplanationCode.allCases.count)
    #expect(lines.first == "SW0101  the page itself refused the orientation that was asked for")
  }

  @Test func codesAreFoundInAnyCase() throws {
    #expect(try CodeName.resolve("sw0301") == .hijack)
    #expect(CodeName.isLike("SW0301") && CodeName.isLike("sw9"))
    #expect(!CodeName.isLike("SW") && !CodeName.isLike("story.yaml") && !CodeName.isLike("sw01x"))
    let error = #expect(throws: InputError.self) { try CodeName.resolve("SW0309") }
    #expect(error?.suggestion == "SW0305")
    #expect(error?.description.contains("no code \"SW0309\"") == true)
  }
}
