// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

/// `swivel tablet` on a real host: what is seen before, during and after a turn, and how it ends.
@Suite(.serialized) struct TabletTests {
  private static let screen = Size(width: 1280, height: 800)
  /// The middle of the device on the screen.
  private static let centre = Point(x: 640, y: 378)

  private let host: Compositor
  private let folder: RuntimeDirectory

  init() throws {
    host = try Compositor(.sway)
    folder = try RuntimeDirectory()
  }

  /// Starts a tablet that shows a card, or something else.
  private func start(_ arguments: [String], program: [String]? = nil) throws -> ChildProcess {
    let words = program ?? [SceneProgram.path, "--card"]
    let tablet = try Swivel.start(["tablet"] + arguments + ["--"] + words, on: host)
    _ = try tablet.waitForLine(within: 20) { $0.hasPrefix("WAYLAND_DISPLAY=") }
    return tablet
  }

  private func photograph() throws -> Canvas {
    let path = "\(folder.path)/host.png"
    let grim = try host.run("grim", [path])
    guard grim.status == 0 else { throw Deadline.Passed(description: grim.errors) }
    return try PNG.read(path)
  }

  /// What is seen once it has stayed the same for a moment, and is so.
  private func rest(
    _ what: String, _ tablet: ChildProcess, _ isSo: (Canvas) -> Bool
  ) throws -> Canvas {
    var last: [UInt32] = []
    return try Deadline.wait(30, for: "\(what)\n\(tablet.output)\(tablet.errors)") {
      let picture = try photograph()
      defer { last = picture.words }
      guard picture.words == last, isSo(picture) else {
        usleep(100_000)
        return nil
      }
      return picture
    }
  }

  /// Whether the card stands upright in a panel of this size around the middle.
  private func isUpright(_ picture: Canvas, in panel: Size, turned: Int = 0) -> Bool {
    let colours = [Card.upperLeft, Card.upperRight, Card.lowerRight, Card.lowerLeft].map {
      UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
    }
    let (x, y) = (panel.width / 2 - 40, panel.height / 2 - 40)
    let places = [(-x, -y), (x, -y), (x, y), (-x, y)]
    return places.indices.allSatisfy { index in
      let place = places[index]
      return picture[Self.centre.x + place.0, Self.centre.y + place.1] & 0xFF_FFFF
        == colours[(index + turned) % 4]
    }
  }

  private func click(_ hand: HostHand, _ x: Int32, _ y: Int32) throws {
    try hand.move(to: x, y)
    try hand.press(0x110, isDown: true)
    try hand.press(0x110, isDown: false)
  }

  /// The button turns the device, the judge says so, the windows follow, and all of it replays.
  @Test func aQuarterByTheButton() throws {
    let recording = "\(folder.path)/turn.jsonl"
    let tablet = try start(["--record", recording])
    defer { tablet.stop() }
    let hand = try HostHand(host, screen: Self.screen)
    try hand.move(to: 20, 20)
    let upright = Size(width: 480, height: 640)
    let before = try rest("the card upright", tablet) { isUpright($0, in: upright) }
    try click(hand, 116, 778)
    try hand.move(to: 20, 20)
    _ = try tablet.waitForLine(within: 20) { $0.contains("status bar landscape-left") }
    let after = try rest("the card in landscape", tablet) { isUpright($0, in: upright.swapped) }
    try click(hand, 42, 778)
    try hand.move(to: 20, 20)
    let back = try rest("the card upright again", tablet) { isUpright($0, in: upright) }
    #expect(back.words == before.words)
    #expect(after.words != before.words)
    let still = try ContextSwitches.atRest(of: tablet.pid)
    sleep(2)
    #expect(try ContextSwitches(of: tablet.pid).voluntary == still)

    // The judge has said three times how it is held, and each time the arbiter decides the same again.
    tablet.send(SIGTERM)
    #expect(try tablet.waitForExit() == 0)
    let replay = try Swivel.run(["replay", recording])
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    let text = try String(contentsOfFile: recording, encoding: .utf8)
    #expect(text.contains("landscape-right"))
  }

  /// The rim follows the mouse; half way it is neither as before nor as after.
  @Test func draggingTheRim() throws {
    let tablet = try start([])
    defer { tablet.stop() }
    let hand = try HostHand(host, screen: Self.screen)
    let upright = Size(width: 480, height: 640)
    let before = try rest("the card upright", tablet) { isUpright($0, in: upright) }
    // From the upper right corner to the lower right one: a quarter, clockwise.
    let corner = (x: 254.0, y: -334.0)
    func move(to degrees: Double) throws {
      let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      try hand.move(
        to: Self.centre.x + Int32((corner.x * cosine - corner.y * sine).rounded()),
        Self.centre.y + Int32((corner.x * sine + corner.y * cosine).rounded()))
    }
    try move(to: 0)
    try hand.press(0x110, isDown: true)
    for degrees in stride(from: 3.0, through: 40, by: 3) { try move(to: degrees) }
    // Within the hysteresis nothing is decided.
    let halfway = try rest("half way", tablet) { $0.words != before.words }
    #expect(!isUpright(halfway, in: upright) && !isUpright(halfway, in: upright.swapped))
    #expect(!tablet.output.contains("landscape-left"), "\(tablet.output)")
    for degrees in stride(from: 42.0, through: 90, by: 3) { try move(to: degrees) }
    try hand.press(0x110, isDown: false)
    _ = try tablet.waitForLine(within: 20) { $0.contains("status bar landscape-left") }
    try hand.move(to: 20, 20)
    _ = try rest("the card in landscape", tablet) { isUpright($0, in: upright.swapped) }
  }

  /// A recorded turn moves the drawn device, and its judge decides.
  @Test func aRecordingMovesIt() throws {
    let trace = "\(Swivel.packageRoot)/examples/traces/turn-left-up.csv"
    let tablet = try start(["--sensor", "replay:\(trace)", "--no-animation"])
    defer { tablet.stop() }
    _ = try tablet.waitForLine(within: 20) { $0.contains("status bar landscape-left") }
    // The hand that was measured held it slanted: wide, but not quite level.
    _ = try rest("the device on its side", tablet) { picture in
      let rim = picture[Self.centre.x + 340, Self.centre.y] & 0xFF_FFFF
      return rim == 0x06_0709 && !isUpright(picture, in: Size(width: 480, height: 640))
    }
  }

  /// With a rule set that turns outputs the whole picture turns.
  @Test func theDesktopTurnsAsAWhole() throws {
    let tablet = try start(["--rules", "desktop", "--no-animation"])
    defer { tablet.stop() }
    let hand = try HostHand(host, screen: Self.screen)
    try hand.move(to: 20, 20)
    let upright = Size(width: 480, height: 640)
    _ = try rest("the card upright", tablet) { isUpright($0, in: upright) }
    try click(hand, 116, 778)
    try hand.move(to: 20, 20)
    _ = try rest("the card in landscape", tablet) { isUpright($0, in: upright.swapped) }
  }

  /// The seed's story, played in the window: the bar turns, the page does not.
  @Test func theStoryIsSeen() throws {
    let story = "\(Swivel.packageRoot)/examples/scenarios/split-in-sight.yaml"
    let tablet = try Swivel.start(["tablet", story, "--no-animation"], on: host)
    defer { tablet.stop() }
    _ = try tablet.waitForLine(within: 30) {
      $0.hasPrefix("split: status bar landscape-right") && $0.contains("main portrait")
    }
    _ = try tablet.waitForLine(within: 30) { $0.hasPrefix("step 2:") }
    #expect(tablet.exitStatus == nil)
  }

  @Test func itEndsWithItsProgram() throws {
    let tablet = try start([], program: ["sleep", "0.5"])
    #expect(try tablet.waitForExit(within: 20) == 0)
    let failing = try start([], program: ["false"])
    #expect(try failing.waitForExit(within: 20) == 1)
    #expect(failing.errors.contains("false has ended with 1"), "\(failing.errors)")
    let missing = try start([], program: ["/nonexistent/program"])
    #expect(try missing.waitForExit(within: 20) == 1)
    #expect(missing.errors.contains("cannot run /nonexistent/program"), "\(missing.errors)")
  }

  @Test func aProgramThatWillNotEndIsEnded() throws {
    let tablet = try start([], program: ["sh", "-c", "trap '' TERM; while :; do sleep 1; done"])
    usleep(300_000)
    tablet.send(SIGTERM)
    #expect(try tablet.waitForExit(within: 20) == 0)
    #expect(ProcessGroup.members(of: tablet.pid).allSatisfy { $0.contains("sleep") })
  }

  @Test(arguments: [
    (["--slow", "0"], "--slow 0 is not between 1 and 100"),
    (["--size", "480"], "WIDTHxHEIGHT is valid"),
    (["--judge", "nobody"], "is none of swivel, android"),
    (["--rules", "uikit-3"], "unknown rule set"),
    (["/nonexistent.yaml"], "/nonexistent.yaml"),
    (["--sensor", "nothing"], "is none of auto, proxy"),
    (["--sensor", "replay:/nonexistent.csv"], "/nonexistent.csv"),
    (["--socket", "a/b"], "takes a file name such as wayland-7"),
  ])
  func wrongInputIsOneClearMessage(_ arguments: [String], _ words: String) throws {
    let result = try Swivel.run(["tablet"] + arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
