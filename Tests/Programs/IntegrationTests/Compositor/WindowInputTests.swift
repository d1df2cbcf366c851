// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Foundation
import HeadlessCompositor
import Orientation
import Pixels
import Testing
import WindowBackend

@testable import swivel_tablet

/// What a person does on the host arrives at the client that is seen there, right to the pixel.
@Suite(.serialized) struct WindowInputTests {
  private static let poses: [DeviceOrientation] = [
    .landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown,
  ]

  /// The client's picture says which of its pixels is seen where; the client says where it was hit.
  @Test(
    arguments: [Int32(1), 2],
    [Transform.normal, .rotated90, .rotated180, .rotated270, .flipped180])
  func clicksHitTheExactPixelInEveryTransform(_ scale: Int32, _ transform: Transform) throws {
    let host = try Compositor(.sway)
    if scale != 1 {
      let set = try host.run("swaymsg", ["output * scale \(scale)"])
      #expect(set.status == 0, "\(set.errors)")
    }
    let screen = Size(width: 1280, height: 800)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 640, height: 400), transform: transform))
    try hosted.wait("the window") { hosted.pictures() > 0 }
    try hosted.settle()
    let hand = try HostHand(host, screen: screen)
    let probe = try WindowProbe(hosted, scale: scale)
    for pose in Self.poses {
      hosted.compositor.handle(.device(.turned(pose)))
      try hand.move(to: 640, 400)
      try hosted.settle(probe)
      let picture = try hosted.photograph()
      #expect(picture.size == screen)
      for corner in [(0, 0), (1279, 0), (0, 799), (1279, 799), (1, 2), (1278, 797), (333, 77)] {
        let (x, y) = (Int32(corner.0), Int32(corner.1))
        try hand.move(to: x, y)
        try hand.press(0x110, isDown: true)
        try hand.press(0x110, isDown: false)
        try hosted.wait("a click at \(corner)", probe: probe) {
          probe.heard.contains("button 272 0")
        }
        let what = "\(pose) \(transform) at \(corner)"
        #expect(probe.take().suffix(2) == ["button 272 1", "button 272 0"], "\(what)")
        #expect(probe.place == WindowProbe.place(of: picture[x, y]), "\(what)")
      }
    }
    #expect(hosted.failures.isEmpty)
  }

  /// The same through the drawn device, which stands as it is held.
  @Test(arguments: [Int32(1), 2])
  func clicksOnTheTabletHitTheExactPixelInEveryOrientation(_ scale: Int32) throws {
    let host = try Compositor(.sway)
    if scale != 1 { _ = try host.run("swaymsg", ["output * scale \(scale)"]) }
    let screen = Size(width: 1280, height: 800)
    // The height at which the device takes the window's at its own size.
    let panel = Size(width: 160, height: scale == 1 ? 640 : 240)
    let hosted = try HostedCompositor(on: host, OutputSpecification(size: panel), isTablet: true)
    try hosted.wait("the window") { hosted.pictures() > 0 }
    try hosted.settle()
    let hand = try HostHand(host, screen: screen)
    let probe = try WindowProbe(hosted, scale: scale)
    let layout = try #require(hosted.tablet?.layout)
    #expect(layout.magnification == 1 && layout.panelScale == scale)
    let centre = Point(x: Int32(layout.centre.x), y: Int32(layout.centre.y))
    for quarter in 0..<4 {
      try hand.move(to: centre.x, centre.y - 20)
      try hosted.settle(probe)
      let picture = try hosted.photograph()
      let held = hosted.compositor.scene.device.orientation
      #expect(
        held == [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft][quarter])
      let half = quarter % 2 == 0 ? panel : panel.swapped
      let (across, down) = (half.width * scale / 2, half.height * scale / 2)
      for (dx, dy) in [
        (-across, -down), (across - 1, -down), (-across, down - 1), (across - 1, down - 1),
        (-across + 1, -down + 2), (3, 5),
      ] {
        let place = Point(x: centre.x + dx, y: centre.y + dy)
        try hand.move(to: place.x, place.y)
        try hand.press(0x110, isDown: true)
        try hand.press(0x110, isDown: false)
        try hosted.wait("a click at \(place), \(held)", probe: probe) {
          probe.heard.contains("button 272 0")
        }
        #expect(probe.take().suffix(2) == ["button 272 1", "button 272 0"])
        #expect(
          probe.place == WindowProbe.place(of: picture[place.x, place.y]),
          "\(held) at \(place)")
      }
      hosted.turnDevice(1)
      try hosted.wait("the turn", probe: probe) {
        hosted.compositor.scene.device.orientation != held
      }
      try hosted.settle(probe)
    }
    #expect(hosted.failures.isEmpty)
  }

  /// The host is another compositor of ours, since those of others have no such devices here.
  @Test func touchKeysAndTheKeymapOfTheHostReachTheClient() throws {
    let loop = try EventLoop()
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-7")))
    options.outputs = [OutputSpecification(size: Size(width: 300, height: 200))]
    options.bar = .none
    let host = try HeadlessCompositor(loop: loop, options: options)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 300, height: 200), transform: .rotated90),
      loop: loop)
    let probe = try WindowProbe(hosted)
    let keymap = "xkb_keymap { /* of the host */ };\0"
    let folder = try RuntimeDirectory()
    let file = try folder.write(keymap, to: "keymap")
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    host.input.useKeymap(adopting: descriptor, size: UInt32(keymap.utf8.count))
    try hosted.wait("the keymap: \(probe.heard)", probe: probe) {
      probe.take().contains { $0 == "keymap \(keymap)" }
    }
    host.input.pressKey(30, isDown: true)
    host.input.setModifiers(KeyModifiers(depressed: 4))
    host.input.pressKey(30, isDown: false)
    try hosted.wait("the key: \(probe.heard)", probe: probe) {
      probe.heard.contains("key 30 0")
    }
    #expect(probe.take() == ["key 30 1", "modifiers 4", "key 30 0"])
    // Keys that are down when the keyboard goes elsewhere are let go of.
    host.input.pressKey(42, isDown: true)
    try hosted.wait("the other key", probe: probe) { probe.heard.contains("key 42 1") }
    let list = try #require(hosted.compositor.drawList(of: "HEADLESS-1"))
    #expect(list.transform == .rotated90)

    host.input.touchDown(7, at: 20, 30)
    try hosted.wait("the finger", probe: probe) { probe.heard.contains("down 7") }
    let picture = try #require(hosted.compositor.picture(of: "HEADLESS-1"))
    #expect(probe.place == WindowProbe.place(of: picture[20, 30]))
    host.input.touchUp(7)
    try hosted.wait("the finger", probe: probe) { probe.heard.contains("up 7") }
  }

  /// Text that is copied or marked goes both ways, and only with the host's keyboard; nothing else
  /// goes at all.
  @Test(arguments: [false, true]) func selectionsCrossTheHostOnlyWithKeyboardFocus(isPrimary: Bool)
    throws
  {
    let word = isPrimary ? "marked" : "selection"
    let loop = try EventLoop()
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-7")))
    options.outputs = [OutputSpecification(size: Size(width: 300, height: 200))]
    let host = try HeadlessCompositor(loop: loop, options: options)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 300, height: 200)), loop: loop)
    let inner = try WindowProbe(hosted)
    try inner.copy("from inside", isPrimary: isPrimary)
    try hosted.settle(inner)
    // A window of the host takes the keyboard, and the selection with it.
    let outer = try WindowProbe(hosted, name: "outer", on: host)
    func goOn() throws {
      try loop.turn(waitingAtMost: .milliseconds(2))
      try inner.listen()
      try outer.listen()
    }
    try hosted.wait("the selection", probes: [inner, outer]) {
      !outer.offered(isPrimary: isPrimary).isEmpty
    }
    #expect(outer.offered(isPrimary: isPrimary) == ["text/plain"])
    #expect(outer.offered(isPrimary: !isPrimary).isEmpty)
    #expect(try outer.paste(isPrimary: isPrimary, goOn) == "from inside")

    // What the host's other windows copy meanwhile is not heard inside, nor the other way.
    _ = inner.take()
    try outer.copy("from outside", isPrimary: isPrimary)
    try hosted.settle(outer)
    try hosted.settle(inner)
    #expect(!inner.take().contains { $0.hasPrefix(word) })
    try inner.copy("a secret", isPrimary: isPrimary)
    try hosted.settle(inner)
    try hosted.settle(outer)
    #expect(try outer.paste(isPrimary: isPrimary, goOn) == "from outside")

    // With the keyboard the text is there, and nothing else of what was copied.
    host.stack.show(try #require(host.scene.windows.last).id, false)
    try hosted.wait("the selection inside: \(inner.heard)", probes: [inner, outer]) {
      inner.heard.contains("\(word) text/plain")
    }
    #expect(try inner.paste(isPrimary: isPrimary, goOn) == "from outside")
    #expect(hosted.failures.isEmpty)
  }

  @Test func scrollingAndLeavingTheWindowReachTheClient() throws {
    let host = try Compositor(.sway)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 640, height: 400)))
    let probe = try WindowProbe(hosted)
    let hand = try HostHand(host, screen: Size(width: 1280, height: 800))
    try hand.move(to: 300, 300)
    try hosted.wait("the pointer", probe: probe) { probe.place == Point(x: 300, y: 300) }
    try hand.scroll(2)
    try hosted.wait("the wheel", probe: probe) { probe.take().contains("axis 0 30.0") }
    // The window leaves half of the screen, and the pointer leaves the window.
    _ = try host.run("swaymsg", ["floating enable, resize set 400 px 400 px, move position 0 0"])
    try hosted.wait("the new size", probe: probe) { probe.size == Size(width: 400, height: 400) }
    try hand.move(to: 1000, 600)
    try hosted.wait("the leaving", probe: probe) { probe.place == nil }
    try hand.move(to: 399, 399)
    try hosted.wait("the return", probe: probe) { probe.place == Point(x: 399, y: 399) }
  }
}
