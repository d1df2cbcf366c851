// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import HeadlessCompositor
import Orientation
import Pixels
import Testing
import WindowBackend

@testable import swivel_tablet

/// Clicks on a host whose scale is a fraction: KWin tells such scales, and scales our pictures itself.
///
/// Its pointer goes by whole logical pixels, so that the last of the screen's pixels are out of its reach.
@Suite(.serialized) struct FractionalWindowTests {
  /// The screen in the host's logical pixels; at 1.5 it has 1200 by 900.
  private static let logical = Size(width: 800, height: 600)
  private static let screen = Size(width: 1200, height: 900)
  private static let poses: [DeviceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]

  /// KWin at a scale of 1.5 that shows our windows over the whole screen.
  private func host() throws -> Compositor {
    let rules = """
      [1]
      wmclass=swivel
      wmclassmatch=2
      fullscreen=true
      fullscreenrule=2
      [General]
      count=1
      rules=1

      """
    // KWin 5 takes the scale from its option, KWin 6.7 from its file alone.
    let outputs = """
      [
        {"name": "outputs", "data": [{"connectorName": "Virtual-0", "scale": 1.5}]},
        {"name": "setups", "data": [{"lidClosed": false, "outputs": [
          {"enabled": true, "outputIndex": 0, "position": {"x": 0, "y": 0}, "priority": 0}]}]}
      ]
      """
    return try Compositor(
      .kwin,
      files: [".config/kwinrulesrc": rules, ".config/kwinoutputconfig.json": outputs],
      options: ["--scale", "1.5", "--width", "800", "--height", "600"])
  }

  /// Presses the pointer at a place in logical pixels; returns what the client heard.
  private func click(
    _ x: Int, _ y: Int, _ hand: KWinHand, _ hosted: HostedCompositor, _ probe: WindowProbe
  ) throws -> [String] {
    _ = probe.take()
    try hand.click(Double(x), Double(y))
    try hosted.wait("a click at \(x),\(y): \(probe.heard)", probe: probe) {
      probe.heard.contains("button 272 0")
    }
    return probe.take()
  }

  @Test(arguments: [Transform.normal, .rotated90, .rotated180, .rotated270])
  func clicksHitTheExactPixelAtAFractionalScale(_ transform: Transform) throws {
    let hosted = try HostedCompositor(
      on: try host(), OutputSpecification(size: Self.logical, transform: transform))
    try hosted.wait("the window") { hosted.pictures() > 0 }
    // What programs draw is finer than the host's pixels, which it makes of it.
    try hosted.wait("the scale") {
      hosted.compositor.drawList(of: "HEADLESS-1")?.panel == Size(width: 1600, height: 1200)
    }
    try hosted.settle()
    let hand = try KWinHand(try #require(hosted.host))
    let probe = try WindowProbe(hosted, scale: 2)
    for pose in Self.poses {
      hosted.compositor.handle(.device(.turned(pose)))
      try hosted.settle(probe)
      let picture = try #require(hosted.compositor.picture(of: "HEADLESS-1"))
      for (x, y) in [(0, 0), (799, 0), (0, 599), (799, 599), (1, 2), (798, 597), (222, 51)] {
        let what = "\(pose) \(transform) at \(x),\(y)"
        let heard = try click(x, y, hand, hosted, probe)
        #expect(heard.suffix(2) == ["button 272 1", "button 272 0"], "\(what)")
        let seen = picture[Int32(2 * x), Int32(2 * y)]
        #expect(probe.place == WindowProbe.place(of: seen), "\(what)")
      }
    }
    #expect(hosted.failures.isEmpty)
  }

  /// The same through the drawn device, which has as many pixels as the screen.
  @Test func clicksOnTheTabletHitTheExactPixelAtAFractionalScale() throws {
    // The height at which the device takes the window's at its own size.
    let panel = Size(width: 160, height: 440)
    let hosted = try HostedCompositor(
      on: try host(), OutputSpecification(size: panel), isTablet: true)
    try hosted.wait("the window") {
      hosted.tablet?.layout?.shape.scale == 180
        && hosted.tablet?.layout?.shape.size == Self.logical
    }
    try hosted.settle()
    #expect(hosted.tablet?.layout?.shape.pixels == Self.screen)
    let hand = try KWinHand(try #require(hosted.host))
    let probe = try WindowProbe(hosted, scale: 2)
    // The middle between the caption of 60 logical pixels and the bar of 48.
    let centre = (x: 400, y: 306)
    for quarter in 0..<4 {
      try hosted.settle(probe)
      let picture = try #require(hosted.compositor.picture(of: "HEADLESS-1"))
      #expect(picture.size == Size(width: 320, height: 880))
      let held = hosted.compositor.scene.device.orientation
      #expect(
        held == [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft][quarter])
      let half = quarter % 2 == 0 ? (x: 80, y: 220) : (x: 220, y: 80)
      for (dx, dy) in [
        (-half.x, -half.y), (half.x - 1, -half.y), (-half.x, half.y - 1), (half.x - 1, half.y - 1),
        (-half.x + 1, -half.y + 2), (3, 5),
      ] {
        let heard = try click(centre.x + dx, centre.y + dy, hand, hosted, probe)
        #expect(heard.suffix(2) == ["button 272 1", "button 272 0"])
        // The panel's pixel that begins there; turned round, it ends there.
        let (h, v) = (2 * dx, 2 * dy)
        let back = [(h, v), (v, -h - 1), (-h - 1, -v - 1), (-v - 1, h)][quarter]
        let seen = picture[Int32(back.0 + 160), Int32(back.1 + 440)]
        #expect(probe.place == WindowProbe.place(of: seen), "\(held) at \(dx),\(dy)")
      }
      hosted.turnDevice(1)
      try hosted.wait("the turn", probe: probe) {
        hosted.compositor.scene.device.orientation != held
      }
    }
    #expect(hosted.failures.isEmpty)
  }
}
