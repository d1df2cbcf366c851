// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The user's lock, and the ways in which the device is used.
@Suite struct ChromeOSUserLockTests {
  private func tablet(
    _ windows: [Window], key: Int32? = nil, posture: ChromeOSSettings.Posture = .tablet
  ) throws -> DisplayStage {
    try ChromeOSLockTests.tablet(windows, key: key, posture: posture)
  }

  private func window(_ id: Int32, _ lock: OrientationLock? = nil) -> Window {
    ChromeOSLockTests.window(id, lock)
  }

  /// Rules: CR-4, CR-7.
  @Test(arguments: [
    (DeviceOrientation.portrait, InterfaceOrientation.landscapeRight),
    (.landscapeLeft, .portrait), (.portraitUpsideDown, .landscapeLeft),
    (.landscapeRight, .portraitUpsideDown),
  ])
  func theSensorTurnsATablet(device: DeviceOrientation, shown: InterfaceOrientation) throws {
    var stage = try tablet([window(0)])
    #expect(try stage.turn(device) == shown)
    #expect(try stage.turn(.faceUp) == shown)
    #expect(stage.stopped(at: .cr4) && stage.verdict.outcome == .unchanged)
  }

  /// A lock to the current orientation is the lock to the orientation shown at the beginning.
  ///
  /// Rules: CR-2.
  @Test(arguments: PanelNature.allCases, InterfaceOrientation.fallbackOrder)
  func aLockToTheCurrentOrientationIsExactFromTheStart(
    panel: PanelNature, shown: InterfaceOrientation
  ) {
    let rules = ChromeOSRuleSet()
    var scene = Scene(device: Device(panel: panel), windows: [window(0)])
    scene.statusBar.orientation = shown
    scene.device.userLock = .current
    rules.resolveSettings(of: &scene)
    var locked = scene
    locked.device.userLock = nil
    rules.apply(.setting(.userLock(.current)), to: &locked)
    #expect(scene.device.userLock != .current && scene.device.userLock == locked.device.userLock)
  }

  /// Rules: CR-18.
  @Test func leavingTheLaptopsFormBeginsWithTheShownOrientation() {
    let rules = ChromeOSRuleSet()
    for (from, to) in [
      (ChromeOSSettings.Posture.clamshell, ChromeOSSettings.Posture.tablet),
      (.clamshell, .clamshell), (.tablet, .clamshell), (.tablet, .tablet),
    ] {
      var scene = Scene(device: Device(), windows: [window(0)])
      scene.statusBar.orientation = .landscapeLeft
      scene.device.userRotation = .portraitUpsideDown
      scene.device.chromeOS.posture = from
      rules.apply(.setting(.posture(to)), to: &scene)
      let leaves = from == .clamshell && to == .tablet
      #expect(scene.device.userRotation == (leaves ? .landscapeLeft : .portraitUpsideDown))
    }
  }

  /// Rules: CR-2.
  @Test(arguments: PanelNature.allCases, InterfaceOrientation.fallbackOrder)
  func theUsersLockKeepsTheShownOrientation(panel: PanelNature, shown: InterfaceOrientation) throws
  {
    var device = Device(panel: panel)
    device.chromeOS.posture = .tablet
    var stage = try DisplayStage(ChromeOSRuleSet(), device: device, windows: [window(0)])
    let transform = try #require(shown.transform(on: panel))
    let edge = try #require(PanelEdge(transform: transform))
    try stage.turn(DeviceOrientation(edgeUp: edge))
    #expect(stage.shown == shown)
    try stage.play(.device(.rotationLock(true)))
    let lock = try #require(stage.arbiter.scene.device.userLock)
    #expect(lock.mask(on: panel, by: .android) == shown.mask)
    for turned in [DeviceOrientation.portrait, .landscapeLeft, .portraitUpsideDown] {
      #expect(try stage.turn(turned) == shown)
      #expect(stage.verdict.outcome == .unchanged && stage.conflicts.isEmpty)
    }
    try stage.play(.device(.rotationLock(false)))
    let natural = InterfaceOrientation(transform: .rotated180, on: panel)
    #expect(stage.shown == natural)
  }

  /// A lock that names an orientation is kept as it is; one to what is shown is resolved.
  ///
  /// Rules: CR-2.
  @Test func onlyALockToWhatIsShownIsResolvedToTheShownOrientation() throws {
    var stage = try tablet([window(0)])
    try stage.turn(.portrait)
    try stage.set(.userLock(.portrait))
    #expect(stage.arbiter.scene.device.userLock == .portrait)
    try stage.set(.userLock(.current))
    let lock = try #require(stage.arbiter.scene.device.userLock)
    let panel = stage.arbiter.scene.device.panel
    #expect(lock != .current && lock.mask(on: panel, by: .android) == stage.shown.mask)
  }

  /// Rules: CR-11, CR-14.
  @Test func anAppsLockOverridesTheUsersLock() throws {
    var stage = try tablet([window(0), window(1)])
    try stage.play(.device(.rotationLock(true)))
    try stage.window(0, .makeKey)
    try stage.window(0, .setting(.lock(.portrait, by: .app)))
    #expect(stage.shown == .portraitUpsideDown)
    // The window without a lock takes the user's, the one with a lock its own.
    #expect(try stage.window(1, .makeKey) == .landscapeRight)
    #expect(try stage.window(0, .makeKey) == .portraitUpsideDown)
    // The user locks again while portrait is shown.
    try stage.set(.userLock(.current))
    #expect(try stage.window(1, .makeKey) == .portraitUpsideDown)
    #expect(try stage.window(1, .setting(.lock(.landscape, by: .app))) == .landscapeRight)
    try stage.window(0, .setting(.lock(.any, by: .app)))
    #expect(try stage.window(0, .makeKey) == .portraitUpsideDown)
  }

  /// Rules: CR-14.
  @Test(arguments: [
    (OrientationLock.any, OrientationLock.landscapeSecondary, InterfaceOrientation.landscapeLeft),
    (.landscape, .landscapeSecondary, .landscapeLeft),
    (.landscape, .landscapePrimary, .landscapeRight),
    (.landscape, .portraitSecondary, .landscapeRight),
    (.portrait, .portraitSecondary, .portrait),
    (.portrait, .landscapeSecondary, .portraitUpsideDown),
    (.portraitPrimary, .portraitSecondary, .portraitUpsideDown),
    (.landscapeSecondary, .landscapePrimary, .landscapeLeft),
    (.natural, .portraitPrimary, .landscapeRight),
  ])
  func aUserLockWinsOnlyWithinTheAppsLock(
    app: OrientationLock, user: OrientationLock, shown: InterfaceOrientation
  ) throws {
    var stage = try tablet([window(0, app)])
    #expect(try stage.set(.userLock(user)) == shown)
  }

  @Test func aUsersLockCanBelongToOneWindow() throws {
    var owned = window(1, .portraitPrimary)
    owned.chromeOS.owner = .user
    var stage = try tablet([window(0), owned])
    #expect(stage.shown == .portraitUpsideDown)
    try stage.turn(.portraitUpsideDown)
    #expect(stage.shown == .portraitUpsideDown && stage.verdict.outcome == .unchanged)
    #expect(try stage.window(0, .makeKey) == .landscapeLeft)
  }

  /// Rules: CR-9.
  @Test func inSplitViewTheUsersLockApplies() throws {
    var stage = try tablet([window(0, .landscape), window(1, .landscape)])
    #expect(try stage.set(.userLock(.portraitSecondary)) == .landscapeRight)
    #expect(try stage.set(.split(true)) == .portrait)
    #expect(stage.stopped(at: .cr9) && stage.verdict.asked.isEmpty)
    #expect(try stage.set(.split(false)) == .landscapeRight)
  }

  /// Rules: CR-1, CR-8, CR-13.
  @Test func aLaptopDoesNotTurn() throws {
    var stage = try tablet([window(0, .portrait)], posture: .clamshell)
    #expect(stage.shown == .landscapeRight && stage.stopped(at: .cr1))
    #expect(try stage.turn(.landscapeLeft) == .landscapeRight)
    #expect(stage.verdict.outcome == .unchanged && stage.verdict.asked.isEmpty)
    #expect(try stage.set(.posture(.tablet)) == .portrait)
    // With a mouse the locks of apps end; the sensor still counts.
    #expect(try stage.set(.posture(.foldedClamshell)) == .portrait)
    #expect(stage.stopped(at: .cr8) && stage.passed(.cr13))
    #expect(try stage.turn(.portraitUpsideDown) == .landscapeLeft)
  }

  /// Rules: CR-8, CR-13.
  @Test func locksOfAppsCountInTabletModeOnly() throws {
    var stage = try tablet([window(0)], posture: .clamshell)
    try stage.set(.posture(.tablet))
    try stage.play(.device(.rotationLock(true)))
    #expect(try stage.window(0, .setting(.lock(.portrait, by: .app))) == .portraitUpsideDown)
    #expect(try stage.set(.posture(.foldedClamshell)) == .landscapeRight)
    #expect(
      try stage.window(0, .setting(.lock(.portraitSecondary, by: .app))) == .landscapeRight)
    #expect(try stage.set(.posture(.tablet)) == .portrait)
    #expect(try stage.set(.posture(.clamshell)) == .landscapeRight)
  }

  /// Rules: CR-18.
  @Test func leavingTabletModeRestoresTheUsersRotation() throws {
    var stage = try tablet([window(0)], posture: .clamshell)
    #expect(try stage.set(.userRotation(.portrait)) == .portrait)
    try stage.turn(.portraitUpsideDown)
    #expect(try stage.set(.posture(.tablet)) == .landscapeLeft)
    #expect(try stage.set(.posture(.clamshell)) == .portrait)
    #expect(stage.passed(.cr18))
  }

  /// Rules: CR-1.
  @Test func aSettingAllowsRotationInClamshellMode() throws {
    var device = Device(panel: .landscape)
    device.chromeOS.rotatesInClamshell = true
    var stage = try DisplayStage(
      ChromeOSRuleSet(), device: device, windows: [window(0, .portrait)])
    #expect(try stage.turn(.portraitUpsideDown) == .landscapeLeft)
    #expect(try stage.turn(.landscapeLeft) == .portrait)
  }

  @Test func aWindowUsedBeforeAFloatedPageVetoes() throws {
    var floated = window(1)
    floated.chromeOS.isFloated = true
    var stage = try tablet([window(0, .landscape), floated])
    try stage.turn(.landscapeLeft)
    #expect(stage.verdict.outcome == .blocked)
    #expect(stage.conflicts == [.veto] && stage.culprits == [.window(WindowID(0))])
  }
}
