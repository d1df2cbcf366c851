// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Recording
import Testing

/// A rule set's name in a recording keeps the meaning of the program that wrote it first.
@Suite struct EditionTests {
  /// Version 0.1.0 wrote `chromeos` for the table of the W3C draft.
  ///
  /// Rules: CR-20.
  @Test(arguments: [
    ("chromeos", "chromeos-w3c"), ("chromeos-2", "chromeos"), ("android", "android"),
  ])
  func aRecordedNameIsReadAndWrittenAlike(recorded: String, name: String) throws {
    let text = #"{"swivel-recording":1,"program":"0.1.0","rules":"\#(recorded)","scene":{}}"#
    let json = try JSONValue.parse(text, file: "r.jsonl")
    let header = try RecordingHeader(json, at: Mark(file: "r.jsonl", line: 1, column: 1))
    #expect(header.rules.id == name)
    #expect(header.json["rules"]?.string == recorded)
  }

  /// A lock of the user to portrait-primary on a landscape panel, as each edition replays it.
  ///
  /// Rules: CR-20.
  @Test(arguments: [
    ("chromeos", InterfaceOrientation.portrait), ("chromeos-2", .portraitUpsideDown),
  ])
  func eachEditionKeepsItsTable(recorded: String, shown: InterfaceOrientation) throws {
    let text = """
      {"swivel-recording":1,"program":"0.1.0","rules":"\(recorded)","scene":{"device":\
      {"panel":"landscape","chromeos":{"posture":"tablet"}}}}
      """
    let json = try JSONValue.parse(text, file: "r.jsonl")
    let header = try RecordingHeader(json, at: Mark(file: "r.jsonl", line: 1, column: 1))
    var arbiter = header.arbiter
    _ = arbiter.handle(.setUp, at: Instant(nanoseconds: 0))
    _ = arbiter.handle(
      .device(.setting(.userLock(.portraitPrimary))), at: Instant(nanoseconds: 1))
    #expect(arbiter.scene.statusBar.orientation == shown)
  }
}
