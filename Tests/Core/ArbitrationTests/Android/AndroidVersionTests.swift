// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// What differs between the versions of Android.
@Suite struct AndroidVersionTests {
  private static let asksInVain: [AndroidRequest] = [.portrait, .userLandscape, .reversePortrait]

  private func window(_ id: Int32, _ request: AndroidRequest?) -> Window {
    var window = Window(id: WindowID(id), name: "w\(id)", root: nil)
    window.android.request = request
    return window
  }

  private func stage(
    _ version: AndroidVersion, _ windows: [Window], _ change: (inout Device) -> Void = { _ in }
  ) throws -> DisplayStage {
    var device = Device(panel: .landscape)
    change(&device)
    return try DisplayStage(AndroidRuleSet(version), device: device, windows: windows)
  }

  @Test(arguments: [
    (0, "android"), (33, "android"), (34, "android-14"), (35, "android-14"),
    (36, "android-16"), (99, "android-16"),
  ])
  func everyLevelHasItsVersion(level: Int, name: String) {
    #expect(AndroidVersion.covering(level: level).name == name)
    #expect(RuleSetCatalog.make(name)?.id == name)
  }

  /// Held to the left edge up, the sensor says 270 degrees, which nosensor turns back to 0.
  ///
  /// Rules: AN-26, AN-28.
  @Test(arguments: AndroidVersion.all)
  func aDisplayThatIgnoresRequestsHeedsSome(version: AndroidVersion) throws {
    for request in Self.asksInVain + [.nosensor, .sensor, .locked] {
      var stage = try stage(version, [window(0, request)]) {
        $0.ignoresOrientationRequest = true
        $0.userRotation = .landscapeLeft
      }
      try stage.turn(.landscapeRight)
      let wanted: InterfaceOrientation =
        switch (version.obeyedRequests.contains(request), request) {
        case (true, .nosensor), (true, .locked): .landscapeRight
        case (true, _): .portraitUpsideDown
        default: .landscapeLeft
        }
      // A request of locked keeps what was shown before it was obeyed.
      if request == .locked, version != .android12 { continue }
      #expect(stage.shown == wanted, "\(version.name) \(request.rawValue)")
      #expect(stage.passed(.an28) == version.obeyedRequests.contains(request))
    }
  }

  /// Rules: AN-5, AN-29.
  @Test(arguments: AndroidVersion.all, [AndroidRequest.nosensor, .locked, .unspecified])
  func aDeskDockLeavesTwoRequestsAlone(version: AndroidVersion, request: AndroidRequest) throws {
    let stage = try stage(version, [window(0, request)]) {
      $0.android.dock = .desk
      $0.android.dockRotation = .rotation180
    }
    let yields = version != .android12 && request != .unspecified
    #expect(stage.shown == (yields ? .landscapeRight : .landscapeLeft))
  }

  /// Rules: AN-11, AN-30.
  @Test(arguments: AndroidVersion.all)
  func theUsersRotationReplacesMissingAutoRotation(version: AndroidVersion) throws {
    let stage = try stage(version, [window(0, nil)]) {
      $0.android.supportsAutoRotation = false
      $0.android.takesUserRotationWithoutAutoRotation = true
      $0.userRotation = .landscapeLeft
    }
    #expect(stage.shown == (version == .android12 ? .landscapeRight : .landscapeLeft))
  }

  /// Rules: AN-31.
  @Test(arguments: AndroidVersion.all)
  func aLargeScreenIgnoresRequestsFromSixteenOn(version: AndroidVersion) throws {
    let stage = try stage(version, [window(0, .portrait)]) { $0.android.isLargeScreen = true }
    #expect(stage.shown.isLandscape == (version == .android16))
    #expect(stage.stopped(at: .an31) == (version == .android16))
  }

  /// Rules: AN-33.
  @Test(arguments: AndroidVersion.all)
  func theSensorOfARearDisplayIsReversed(version: AndroidVersion) throws {
    var stage = try stage(version, [window(0, nil)]) { $0.android.reversesSensor = true }
    let isReversed = version != .android12
    #expect(try stage.turn(.landscapeLeft) == (isReversed ? .portraitUpsideDown : .portrait))
    #expect(try stage.turn(.portrait) == .landscapeRight)
    #expect(try stage.turn(.landscapeRight) == (isReversed ? .portrait : .portraitUpsideDown))
  }

  /// Rules: AN-34.
  @Test(arguments: AndroidVersion.all)
  func halfFoldedTheSensorCountsInSpiteOfALock(version: AndroidVersion) throws {
    var stage = try stage(version, [window(0, nil)]) {
      $0.android.isHalfFolded = true
      $0.userRotation = .landscapeRight
    }
    let isFree = version != .android12
    #expect(try stage.turn(.landscapeLeft) == (isFree ? .portrait : .landscapeRight))
  }

  /// Rules: AN-35.
  @Test(
    arguments: [
      (nil, .landscapeLeft, false, true), (.user, .landscapeRight, false, true),
      (nil, .portrait, false, false), (nil, .faceUp, false, false),
      (nil, .portraitUpsideDown, false, false), (nil, .portraitUpsideDown, true, true),
      (.fullUser, .portraitUpsideDown, false, true), (.userPortrait, .landscapeLeft, true, false),
      (.userPortrait, .portraitUpsideDown, true, false),
      (.userLandscape, .landscapeRight, false, true), (.userLandscape, .portrait, false, false),
      (.nosensor, .landscapeLeft, false, false), (.portrait, .landscapeLeft, false, false),
      (.sensor, .landscapeLeft, false, false),
    ] as [(AndroidRequest?, DeviceOrientation, Bool, Bool)], AndroidVersion.all)
  func aLockedDisplayOffersTheSensorsRotation(
    row: (request: AndroidRequest?, held: DeviceOrientation, all: Bool, isOffered: Bool),
    version: AndroidVersion
  ) throws {
    var stage = try stage(version, [window(0, row.request)]) {
      $0.panel = .portrait
      $0.userRotation = .portrait
      $0.android.allowsAllRotations = row.all
    }
    let before = stage.shown
    #expect(!stage.passed(.an35))
    try stage.turn(row.held)
    #expect(stage.passed(.an35) == (row.isOffered && version != .android12))
    #expect((stage.shown == before) == (row.request != .sensor))
  }

  /// Rules: AN-19.
  @Test(arguments: TaskMode.allCases, AndroidVersion.all)
  func onlyATaskThatFillsTheDisplayMayRequest(mode: TaskMode, version: AndroidVersion) throws {
    var above = window(1, .portrait)
    above.android.mode = mode
    let stage = try stage(version, [window(0, .landscape), above])
    #expect(stage.shown.isLandscape == (mode != .fullscreen))
    #expect(
      AndroidRuleSet(version).isVoter(above, in: stage.arbiter.scene) == (mode == .fullscreen))
  }

  /// Rules: AN-32.
  @Test(arguments: [
    (AndroidRequest?.none, true), (.unset, true), (.unspecified, true), (.behind, true),
    (.portrait, false), (.sensorPortrait, false),
  ])
  func aSystemWindowCountsOnlyWithARequest(request: AndroidRequest?, isPassedOver: Bool) throws {
    var above = window(1, request)
    above.android.isSystem = true
    let stage = try stage(.android12, [window(0, .landscape), above])
    #expect(stage.shown.isLandscape == isPassedOver)
    #expect(stage.stopped(at: .an32) == isPassedOver)
  }
}
