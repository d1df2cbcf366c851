// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// The user's lock and the user's rotation on a desktop.
@Suite struct UserRequestTests {
  private let first = FakeDisplay.first

  /// A landscape display whose focused window refuses every turn.
  private func refusing() -> FakeDisplay {
    let window = Window(
      id: WindowID(1), name: "film",
      root: Controller(id: "film", policy: .declared(DeclaredPolicy(autorotate: false))))
    return FakeDisplay(windows: [window], key: WindowID(1))
  }

  private func lock(_ lock: OrientationLock?, _ display: inout FakeDisplay) {
    for event in display.arbiter.rules.events(toLock: lock, in: display.arbiter.scene) {
      display.send(event)
    }
  }

  private func rotate(_ orientation: InterfaceOrientation, _ display: inout FakeDisplay) {
    for event in display.arbiter.rules.events(rotatingTo: orientation, in: display.arbiter.scene) {
      display.send(event)
    }
  }

  /// Rules: W-13, W-14.
  @Test func theUsersRotationOverridesARefusingWindow() {
    var display = refusing()
    display.turn(.left)
    #expect(display.wanted == [])
    rotate(.portrait, &display)
    #expect(display.wanted == [.rotated270] && display.verdicts.last?.asked == [])
    display.obey()
    lock(.landscape, &display)
    #expect(display.wanted == [.normal])
    display.obey()
    #expect(display.verdicts.last?.asked == [])
  }

  /// Rules: W-1, W-13.
  @Test(arguments: OrientationLock.allCases, PanelEdge.allCases)
  func aLockedOrientationIsShownAtEveryDeviceOrientation(
    lock wanted: OrientationLock, edge: PanelEdge
  ) {
    var display = FakeDisplay()
    lock(wanted, &display)
    while !display.requests.isEmpty { display.obey() }
    let shown = display.output()?.orientation
    display.turn(edge)
    while !display.requests.isEmpty { display.obey() }
    let orientation = display.output()?.orientation ?? .unknown
    #expect(wanted.mask(on: .landscape).allows(orientation))
    // Only a lock to a class leaves the device a choice, and no lock leaves every choice.
    if wanted != .any, !wanted.isClass { #expect(orientation == shown) }
    lock(nil, &display)
    while !display.requests.isEmpty { display.obey() }
    #expect(display.output()?.transform == edge.transform)
    #expect(display.arbiter.scene.device.userLock == nil)
    #expect(!display.arbiter.scene.device.isRotationLocked)
  }

  /// Rules: W-14.
  @Test func theUsersRotationLastsUntilTheDeviceTurns() {
    var display = FakeDisplay()
    display.turn(.top)
    rotate(.landscapeLeft, &display)
    display.obey()
    display.send(.device(.turned(.faceUp)))
    display.send(.device(.turned(DeviceOrientation(edgeUp: .top))))
    #expect(display.wanted == [.normal], "up from the table it is a turn")
    display.obey()
    rotate(.landscapeLeft, &display)
    display.obey()
    display.turn(.left)
    #expect(display.wanted == [.rotated90])
  }

  /// Rules: W-13, W-14.
  @Test func theUsersRequestOverridesAnotherProgramsTransform() {
    var display = FakeDisplay()
    display.send(.output(.transform(first, .rotated180)))
    rotate(.portrait, &display)
    #expect(display.wanted == [.rotated270])
    display.obey()
    display.send(.output(.transform(first, .rotated180)))
    lock(.portrait, &display)
    #expect(display.wanted == [.rotated270])
  }

  /// Rules: W-1, W-10.
  @Test func aLockToCurrentKeepsAnotherProgramsTransform() {
    var display = FakeDisplay()
    display.turn(.top)
    display.send(.output(.transform(first, .rotated180)))
    lock(.current, &display)
    display.turn(.left)
    #expect(display.requests.isEmpty)
  }

  /// Rules: W-3.
  @Test func anOutputNoLongerManagedStaysUntilRestored() {
    var display = FakeDisplay()
    display.turn(.left)
    display.obey()
    display.send(.output(.configure(first, .isManaged(false))))
    display.turn(.top)
    #expect(display.requests.isEmpty && display.output()?.transform == .rotated90)
    display.send(.output(.configure(first, .isManaged(true))))
    #expect(display.wanted == [.normal])
    display.obey()
    display.turn(.left)
    display.obey()
    display.send(.output(.configure(first, .isManaged(false))))
    display.send(.output(.restore))
    #expect(display.wanted == [.normal])
  }

  @Test func anOutputsPolicyCanChangeAtAnyTime() {
    var display = FakeDisplay()
    display.turn(.left)
    display.obey()
    display.send(.output(.configure(first, .target(.fixed(.flipped)))))
    display.send(.output(.configure(first, .isManaged(false))))
    #expect(display.wanted == [.flipped])
    display.obey()
    // A newly configured target overrides another program's transform.
    display.send(.output(.transform(first, .rotated270)))
    display.send(.output(.configure(first, .target(.fixed(.rotated180)))))
    #expect(display.wanted == [.rotated180])
    display.obey()
    display.send(.output(.configure(first, .target(nil))))
    display.send(.output(.configure(first, .isManaged(true))))
    #expect(display.wanted == [.rotated90])
    display.obey()
    display.send(.output(.restore))
    #expect(display.wanted == [.normal])
  }

  @Test(arguments: ["uikit-8", "uikit-16", "android", "chromeos"])
  func theUsersLockHoldsUnderOtherRuleFamilies(rules name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var display = FakeDisplay(rules: rules)
    display.send(.device(.setting(.posture(.tablet))))
    lock(.landscapeSecondary, &display)
    while !display.requests.isEmpty { display.obey() }
    let expected: InterfaceOrientation = .landscapeLeft
    #expect(display.arbiter.scene.statusBar.orientation == expected)
    display.turn(.left)
    while !display.requests.isEmpty { display.obey() }
    #expect(display.arbiter.scene.statusBar.orientation == expected)
  }
}
