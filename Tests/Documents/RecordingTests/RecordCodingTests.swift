// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Orientation
import Testing

import Formats
@testable import Recording

/// Every scene and every event comes out of a recording unchanged.
@Suite struct RecordCodingTests {
  static let seeds = CaseCount.of(200, optimised: 1_000, long: 50_000)

  @Test func everySceneSurvivesEncoding() throws {
    for seed in 0..<Self.seeds {
      var random = ArbitraryScene(seed: seed, hasLivePolicies: seed % 2 == 0)
      let scene = random.scene()
      let text = scene.recorded.compact()
      let back = try Scene(recorded: JSONValue.parse(text, file: "scene"))
      #expect(back == scene, "seed \(seed): \(text)")
    }
  }

  @Test func everyEventSurvivesEncoding() throws {
    var random = ArbitraryScene(seed: 7, hasLivePolicies: true)
    let scene = random.scene()
    var packed: [UInt8] = []
    var events: [Event] = []
    for number in 0..<(20 * Self.seeds) {
      let event = random.event(in: scene)
      let text = event.recorded.compact()
      let back = try Event(recorded: JSONValue.parse(text, file: "event"))
      #expect(back == event, "event \(number): \(text)")
      if number < 5_000 {
        events.append(event)
        CompactInput.append(event, after: Int64(number) * 1_234_567 - 5, to: &packed)
      }
    }
    var offset = 0
    for (number, event) in events.enumerated() {
      let taken = try #require(CompactInput.decode(packed, &offset))
      #expect(taken.event == event)
      #expect(taken.delay == Int64(number) * 1_234_567 - 5)
    }
    #expect(CompactInput.decode(packed, &offset) == nil)
  }

  @Test func windowTitlesAreNeverRecorded() throws {
    var window = Window(id: WindowID(1), name: "foot", root: nil)
    window.shell.title = "my bank"
    let events: [Event] = [
      .add(window, makesKey: true), .window(WindowID(1), .shell(window.shell)), .addExempt(window),
    ]
    for event in events { #expect(!event.recorded.compact().contains("bank")) }
    #expect(!Scene(windows: [window]).recorded.compact().contains("bank"))
  }

  @Test(
    arguments: [
      "3", "\"sleep\"", "{\"window\":[1]}", "{\"window\":[1,\"fly\"]}",
      "{\"device\":{\"turned\":4}}",
      "{\"add\":[{\"id\":5000000000},true]}", "{\"add\":[{\"colour\":1},true]}", "{}",
      "{\"answer\":[1,{\"flag\":null}]}", "[]",
    ])
  func aWrongEventIsRefused(text: String) throws {
    let json = try JSONValue.parse(text, file: "event")
    #expect(throws: RecordProblem.self) { try Event(recorded: json) }
  }

  @Test func aSampleHasItsAxesInOrder() throws {
    let line = #"{"at":5000000,"sample":[1,-2,3]}"#
    guard case .sample(let reading, _) = try RecordingLine(JSONValue.parse(line, file: "r")) else {
      Issue.record("\(line)")
      return
    }
    #expect(reading == Acceleration(x: 1, y: -2, z: 3))
  }

  /// The published test vectors of the hash.
  @Test func theHashIsFNV1a() {
    func hash(_ text: String) -> UInt64 {
      var digest = RecordDigest()
      for byte in text.utf8 { digest.add(byte) }
      return digest.value
    }
    #expect(hash("") == 0xcbf2_9ce4_8422_2325)
    #expect(hash("a") == 0xaf63_dc4c_8601_ec8c)
    #expect(hash("foobar") == 0x8594_4171_f739_67e8)
  }

  /// Decisions on the same answer of another live policy differ, and so do the hashes; how long the
  /// answer took makes no difference.
  @Test func theHashOfADecisionNamesThePolicyThatAnswered() throws {
    func hash(_ name: String, took duration: Duration) throws -> UInt64 {
      let policy = LivePolicy(id: PolicyID(1), name: name, ring: .client)
      let root = Controller(id: "root", policy: .live(policy))
      let window = Window(id: WindowID(1), name: "w", root: root)
      var scene = Scene(windows: [window], key: window.id)
      scene.hasLaunched = true
      var arbiter = Arbiter(rules: UIKitRuleSet.version8, scene: scene)
      var effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
      for answer in [Answer.flag(true), .mask(.all)] {
        let asked = effects.compactMap { if case .ask(let id, _) = $0 { id } else { nil } }
        let id = try #require(asked.first)
        effects = arbiter.handle(.answer(id, answer, took: duration), at: .zero)
      }
      let verdict = try #require(effects.verdicts.first)
      #expect(verdict.asked.contains { $0.by?.name == name })
      var digest = RecordDigest()
      digest.add(.report(verdict))
      return digest.value
    }
    let usual = try hash("one", took: .zero)
    #expect(usual == 0x5949_72C3_34B9_0D69, "recordings contain such hashes")
    #expect(try hash("one", took: .milliseconds(7)) == usual)
    #expect(try hash("two", took: .zero) != usual)
  }

  /// Recordings of all versions have these words for changes of an output's policy.
  @Test(arguments: [
    #"{"output":{"manage":[1,false]}}"#, #"{"output":{"overrule":[1,true]}}"#,
    #"{"output":{"course":[1,{"fixed":"flipped-90"}]}}"#,
    #"{"output":{"course":[1,{"follow":"eDP-1"}]}}"#, #"{"output":{"course":[1,null]}}"#,
  ])
  func changedOutputPoliciesKeepTheirWords(text: String) throws {
    let event = try Event(recorded: JSONValue.parse(text, file: "event"))
    #expect(event.recorded.compact() == text)
    guard case .output(.configure(OutputID(1), _)) = event else {
      Issue.record("\(event)")
      return
    }
  }
}
