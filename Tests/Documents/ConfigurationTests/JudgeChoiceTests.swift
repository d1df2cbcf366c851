// SPDX-License-Identifier: Apache-2.0
import Sensing
import Testing

import Configuration
import Formats

@Suite struct JudgeChoiceTests {
  @Test func judgeNamesAndThresholdsAreRead() throws {
    #expect(try Configuration.parse("judge: android\n", file: "c").judge.name == "android")
    let text = "judge: {name: swivel, settle: 150, gap: 100}\n"
    let choice = try Configuration.parse(text, file: "c").judge
    #expect(choice.parameters.dwell == 150)
    #expect(choice.parameters.hysteresis == 100)
    #expect(Configuration().judge.name == "swivel")
  }

  @Test(arguments: [
    ("judge: androi\n", "did you mean \"android\""),
    ("judge: {settle: 99999}\n", "0 to 5000"),
    ("judge: {setle: 5}\n", "did you mean \"settle\""),
    ("judge: {name: rot8, settle: 5}\n", "which has none"),
  ])
  func wrongJudgeSettingsAreRefusedWithAHint(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) {
      _ = try Configuration.parse(text, file: "c")
    }
    #expect(try #require(error).description.contains(words))
  }
}
