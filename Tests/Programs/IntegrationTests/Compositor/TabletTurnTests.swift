// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

/// What is seen of a turn by the rim before it, halfway and after it, pixel by pixel.
///
/// Slow enough that halfway lasts for several pictures of a busy machine.
@Suite(.serialized) struct TabletTurnTests {
  private static let slowly = ["--slow", "50"]
  /// The thickness of the status bar.
  private static let bar = 20
  /// The bar's own colour, as the compositor draws it.
  private static let black: UInt32 = 0x10_1010
  private static let ink = word(Card.ink)
  private static let corners = [
    Card.upperLeft, Card.upperRight, Card.lowerRight, Card.lowerLeft,
  ].map(word)

  private let stage: TabletStage

  init() throws {
    stage = try TabletStage()
    // The tablet draws at the pace of its host: ten pictures of a turn in a second are enough to be looked at.
    let mode = ["output HEADLESS-1 mode --custom 1280x800@10Hz"]
    let result = try stage.host.run("swaymsg", mode)
    try #require(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// The seed's story, and then a hand that does the same: the bar turns, the page does not.
  @Test func theStatusBarRotatesAndThePageStays() throws {
    let story = "\(Swivel.packageRoot)/examples/scenarios/split-in-sight.yaml"
    let tablet = try stage.start([story] + Self.slowly)
    defer { tablet.stop() }
    _ = try tablet.waitForLine(within: 30) {
      $0.hasPrefix("split: status bar landscape-right") && $0.contains("main portrait")
    }
    _ = try tablet.waitForLine(within: 30) { $0.hasPrefix("step 2:") }
    #expect(tablet.exitStatus == nil)

    let top = PanelPicture.points(0..<480, 0..<Self.bar)
    let left = PanelPicture.points(0..<Self.bar, 0..<640)
    let page = PanelPicture.points(Self.bar..<480, Self.bar..<640)
    func part(_ points: [(x: Int, y: Int)], in picture: PanelPicture) -> Double {
      Double(points.count { picture[$0.x, $0.y] == Self.black }) / Double(points.count)
    }
    /// The bar with its time, its title and its battery.
    func isBar(_ points: [(x: Int, y: Int)], in picture: PanelPicture) -> Bool {
      (0.9...0.995).contains(part(points, in: picture))
    }
    try stage.away()
    let standing = try stage.rest("the bar above the page", tablet) {
      isBar(top, in: PanelPicture($0, quarters: 0))
    }
    let before = PanelPicture(standing, quarters: 0)
    try stage.drag(from: 0, to: 90)
    try stage.away()
    _ = try tablet.waitForLine(within: 30) {
      $0.hasPrefix("split: status bar landscape-left") && $0.contains("main portrait")
    }
    // The bar never crosses this corner: there the page is where the resting device shows it.
    let corner = PanelPicture.points(400..<480, 560..<640)
    let halfway = try Deadline.wait(for: "the bar on its way") { () -> PanelPicture? in
      let picture = PanelPicture(try stage.photograph(), quarters: 1)
      guard corner.allSatisfy({ picture[$0.x, $0.y] == before[$0.x, $0.y] }) else { return nil }
      return part(top, in: picture) < 0.3 && part(left, in: picture) < 0.3 ? picture : nil
    }
    let lying = try stage.rest("the bar along the page's side", tablet) {
      isBar(left, in: PanelPicture($0, quarters: 1))
    }
    let after = PanelPicture(lying, quarters: 1)
    // Wherever the bar does not lie the page is as it was.
    let moved = page.filter { before[$0.x, $0.y] != after[$0.x, $0.y] }
    #expect(moved.isEmpty, "\(moved.count) pixels of the page")
    #expect(part(top, in: after) < 0.1 && part(left, in: before) < 0.1)
    let crossed = page.filter { before[$0.x, $0.y] != halfway[$0.x, $0.y] }
    // No more than the bar can cover, and none of the page's colours.
    #expect((2000...16_000).contains(crossed.count), "\(crossed.count) pixels of the page")
    #expect(
      !crossed.contains { isColoured(halfway[$0.x, $0.y]) && !isColoured(before[$0.x, $0.y]) })
  }

  /// With a rule set that turns outputs the whole picture turns.
  @Test func theDesktopRuleSetRotatesTheWholePicture() throws {
    let tablet = try stage.start(
      ["--rules", "desktop"] + Self.slowly + ["--", SceneProgram.path, "--card"])
    defer { tablet.stop() }
    try stage.away()
    let standing = try stage.rest("the card upright", tablet) {
      corners(of: PanelPicture($0, quarters: 0)) == Self.corners
    }
    try stage.drag(from: 0, to: 90)
    try stage.away()
    _ = try tablet.waitForLine(within: 30) { $0.contains("landscape-left") }
    let upright = glyph(in: PanelPicture(standing, quarters: 0)).angle
    let halfway = try Deadline.wait(for: "the card on its way") { () -> PanelPicture? in
      let picture = PanelPicture(try stage.photograph(), quarters: 1)
      return (20...70).contains(angle(from: glyph(in: picture).angle, to: upright)) ? picture : nil
    }
    #expect(Set(corners(of: halfway)).isDisjoint(with: Self.corners))
    // Seen upright by who looks at the screen, a quarter back by who turns with the device.
    let turned = Array(Self.corners.dropFirst()) + [Self.corners[0]]
    let lying = try stage.rest("the card in landscape", tablet) {
      corners(of: PanelPicture($0, quarters: 1)) == turned
    }
    // All of it was there, turned about the middle.
    let (seen, after) = (glyph(in: halfway), glyph(in: PanelPicture(lying, quarters: 1)))
    #expect(abs(seen.area / after.area - 1) < 0.15, "\(seen.area) of \(after.area) pixels")
    #expect((15...75).contains(angle(from: after.angle, to: seen.angle)))
  }

  /// How far it is clockwise from one angle to another, in degrees.
  private func angle(from first: Double, to second: Double) -> Double {
    (second - first + 720).truncatingRemainder(dividingBy: 360)
  }

  /// The letter in the middle of the card: its pixels, and where their middle lies seen from the
  /// panel's, in degrees clockwise from the right.
  private func glyph(in picture: PanelPicture) -> (area: Double, angle: Double) {
    var (count, sumX, sumY) = (0, 0, 0)
    // Within 200 pixels of the middle nothing else has its colour, however it is turned.
    for (x, y) in PanelPicture.points() where picture[x, y] == Self.ink {
      let (dx, dy) = (x - 240, y - 320)
      guard dx * dx + dy * dy < 200 * 200 else { continue }
      count += 1
      sumX += dx
      sumY += dy
    }
    return (Double(count), atan2(Double(sumY), Double(sumX)) * 180 / .pi)
  }

  /// The colours near the panel's corners, clockwise from the upper left one.
  private func corners(of picture: PanelPicture) -> [UInt32] {
    [picture[30, 30], picture[449, 30], picture[449, 609], picture[30, 609]]
  }

  private func isColoured(_ word: UInt32) -> Bool {
    let channels = [word >> 16 & 255, word >> 8 & 255, word & 255]
    return (channels.max() ?? 0) - (channels.min() ?? 0) > 60
  }

  private static func word(_ colour: Colour) -> UInt32 {
    UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
  }
}
