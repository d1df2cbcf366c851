// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Testing

@testable import Daemon

/// Every way to turn outputs, at the real compositors that have it.
@Suite(.serialized) struct ApplierTests {
  static let ways: [(CompositorKind, ApplierChoice)] = [
    (.phoc, .wlr), (.sway, .wlr), (.sway, .sway), (.kwin, .kde), (.mutter, .mutter),
  ]

  @Test(arguments: ways)
  func allEightTransformsAreConfirmed(kind: CompositorKind, way: ApplierChoice) throws {
    let desk = try LiveDesk(Compositor(kind))
    let finding = try desk.choose(way)
    #expect(finding.applier.name == way.rawValue)
    let name = kind.firstOutput
    #expect(desk.output(name)?.canTurn == true)
    for transform in Array(Transform.allCases.dropFirst()) + [.normal] {
      #expect(try desk.turn(name, to: transform) == .succeeded)
      try desk.wait("\(transform)") { desk.output(name)?.transform == transform }
      let size = transform.apply(to: Size(width: 1280, height: 800))
      try desk.wait("\(size)") { desk.output(name)?.logicalSize == size }
      try desk.compositor.waitForTransform(
        transform.wireName.replacingOccurrences(of: "-", with: " "))
    }
  }

  /// Mutter's virtual monitor is mounted straight, so Mutter shows what it was asked for: the transform
  /// of the casing for every one of the panel.
  @Test(arguments: [PanelEdge.left, .bottom, .right])
  func mutterIsAskedInTheFrameOfTheCasing(top: PanelEdge) throws {
    let mounts = PanelMounts(["Meta-0": PanelMounts.Mount(top: top, origin: .property)])
    let desk = try LiveDesk(Compositor(.mutter), mounts: mounts)
    try desk.choose(.mutter)
    #expect(desk.output("Meta-0")?.transform == top.transform)
    // Mutter turns the sizes with the mount.
    #expect(
      desk.output("Meta-0")?.modeSize == top.transform.apply(to: Size(width: 1280, height: 800)))
    for transform in Transform.allCases {
      let own = TransformFrame.casing.transform(from: transform, mountedWith: top)
      #expect(try desk.turn("Meta-0", to: transform) == .succeeded)
      try desk.wait("\(transform)") { desk.output("Meta-0")?.transform == transform }
      try desk.compositor.waitForTransform(
        own.wireName.replacingOccurrences(of: "-", with: " "))
      try desk.wait("the size of \(own)") {
        desk.output("Meta-0")?.logicalSize == own.apply(to: Size(width: 1280, height: 800))
      }
    }
  }

  /// niri from 25.11 on adds the mount to what is requested; phoc, in its place, shows what that was.
  @Test(arguments: ["25.08 (01be0e6)", "26.04 (dd75865)"])
  func niriIsAskedInTheFrameOfItsVersion(version: String) throws {
    let directory = try RuntimeDirectory()
    let peer = try RecordedPeer(named: "niri.sock", in: directory, closesAfterAnswer: false) {
      bytes in
      guard bytes.contains(UInt8(ascii: "\n")) else { return nil }
      let question = String(decoding: bytes, as: UTF8.self)
      bytes = []
      return (Array("{\"Ok\":{\"Version\":\"\(version)\"}}\n".utf8), question)
    }
    let mounts = PanelMounts(["HEADLESS-1": PanelMounts.Mount(top: .right, origin: .property)])
    let desk = try LiveDesk(Compositor(.phoc, calling: "niri"), mounts: mounts)
    try desk.choose(.wlr, adding: ["NIRI_SOCKET": peer.path])
    #expect(peer.heard == ["\"Version\"\n"])
    // Its reports count from the panel in either version.
    #expect(desk.output("HEADLESS-1")?.transform == .normal)
    let isNew = version.hasPrefix("26")
    for transform in Transform.allCases {
      let frame: TransformFrame = isNew ? .casing : .panel
      let own = frame.transform(from: transform, mountedWith: .right)
      #expect(try desk.turn("HEADLESS-1", to: transform) == .succeeded)
      try desk.compositor.waitForTransform(
        own.wireName.replacingOccurrences(of: "-", with: " "))
    }
  }

  /// Elsewhere the mount changes nothing.
  @Test func phocIsAskedInTheFrameOfThePanel() throws {
    let mounts = PanelMounts(["HEADLESS-1": PanelMounts.Mount(top: .right, origin: .property)])
    let desk = try LiveDesk(Compositor(.phoc), mounts: mounts)
    try desk.choose(.wlr)
    #expect(desk.output("HEADLESS-1")?.transform == .normal)
    #expect(try desk.turn("HEADLESS-1", to: .rotated90) == .succeeded)
    try desk.compositor.waitForTransform("90")
    try desk.wait("90") { desk.output("HEADLESS-1")?.transform == .rotated90 }
  }

  @Test(arguments: ways)
  func rotatedOutputsStayAdjacentWithoutOverlap(kind: CompositorKind, way: ApplierChoice) throws {
    let compositor = try Compositor(kind, outputs: 2)
    if kind == .phoc {
      // phoc lays both on top of each other.
      let place = ["--output", "HEADLESS-1", "--pos", "1280,0"]
      #expect(try compositor.run("wlr-randr", place).status == 0)
    }
    let desk = try LiveDesk(compositor)
    try desk.choose(way)
    let names = desk.session.outputs.sorted { $0.logicalPosition.x < $1.logicalPosition.x }
      .map(\.name)
    try #require(names.count == 2)
    for (turned, transform) in [(0, Transform.rotated90), (1, .rotated270), (0, .normal)] {
      #expect(try desk.turn(names[turned], to: transform) == .succeeded)
      try desk.wait("\(transform)") { desk.output(names[turned])?.transform == transform }
      try desk.wait("one beside the other") {
        guard let left = desk.output(names[0]), let right = desk.output(names[1]) else {
          return false
        }
        return left.logicalPosition == Point(x: 0, y: 0)
          && right.logicalPosition == Point(x: left.logicalSize.width, y: 0)
      }
    }
    #expect(desk.session.outputs.allSatisfy { $0.enabled })
  }

  @Test(arguments: [
    (CompositorKind.phoc, "wlr"), (.sway, "wlr"), (.kwin, "kde"), (.mutter, "mutter"),
  ])
  func autoSelectsTheApplierAndReportsItsReason(kind: CompositorKind, way: String) throws {
    let desk = try LiveDesk(Compositor(kind))
    let finding = try desk.choose(.automatic)
    #expect(finding.applier.name == way)
    let swivel = try Swivel.start(
      Swivel.replay + ["--output", kind.firstOutput], on: desk.compositor)
    defer { swivel.stop() }
    let line = try swivel.waitForLine()
    #expect(line.hasSuffix("through \(way) (\(finding.reason))"))
    _ = try swivel.waitForLine { $0.contains("confirmed: \(kind.firstOutput)") }
    try desk.compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    try desk.compositor.waitForTransform("normal")
    let list = try desk.compositor.run(Swivel.path, ["outputs"])
    let lines = list.errors.split(separator: "\n")
    #expect(lines.first == "swivel: turned through \(way): \(finding.reason)")
    // sway counts clockwise, the others as Swivel does.
    #expect(
      lines.dropFirst().map { $0.contains("transform 90 is 270 here") }
        == (kind == .sway ? [true] : []))
    let json = try desk.compositor.run(Swivel.path, ["outputs", "--json"])
    #expect(json.output.contains("\"applier\": \"\(way)\""))
  }

  @Test func anUnavailableApplierIsRefusedWithItsReason() throws {
    let compositor = try Compositor(.phoc)
    for (way, reason) in [
      ("kde", "the compositor has no kde_output_management_v2"), ("sway", "SWAYSOCK is not set"),
      ("mutter", "no session bus"),
    ] {
      let result = try compositor.run(Swivel.path, Swivel.replay + ["--applier", way])
      #expect(result.status == 1)
      #expect(result.errors.contains("\(way): \(reason)"), "\(result.errors)")
    }
    let wrong = try compositor.run(Swivel.path, Swivel.replay + ["--applier", "x11"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("auto, wlr, kde, mutter, sway"))
  }

  /// sway 1.7 remembers as "off" what wlr-randr asks for, and then ignores commands to turn.
  @Test func swayApplierRotatesAnOutputSwayRemembersAsOff() throws {
    let desk = try LiveDesk(Compositor(.sway))
    let trap = ["--output", "HEADLESS-1", "--transform", "90"]
    let isOld = try desk.compositor.isSway17
    #expect(try (desk.compositor.run("wlr-randr", trap).status != 0) == isOld)
    let ignored = try desk.compositor.run(
      "swaymsg", ["output", "HEADLESS-1", "transform", "90"])
    #expect(ignored.status == 0)
    // Its words count clockwise.
    try desk.compositor.waitForTransform(isOld ? "normal" : "270")
    try desk.choose(.sway)
    #expect(try desk.turn("HEADLESS-1", to: .rotated90) == .succeeded)
    try desk.wait("90") { desk.output("HEADLESS-1")?.transform == .rotated90 }
  }

  @Test func mutterApplierRotatesAfterAnotherProgramsChange() throws {
    let desk = try LiveDesk(Compositor(.mutter))
    try desk.choose(.mutter)
    try MutterBus(#require(desk.compositor.bus)).show([("Meta-0", 0, 2)])
    try desk.wait("180 by another") { desk.output("Meta-0")?.transform == .rotated180 }
    #expect(try desk.turn("Meta-0", to: .rotated270) == .succeeded)
    try desk.wait("270") { desk.output("Meta-0")?.transform == .rotated270 }
  }
}
