// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

import Experiments
import Scenarios
@testable import Recording

/// Outputs that follow others turn wherever events are played again.
@Suite struct FollowersTests {
  private func recording() throws -> RecordingReader {
    let scenario = try Scenario.parse(
      """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main, root: {autorotate: false, supported: [portrait]}}
        - {id: menu, level: alert, hidden: true}

      """, file: "followers.yaml")
    var scene = scenario.scene
    scene.outputs = [Output(id: OutputID(1), name: "eDP-1")]
    for (number, leader) in [(Int32(2), "eDP-1"), (3, "HDMI-2")] {
      scene.outputs.append(
        Output(id: OutputID(number), name: "HDMI-\(number)", policy: .follow(leader)))
    }
    let header = RecordingHeader(rules: scenario.rules, scene: scene, program: "test")
    var lines = [RecordingWriter(header).header]
    var arbiter = header.arbiter
    var driver = EffectDriver()
    let turns: [DeviceOrientation] = [.landscapeLeft, .portrait, .landscapeRight, .landscapeLeft]
    for event in [Event.setUp] + turns.map({ .device(.turned($0)) }) {
      driver.enqueue(event)
      driver.run { event in
        lines.append(RecordingWriter.line(event, at: .zero))
        return arbiter.handle(event, at: .zero)
      } execute: {
        InstantDisplay.report(on: $0)
      }
    }
    return try RecordingReader(Array((lines.joined(separator: "\n") + "\n").utf8), file: "r.jsonl")
  }

  @Test func followingOutputsRotateInAShrunkRecording() throws {
    let shrunk = try Shrink(try recording(), decision: nil)
    let text = shrunk.recording(program: "test")
    var player = RecordingPlayer(try RecordingReader(Array(text.utf8), file: "s.jsonl"))
    while let step = try player.next() { #expect(step.said == step.recorded) }
    let shown = player.arbiter.scene.outputs.map(\.transform)
    #expect(shown[0] != .normal)
    #expect(Set(shown).count == 1)
    #expect(!player.arbiter.isBusy)
  }

  @Test(arguments: ["main=YES", "menu=NO"])
  func followingOutputsRotateInAWhatIfHistory(edit: String) throws {
    let whatIf = try WhatIf(try recording(), decision: 1, edits: [edit])
    let pairs = [whatIf.first].compactMap(\.self) + whatIf.later
    #expect(pairs.count > 1)
    for pair in pairs {
      let outputs = try #require(pair.would?.before.outputs)
      #expect(Set(outputs.map(\.transform)).count == 1)
    }
  }
}
