// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ClientDrawing
import EventLoop
import Foundation
import HeadlessCompositor
import Orientation
import Pixels
import Testing
import WaylandClient
import WindowBackend

@testable import swivel_tablet

/// Many windows of one client, all with the same picture, or none of them with any.
private final class Crowd {
  private let connection: Connection
  private var kept: [Proxy] = []
  private var picture: SharedPicture?

  /// How many windows the host has given a size.
  private(set) var configured = 0

  init(_ hosted: HostedCompositor, count: Int, draws: Bool = true) throws {
    connection = try Connection(adopting: try hosted.compositor.connect())
    let registry = try connection.registry()
    kept.append(registry)
    var globals: [String: UInt32] = [:]
    registry.onEvent = {
      if case .global(let name, let interface, _) = $0 { globals[interface.string] = name }
    }
    try hosted.wait("the globals") {
      try listen()
      return globals[XdgWmBaseProxy.interfaceName] != nil
        && globals[WlShmProxy.interfaceName] != nil
    }
    func bind<Bound: InterfaceProxy>(_ type: Bound.Type, _ version: UInt32) throws -> Bound {
      let made = try registry.bind(
        name: try #require(globals[type.interfaceName]), as: type, version: version)
      kept.append(made)
      return made
    }
    let compositor = try bind(WlCompositorProxy.self, 4)
    let shell = try bind(XdgWmBaseProxy.self, 1)
    let picture = try SharedPicture(
      try bind(WlShmProxy.self, 1), size: Size(width: 160, height: 240), format: .xrgb8888)
    self.picture = picture
    for _ in 0..<count {
      let surface = try compositor.createSurface()
      let shellSurface = try shell.getXdgSurface(surface: surface)
      let toplevel = try shellSurface.getToplevel()
      shellSurface.onEvent = { [unowned self, unowned shellSurface] in
        guard case .configure(let serial) = $0 else { return }
        configured += 1
        try? shellSurface.ackConfigure(serial: serial)
        guard draws else { return }
        try? surface.attach(buffer: picture.buffer, x: 0, y: 0)
        try? surface.commit()
      }
      try surface.commit()
      kept += [surface, shellSurface, toplevel]
    }
  }

  /// Reads what has come, and answers it.
  func listen() throws {
    try connection.wait(.zero)
    _ = try connection.flush()
  }
}

/// What a host or programs can do to the tablet's window: many of them, silent ones, other sizes and scales.
@Suite(.serialized) struct TabletTroubleTests {
  private static let panel = OutputSpecification(size: Size(width: 160, height: 240))

  private func tabletOnSway(slowness: Int = 1) throws -> HostedCompositor {
    let hosted = try HostedCompositor(
      on: try Compositor(.sway), Self.panel, isTablet: true, slowness: slowness)
    try hosted.wait("the window") { hosted.pictures() > 0 }
    try hosted.settle()
    return hosted
  }

  /// Waits until the judge has made up its mind, which the status line shows.
  private func settleJudge(_ hosted: HostedCompositor, _ probe: WindowProbe) throws {
    let device = try #require(hosted.tablet?.device)
    try hosted.wait("the judge", probe: probe) { !device.pose.isRestless(at: hosted.loop.now) }
    try hosted.settle(probe)
  }

  private func turn(
    _ hosted: HostedCompositor, _ quarters: Int, to orientation: DeviceOrientation
  ) throws {
    hosted.turnDevice(quarters)
    try hosted.wait("\(orientation)") { hosted.compositor.scene.device.orientation == orientation }
    try hosted.settle()
  }

  /// However many windows turn together, they are one thing to be drawn.
  @Test func aHundredWindowsRotateInAtMostTwoGroups() throws {
    let hosted = try tabletOnSway()
    let crowd = try Crowd(hosted, count: 100)
    try hosted.wait("the windows") {
      try crowd.listen()
      return hosted.compositor.scene.windows.count == 100
    }
    hosted.turnDevice(1)
    var most = 0
    try hosted.wait("the turn") {
      try crowd.listen()
      let list = try #require(hosted.compositor.drawList(of: "HEADLESS-1"))
      #expect(list.items.count >= 100)
      if let groups = hosted.tablet?.makePicture().look.groups,
        groups.contains(where: { $0.rest != nil })
      {
        most = max(most, groups.count)
      }
      return hosted.compositor.scene.device.orientation == .landscapeRight && most > 0
    }
    #expect(most <= 2, "the windows and the status bar")
    let orientations = hosted.compositor.scene.windows.map(\.orientation)
    #expect(Set(orientations).count == 1 && orientations.first != .portrait)
    try hosted.settle()
    #expect(hosted.failures.isEmpty)
  }

  /// Windows that were asked for and never drawn are no windows, and hold nobody up.
  @Test func windowsThatNeverDrawDoNotDelayARotation() throws {
    let hosted = try tabletOnSway()
    let probe = try WindowProbe(hosted)
    let crowd = try Crowd(hosted, count: 20, draws: false)
    try hosted.wait("their sizes") {
      try crowd.listen()
      return crowd.configured >= 20
    }
    #expect(hosted.compositor.scene.windows.count == 1)
    hosted.turnDevice(1)
    try hosted.wait("the turn", probe: probe) {
      let list = try #require(hosted.compositor.drawList(of: "HEADLESS-1"))
      return list.items.first { $0.window != nil }?.turn != .normal
    }
    #expect(hosted.compositor.scene.windows.count == 1)
    #expect(hosted.failures.isEmpty)
  }

  /// A program that has drawn once and is deaf from then on is turned without its help.
  @Test func aWindowThatStopsDrawingIsRotatedAnyway() throws {
    let hosted = try tabletOnSway()
    let deaf = try WindowProbe(hosted)
    func transform() throws -> Transform? {
      try #require(hosted.compositor.drawList(of: "HEADLESS-1")).items.first { $0.window != nil }?
        .turn
    }
    #expect(try transform() == .normal)
    try turn(hosted, 1, to: .landscapeRight)
    try hosted.wait("the window's turn") { try transform() != .normal }
    try turn(hosted, -1, to: .portrait)
    try hosted.wait("the way back") { try transform() == .normal }
    #expect(hosted.failures.isEmpty)
    withExtendedLifetime(deaf) {}
  }

  /// In the midst of a turn the host has another scale, and then the old one.
  @Test func scaleChangesDuringARotationLeaveThePictureIntact() throws {
    let hosted = try tabletOnSway(slowness: 10)
    let host = try #require(hosted.host)
    let probe = try WindowProbe(hosted)
    try settleJudge(hosted, probe)
    let before = try hosted.photograph()
    for (quarters, orientation) in [
      (1, DeviceOrientation.landscapeRight), (-1, .portrait),
    ] {
      hosted.turnDevice(quarters)
      for scale in [2, 1, 3, 1] {
        let shown = hosted.pictures()
        try hosted.wait("frames", probe: probe) { hosted.pictures() >= shown + 2 }
        let set = try host.run("swaymsg", ["output * scale \(scale)"])
        #expect(set.status == 0, "\(set.errors)")
        try hosted.wait("scale \(scale)", probe: probe) {
          hosted.tablet?.layout?.shape.wholeScale == Int32(scale)
        }
      }
      try hosted.wait("\(orientation)", probe: probe) {
        hosted.compositor.scene.device.orientation == orientation
      }
      try hosted.settle(probe)
    }
    try settleJudge(hosted, probe)
    #expect(try hosted.device(in: hosted.photograph()) == hosted.device(in: before))
    #expect(hosted.failures.isEmpty)
  }

  /// The output that shows it is unplugged; it goes to another, and goes on.
  @Test func theTabletKeepsDrawingAfterItsOutputIsDisabled() throws {
    let hosted = try tabletOnSway()
    let host = try #require(hosted.host)
    _ = try host.run("swaymsg", ["create_output"])
    // For clients that is the same as taking out its plug.
    let unplugged = try host.run("swaymsg", ["output HEADLESS-1 disable"])
    #expect(unplugged.status == 0, "\(unplugged.output)\(unplugged.errors)")
    try hosted.settle()
    let shown = hosted.pictures()
    try turn(hosted, 1, to: .landscapeRight)
    #expect(hosted.pictures() > shown)
    #expect(hosted.failures.isEmpty)
  }

  /// A host of ours makes it as small as can be, also while it turns.
  @Test func rotationsSurviveHostSizesDownToOnePixel() throws {
    let loop = try EventLoop()
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-8")))
    let usual = Size(width: 500, height: 500)
    options.outputs = [OutputSpecification(size: usual)]
    options.bar = .none
    let host = try HeadlessCompositor(loop: loop, options: options)
    let hosted = try HostedCompositor(on: host, Self.panel, loop: loop, isTablet: true)
    let probe = try WindowProbe(hosted)
    try settleJudge(hosted, probe)
    let before = try hosted.device(in: #require(host.picture(of: "HEADLESS-1")))
    var held = DeviceOrientation.portrait
    for (size, quarters) in [
      (Size(width: 1, height: 1), 1), (Size(width: 1, height: 700), 1),
      (Size(width: 900, height: 1), 1), (usual, 1),
    ] {
      hosted.turnDevice(quarters)
      try hosted.wait("a reading", probe: probe) { hosted.tablet?.device.pose.angle != 0 }
      host.configure("HEADLESS-1", size: size)
      try hosted.wait("\(size)", probe: probe) {
        hosted.tablet?.layout?.shape.size == size
          && hosted.compositor.scene.device.orientation != held
      }
      held = hosted.compositor.scene.device.orientation
      try hosted.settle(probe)
    }
    #expect(held == .portrait)
    try settleJudge(hosted, probe)
    #expect(try hosted.device(in: #require(host.picture(of: "HEADLESS-1"))) == before)
    #expect(hosted.failures.isEmpty)
  }

  @Test func losingTheHostEndsTheTabletAndItsProgram() throws {
    let host = try Compositor(.sway)
    let tablet = try Swivel.start(["tablet", "--", SceneProgram.path, "--card"], on: host)
    defer { tablet.stop() }
    _ = try tablet.waitForLine(within: 20) { $0.contains("swivel-card") }
    host.process.send(SIGKILL)
    #expect(try tablet.waitForExit(within: 20) == 1)
    #expect(tablet.errors.contains("the host compositor has gone"), "\(tablet.errors)")
    try Deadline.waitUntil("the end of its program") {
      ProcessGroup.members(of: tablet.pid).isEmpty
    }
  }
}
