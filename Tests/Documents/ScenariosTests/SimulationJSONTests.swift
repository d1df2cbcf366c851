// SPDX-License-Identifier: Apache-2.0
import Experiments
import Testing

import Formats
import Scenarios

@Suite struct SimulationJSONTests {
  static let story = """
    swivel: 1
    title: "…"
    rules: uikit-8
    app: {supported: all}
    windows:
      - {id: main, root: {autorotate: false, supported: [portrait]}}
      - {id: menu, level: alert, hidden: true}
    events:
      - device: landscape-left
    """

  /// The sample of the format, value by value.
  @Test func theSampleStepHasTheFormatsValues() throws {
    let json = Simulation(try Scenario.parse(Self.story, file: "story.yaml")).json
    let step = try #require(json["steps"]?[1])
    #expect(step["event"] == .object([.init("device", .string("landscape-left"))]))
    #expect(
      step["status-bar"]?.compact()
        == #"{"orientation":"landscape-right","hidden":true,"writer":"menu","#
        + #""word":"landscape-right"}"#)
    #expect(step["keyboard"] == .null)
    #expect(
      step["page"]?.compact()
        == #"{"window":"main","controller":"main.root","orientation":"portrait","word":"portrait"}"#
    )
    #expect(step["outcome"] == .string("split"))
    #expect(step["conflicts"]?.compact() == #"[{"kind":"hijack","culprits":["menu"],"since":1}]"#)
    #expect(
      step["asked"]?.compact()
        == #"[{"window":"main","controller":"main.root","question":"should-autorotate","answer":false,"origin":"written","rule":"B-2"},"#
        + #"{"window":"menu","controller":"menu.root","question":"should-autorotate","answer":true,"origin":"default","rule":"C-5"},"#
        + #"{"window":"menu","controller":"menu.root","question":"supported","answer":["portrait","landscape-right","landscape-left"],"origin":"default","rule":"V-8"}]"#
    )
    #expect(
      step["notifications"]?.compact()
        == #"[{"name":"device-orientation-did-change","value":"landscape-left"},"#
        + #"{"name":"will-change-status-bar-orientation","value":"landscape-right"},"#
        + #"{"name":"did-change-status-bar-orientation","value":"portrait"}]"#)
  }

  @Test func keysComeInTheOrderOfTheFormat() throws {
    let json = Simulation(try Scenario.parse(Self.story, file: "story.yaml")).json
    let keys = try #require(json["steps"]?[1]?.object).map(\.name)
    #expect(
      keys == [
        "step", "at", "event", "device", "status-bar", "keyboard", "windows", "page", "outcome",
        "conflicts", "error", "asked", "notifications", "callbacks",
      ])
  }

  @Test func turnedWindowsHaveTransformAndBounds() throws {
    let json = Simulation(try Scenario.parse(Self.story, file: "story.yaml")).json
    let menu = try #require(json["steps"]?[1]?["windows"]?[1])
    #expect(menu["transform"]?.compact() == "[0,1,-1,0]")
    #expect(menu["bounds"]?.compact() == "[480,320]")
    let old = Self.story.replacing("uikit-8", with: "uikit-7")
      .replacing("autorotate: false, supported: [portrait]", with: "autorotate: true")
    let seven = Simulation(try Scenario.parse(old, file: "story.yaml")).json
    let main = try #require(seven["steps"]?[1]?["windows"]?[0])
    #expect(main["transform"]?.compact() == "[0,1,-1,0]")
    #expect(main["bounds"]?.compact() == "[320,480]")
  }

  /// A window placed in the bar's orientation has not turned, so no controller is called.
  @Test func aWindowPlacedAtTheBarsOrientationGetsNoCallbacks() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main}
      events:
        - device: landscape-left
        - add: {id: overlay, level: alert}
        - add: {id: upright, level: alert, controls-status-bar: false, root: {supported: [portrait]}}
      """
    let json = Simulation(try Scenario.parse(text, file: "s.yaml")).json
    #expect(json["steps"]?[2]?["callbacks"]?.compact() == "[]")
    #expect(json["steps"]?[3]?["callbacks"]?[1]?["to"] == .string("portrait"))
  }

  /// Each controller asks three others: without a bound this would take ages.
  @Test(.timeLimit(.minutes(1))) func nestedForwardingCyclesEndAndAreReported() throws {
    let count = 25
    var text = "swivel: 1\nrules: uikit-8\nwindows:\n"
    for number in 0..<count {
      let children = (1...3).map { "{forwards-to: w\((number + $0) % count)}" }
      let list = children.joined(separator: ", ")
      text +=
        "  - {id: w\(number), root: {container: custom, forwards: all, children: [\(list)]}}\n"
    }
    text += "events:\n  - device: landscape-left\n"
    let json = Simulation(try Scenario.parse(text, file: "s.yaml")).json
    #expect(json["steps"]?[1]?["conflicts"]?[0]?["kind"] == .string("forwarding-cycle"))
  }

  @Test func anExceptionStopsTheRun() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      app: {supported: [portrait]}
      windows:
        - {id: main, root: {supported: [portrait]}}
      events:
        - set-policy: {controller: main.root, supported: [landscape-left]}
        - device: landscape-left
        - device: portrait
      """
    let json = Simulation(try Scenario.parse(text, file: "x.yaml")).json
    let steps = try #require(json["steps"]?.array)
    #expect(steps.count == 3)
    #expect(steps[2]["stopped"] == .bool(true))
    #expect(
      steps[2]["error"]?.compact()
        == #"{"name":"UIApplicationInvalidInterfaceOrientation","rule":"X-1","window":"main","controller":"main.root"}"#
    )
    #expect(steps[2]["conflicts"]?[0]?["culprits"]?.compact() == #"["app","main"]"#)
  }
}
