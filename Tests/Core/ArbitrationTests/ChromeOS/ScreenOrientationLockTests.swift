// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The statements of the W3C draft about lock types and angles.
@Suite struct ScreenOrientationLockTests {
  /// Lock types from angle 0 to 270.
  static let angles: [(PanelNature, [OrientationLock])] = [
    (
      .portrait, [.portraitPrimary, .landscapePrimary, .portraitSecondary, .landscapeSecondary]
    ),
    (
      .landscape, [.landscapePrimary, .portraitPrimary, .landscapeSecondary, .portraitSecondary]
    ),
  ]

  @Test func everyAngleHasItsLockType() {
    for (panel, types) in Self.angles {
      for (quarters, type) in types.enumerated() {
        let transform = Transform(flipped: false, quarterTurns: -quarters)
        let shown = InterfaceOrientation(transform: transform, on: panel)
        #expect(OrientationLock(shown) == type)
        #expect(type.mask(on: panel) == shown.mask)
      }
    }
    #expect(OrientationLock(.unknown) == .any)
  }

  /// The table of Android and of Chromium's controller differs from W3C's in the portraits of a
  /// landscape panel, and of nothing else.
  ///
  /// Rules: AN-18, CR-20.
  @Test(arguments: [
    (PanelNature.portrait, OrientationLock.portraitPrimary, AndroidRotation.rotation0),
    (.portrait, .landscapePrimary, .rotation90), (.portrait, .portraitSecondary, .rotation180),
    (.portrait, .landscapeSecondary, .rotation270), (.landscape, .landscapePrimary, .rotation0),
    (.landscape, .portraitSecondary, .rotation90), (.landscape, .landscapeSecondary, .rotation180),
    (.landscape, .portraitPrimary, .rotation270),
  ])
  func androidAndChromeOSNameTheEdgesOfALandscapePanelAlike(
    panel: PanelNature, lock: OrientationLock, rotation: AndroidRotation
  ) throws {
    let shown = rotation.orientation(on: panel)
    #expect(OrientationLock(shown, on: panel, by: .android) == lock)
    #expect(lock.mask(on: panel, by: .android) == shown.mask)
    var device = Device(panel: panel)
    device.chromeOS.posture = .tablet
    for primaries in PrimaryOrientations.allCases {
      let rules = ChromeOSRuleSet(primaries)
      var stage = try DisplayStage(rules, device: device, windows: [ChromeOSLockTests.window(0)])
      let wanted = primaries == .android ? shown : lock.mask(on: panel).first
      #expect(try stage.set(.userLock(lock)) == wanted)
      let phone = Scene(device: Device(panel: panel))
      #expect(phone.orientation(within: lock, by: AndroidRuleSet().primaries) == shown)
    }
  }

  @Test func everyLockTypeAllowsTheOrientationsOfItsName() {
    for panel in PanelNature.allCases {
      #expect(OrientationLock.any.mask(on: panel) == .all)
      #expect(OrientationLock.landscape.mask(on: panel) == .landscape)
      #expect(OrientationLock.portrait.mask(on: panel) == [.portrait, .portraitUpsideDown])
    }
    #expect(OrientationLock.natural.mask(on: .portrait) == .portrait)
    #expect(OrientationLock.natural.mask(on: .landscape) == .landscapeRight)
  }

  /// From every lock type to every other one: what is shown is in the newer lock's mask.
  @Test(arguments: OrientationLock.allCases, OrientationLock.allCases)
  func theLaterLockReplacesTheEarlierOne(first: OrientationLock, second: OrientationLock) throws {
    var device = Device()
    device.chromeOS.posture = .tablet
    var stage = try DisplayStage(
      ChromeOSRuleSet(), device: device, windows: [ChromeOSLockTests.window(0)])
    try stage.window(0, .setting(.lock(first, by: .app)))
    let before = stage.shown
    let shown = try stage.window(0, .setting(.lock(second, by: .app)))
    #expect(second.mask(on: .portrait).allows(shown))
    if second == .current { #expect(shown == before) }
    for turned in [DeviceOrientation.landscapeLeft, .portraitUpsideDown, .landscapeRight] {
      try stage.turn(turned)
      #expect(second.mask(on: .portrait).allows(stage.shown))
      if second == .current { #expect(stage.shown == before) }
    }
    // Unlocked, the screen follows the device again.
    #expect(try stage.window(0, .setting(.lock(nil, by: .app))) == .landscapeLeft)
  }

  /// The document of a hidden page can hold no lock.
  ///
  /// Rules: CR-10.
  @Test func aHiddenDocumentLocksNothing() throws {
    var device = Device()
    device.chromeOS.posture = .tablet
    var stage = try DisplayStage(
      ChromeOSRuleSet(), device: device,
      windows: [
        ChromeOSLockTests.window(0), ChromeOSLockTests.window(1, .landscape, hidden: true),
      ])
    #expect(stage.shown == .portrait)
    try stage.window(1, .setting(.lock(.landscapePrimary, by: .app)))
    #expect(stage.shown == .portrait && stage.verdict.outcome == .unchanged)
  }
}
