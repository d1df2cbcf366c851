// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// The same requests get the same replies from the daemon and from the compositor.
@Suite struct RotationScriptTests {
  struct Script: CustomTestStringConvertible, Sendable {
    var name: String
    var rules = "uikit-7"
    /// The client's requests before its window appears.
    var stance: [ScriptStep] = [.setLive]
    var steps: @Sendable () -> [ScriptStep]
    var testDescription: String { name }
  }

  private static let declared: [ScriptStep] = [.declare(1, 30)]
  private static let declaredNo: [ScriptStep] = [.declare(0, 30)]
  /// The device is held left, for which the rule set proposes landscape-right (3).
  private static let asked: [ScriptStep] = [.turn(.landscapeLeft), .hear(["query 1 3 1"])]

  static let scripts = [
    Script(name: "a yes turns") {
      asked + [.answer(1, 1, 30), .hear(["outcome 1 answered turned 3"]), .stands(.landscapeRight)]
    },
    Script(name: "a no stays") {
      asked + [.answer(1, 0, 30), .hear(["outcome 1 answered stayed 1"]), .stands(.portrait)]
    },
    Script(name: "a no stays under the first rules too", rules: "uikit-5") {
      asked + [.answer(1, 0, 30), .hear(["outcome 1 answered stayed 1"]), .stands(.portrait)]
    },
    Script(name: "a yes turns under the first rules", rules: "uikit-5") {
      asked + [.answer(1, 1, 30), .hear(["outcome 1 answered turned 3"])]
    },
    Script(name: "no orientation is portrait under the first rules", rules: "uikit-5") {
      asked + [.answer(1, 1, 0), .hear(["outcome 1 answered stayed 1"])]
    },
    Script(name: "no orientation is refused") {
      asked + [.answer(1, 1, 0), .hear(["outcome 1 answered refused 1"])]
    },
    Script(name: "a declared yes", stance: declared) {
      [.turn(.landscapeLeft), .hear(["outcome - declared turned 3"])]
    },
    Script(name: "a declared no", stance: declaredNo) {
      [.turn(.landscapeLeft), .hear(["outcome - declared stayed 1"])]
    },
    Script(name: "a declared no under the first rules", rules: "uikit-5", stance: declaredNo) {
      [.turn(.landscapeLeft), .hear(["outcome - declared stayed 1"])]
    },
    Script(name: "nothing said: the default answers, and nobody asked the client", stance: []) {
      [
        .turn(.portraitUpsideDown), .hear([]), .stands(.portrait),
        .turn(.landscapeLeft), .hear(["outcome - unasked turned 3"]),
      ]
    },
    Script(name: "silence") {
      asked + [.expire, .hear(["outcome 1 timedOut turned 3"]), .stands(.landscapeRight)]
    },
    Script(name: "a late answer is ignored") {
      asked + [
        .expire, .hear(["outcome 1 timedOut turned 3"]), .answer(1, 0, 30), .hear([]),
        .turn(.portrait), .hear(["query 2 1 3"]), .answer(2, 1, 30),
        .hear(["outcome 2 answered turned 1"]),
      ]
    },
    Script(name: "two late answers are one too many") {
      asked + [
        .expire, .hear(["outcome 1 timedOut turned 3"]), .answer(1, 0, 30), .hear([]),
        .answer(1, 0, 30), .error(1),
      ]
    },
    Script(name: "two answers are one too many") {
      asked + [
        .answer(1, 1, 30), .hear(["outcome 1 answered turned 3"]), .answer(1, 1, 30), .error(1),
      ]
    },
    Script(name: "a second answer to an older query is ignored") {
      asked + [
        .answer(1, 1, 30), .hear(["outcome 1 answered turned 3"]),
        .turn(.portrait), .hear(["query 2 1 3"]), .answer(1, 0, 30), .hear([]),
        .answer(2, 1, 30), .hear(["outcome 2 answered turned 1"]),
      ]
    },
    Script(name: "a serial that was never sent") { asked + [.answer(2, 1, 30), .error(0)] },
    Script(name: "a bit that is no orientation") { asked + [.answer(1, 1, 33), .error(2)] },
    Script(name: "a number that is no orientation") { asked + [.answer(1, 1, 30, 5), .error(3)] },
    Script(name: "a flag that is none", stance: declared) { [.declare(2, 30), .error(4)] },
    Script(name: "what is wrong with an answer comes before its serial") {
      asked + [.answer(9, 2, 33), .error(4)]
    },
    Script(name: "declared while it is asked: later decisions have it, whatever is answered") {
      asked + [
        .declare(0, 30), .hear([]), .answer(1, 1, 30), .hear(["outcome 1 answered turned 3"]),
        .turn(.portrait), .hear(["outcome - declared stayed 3"]), .stands(.landscapeRight),
      ]
    },
    Script(
      name: "what was declared is the last word of a client that is silent",
      stance: declaredNo + [.setLive]
    ) {
      asked + [.expire, .hear(["outcome 1 timedOut stayed 1"]), .stands(.portrait)]
    },
    Script(name: "destroyed while it is asked") {
      asked + [.destroy, .stands(.landscapeRight), .turn(.portrait), .stands(.portrait)]
    },
    Script(name: "gone while it is asked") { asked + [.leave, .nothingPending] },
    Script(name: "the next decision begins before the outcome is told") {
      asked + [
        .turn(.portrait), .hear([]), .answer(1, 1, 30),
        .hear(["outcome 1 answered turned 3", "query 2 1 3"]),
        .answer(2, 1, 30), .hear(["outcome 2 answered turned 1"]),
      ]
    },
    Script(name: "asked again", rules: "uikit-16") {
      [
        .invalidate, .hear(["query 1 1 1"]), .answer(1, 1, 30),
        .hear(["outcome 1 answered unchanged 1"]),
      ]
    },
    Script(name: "asked again by rules that know no such request of one window", rules: "uikit-7") {
      [
        .invalidate, .hear(["query 1 1 1"]), .answer(1, 1, 30),
        .hear(["outcome 1 answered unchanged 1"]),
      ]
    },
    Script(name: "several wishes to be asked again make one decision", rules: "uikit-16") {
      asked + [
        .invalidate, .invalidate, .invalidate, .answer(1, 1, 30),
        .hear(["outcome 1 answered turned 3", "query 2 3 3"]),
        .answer(2, 1, 30), .hear(["outcome 2 answered unchanged 3"]),
      ]
    },
    Script(name: "what is refused without a question is none of its affairs", rules: "uikit-16") {
      [.event { _ in .device(.forced(.landscapeLeft)) }, .hear([]), .stands(.portrait)]
    },
    Script(name: "a turn that was put off without a question comes later", stance: declared) {
      [
        .event { .window($0, .disableAutorotation) }, .hear([]), .turn(.landscapeLeft), .hear([]),
        .event { .window($0, .enableAutorotation) }, .hear(["outcome - declared turned 3"]),
      ]
    },
  ]

  @Test(arguments: scripts) func theDaemonRepliesAsScripted(_ script: Script) throws {
    try play(script, ScriptedDaemon(try #require(RuleSetCatalog.make(script.rules))), "daemon")
  }

  @Test(arguments: scripts) func theCompositorRepliesAsScripted(_ script: Script) throws {
    try play(script, ScriptedCompositor(script.rules), "compositor")
  }

  private func play(_ script: Script, _ server: any ScriptedServer, _ name: String) throws {
    let player = ScriptPlayer(server)
    try player.begin(script.stance)
    try player.play(script.steps(), "\(name): \(script.name)")
  }
}
