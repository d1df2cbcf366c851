// SPDX-License-Identifier: Apache-2.0
import Testing

import Experiments
import Formats
import Scenarios

/// A wrong file gets one message with its place; no value is guessed.
@Suite struct ScenarioErrorTests {
  static let head = "swivel: 1\nrules: uikit-8\nwindows:\n  - {id: main}\n"

  @Test(arguments: [
    ("swivel: 2\nrules: uikit-8\n", "s.yaml:1:9: ", "format"),
    ("swivel: 1\n", "s.yaml:1:1: ", "no rules"),
    ("swivel: 1\nrules: uikit-9\n", "s.yaml:2:8: ", "uikit-8"),
    (head + "evnts: []\n", "s.yaml:5:1: ", "did you mean \"events\""),
    (head + "  - {id: main}\n", "s.yaml:5:10: ", "second time (first in line 4)"),
    (
      head + "  - {id: app}\n", "s.yaml:5:10: ",
      "\"app\", which is reserved; app, delegate, device, default name something else"
    ),
    (head + "  - {id: \"\"}\n", "s.yaml:5:10: ", "an empty window id"),
    (head + "events:\n  - device: landscap\n", "s.yaml:6:13: ", "landscape-left"),
    (head + "events:\n  - remove: man\n", "s.yaml:6:13: ", "did you mean \"main\""),
    (head + "events:\n  - remove: main\n  - show: main\n", "s.yaml:7:11: ", "does not exist"),
    (head + "events:\n  - {device: portrait, hide: main}\n", "s.yaml:6:5: ", "2 events"),
    (
      head + "events:\n  - {device: portrait, at: 5}\n  - {device: portrait, at: 4}\n", "s.yaml:7",
      "clock"
    ),
    (head + "events:\n  - {set-lock: {window: main}}\n", "s.yaml:6:6: ", "does not have"),
    (
      head + "events:\n  - {set-policy: {controller: main.root, autorotat: false}}\n", "s.yaml:6:",
      "did you mean \"autorotate\""
    ),
    (
      "swivel: 1\nrules: chromeos\nwindows:\n  - {id: a}\nevents:\n"
        + "  - {set-lock: {window: a, lock: portrait, lockd-by: app}}\n", "s.yaml:6:",
      "did you mean \"locked-by\""
    ),
    (
      "swivel: 1\nrules: desktop\nwindows:\n  - {id: a, policy: {suported: landscape}}\n",
      "s.yaml:4:", "did you mean \"supported\""
    ),
    (head + "events:\n  - {dismiss: {in: main}}\n", "s.yaml:6:15: ", "presents nothing"),
    (head + "events:\n  - {pop: {in: main}}\n", "s.yaml:6:11: ", "container: navigation"),
    (head + "  - {id: b, size: half}\n", "s.yaml:5:19: ", "full"),
    (
      head + "  - {id: a, level: 1000000000}\n  - {id: b, level: 1000000001}\n", "s.yaml:6:20: ",
      "-1000000000 to 1000000000"
    ),
    (
      head + "  - {id: a, level: -1000000000}\n  - {id: b, level: -1000000001}\n", "s.yaml:6:20: ",
      "-1000000000 to 1000000000"
    ),
    (head + "  - {id: b, size: [100000, 100001]}\n", "s.yaml:5:28: ", "0 to 100000"),
    (head + "  - {id: b, size: [100001, 100000]}\n", "s.yaml:5:20: ", "0 to 100000"),
    (head + "  - {id: b, request: portrait}\n", "s.yaml:5:13: ", "request"),
    (head + "  - {id: b, app-id: x}\n", "s.yaml:5:13: ", "belongs to desktop"),
    (head + "  - {id: b, root: {forwards-to: nobody}}\n", "s.yaml:5:33: ", "unknown window"),
    (head + "  - {id: b, root: {preferred: unknown}}\n", "s.yaml:5:31: ", "portrait"),
    (head + "  - {id: b, root: {children: []}}\n", "s.yaml:5:30: ", "container"),
    (head + "  - {id: b, root: {id: main.root}}\n", "s.yaml:5:24: ", "second time"),
    (head + "expect:\n  - {after: -1, page: portrait}\n", "s.yaml:6:13: ", "0"),
    (head + "expect:\n  - {after: 0, writer: man}\n", "s.yaml:6:24: ", "did you mean \"main\""),
    (head + "expect:\n  - {after: 0, since: soon}\n", "s.yaml:6:23: ", "a whole number"),
    (head + "expect:\n  - {after: 0, bounds: {main: [1]}}\n", "s.yaml:6:31: ", "a list of 2"),
    (
      head + "expect:\n  - {after: 0, transform: {man: null}}\n", "s.yaml:6:28: ",
      "did you mean \"main\""
    ),
    (
      head + "expect:\n  - {after: 0, transform: {main: [2, 0, 0, 1]}}\n", "s.yaml:6:35: ",
      "-1 to 1"
    ),
    (
      head + "expect:\n  - {after: 0, ignored: [autorotat]}\n", "s.yaml:6:26: ",
      "did you mean \"autorotate\""
    ),
    (
      head + "expect:\n  - {after: 0, asked: [{orign: default}]}\n", "s.yaml:6:25: ",
      "did you mean \"origin\""
    ),
    (
      head + "expect:\n  - {after: 0, asked: [{origin: forward}]}\n", "s.yaml:6:33: ",
      "did you mean \"forwarded\""
    ),
    (
      head + "expect:\n  - {after: 0, asked: [{via: [man.root]}]}\n", "s.yaml:6:31: ",
      "did you mean \"main.root\""
    ),
    (head + "expect:\n  - {after: 0, asked: [{answer: true}]}\n", "s.yaml:6:33: ", "question:"),
    (
      head + "expect:\n  - {after: 0, asked: [{question: supported, answer: true}]}\n",
      "s.yaml:6:54: ", "landscape"
    ),
    (
      head + "expect:\n  - {after: 0, asked: [{rule: B2}]}\n", "s.yaml:6:31: ",
      "did you mean \"B-2\""
    ),
    (head + "expect:\n  - {after: 0, asked: [{}]}\n", "s.yaml:6:24: ", "origin"),
    (head + "events:\n  - tablet: true\n", "s.yaml:6:5: ", "does not have"),
    ("swivel: 1\nrules: desktop\nevents:\n  - tablet: yes\n", "s.yaml:4:13: ", "true"),
    (
      head + "expect:\n  - {after: 0, not-asked: [man.root]}\n", "s.yaml:6:28: ",
      "did you mean \"main.root\""
    ),
    (
      head + "expect:\n  - {after: 0, callbacks-include: [[main.root, did-rotat]]}\n",
      "s.yaml:6:48: ", "did-rotate"
    ),
    (
      head + "expect:\n  - {after: 0, notifications: [[device-orientation, portrait]]}\n",
      "s.yaml:6:33: ", "device-orientation-did-change"
    ),
    (head + "expect:\n  - {after: 0, error: Invalid}\n", "s.yaml:6:23: ", "UISceneErrorDomain-101"),
    (head + "expect:\n  - {after: 0, outcome: turnd}\n", "s.yaml:6:25: ", "turned"),
    ("swivel: 1\nrules: desktop\nwindows:\n  - {id: a, root: {}}\n", "s.yaml:4:13: ", "uikit"),
    (
      "swivel: 1\nrules: uikit-8\nwindows:\n  - {id: a, key: true}\n  - {id: b, key: true}\n",
      "s.yaml:5:5: ", "second key"
    ),
  ])
  func anInvalidScenarioIsRefusedWithItsPlace(text: String, place: String, words: String) throws {
    let error = #expect(throws: InputError.self) {
      _ = try Scenario.parse(text, file: "s.yaml")
    }
    let message = try #require(error).description
    #expect(message.hasPrefix(place), "\(message)")
    #expect(message.contains(words), "\(message)")
  }

  @Test func keysWithoutEffectAreListed() throws {
    let text = """
      swivel: 1
      rules: uikit-16
      app: {requires-full-screen: true}
      windows:
        - {id: main, root: {autorotate: false}}
      events:
        - attempt-rotation: true
      """
    #expect(try Scenario.parse(text, file: "s.yaml").ignored == ["autorotate", "attempt-rotation"])
    let older = try Scenario.parse(text, file: "s.yaml", rules: "uikit-7")
    #expect(older.ignored == ["requires-full-screen"])
    #expect(
      Simulation(older).text().hasSuffix("Without effect under uikit-7: requires-full-screen"))
  }
}
