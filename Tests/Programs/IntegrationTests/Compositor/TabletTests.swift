// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

@testable import swivel_tablet

/// `swivel tablet` on a real host: what is seen before, during and after a turn, and how it ends.
@Suite(.serialized) struct TabletTests {
  private let stage: TabletStage

  init() throws { stage = try TabletStage() }

  /// Starts a tablet that shows a card, or something else.
  private func start(_ arguments: [String], program: [String]? = nil) throws -> ChildProcess {
    try stage.start(arguments + ["--"] + (program ?? [SceneProgram.path, "--card"]))
  }

  /// Whether the card stands upright in a panel of this size around the middle.
  private func isUpright(_ picture: Canvas, in panel: Size) -> Bool {
    let (x, y) = (panel.width / 2 - 40, panel.height / 2 - 40)
    let corners = [
      (-x, -y, Card.upperLeft), (x, -y, Card.upperRight), (x, y, Card.lowerRight),
      (-x, y, Card.lowerLeft),
    ]
    return corners.allSatisfy { corner in
      let (x, y, colour) = corner
      let pixel = picture[TabletStage.centre.x + x, TabletStage.centre.y + y]
      return [UInt32(colour.red), UInt32(colour.green), UInt32(colour.blue)]
        == [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
    }
  }

  /// The button turns the device, the judge says so, the windows follow, and all of it replays.
  @Test func theButtonTurnsTheDeviceAndTheWindowsRotate() throws {
    let recording = "\(stage.folder.path)/turn.jsonl"
    let tablet = try start(["--record", recording])
    defer { tablet.stop() }
    try stage.away()
    let upright = TabletStage.panel
    let before = try stage.rest("the card upright", tablet) { isUpright($0, in: upright) }
    try stage.click(.right)
    try stage.away()
    _ = try tablet.waitForLine(within: 20) { $0.contains("status bar landscape-left") }
    let after = try stage.rest("the card in landscape", tablet) {
      isUpright($0, in: upright.swapped)
    }
    try stage.click(.left)
    try stage.away()
    let back = try stage.rest("the card upright again", tablet) { isUpright($0, in: upright) }
    // The caption and the timeline have gone on.
    #expect(stage.device(in: back) == stage.device(in: before))
    #expect(stage.device(in: after) != stage.device(in: before))
    try Idleness.wait(for: tablet.pid)

    // The judge has said three times how it is held, and each time the arbiter decides the same again.
    tablet.send(SIGTERM)
    #expect(try tablet.waitForExit() == 0)
    let replay = try Swivel.run(["replay", recording])
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    let text = try String(contentsOfFile: recording, encoding: .utf8)
    #expect(text.contains("landscape-right"))
  }

  /// The rim follows the mouse; half way it is neither as before nor as after.
  @Test func draggingTheRimRotatesOnlyPastTheHysteresis() throws {
    let tablet = try start([])
    defer { tablet.stop() }
    let upright = TabletStage.panel
    let before = try stage.rest("the card upright", tablet) { isUpright($0, in: upright) }
    try stage.drag(from: 0, to: 39)
    // Within the hysteresis nothing is decided.
    let halfway = try stage.rest("half way", tablet) { $0.words != before.words }
    #expect(!isUpright(halfway, in: upright) && !isUpright(halfway, in: upright.swapped))
    #expect(!tablet.output.contains("landscape-left"), "\(tablet.output)")
    try stage.drag(from: 39, to: 90)
    _ = try tablet.waitForLine(within: 20) { $0.contains("status bar landscape-left") }
    try stage.away()
    _ = try stage.rest("the card in landscape", tablet) { isUpright($0, in: upright.swapped) }
  }

  /// A recorded turn moves the drawn device, and its judge decides.
  @Test func aReplayedTraceTurnsTheDrawnDevice() throws {
    let trace = "\(Swivel.packageRoot)/examples/traces/turn-left-up.csv"
    let tablet = try start(["--sensor", "replay:\(trace)", "--no-animation"])
    defer { tablet.stop() }
    _ = try tablet.waitForLine(within: 20) { $0.contains("status bar landscape-left") }
    // The hand that was measured held it slanted: wide, but not quite level.
    _ = try stage.rest("the device on its side", tablet) { picture in
      let rim = picture[TabletStage.centre.x + 340, TabletStage.centre.y] & 0xFF_FFFF
      return rim == 0x06_0709 && !isUpright(picture, in: TabletStage.panel)
    }
  }

  @Test func theTabletExitsWithItsProgram() throws {
    let tablet = try start([], program: ["sleep", "0.5"])
    #expect(try tablet.waitForExit(within: 20) == 0)
    let failing = try start([], program: ["false"])
    #expect(try failing.waitForExit(within: 20) == 1)
    #expect(failing.errors.contains("false has ended with 1"), "\(failing.errors)")
    let missing = try start([], program: ["/nonexistent/program"])
    #expect(try missing.waitForExit(within: 20) == 1)
    #expect(missing.errors.contains("cannot run /nonexistent/program"), "\(missing.errors)")
  }

  @Test func aProgramIgnoringSIGTERMIsKilledWithTheTablet() throws {
    let script = "trap '' TERM; echo trapped; while :; do sleep 1; done"
    let tablet = try start([], program: ["sh", "-c", script])
    _ = try tablet.waitForLine { $0 == "trapped" }
    tablet.send(SIGTERM)
    #expect(try tablet.waitForExit() == 0)
    #expect(!ProcessGroup.members(of: tablet.pid).contains { $0.contains("(sh)") })
    // The shell's last child ends by itself.
    try Deadline.waitUntil("the end of sleep") { ProcessGroup.members(of: tablet.pid).isEmpty }
  }

  @Test(arguments: [
    (["--slow", "0"], "--slow 0 is not between 1 and 100"),
    (["--size", "480"], "WIDTHxHEIGHT is valid"),
    (["--judge", "nobody"], "is none of swivel, android"),
    (["--rules", "uikit-3"], "unknown rule set"),
    (["/nonexistent.yaml"], "/nonexistent.yaml"),
    (["--sensor", "nothing"], "is none of auto, proxy"),
    (["--sensor", "replay:/nonexistent.csv"], "/nonexistent.csv"),
    (["--theme", "pink"], "is none of light, dark"),
    (["--socket", "a/b"], "takes a file name such as wayland-7"),
  ])
  func invalidOptionsAreReportedInOneLine(_ arguments: [String], _ words: String) throws {
    let result = try Swivel.run(["tablet"] + arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
