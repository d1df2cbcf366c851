// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The facts that the platform's own tests of its orientation controller state, on a laptop whose
/// panel is natively landscape: `portraitUpsideDown` is rotation 270, the primary portrait (CR-20).
@Suite struct ChromeOSLockTests {
  static func window(
    _ id: Int32, _ lock: OrientationLock? = nil, hidden: Bool = false
  ) -> Window {
    var window = Window(id: WindowID(id), name: "w\(id)", isHidden: hidden, root: nil)
    window.chromeOS.lock = lock
    return window
  }

  static func tablet(
    _ windows: [Window], key: Int32? = nil, posture: ChromeOSSettings.Posture = .tablet
  ) throws -> DisplayStage {
    var device = Device(panel: .landscape)
    device.chromeOS.posture = posture
    return try DisplayStage(ChromeOSRuleSet(), device: device, windows: windows, key: key)
  }

  /// Returns whether the sensor cannot turn the display to the other class.
  static func isLocked(_ stage: DisplayStage) throws -> Bool {
    var copy = stage
    let other: DeviceOrientation = stage.shown.isLandscape ? .landscapeLeft : .portrait
    return try copy.turn(other).isLandscape == stage.shown.isLandscape
  }

  /// Rules: CR-10, CR-15.
  @Test func aWindowLocksAndUnlocksTheRotation() throws {
    var stage = try Self.tablet([Self.window(0)])
    #expect(try !Self.isLocked(stage))
    try stage.window(0, .setting(.lock(.landscape, by: .app)))
    #expect(stage.shown == .landscapeRight && stage.writer == nil)
    #expect(try Self.isLocked(stage))
    // A dialogue that is no app's does not count.
    var modal = Self.window(1)
    modal.chromeOS.isApp = false
    try stage.play(.add(modal, makesKey: true))
    #expect(try Self.isLocked(stage))
    try stage.window(0, .setting(.lock(nil, by: .app)))
    #expect(try !Self.isLocked(stage))
  }

  @Test func aNewLockReplacesTheOldOne() throws {
    var stage = try Self.tablet([Self.window(0)])
    try stage.window(0, .setting(.lock(.portrait, by: .app)))
    #expect(stage.shown == .portraitUpsideDown && stage.writer == .window(WindowID(0)))
    try stage.window(0, .setting(.lock(.landscape, by: .app)))
    #expect(stage.shown == .landscapeRight)
  }

  /// Rules: CR-10.
  @Test func onlyTheActiveWindowLocksAndUnlocks() throws {
    var stage = try Self.tablet([Self.window(0), Self.window(1)], key: 0)
    try stage.window(0, .setting(.lock(.landscape, by: .app)))
    try stage.window(1, .setting(.lock(.portrait, by: .app)))
    #expect(stage.shown == .landscapeRight)
    try stage.window(1, .setting(.lock(nil, by: .app)))
    #expect(try Self.isLocked(stage))
  }

  /// Rules: CR-10.
  @Test func activatingAWindowAppliesItsLock() throws {
    var stage = try Self.tablet([Self.window(0, .landscape), Self.window(1)], key: 0)
    #expect(try Self.isLocked(stage))
    try stage.window(1, .makeKey)
    #expect(try !Self.isLocked(stage))
    try stage.window(0, .makeKey)
    #expect(try Self.isLocked(stage))
    try stage.window(1, .setting(.lock(.portrait, by: .app)))
    #expect(stage.shown == .landscapeRight)
    try stage.window(1, .makeKey)
    #expect(stage.shown == .portraitUpsideDown)
    try stage.window(0, .makeKey)
    #expect(stage.shown == .landscapeRight)
  }

  /// Rules: CR-10.
  @Test func hiddenAndRemovedWindowsLockNothing() throws {
    var stage = try Self.tablet([Self.window(0, .landscape), Self.window(1)], key: 0)
    try stage.window(0, .hide)
    #expect(try !Self.isLocked(stage))
    try stage.window(0, .show)
    // Showing a window does not make it the one used last.
    #expect(try !Self.isLocked(stage))
    try stage.window(0, .makeKey)
    #expect(try Self.isLocked(stage))
    try stage.window(0, .remove)
    #expect(try !Self.isLocked(stage))
    try stage.window(1, .makeKey)
    #expect(try !Self.isLocked(stage))
  }

  /// Rules: CR-9.
  @Test func splitViewPreventsLocks() throws {
    var stage = try Self.tablet([Self.window(0, .landscape), Self.window(1, .portrait)], key: 0)
    #expect(try Self.isLocked(stage))
    try stage.set(.split(true))
    #expect(try !Self.isLocked(stage))
    #expect(stage.stopped(at: .cr9) && stage.verdict.asked.isEmpty)
    try stage.set(.split(false))
    #expect(try Self.isLocked(stage))
  }

  /// Rules: CR-12.
  @Test func locksOfFloatedWindowsAreIgnored() throws {
    var floated = Self.window(1, .portrait)
    #expect(try Self.isLocked(Self.tablet([Self.window(0), floated])))
    floated.chromeOS.isFloated = true
    let stage = try Self.tablet([Self.window(0), floated])
    #expect(stage.shown == .landscapeRight && stage.stopped(at: .cr12))
    #expect(try !Self.isLocked(stage))
  }

  /// Rules: CR-19.
  @Test func locksOfWindowsOnAnotherDisplayAreIgnored() throws {
    var outside = Self.window(1, .landscape)
    outside.shell.output = OutputID(7)
    var stage = try Self.tablet([Self.window(0, .portraitPrimary), outside])
    #expect(stage.shown == .landscapeRight)
    try stage.play(
      .output(.add(Output(id: OutputID(7), name: "DP-1", panel: .landscape, policy: .leave))))
    try stage.window(1, .makeKey)
    #expect(stage.shown == .portraitUpsideDown && stage.stopped(at: .cr19))
    // Moved over, the window locks the internal display; moved back, it does not.
    try stage.window(1, .shell(ShellTraits()))
    #expect(stage.shown == .landscapeRight)
    try stage.window(1, .shell(ShellTraits(output: OutputID(7))))
    #expect(stage.shown == .portraitUpsideDown)
  }

  /// Rules: CR-12, CR-19.
  @Test func windowsThatFloatOrMoveOutLeaveTheDecisionToOthers() throws {
    var stage = try Self.tablet([Self.window(0, .portraitPrimary), Self.window(1, .landscape)])
    #expect(stage.shown == .landscapeRight)
    for setting in [WindowSetting.floated, WindowSetting.onExternalDisplay] {
      #expect(try stage.window(1, .setting(setting(true))) == .portraitUpsideDown)
      #expect(try stage.window(1, .setting(setting(false))) == .landscapeRight)
    }
  }

  /// Rules: CR-15.
  @Test(arguments: [
    (OrientationLock.landscape, InterfaceOrientation.landscapeRight, DeviceOrientation.portrait),
    (.landscape, .landscapeLeft, .portraitUpsideDown),
    (.portrait, .portrait, .landscapeLeft),
    (.portrait, .portraitUpsideDown, .landscapeRight),
  ])
  func aClassLockAllowsTheTwoRotationsOfItsClass(
    lock: OrientationLock, shown: InterfaceOrientation, device: DeviceOrientation
  ) throws {
    var stage = try Self.tablet([Self.window(0, lock)])
    try stage.turn(device)
    #expect(stage.arbiter.scene.device.orientation == device && stage.shown == shown)
    #expect(try Self.isLocked(stage))
    // The page's own lock blocks the other class, which is no conflict.
    try stage.turn(shown.isLandscape ? .landscapeLeft : .portraitUpsideDown)
    #expect(stage.shown == shown && stage.verdict.outcome == .blocked)
    #expect(stage.conflicts.isEmpty)
  }

  /// Rules: CR-2, CR-15.
  @Test func anExactLockAllowsOneRotation() throws {
    var stage = try Self.tablet([Self.window(0, .portraitPrimary)])
    #expect(stage.shown == .portraitUpsideDown)
    for device in [DeviceOrientation.landscapeLeft, .portraitUpsideDown, .portrait] {
      #expect(try stage.turn(device) == .portraitUpsideDown)
      #expect(stage.stopped(at: .cr2))
    }
  }

  /// Rules: CR-16.
  @Test func aLockToCurrentKeepsTheShownRotation() throws {
    var stage = try Self.tablet([Self.window(0)])
    try stage.turn(.landscapeLeft)
    try stage.window(0, .setting(.lock(.current, by: .app)))
    #expect(try stage.turn(.portrait) == .portrait)
    #expect(stage.stopped(at: .cr16))
    // A window whose former lock was of another class freezes within that class.
    var other = Self.window(1, .landscape)
    other.isHidden = true
    try stage.play(.add(other, makesKey: false))
    try stage.window(1, .setting(.lock(.current, by: .app)))
    try stage.window(1, .show)
    try stage.window(1, .makeKey)
    #expect(stage.shown == .landscapeRight)
    // A lock to current that comes with its window keeps what is shown then.
    try stage.play(.add(Self.window(2, .current), makesKey: true))
    try stage.turn(.landscapeLeft)
    #expect(stage.shown == .landscapeRight)
  }
}
