// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Testing

import Experiments
import Scenarios

/// The claims of `expect:` about the JSON output, and the messages of those that do not hold.
@Suite struct ExpectationTests {
  static let head = """
    swivel: 1
    rules: uikit-16
    windows:
      - {id: main, key: true, root: {id: nav, container: custom, forwards: top, children: [{id: top, autorotate: true, supported: landscape}]}}
      - {id: passive, controls-status-bar: false}
    events:
      - device: landscape-right
    expect:

    """

  private func failures(_ expectation: String) throws -> [String] {
    let text = Self.head + "  - {\(expectation)}\n"
    return Simulation(try Scenario.parse(text, file: "s.yaml")).failures()
  }

  @Test(arguments: [
    "after: 1, writer: main", "after: 1, since: null", "after: 0, ignored: [autorotate]",
    "after: 1, bounds: {main: [480, 320]}", "after: 1, transform: {main: [0, -1, 1, 0]}",
    "after: 1, asked: [{window: main, controller: nav, question: supported, "
      + "answer: [landscape-left, landscape-right], origin: forwarded, via: [top]}]",
    "after: 1, asked: []", "after: 0, asked: [{window: main, via: [top]}]",
  ])
  func aTrueExpectationPasses(_ expectation: String) throws {
    #expect(try failures(expectation) == [])
  }

  /// The app delegate's answer has no effect on a pad that multitasks, and only there.
  ///
  /// Rules: P-4.
  @Test(arguments: [("pad", "delegate"), ("phone", "")])
  func aDelegateWithoutEffectIsReported(idiom: String, ignored: String) throws {
    let scenario = try Scenario.parse(
      """
      swivel: 1
      rules: uikit-16
      device: {idiom: \(idiom)}
      app: {supported: all, supported-pad: all, delegate: [portrait]}
      windows: [{id: main, key: true, size: [100000, 100000]}]
      """, file: "s.yaml")
    #expect(scenario.ignored.joined() == ignored)
  }

  /// Controllers without a name have that of the parent with their number, from 1.
  @Test func childrenAreNamedByTheirNumber() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main, root: {container: tab, children: [{}, {id: named}, {children: [{}], container: page}]}}
      expect:
        - {after: 0}

      """
    let root = try Scenario.parse(text, file: "s.yaml").scene.windows.first?.root
    let children = try #require(root?.container).children
    #expect(children.map(\.id) == ["main.root.1", "named", "main.root.3"])
    #expect(children[2].container?.children.map(\.id) == ["main.root.3.1"])
  }

  /// From uikit-27 on the scene's delegate is asked, and can be expected like the app's.
  ///
  /// Rules: E-10.
  @Test func theSceneDelegateCanBeExpected() throws {
    let text = """
      swivel: 1
      rules: uikit-27
      app: {scene-delegate: landscape}
      windows:
        - {id: main}
      events:
        - device: landscape-right
      expect:
        - {after: 1, asked: [{window: main, controller: scene.delegate}], not-asked: [app.delegate]}

      """
    #expect(try Simulation(Scenario.parse(text, file: "s.yaml")).failures() == [])
  }

  @Test(arguments: [
    ("after: 1, writer: app", "after 1: writer: wanted app, got main"),
    ("after: 1, writer: null", "after 1: writer: wanted null, got main"),
    ("after: 1, culprits: [main]", "after 1: culprits: wanted [main], got []"),
    ("after: 1, since: 1", "after 1: since: wanted 1, got null"),
    ("after: 0, ignored: []", "after 0: ignored: wanted [], got [autorotate]"),
    ("after: 1, ignored: [autorotate]", "after 1: ignored: wanted [autorotate], got []"),
    (
      "after: 1, bounds: {main: [320, 480]}",
      "after 1: bounds: wanted main: [320, 480], got main: [480, 320]"
    ),
    ("after: 1, transform: {main: null}", "after 1: transform: wanted main: null, got main: [0, "),
    (
      "after: 1, asked: [{window: main, origin: written}]",
      "after 1: asked: wanted [{window: main, origin: written}], got [{window: main, origin: "
        + "forwarded}"
    ),
    (
      "after: 1, asked: [{window: main, via: []}]",
      "after 1: asked: wanted [{window: main, via: []}]"
    ),
    // A step after the last event is not reached.
    (
      "after: 2, page: portrait", "after 2: after: wanted step 2, got a run that ended after step 1"
    ),
  ])
  func aFalseExpectationFailsWithItsMessage(_ expectation: String, _ message: String) throws {
    let found = try failures(expectation)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("s.yaml:9: \(message)") == true, "\(found)")
  }

  /// Written expectations read back equal, the new keys included.
  @Test func writtenExpectationsReadBackEqual() throws {
    let text =
      Self.head
        + """
          - after: 1
            writer: null
            bounds: {main: [1, 2], passive: null}
            transform: {main: [1, 0, 0, 1]}
            since: 1
            ignored: [autorotate]
            asked:
              - {window: main, question: preferred, answer: null, via: [], rule: B-14}

        """
    let scenario = try Scenario.parse(text, file: "s.yaml")
    let written = try ScenarioWriter(scenario).text(
      scenario.events.map { ScenarioWriter.Entry($0) })
    let again = try Scenario.parse(written, file: "s.yaml")
    #expect(again.expectations.count == 1)
    let failures = Simulation(scenario).failures().map { $0.drop { $0 != " " } }
    #expect(failures.count == 7)
    #expect(Simulation(again).failures().map { $0.drop { $0 != " " } } == failures)
  }
}
