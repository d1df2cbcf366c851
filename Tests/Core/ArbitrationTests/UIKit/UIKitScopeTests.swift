// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The participants of a decision, and the model where it covers less than the platform.
@Suite struct UIKitScopeTests {
  /// The main window takes part without a root, but has no controller to ask.
  ///
  /// Rules: format:voter.
  @Test(arguments: UIKitStage.versions)
  func aVoterHasARootAndIsNoFollower(rules name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var follower = UIKitStage.window(3)
    follower.isFollower = true
    var bare = UIKitStage.window(4)
    bare.root = nil
    let windows = [UIKitStage.window(1), UIKitStage.window(2, isHidden: true), follower, bare]
    var scene = Scene(windows: windows, key: WindowID(1))
    scene.mainWindow = bare.id
    let voters = windows.filter { rules.isVoter($0, in: scene) }.map(\.id.rawValue)
    #expect(voters == (["uikit-8", "uikit-13"].contains(name) ? [1, 2] : [1]))
  }

  /// An option can let hidden windows take part in a version before iOS 8, whose rule is not theirs.
  ///
  /// Rules: C-5.
  @Test(arguments: ["uikit-6", "uikit-7", "uikit-8", "uikit-13"])
  func theQuestionToAHiddenWindowIsNamedByTheRuleFromIOS8On(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name, hiddenCounts: true))
    let windows = [UIKitStage.window(1), UIKitStage.window(2, isHidden: true)]
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: windows, key: WindowID(1)))
    _ = arbiter.handle(.setUp, at: .zero)
    let verdict = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero).verdicts.first
    let asked = verdict?.asked.filter { $0.question == .shouldAutorotate } ?? []
    #expect(asked.map(\.window) == [WindowID(1), WindowID(2)])
    let isNewer = ["uikit-8", "uikit-13"].contains(name)
    #expect(asked.map(\.rule) == [.v9, isNewer ? .c5 : .v9])
  }

  /// Forwarding ends at the first controller that has forwarded the question before.
  @Test(arguments: 15...19)
  func aForwardingCycleEndsWhereItCloses(count: Int) throws {
    for back in [0, count / 2, count - 2] {
      let windows = (0..<count).map { number in
        let next = number + 1 < count ? number + 1 : back
        let root = Controller(id: "c\(number)", forwardsTo: WindowID(Int32(next)))
        return Window(id: WindowID(Int32(number)), name: "w\(number)", root: root)
      }
      var stage = try UIKitStage("uikit-8", windows: windows)
      let asked = try stage.turn(.landscapeLeft).asked.first { $0.window == WindowID(0) }
      #expect(asked?.via == (back..<count).map { "c\($0)" } + ["c\(back)"])
    }
  }

  /// Two children may forward to one controller, at any distance from the controller that is asked.
  @Test(arguments: 12...18)
  func twoWaysToOneControllerAreNoCycle(distance: Int) throws {
    var windows = (0...distance + 2).map { number in
      let root = Controller(id: "c\(number)", forwardsTo: WindowID(Int32(number + 1)))
      return Window(id: WindowID(Int32(number)), name: "w\(number)", root: root)
    }
    let shared = WindowID(Int32(distance + 1))
    windows[distance].root = Controller(
      id: "both",
      container: Container(
        kind: .custom,
        children: ["left", "right"].map { Controller(id: $0, forwardsTo: shared) }, forwards: .all))
    windows[distance + 2].root = UIKitStage.controller("last")
    var stage = try UIKitStage("uikit-8", windows: windows)
    let verdict = try stage.turn(.landscapeLeft)
    #expect(verdict.asked.contains { $0.via.contains("right") && $0.via.contains("left") })
    #expect(verdict.conflicts == [])
  }

  /// A pad locks to the orientation in which it is held, and so does a phone that lies flat.
  ///
  /// Rules: F-10.
  @Test(
    arguments: [DeviceOrientation.landscapeLeft, .portraitUpsideDown, .faceUp, .faceDown],
    [Idiom.phone, .pad])
  func aPhoneThatIsHeldUprightLocksToPortrait(held: DeviceOrientation, idiom: Idiom) throws {
    var stage = try UIKitStage(
      "uikit-8", device: Device(idiom: idiom), windows: [UIKitStage.window(1)])
    _ = try stage.turn(held)
    _ = try stage.play(.device(.rotationLock(true)))
    let isKept = idiom == .pad || held.interface == nil
    #expect(stage.arbiter.scene.device.orientation == (isKept ? held : .portrait))
  }

  /// What the model checker may leave out of its states, because no decision reads it.
  @Test(arguments: UIKitStage.versions)
  func aVersionReadsItsOwnMethodsAndHiddenWindowsThatCount(name: String) throws {
    let scene = Scene(windows: [UIKitStage.window(1)], key: WindowID(1))
    let reads = try #require(RuleSetCatalog.make(name)).reads(in: scene)
    let asksAutorotate = ["uikit-6", "uikit-7", "uikit-8", "uikit-13"].contains(name)
    #expect(
      reads.questions
        == (name == "uikit-5"
          ? [.legacy] : asksAutorotate ? [.shouldAutorotate, .supported] : [.supported]))
    #expect(reads.hidden == ["uikit-8", "uikit-13"].contains(name))
    let keyOnly = try #require(RuleSetCatalog.make(name, arbitration: .keyOnly, hiddenCounts: true))
    #expect(!keyOnly.reads(in: scene).hidden)
  }

  /// A delegate replaces the list, and may be asked for more.
  @Test(arguments: ["uikit-5", "uikit-8", "uikit-27"])
  func orientationsOutsideTheAppsListAreReadOnlyFromItsDelegate(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    func read(_ app: App) -> OrientationMask {
      let scene = Scene(app: app, windows: [UIKitStage.window(1)], key: WindowID(1))
      return rules.reads(in: scene).orientations
    }
    let list: [InterfaceOrientation] = [.portrait, .landscapeLeft]
    let all = Device().mask
    let isLimited = name != "uikit-5"
    #expect(read(App()) == all)
    #expect(read(App(supported: list)) == (isLimited ? [.portrait, .landscapeLeft] : all))
    #expect(read(App(supported: list, delegate: DelegateMasks(standard: .portrait))) == all)
    #expect(read(App(supported: list, sceneDelegate: .portrait)) == all)
  }

  /// With one scene the scene's key window is the app's, and no window can refuse to become key.
  ///
  /// Rules: D-5.
  @Test(arguments: UIKitStage.sceneVersions)
  func theSceneHasOneKeyWindow(rules: String) throws {
    var stage = try UIKitStage(rules, windows: (1...3).map { UIKitStage.window($0) })
    for number in [WindowID(2), WindowID(3)] {
      let verdict = try stage.play(.window(number, .makeKey))
      #expect(verdict.after.keyWindow == number && verdict.page?.window == number)
    }
    let verdict = try stage.play(.window(WindowID(3), .hide))
    #expect(verdict.after.keyWindow == WindowID(2) && verdict.page?.window == WindowID(2))
  }

  /// On the platform the topmost window that may affect the bar decides; here its orientation does.
  ///
  /// Rules: M-11.
  @Test(arguments: [nil, Size(width: 200, height: 100)], [Int32(0), 1000, 2000])
  func noOverlayDecidesWhetherTheBarIsShown(size: Size?, level: Int32) throws {
    var overlay = UIKitStage.window(2, level: level, DeclaredPolicy(supported: .portrait))
    overlay.size = size
    var stage = try UIKitStage("uikit-8", windows: [UIKitStage.window(1), overlay])
    for held in [DeviceOrientation.landscapeLeft, .portrait, .landscapeRight] {
      let verdict = try stage.turn(held)
      #expect(verdict.after.statusBar.orientation == held.interface)
      #expect(verdict.hidesStatusBar == held.interface?.isLandscape)
    }
  }

  /// The store refuses such an app; if it runs all the same, it takes no part in multitasking.
  ///
  /// Rules: P-3, V-15.
  @Test(arguments: [InterfaceOrientation.portraitUpsideDown, .landscapeRight, .landscapeLeft])
  func aPadAppThatLeavesOutAnOrientationIsAsked(missing: InterfaceOrientation) throws {
    let pad = Device(idiom: .pad)
    let listed = InterfaceOrientation.fallbackOrder.filter { $0 != missing }
    var stage = try UIKitStage(
      "uikit-8", device: pad, app: App(supported: listed), windows: [UIKitStage.window(1)])
    let verdict = try stage.turn(missing.device)
    #expect(verdict.outcome == .blocked && verdict.error == nil)
    #expect(Set(verdict.asked.map(\.controller)) == ["w1.root"])
    var whole = try UIKitStage("uikit-8", device: pad, windows: [UIKitStage.window(1)])
    let multitasking = try whole.turn(missing.device)
    #expect(multitasking.outcome == .turned && multitasking.asked.isEmpty)
  }

  /// The guard is another library's; with its answers a controller raises no exception.
  ///
  /// Rules: X-4.
  @Test func onlyAnAnswerWithinTheAppsListSparesTheException() throws {
    let app = App(supported: [.portrait])
    let wanted = UIKitStage.window(1, DeclaredPolicy(supported: .landscape))
    #expect(try UIKitStage("uikit-8", app: app, windows: [wanted]).launch.error?.rule == .x1)
    let valid = UIKitStage.window(1, DeclaredPolicy(supported: .portrait))
    var guarded = try UIKitStage("uikit-8", app: app, windows: [valid])
    let verdict = try guarded.turn(.landscapeLeft)
    #expect(guarded.launch.error == nil && verdict.error == nil && verdict.outcome == .blocked)
    // Upside down needs no guard: a phone without a home button does not offer it.
    var phone = try UIKitStage(
      "uikit-8", device: Device(hasHomeButton: false), windows: [UIKitStage.window(1)])
    #expect(try phone.turn(.portraitUpsideDown).outcome == .blocked)
  }
}
