// SPDX-License-Identifier: Apache-2.0
import Testing
import Text

@testable import Formats

@Suite struct InputErrorTests {
  @Test func anErrorDescribesPlaceProblemListAndSuggestion() {
    let error = Mark(file: "a.yaml", line: 3, column: 5)
      .error("unknown key \"devce\"", valid: ["rules", "device"], near: "devce")
    #expect(
      error.description
        == "a.yaml:3:5: found unknown key \"devce\"; valid here: rules, device; "
        + "did you mean \"device\"?")
  }

  @Test func anErrorIsAvailableInChinese() throws {
    let node = try Document.parse("colr: 1\n", file: "a.yaml").root
    var map = try node.map()
    _ = map.take("colour")
    let unknown = #expect(throws: InputError.self) { try map.finish() }
    #expect(
      unknown?.message(.chinese)
        == "a.yaml:1:1：发现 未知的键 \"colr\"；这里可以是：colour；是不是想写 \"colour\"？")
    let wrong = #expect(throws: InputError.self) { try node.sequence() }
    #expect(wrong?.message(.chinese) == "a.yaml:1:1：发现 映射；这里可以是：列表")
    #expect(wrong?.description == "a.yaml:1:1: found a map; valid here: a list")
    let missing = InputError(file: "a.yaml", problem: "there is no such file")
    #expect(missing.message(.chinese) == "a.yaml：没有这个文件")
  }

  /// Names of files and values are chosen by others.
  @Test func namesInErrorsForgeNoLineAndAreBounded() {
    let name = "x\n9.999 HEADLESS-1 turned \u{1B}[31m\u{202E}.yaml"
    let long = String(repeating: "n", count: 5_000_000)
    let errors = [
      InputError(file: name, line: 0, column: 0, problem: "no file").description,
      Mark(file: long, line: 1, column: 1).error("a", valid: [long, name]).description,
      Mark(file: name, line: 1, column: 1)
        .error("a", valid: (1...10_000).map { "name \($0)" }).description,
    ]
    for text in errors {
      #expect(text.utf8.count < 2_000)
      #expect(text.unicodeScalars.allSatisfy { UntrustedText.isHarmless($0) })
    }
    #expect(errors[0].hasPrefix("xU+000A9.999 HEADLESS-1 turned U+001B[31mU+202E.yaml: "))
    #expect(errors[2].hasSuffix("name 40 and 9960 more"))
  }

  @Test func anErrorOfAWholeFileHasNoPlace() {
    let error = InputError(file: "b.yaml", line: 0, column: 0, problem: "there is no such file")
    #expect(error.description == "b.yaml: there is no such file")
  }

  @Test(arguments: [
    ("devce", "device"), ("Device", "device"), ("rotation_lock", "rotation-lock"),
    ("ruels", "rules"), ("uikit8", "uikit-8"),
  ])
  func theNearestNameIsSuggested(given: String, name: String) {
    let names = ["rules", "device", "rotation-lock", "uikit-8", "uikit-13"]
    #expect(NearestName.find(given, among: names) == name)
  }

  @Test(arguments: ["", "zzz", "x", String(repeating: "a", count: 1_000_000)])
  func aDistantNameIsNotSuggested(given: String) {
    #expect(NearestName.find(given, among: ["rules", "device", "id", "a"]) == nil)
  }

  @Test func aSwapOfTwoLettersIsOneEdit() {
    #expect(NearestName.distance(Array("ab".unicodeScalars), Array("ba".unicodeScalars)) == 1)
    #expect(NearestName.distance(Array("".unicodeScalars), Array("abc".unicodeScalars)) == 3)
    #expect(
      NearestName.distance(Array("kitten".unicodeScalars), Array("sitting".unicodeScalars)) == 3)
  }

  @Test func quotedTextIsOneShortLine() {
    #expect(UntrustedText("a\"b\n\u{1B}[31m\u{202E}").quoted == "\"a\\\"b\\nU+001B[31mU+202E\"")
    #expect(UntrustedText(String(repeating: "x", count: 100)).quoted.unicodeScalars.count == 62)
  }
}
