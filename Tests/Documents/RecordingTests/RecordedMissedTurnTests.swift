// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

import Recording

/// The missed turn of a recording is that of the run.
@Suite struct RecordedMissedTurnTests {
  /// Returns the recording of events that are two seconds apart.
  private func recording(_ windows: [Window], _ events: [Event]) throws -> RecordingReader {
    let output = Output(id: OutputID(1), name: "eDP-1", panel: .landscape)
    let scene = Scene(
      device: Device(panel: .landscape), outputs: [output], windows: windows,
      key: windows.first?.id)
    let header = RecordingHeader(rules: DesktopRuleSet(), scene: scene, program: "test")
    var writer = RecordingWriter(header)
    var arbiter = header.arbiter
    var lines = [writer.header]
    for (number, event) in ([.setUp] + events).enumerated() {
      let now = Instant.zero + .seconds(2 * number)
      lines.append(RecordingWriter.line(event, at: now))
      if let line = writer.line(arbiter.handle(event, at: now)) { lines.append(line) }
    }
    return try RecordingReader(Array(lines.joined(separator: "\n").utf8), file: "test.jsonl")
  }

  private func window(_ id: Int32, _ name: String, _ policy: DeclaredPolicy) -> Window {
    Window(
      id: WindowID(id), name: name, root: Controller(id: name, policy: .declared(policy)),
      shell: ShellTraits(appID: name, hasRule: true))
  }

  @Test func theBlockedTurnBeforeTheLastDecisionIsFound() throws {
    let mpv = window(1, "mpv", DeclaredPolicy(supported: .landscape))
    let foot = window(2, "foot", DeclaredPolicy())
    let reader = try recording(
      [mpv], [.device(.turned(.landscapeRight)), .add(foot, makesKey: true)])
    let found = try #require(try RecordedMissedTurn(in: reader))
    #expect(found.missed.verdict.step == 1 && found.later.map(\.step) == [2])
    #expect(found.end - found.missed.verdict.at == .seconds(2))
    #expect(found.names == [mpv.id: "mpv", foot.id: "foot"])
  }

  @Test func aRecordingOfTurnsThatCameHasNone() throws {
    let foot = window(1, "foot", DeclaredPolicy())
    let reader = try recording([foot], [.device(.turned(.landscapeRight))])
    #expect(try RecordedMissedTurn(in: reader) == nil)
  }
}
