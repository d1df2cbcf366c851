// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The scene as a value, before any decision.
@Suite struct SceneTests {
  /// Rules: V-10.
  @Test func aListForThePadReplacesTheGeneralOneThereOnly() {
    let app = App(supported: [.portrait], supportedOnPad: [.landscapeLeft])
    #expect(app.list(on: .phone) == [.portrait])
    #expect(app.list(on: .pad) == [.landscapeLeft])
    #expect(App(supported: [.portrait]).list(on: .pad) == [.portrait])
    #expect(App(supportedOnPad: [.portrait]).list(on: .phone) == nil)
  }

  /// The bar's writer is there again with a root of its own, not with another window's.
  @Test(arguments: [(0, false), (1, true)])
  func onlyTheBarsWriterComesBackWithANewRoot(window: Int32, hasLeft: Bool) {
    var scene = Scene(windows: (0...1).map { Window.declared($0, "w\($0)", DeclaredPolicy()) })
    scene.statusBar.writer = .window(WindowID(0))
    scene.statusBar.writerLeft = true
    let root = Controller(id: "new.root")
    let after = scene.after(.window(WindowID(window), .setRoot(root)), rules: UIKitRuleSet.version8)
    #expect(after.statusBar.writerLeft == hasLeft)
  }

  /// UIKit names an orientation as the user sees the panel, others by the edge that is up.
  @Test func onlyUIKitNamesTheDevicesOrientationByThePanel() {
    let (orientation, panel) = (DeviceOrientation.landscapeLeft, PanelNature.landscape)
    let named = UIKitRuleSet.version8.deviceOrientation(orientation, on: panel)
    #expect(named == orientation.named(on: panel) && named != orientation)
    for rules in [DesktopRuleSet(), AndroidRuleSet(), ChromeOSRuleSet()] as [any RuleSet] {
      #expect(rules.deviceOrientation(orientation, on: panel) == orientation)
    }
  }

  @Test(arguments: ["root", "first", "second"])
  func everyControllerOfATreeCanBeChangedByItsName(name: String) {
    var root = Controller(id: "root")
    root.container = Container(
      kind: .tab, children: [Controller(id: "first"), Controller(id: "second")])
    var changed: [String] = []
    let isThere = root.change(name) { changed.append($0.id) }
    #expect(isThere && changed == [name])
    let isElsewhere = root.change("third") { changed.append($0.id) }
    #expect(!isElsewhere && changed == [name])
  }

  @Test func anOutputThatIsAddedAgainReplacesTheFormerOne() {
    let outputs = [Output(id: OutputID(1), name: "eDP-1"), Output(id: OutputID(2), name: "DP-1")]
    let again = Output(id: OutputID(1), name: "eDP-2")
    let scene = Scene(outputs: outputs)
      .after(.output(.add(again)), rules: DesktopRuleSet())
    #expect(scene.outputs.map(\.name) == ["DP-1", "eDP-2"])
  }

  /// An intervention that removes a window takes its key and what it wrote.
  @Test func aWindowThatLeavesLosesTheKeyAndTheStatusBar() {
    let windows = (0...1).map { Window.declared($0, "w\($0)") }
    var scene = Scene(windows: windows, key: WindowID(0))
    scene.statusBar.writer = .window(WindowID(0))
    scene.amend([.window(WindowID(0), .leaves)], UIKitRuleSet.version8)
    #expect(scene.windows.map(\.id) == [WindowID(1)])
    #expect(scene.keyWindow == WindowID(1) && scene.statusBar.writerLeft)
    let left = scene
    scene.amend([.window(WindowID(0), .leaves)], UIKitRuleSet.version8)
    #expect(scene == left)
  }

  /// An intervention takes effect once the event is in the scene.
  @Test func aTransactionBeginsWithTheChangedScene() {
    let transaction = Transaction(event: .observe, before: Scene(), rules: DesktopRuleSet()) {
      $0.device.isRotationLocked = true
    }
    #expect(transaction.start.device.isRotationLocked)
    #expect(!transaction.before.device.isRotationLocked)
  }

  /// A device that agrees has no lock of the user; one that refuses is locked to what it shows.
  @Test func theUsersLockIsTheDevicesAnswerOnChromeOS() {
    var scene = Scene()
    scene.statusBar.orientation = .landscapeLeft
    ChromeOSRuleSet().amendDevice(&scene, agrees: false)
    #expect(scene.device.userLock == OrientationLock(.landscapeLeft))
    #expect(scene.device.chromeOS.posture == .tablet)
    ChromeOSRuleSet().amendDevice(&scene, agrees: true)
    #expect(scene.device.userLock == nil)
  }

  /// A lock without an orientation is to the shown one; what the user has set is kept.
  @Test(arguments: [false, true], [nil, InterfaceOrientation.portraitUpsideDown])
  func aLockIsToTheShownOrientationUnlessTheUserSetOne(isLocked: Bool, own: InterfaceOrientation?) {
    var scene = Scene()
    scene.statusBar.orientation = .landscapeLeft
    scene.device.isRotationLocked = isLocked
    scene.device.userRotation = own
    scene.device.userLock = own.map { OrientationLock($0) }
    var (android, chromeOS) = (scene, scene)
    AndroidRuleSet().resolveSettings(of: &android)
    #expect(android.device.userRotation == own ?? (isLocked ? .landscapeLeft : nil))
    ChromeOSRuleSet().resolveSettings(of: &chromeOS)
    let shown = OrientationLock(.landscapeLeft)
    #expect(chromeOS.device.userLock == scene.device.userLock ?? (isLocked ? shown : nil))
    #expect(chromeOS.device.userRotation == own ?? .landscapeLeft)
  }

  @Test func aNewDeviceIsAnUnlockedPhoneInPortrait() {
    let phone = Device()
    #expect(phone.idiom == .phone && phone.hasHomeButton && phone.panel == .portrait)
    #expect(phone.size == Size(width: 320, height: 480))
    #expect(Device(idiom: .pad).size == Size(width: 768, height: 1024))
    #expect(phone.orientation == .portrait && phone.felt == .portrait)
    #expect(phone.generatingCount == 1 && phone.reported == .portrait)
    #expect(!phone.isRotationLocked && phone.userLock == nil && phone.userRotation == nil)
    #expect(!phone.ignoresOrientationRequest && phone.platform == .plain)
    // A device that is flat at first was last upright in portrait.
    for orientation in DeviceOrientation.allCases {
      let felt = Device(orientation: orientation).felt
      #expect(felt == (orientation.interface == nil ? .portrait : orientation))
    }
  }

  /// An intervention that hides the key window leaves the key to another one.
  @Test func aHiddenKeyWindowLosesTheKey() {
    let windows = [0, 1].map { Window(id: WindowID($0), name: "w\($0)", root: nil) }
    var scene = Scene(windows: windows, key: WindowID(0))
    scene.amend([.window(WindowID(0), .shows(false))], DesktopRuleSet())
    #expect(scene.windows.map(\.isHidden) == [true, false])
    #expect(scene.keyWindow == WindowID(1))
    scene.amend([.window(WindowID(0), .shows(true))], DesktopRuleSet())
    #expect(scene.windows.map(\.isHidden) == [false, false])
    #expect(scene.keyWindow == WindowID(1))
  }
}
