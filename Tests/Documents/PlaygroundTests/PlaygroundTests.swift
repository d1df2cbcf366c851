// SPDX-License-Identifier: Apache-2.0
import Experiments
import Fixtures
import Formats
import Playground
import Scenarios
import Testing

/// The responses natively; `Tests/Playground/run` compares the module's with these.
@Suite struct PlaygroundTests {
  private static let story = """
    swivel: 1
    rules: uikit-8
    windows:
      - id: main
        key: true
        root: {id: main.root, autorotate: false}
    events:
      - device: landscape-left
    """

  private static func answer(
    _ command: String, _ members: [JSONValue.Member], _ options: JSONValue = .null
  ) throws -> JSONValue {
    let request = JSONValue.object(
      [.init("command", .string(command)), .init("options", options)] + members)
    return try JSONValue.parse(Playground().answer(Array(request.compact().utf8)), file: "response")
  }

  @Test func aSimulationIsWhatTheProgramPrints() throws {
    for path in ExampleFiles.scenarios.prefix(20) {
      let text = String(decoding: try InputFile.read(path: path), as: UTF8.self)
      let response = try Self.answer(
        "simulate", [.init("scenario", .string(text))], ["file": .string(path)])
      let simulation = Simulation(try Scenario.load(path: path))
      #expect(response["ok"] == true)
      #expect(response["result"] == simulation.json)
      #expect(response["text"] == .string(simulation.text()))
    }
  }

  @Test(arguments: ["explain", "check", "compare", "whatif"])
  func everyCommandAnswers(command: String) throws {
    let path = try #require(ExampleFiles.scenarios.first { $0.contains("hidden-menu-window") })
    let text = String(decoding: try InputFile.read(path: path), as: UTF8.self)
    let response = try Self.answer(
      command, [.init("scenario", .string(text)), .init("language", "zh")],
      command == "whatif" ? ["answers": ["menu=NO"]] : [:])
    #expect(response["ok"] == true)
    #expect(response["result"]?.object?.isEmpty == false)
    #expect(response["text"]?.string?.isEmpty == false)
  }

  @Test func anExplanationAfterARunIsThatOfTheSameScenario() throws {
    let playground = Playground()
    func answer(_ command: String, _ text: String, _ rules: String) throws -> JSONValue {
      let request: JSONValue = [
        "command": .string(command), "scenario": .string(text),
        "options": ["rules": .string(rules)],
      ]
      return try JSONValue.parse(playground.answer(Array(request.compact().utf8)), file: "response")
    }
    let other = Self.story.replacing("autorotate: false", with: "autorotate: true")
    for (text, rules) in [(Self.story, "uikit-8"), (Self.story, "uikit-16"), (other, "uikit-8")] {
      _ = try answer("simulate", text, rules)
      let scenario = JSONValue.Member("scenario", .string(text))
      #expect(
        try answer("explain", text, rules)
          == Self.answer("explain", [scenario], ["rules": .string(rules)]))
    }
  }

  @Test func aCheckReportsItsProgress() throws {
    let path = try #require(ExampleFiles.scenarios.first { $0.contains("hidden-menu-window") })
    let text = String(decoding: try InputFile.read(path: path), as: UTF8.self)
    let request: JSONValue = [
      "command": "check", "scenario": .string(text), "options": ["answers": "any"],
    ]
    var states: [Int] = []
    _ = Playground().answer(Array(request.compact().utf8)) { states.append($0) }
    #expect(!states.isEmpty)
    #expect(states == states.sorted())
  }

  @Test func everyRuleSetHasAFamily() throws {
    let sets = try Self.answer("rule-sets", [])["result"]?.array ?? []
    #expect(sets.count > 10)
    #expect(sets.allSatisfy { $0["family"]?.string?.isEmpty == false })
  }

  @Test func aMistakeHasItsPlace() throws {
    let text = Self.story.replacing("autorotate: false", with: "autorotate: no")
    let error = try #require(
      try Self.answer("simulate", [.init("scenario", .string(text))])["error"])
    #expect(error["file"] == "scenario")
    #expect(error["line"] == 6)
    #expect(error["message"]?.string?.contains("did you mean \"false\"?") == true)
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"command": "explode"}"#, #"{"command": "simulate"}"#,
    #"{"command": "replay", "recording": "x"}"#, #"{"command": "import-android", "text": ""}"#,
    #"{"command": "whatif", "scenario": "a", "options": {"answers": 1}}"#,
    #"{"command": "explain", "scenario": {"yaml-tree": [1]}, "options": {"step": 1e3}}"#,
  ])
  func aWrongRequestIsAnError(request: String) throws {
    let response = try JSONValue.parse(Playground().answer(Array(request.utf8)), file: "response")
    #expect(response["ok"] == false)
    #expect(response["error"]?["message"]?.string?.isEmpty == false)
  }
}
