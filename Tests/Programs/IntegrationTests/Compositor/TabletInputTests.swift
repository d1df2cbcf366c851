// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Drawing
import EventLoop
import Foundation
import HeadlessCompositor
import Orientation
import Testing

@testable import swivel_tablet

/// What moves the drawn device besides the mouse, and what goes through it: keys, the wheel, a sensor.
@Suite(.serialized) struct TabletInputTests {
  /// Keys as in linux/input-event-codes.h.
  private enum Key {
    static let q: UInt32 = 16
    static let i: UInt32 = 23
    static let ctrl: UInt32 = 29
    static let s: UInt32 = 31
    static let k: UInt32 = 37
    static let l: UInt32 = 38
    static let alt: UInt32 = 56
    static let pageUp: UInt32 = 104
    static let left: UInt32 = 105
    static let right: UInt32 = 106
    static let end: UInt32 = 107
    static let down: UInt32 = 108
    static let pageDown: UInt32 = 109
  }

  /// A tablet on a compositor of ours, whose keyboard and pointer do as they are told.
  private final class Bench {
    let host: HeadlessCompositor
    let hosted: HostedCompositor
    let tablet: TabletWindow

    init() throws {
      let loop = try EventLoop()
      var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-8")))
      options.outputs = [OutputSpecification(size: Size(width: 900, height: 600))]
      options.bar = .none
      host = try HeadlessCompositor(loop: loop, options: options)
      hosted = try HostedCompositor(
        on: host, OutputSpecification(size: Size(width: 160, height: 240)), loop: loop,
        isTablet: true)
      tablet = try #require(hosted.tablet)
      try hosted.wait("the window") { [hosted] in hosted.pictures() > 0 }
      try leaveScreen()
    }

    /// Puts the pointer beside the device, so that keys are the device's.
    func leaveScreen() throws {
      host.input.movePointer(to: 3, 3)
      try hosted.settle()
    }

    func enterScreen(_ probe: WindowProbe) throws {
      host.input.movePointer(to: 450, 300)
      try hosted.wait("the pointer", probe: probe) { probe.place != nil }
    }

    func press(_ key: UInt32) {
      host.input.pressKey(key, isDown: true)
      host.input.pressKey(key, isDown: false)
    }

    func wait(_ what: String, _ isSo: () -> Bool) throws { try hosted.wait(what) { isSo() } }

    var held: DeviceOrientation { hosted.compositor.scene.device.orientation }
    var hasInspector: Bool { (tablet.layout?.inspectorWidth ?? 0) > 0 }

    /// What the inspector says.
    var text: String {
      guard let layout = tablet.layout else { return "" }
      let frame = layout.inspectorFrame
      return tablet.inspector.model(width: frame.width, height: frame.height)?.text ?? ""
    }
  }

  @Test func keysTurnLayFlatLockShakeAndQuitTheDevice() throws {
    let bench = try Bench()
    bench.press(Key.right)
    try bench.wait("a quarter") { bench.held == .landscapeRight }
    bench.press(Key.left)
    try bench.wait("the way back") { bench.held == .portrait }
    #expect(bench.tablet.device.pose.angle == 0)
    for isFlat in [true, false] {
      bench.press(Key.down)
      try bench.wait("flat \(isFlat)") { bench.tablet.device.pose.isFlat == isFlat }
    }
    for isLocked in [true, false] {
      bench.press(Key.l)
      try bench.wait("the lock") {
        bench.hosted.compositor.scene.device.isRotationLocked == isLocked
      }
    }
    bench.press(Key.k)
    try bench.wait("the shaking") { bench.tablet.device.pose.tremor != 0 }
    try bench.wait("its end") { bench.tablet.device.pose.tremor == 0 }
    var hasQuit = false
    bench.tablet.onQuit = { hasQuit = true }
    bench.press(Key.q)
    try bench.wait("the end") { hasQuit }
    #expect(bench.hosted.failures.isEmpty)
  }

  @Test func keysOpenStepAndSaveInTheInspector() throws {
    let bench = try Bench()
    let probe = try WindowProbe(bench.hosted)
    try bench.leaveScreen()
    for orientation in [DeviceOrientation.landscapeRight, .portraitUpsideDown] {
      bench.press(Key.right)
      try bench.wait("\(orientation)") { bench.held == orientation }
    }
    #expect(!bench.hasInspector)
    bench.press(Key.i)
    try bench.wait("the inspector") { bench.hasInspector }
    let inspector = bench.tablet.inspector
    func decision() -> Int { inspector.shown ?? inspector.decisions.upperBound - 1 }
    let last = decision()
    #expect(last >= 2 && inspector.shown == nil)
    for (key, expected) in [
      (Key.pageUp, last - 1), (Key.pageUp, last - 2), (Key.pageDown, last - 1), (Key.end, last),
    ] {
      bench.press(key)
      try bench.hosted.settle(probe)
      #expect(decision() == expected)
      #expect((inspector.shown == nil) == (key == Key.end))
    }
    let file = "\(bench.hosted.folder?.path ?? "")/story.yaml"
    #expect(!FileManager.default.fileExists(atPath: file))
    bench.press(Key.s)
    try bench.wait("the file") { FileManager.default.fileExists(atPath: file) }
    let replay = try Swivel.run(["simulate", file])
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    bench.press(Key.i)
    try bench.wait("its end") { !bench.hasInspector }
    // None of all that was for programs.
    try bench.hosted.settle(probe)
    #expect(!probe.take().contains { $0.hasPrefix("key") && $0.hasSuffix(" 1") })
  }

  /// On the screen keys are the programs', but for those with Ctrl and Alt.
  @Test func keysOnTheScreenGoToProgramsUnlessCtrlAltIsHeld() throws {
    let bench = try Bench()
    let probe = try WindowProbe(bench.hosted)
    try bench.enterScreen(probe)
    _ = probe.take()
    bench.press(Key.i)
    try bench.hosted.wait("the key: \(probe.heard)", probe: probe) {
      probe.heard.contains("key 23 0")
    }
    #expect(probe.take().filter { $0.hasPrefix("key") } == ["key 23 1", "key 23 0"])
    #expect(!bench.hasInspector)
    bench.host.input.pressKey(Key.ctrl, isDown: true)
    bench.host.input.pressKey(Key.alt, isDown: true)
    bench.press(Key.i)
    try bench.hosted.wait("the inspector", probe: probe) { bench.hasInspector }
    bench.host.input.pressKey(Key.alt, isDown: false)
    bench.host.input.pressKey(Key.ctrl, isDown: false)
    try bench.hosted.wait("the release", probe: probe) { probe.heard.contains("key 29 0") }
    #expect(!probe.take().contains("key 23 1"))
  }

  /// While a past decision is shown, the programs have neither the resting pointer nor the keys.
  @Test func aRestingPointerLeavesTheScreenOfThePast() throws {
    let bench = try Bench()
    let probe = try WindowProbe(bench.hosted)
    try bench.leaveScreen()
    bench.press(Key.right)
    try bench.hosted.wait("the turn", probe: probe) { bench.held == .landscapeRight }
    try bench.hosted.settle(probe)
    try bench.enterScreen(probe)
    for key in [Key.ctrl, Key.alt] { bench.host.input.pressKey(key, isDown: true) }
    bench.press(Key.pageUp)
    for key in [Key.alt, Key.ctrl] { bench.host.input.pressKey(key, isDown: false) }
    try bench.hosted.wait("the past", probe: probe) { bench.tablet.inspector.shown != nil }
    try bench.hosted.settle(probe)
    _ = probe.take()
    bench.press(Key.end)
    try bench.hosted.wait("the present", probe: probe) { bench.tablet.inspector.shown == nil }
    try bench.hosted.settle(probe)
    #expect(!probe.take().contains("key 107 1"))
    // In the present the pointer is on the screen again without a motion.
    bench.press(Key.i)
    try bench.hosted.wait("the key", probe: probe) { probe.heard.contains("key 23 1") }
  }

  /// A click on a turned device hits what is under the resting pointer.
  @Test func aRestingPointerFollowsATurnOfTheDevice() throws {
    let bench = try Bench()
    let probe = try WindowProbe(bench.hosted)
    bench.host.input.movePointer(to: 440, 250)
    try bench.hosted.wait("the pointer", probe: probe) { probe.place != nil }
    let before = try #require(probe.place)
    for key in [Key.ctrl, Key.alt] { bench.host.input.pressKey(key, isDown: true) }
    bench.press(Key.right)
    bench.press(Key.right)
    for key in [Key.alt, Key.ctrl] { bench.host.input.pressKey(key, isDown: false) }
    try bench.hosted.wait("the turn", probe: probe) { bench.held == .portraitUpsideDown }
    try bench.hosted.settle(probe)
    let turned = try #require(probe.place)
    bench.host.input.movePointer(to: 441, 250)
    bench.host.input.movePointer(to: 440, 250)
    try bench.hosted.settle(probe)
    #expect(probe.place == turned && turned != before)
  }

  /// A wheel turns nothing: up is up for who looks at it, however the device is held.
  @Test func scrollingKeepsItsDirectionOnATurnedDevice() throws {
    let bench = try Bench()
    let probe = try WindowProbe(bench.hosted)
    for orientation in [
      DeviceOrientation.landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait,
    ] {
      try bench.leaveScreen()
      bench.press(Key.right)
      try bench.hosted.wait("\(orientation)", probe: probe) { bench.held == orientation }
      try bench.hosted.settle(probe)
      try bench.enterScreen(probe)
      _ = probe.take()
      bench.host.input.scroll(
        [
          ScrollStep(isHorizontal: false, distance: 15, value120: 120),
          ScrollStep(isHorizontal: true, distance: -7.5),
        ], source: 0)
      try bench.hosted.wait("the wheel: \(probe.heard)", probe: probe) { probe.heard.count >= 2 }
      #expect(probe.take() == ["axis 0 15.0", "axis 1 -7.5"], "\(orientation)")
    }
  }

  // MARK: - A real sensor

  /// The machine's own sensor moves the drawn device: by iio-sensor-proxy, or by its files.
  @Test(arguments: ["auto", "iio"])
  func theMachinesSensorTurnsTheDrawnDevice(_ source: String) throws {
    let host = try Compositor(.sway)
    let bus = try MessageBus()
    let service = try MockedAccelerometer(serving: bus)
    defer { service.stop() }
    let word = source == "iio" ? "iio:\(service.device)" : source
    let tablet = try ChildProcess(
      Swivel.path,
      ["tablet", "--sensor", word, "--no-animation", "--", SceneProgram.path, "--card"],
      environment: host.clientEnvironment.merging(bus.environment) { $1 })
    defer { tablet.stop() }
    _ = try tablet.waitForLine(within: 20) { $0.hasPrefix("WAYLAND_DISPLAY=") }
    for (x, y, orientation) in [
      (1000, 0, "landscape-left"), (0, -1000, "portrait"), (-1000, 0, "landscape-right"),
    ] {
      try service.set(x, y)
      _ = try tablet.waitForLine(within: 20) { $0.contains("status bar \(orientation)") }
    }
    // Whoever tells of the sensor may end; the tablet stays.
    service.stop()
    _ = try tablet.waitForLine(within: 20) { $0.hasPrefix("sensor") }
    #expect(tablet.exitStatus == nil)
    tablet.send(SIGTERM)
    #expect(try tablet.waitForExit() == 0)
  }
}
