// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The window that decides, and the parties that are to blame.
@Suite struct AndroidWalkTests {
  static func window(
    _ id: Int32, _ request: AndroidRequest? = nil, fills: Bool = true, hidden: Bool = false,
    level: Int32 = 0
  ) -> Window {
    var window = Window(
      id: WindowID(id), name: "w\(id)", level: level, isHidden: hidden, root: nil)
    window.android = AndroidTraits(request: request, fillsParent: fills)
    return window
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var windows: [Window]
    var source: Int32?
    /// The orientation that is shown while the device has its right edge up.
    var shown: InterfaceOrientation
  }

  /// Rules: AN-20, AN-21.
  @Test func onlyAWindowThatDefersToThoseBelowIsAskedUnderTheRuleForThem() throws {
    let windows = [Self.window(0, .locked), Self.window(1, .behind)]
    let stage = try DisplayStage(AndroidRuleSet(), windows: windows)
    let rules = Dictionary(stage.verdict.asked.map { ($0.window, $0.rule) }) { $1 }
    #expect(rules == [WindowID(0): .an20, WindowID(1): .an21])
  }

  /// Rules: AN-20.
  @Test func theEventsThatMakeAWindowLikeAnotherSetItsRequestAndItsLock() {
    var (window, other) = (Self.window(0, .portrait), Self.window(1, .landscape))
    #expect(window.settings(toMatch: other) == [.request(.landscape)])
    other.chromeOS = ChromeOSTraits(lock: .portrait, owner: .user)
    #expect(
      window.settings(toMatch: other) == [.request(.landscape), .lock(.portrait, by: .user)])
    window.android.request = .landscape
    window.chromeOS = ChromeOSTraits(lock: .portrait, owner: .app)
    #expect(window.settings(toMatch: other) == [.lock(.portrait, by: .user)])
    window.chromeOS = other.chromeOS
    #expect(window.settings(toMatch: other) == [])
  }

  static let rows: [Row] = [
    Row(
      testDescription: "the upper of two fixed ones",
      windows: [window(0, .landscape), window(1, .reverseLandscape)], source: 1,
      shown: .landscapeLeft),
    Row(
      testDescription: "a higher level beats a later window",
      windows: [window(0, .reverseLandscape, level: 1000), window(1, .landscape)], source: 0,
      shown: .landscapeLeft),
    Row(
      testDescription: "unset is passed over",
      windows: [window(0, .portrait), window(1, .unset)], source: 0, shown: .portrait),
    Row(
      testDescription: "unspecified decides if it fills",
      windows: [window(0, .portrait), window(1)], source: 1, shown: .landscapeRight),
    Row(
      testDescription: "unspecified is passed over if it does not fill",
      windows: [window(0, .portrait), window(1, fills: false)], source: 0, shown: .portrait),
    Row(
      testDescription: "an explicit request decides even if it does not fill",
      windows: [window(0, .landscape), window(1, .portrait, fills: false)], source: 1,
      shown: .portrait),
    Row(
      testDescription: "hidden ones do not count",
      windows: [window(0, .landscape), window(1, .portrait, hidden: true)], source: 0,
      shown: .landscapeRight),
    Row(
      testDescription: "behind asks below",
      windows: [window(0, .portrait), window(1, .behind)], source: 0, shown: .portrait),
    Row(
      testDescription: "behind asks even who is hidden",
      windows: [window(0, .portrait, hidden: true), window(1, .behind)], source: 0,
      shown: .portrait),
    Row(
      testDescription: "behind twice",
      windows: [window(0, .reverseLandscape), window(1, .behind), window(2, .behind)], source: 0,
      shown: .landscapeLeft),
    Row(
      testDescription: "behind with nothing below leaves rotation 0",
      windows: [window(0, .unset), window(1, .behind)], source: 1, shown: .portrait),
    Row(
      testDescription: "nobody asks for anything",
      windows: [window(0, fills: false), window(1, .unset)], source: nil, shown: .landscapeRight),
    Row(
      testDescription: "nobody is there", windows: [], source: nil, shown: .landscapeRight),
  ]

  /// Rules: AN-20, AN-21, AN-22, AN-23, AN-24, AN-25.
  @Test(arguments: rows) func theWalkFindsTheWindowThatDecides(row: Row) throws {
    var scene = Scene(device: Device(orientation: .landscapeLeft), windows: row.windows)
    var decision = AndroidDecision(scene: scene, sink: NullSink(), version: .android12)
    #expect(
      decision.walk(scene.indicesFromTop).source == row.source.map { WindowID($0) })
    var sink = MoveSink()
    #expect(AndroidDecision(scene: scene, sink: sink, version: .android12).run(&sink) == .decided)
    scene.apply(sink.moves, cause: .other)
    #expect(scene.statusBar.orientation == row.shown)
  }

  /// Rules: AN-26.
  @Test func aDisplayCanIgnoreEveryRequest() throws {
    var device = Device(orientation: .landscapeLeft)
    device.ignoresOrientationRequest = true
    var stage = try DisplayStage(
      AndroidRuleSet(), device: device, windows: [Self.window(0, .portrait)])
    #expect(stage.shown == .landscapeRight && stage.writer == nil)
    #expect(stage.stopped(at: .an26) && stage.verdict.asked.isEmpty)
    try stage.set(.ignoresOrientationRequest(false))
    #expect(stage.shown == .portrait && stage.writer == .window(WindowID(0)))
  }

  /// Rules: AN-23.
  @Test func aSeeThroughWindowOnTopVetoes() throws {
    let windows = [Self.window(0), Self.window(1, .portrait, fills: false)]
    var stage = try DisplayStage(AndroidRuleSet(), windows: windows, key: 0)
    try stage.turn(.landscapeLeft)
    #expect(stage.shown == .portrait && stage.verdict.outcome == .blocked)
    #expect(stage.conflicts == [.veto] && stage.culprits == [.window(WindowID(1))])
    try stage.window(1, .hide)
    #expect(stage.shown == .landscapeRight && stage.verdict.outcome == .turned)
    #expect(stage.conflicts.isEmpty)
    try stage.window(1, .show)
    #expect(stage.shown == .portrait)
    try stage.window(1, .setting(.request(.unset)))
    #expect(stage.shown == .landscapeRight)
    try stage.window(0, .setting(.request(.portrait)))
    #expect(stage.shown == .portrait)
    try stage.window(0, .remove)
    #expect(stage.shown == .landscapeRight)
  }

  @Test func aPageThatRefusesByItselfIsNoConflict() throws {
    var stage = try DisplayStage(AndroidRuleSet(), windows: [Self.window(0, .portrait)])
    try stage.turn(.landscapeLeft)
    #expect(stage.verdict.outcome == .blocked && stage.conflicts.isEmpty)
    var phone = try DisplayStage(AndroidRuleSet(), windows: [Self.window(0)])
    try phone.turn(.portraitUpsideDown)
    #expect(phone.verdict.outcome == .blocked && phone.conflicts.isEmpty)
    try phone.turn(.faceUp)
    #expect(phone.verdict.outcome == .unchanged && phone.shown == .portrait)
  }

  /// Rules: AN-3.
  @Test func aVetoByTheOpenLidBlamesTheDevice() throws {
    var device = Device()
    device.android.isLidOpen = true
    device.android.lidOpenRotation = .rotation0
    var stage = try DisplayStage(AndroidRuleSet(), device: device, windows: [Self.window(0)])
    try stage.turn(.landscapeLeft)
    #expect(stage.conflicts == [.veto] && stage.culprits == [.device])
  }

  /// Rules: AN-12, AN-14.
  @Test func theUsersLockIsNoConflict() throws {
    var stage = try DisplayStage(AndroidRuleSet(), windows: [Self.window(0)])
    try stage.turn(.landscapeLeft)
    try stage.play(.device(.rotationLock(true)))
    #expect(stage.arbiter.scene.device.userRotation == .landscapeRight)
    try stage.turn(.portrait)
    #expect(stage.shown == .landscapeRight && stage.verdict.outcome == .unchanged)
    #expect(stage.conflicts.isEmpty)
    try stage.window(0, .setting(.request(.sensor)))
    #expect(stage.shown == .portrait)
    try stage.window(0, .setting(.request(nil)))
    #expect(stage.shown == .landscapeRight)
    try stage.play(.device(.rotationLock(false)))
    #expect(stage.shown == .portrait && stage.arbiter.scene.device.userRotation == nil)
    try stage.set(.userRotation(.portraitUpsideDown))
    #expect(stage.shown == .portraitUpsideDown)
  }

  /// Rules: AN-1.
  @Test func aDisplayFixedToTheUsersRotationIsNoConflict() throws {
    var device = Device()
    device.android.isFixedToUserRotation = true
    var stage = try DisplayStage(
      AndroidRuleSet(), device: device, windows: [Self.window(0, .sensor)])
    try stage.turn(.landscapeLeft)
    #expect(stage.shown == .portrait && stage.verdict.outcome == .unchanged)
    #expect(stage.verdict.requested == nil && stage.conflicts.isEmpty)
  }

  /// Rules: AN-19.
  @Test func aWindowThatCannotHaveAnOrientationIsPassedOver() throws {
    var keyboard = Self.window(1, .landscape)
    keyboard.isFollower = true
    let windows = [Self.window(0, .portrait), keyboard]
    var stage = try DisplayStage(AndroidRuleSet(), windows: windows, key: 0)
    try stage.turn(.landscapeLeft)
    #expect(stage.shown == .portrait && stage.stopped(at: .an19))
    #expect(stage.verdict.asked.map(\.window) == [WindowID(0)])
  }

  /// The platform may ignore an app that changes its request in a loop; here each request counts.
  ///
  /// Rules: AN-27.
  @Test func everyRequestOfALoopingWindowCounts() throws {
    var stage = try DisplayStage(AndroidRuleSet(), windows: [Self.window(0)])
    for _ in 0..<3 {
      #expect(try stage.window(0, .setting(.request(.landscape))) == .landscapeRight)
      #expect(try stage.window(0, .setting(.request(.portrait))) == .portrait)
    }
  }

  @Test func addingALandscapeWindowRotatesTheDisplay() throws {
    var stage = try DisplayStage(AndroidRuleSet(), windows: [Self.window(0)])
    try stage.play(.add(Self.window(1, .landscape), makesKey: false))
    #expect(stage.shown == .landscapeRight && stage.writer == .window(WindowID(1)))
    #expect(stage.verdict.page?.controller == nil)
  }

  @Test func aVoterIsShownAndLeavesItsRequestNotUnset() {
    var follower = Self.window(3, .portrait)
    follower.isFollower = true
    var hiddenFollower = Self.window(4, .portrait, hidden: true)
    hiddenFollower.isFollower = true
    let windows = [
      Self.window(0), Self.window(1, .portrait), Self.window(2, .portrait, hidden: true), follower,
      hiddenFollower, Self.window(5, .unset),
    ]
    let scene = Scene(windows: windows, key: WindowID(0))
    let voters = windows.filter { AndroidRuleSet().isVoter($0, in: scene) }
    #expect(voters.map(\.id) == [WindowID(0), WindowID(1)])
  }

  /// A window that is amended to support a mask makes the request with that mask.
  @Test func amendingAMaskMakesARequestOfThatMask() throws {
    let windows = [Self.window(0), Self.window(1, .landscape)]
    var scene = Scene(windows: windows, key: WindowID(0))
    for request in [AndroidRequest.portrait, .reverseLandscape, .fullSensor] {
      let mask = request.mask(on: scene.device, showing: .portrait)
      AndroidRuleSet().amend(&scene, windowAt: 1, .supports(mask))
      let found = try #require(scene.windows[1].android.request)
      #expect(found.mask(on: scene.device, showing: .portrait) == mask)
      #expect(found != .unset && found != .behind)
    }
  }
}
