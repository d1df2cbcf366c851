// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Orientation
import Testing

import Formats
import Recording
import Scenarios

/// A recording decides the same again, bit for bit, or reports where it does not.
@Suite struct ReplayTests {
  static let names = RuleSetCatalog.names + ["uikit-8+follow-key", "desktop+intersection"]

  /// Returns a random run as a recording.
  static func record(_ name: String, seed: Int, events: Int = 30) throws -> String {
    let rules = try #require(RuleSetCatalog.make(name))
    var random = ArbitraryScene(seed: seed, hasLivePolicies: seed % 3 == 0)
    let header = RecordingHeader(rules: rules, scene: random.scene(), program: "test")
    var writer = RecordingWriter(header)
    var arbiter = header.arbiter
    var lines = [writer.header]
    for number in 0..<events {
      let event = number == 0 ? .setUp : random.event(in: arbiter.scene)
      let now = Instant(nanoseconds: Int64(number) * 16_666_667)
      lines.append(RecordingWriter.line(event, at: now))
      let effects = arbiter.handle(event, at: now)
      if let line = writer.line(effects) { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func replay(_ text: String) throws -> Replay {
    try Replay(RecordingReader(Array(text.utf8), file: "test.jsonl"))
  }

  @Test(arguments: names)
  func everyRandomRunReplaysIdentically(name: String) throws {
    for seed in 0..<CaseCount.of(8, optimised: 40) {
      let replay = try Self.replay(Self.record(name, seed: seed))
      #expect(replay.divergence == nil, "\(name), seed \(seed)")
      #expect(replay.events == 30 && !replay.isTruncated)
    }
  }

  @Test(arguments: ExampleFiles.scenarios)
  func everyExampleReplaysIdentically(path: String) throws {
    let simulation = Simulation(try Scenario.load(path: path))
    let replay = try Self.replay(simulation.recording(program: "test"))
    #expect(replay.divergence == nil)
    #expect(replay.decisions == simulation.steps.count)
  }

  /// The chain is a constant of the format: another one means that old recordings diverge.
  @Test func theEffectChainHasItsKnownValue() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8"))
    let root = Controller(id: "root", policy: .declared(DeclaredPolicy(supported: .landscape)))
    let window = Window(id: WindowID(1), name: "main", root: root)
    let scene = Scene(outputs: [Output(id: OutputID(1), name: "eDP-1")], windows: [window])
    var writer = RecordingWriter(RecordingHeader(rules: rules, scene: scene, program: "any"))
    #expect(RecordingWriter.hex(writer.chain) == "80c6c34a4a21f5c8")
    _ = writer.line([
      .rotateOutput(OutputID(1), .rotated90, ChangeID(3)), .disarmDeadline(.change(ChangeID(2))),
    ])
    #expect(RecordingWriter.hex(writer.chain) == "8ec122dcfeae5930")
  }

  @Test func aChangedEventIsReportedAsADivergence() throws {
    let text = try Self.record("uikit-8", seed: 1)
    let lines = text.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains("\"turned\":\"portrait\"") })
    var changed = lines.map(String.init)
    changed[index] = changed[index].replacingOccurrences(
      of: "\"turned\":\"portrait\"", with: "\"turned\":\"landscape-left\"")
    let replay = try Self.replay(changed.joined(separator: "\n") + "\n")
    let divergence = try #require(replay.divergence)
    #expect(divergence.line == index + 1)
    #expect(divergence.expected != divergence.actual)
  }

  @Test func aChangedSceneBreaksTheChain() throws {
    let text = try Self.record("uikit-8", seed: 1)
      .replacingOccurrences(of: "\"program\":\"test\"", with: "\"program\":\"other\"")
    #expect(try Self.replay(text).divergence == nil)
    let scene = text.replacingOccurrences(of: "\"generating\":", with: "\"generating\":1")
    #expect(scene != text)
    #expect(try Self.replay(scene).divergence != nil)
  }

  /// A process that is killed leaves whole lines and perhaps a part of one.
  @Test func everyPrefixOfARecordingReplays() throws {
    let bytes = Array(try Self.record("desktop", seed: 2, events: 8).utf8)
    let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for end in stride(from: header + 1, through: bytes.count, by: 7) {
      let replay = try Replay(RecordingReader(Array(bytes[..<end]), file: "test.jsonl"))
      #expect(replay.divergence == nil)
      #expect(replay.isTruncated == (bytes[end - 1] != UInt8(ascii: "\n")))
    }
    #expect(throws: InputError.self) { try RecordingReader(Array(bytes[..<header]), file: "x") }
  }

  @Test(
    arguments: [
      ("{\"swivel-recording\":2}", "version 2"), ("title: a scenario", "no recording"),
      ("{\"swivel-recording\":1,\"rules\":\"uikit-9\"}", "unknown rule set"),
      (
        "{\"swivel-recording\":1,\"rules\":\"desktop\",\"scene\":{\"windows\":{}}}", "scene.windows"
      ),
      ("{\"swivel-recording\":1,\"rules\":\"desktop\",\"mood\":1}", "unknown field \"mood\""),
    ])
  func anInvalidHeaderIsReported(text: String, problem: String) throws {
    let error = #expect(throws: InputError.self) {
      try RecordingReader(Array((text + "\n").utf8), file: "test.jsonl")
    }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    "{\"at\":1}", "{\"at\":1,\"event\":\"fly\"}", "nonsense", "", "{\"says\":[],\"chain\":\"0\"}",
  ])
  func anInvalidLineIsReportedWithItsNumber(line: String) throws {
    let text = try Self.record("desktop", seed: 2, events: 1)
    let count = text.split(separator: "\n").count
    let error = #expect(throws: InputError.self) { try Self.replay(text + line + "\n") }
    #expect(error?.line == count + 1)
  }
}
