// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The controllers that are called during a turn, and the notifications before it.
@Suite struct UIKitCallbackTests {
  private static func heard(_ verdict: Verdict) -> Set<String> {
    Set(verdict.callbacks.map(\.controller))
  }

  /// Several controllers whose views lie in one window are here the children of its root.
  ///
  /// Rules: A-6.
  @Test func onlyTheFirstOfSeveralControllersInAWindowIsCalled() throws {
    var stage = try UIKitStage(
      "uikit-5", windows: [UIKitStage.window(1, .custom, ["first", "second"])])
    let verdict = try stage.turn(.landscapeLeft)
    #expect(verdict.outcome == .turned)
    #expect(Self.heard(verdict) == ["w1.root", "first"])
  }

  /// The same turn calls controllers as soon as the app has launched.
  ///
  /// Rules: C-8.
  @Test(arguments: UIKitStage.versions)
  func launchingInLandscapeCallsNoController(rules: String) throws {
    var stage = try UIKitStage(
      rules, device: Device(orientation: .landscapeLeft), windows: [UIKitStage.window(1)])
    #expect(stage.launch.after.windows[0].orientation == .landscapeRight)
    #expect(stage.launch.callbacks == [])
    _ = try stage.turn(.portrait)
    let names = Set(try stage.turn(.landscapeLeft).callbacks.map(\.name))
    #expect(names.contains(stage.traits.version < 8 ? .willRotate : .viewWillTransition))
    #expect(names.contains(.willTransitionTraits) == (stage.traits.version >= 8))
  }

  /// iOS 8.0 to 8.4 sent the callbacks twice, a quirk that the model leaves out.
  ///
  /// Rules: C-10.
  @Test func legacyCallbacksInASplitViewComeOnce() throws {
    var stage = try UIKitStage(
      "uikit-8", windows: [UIKitStage.window(1, .split, ["primary", "secondary"])])
    let callbacks = try stage.turn(.landscapeLeft).callbacks
    for controller in ["w1.root", "primary", "secondary"] {
      for name in [Callback.Name.willRotate, .willAnimateRotation, .didRotate] {
        let count = callbacks.count { $0.controller == controller && $0.name == name }
        #expect(count == 1, "\(name.rawValue) of \(controller)")
      }
    }
  }

  /// Rules: K-3.
  @Test(arguments: UIKitStage.versions)
  func aTurnReachesTheChildrenThatTheContainerWasGiven(rules: String) throws {
    var stage = try UIKitStage(rules, windows: [UIKitStage.window(1, .navigation, ["below"])])
    #expect(Self.heard(try stage.turn(.landscapeLeft)) == ["w1.root", "below"])
    _ = try stage.play(.window(WindowID(1), .push(UIKitStage.controller("above"))))
    #expect(Self.heard(try stage.turn(.portrait)) == ["w1.root", "above"])
    _ = try stage.play(.window(WindowID(1), .pop))
    #expect(Self.heard(try stage.turn(.landscapeLeft)) == ["w1.root", "below"])

    var tabs = try UIKitStage(rules, windows: [UIKitStage.window(1, .tab, ["left", "right"])])
    #expect(Self.heard(try tabs.turn(.landscapeLeft)) == ["w1.root", "left"])
    _ = try tabs.play(.window(WindowID(1), .select(child: "right")))
    #expect(Self.heard(try tabs.turn(.portrait)) == ["w1.root", "right"])
  }

  /// A flat device tells the first listener its last upright orientation, between two flat ones.
  @Test func onlyTheFirstListenerOfAFlatDeviceIsToldItsOrientations() throws {
    func begun(_ held: DeviceOrientation, after count: Int) throws -> [Notice] {
      var stage = try UIKitStage(
        "uikit-8", device: Device(generatingCount: count), windows: [UIKitStage.window(1)])
      _ = try stage.turn(held)
      return try stage.play(.device(.generating(true))).notices
    }
    let told = [DeviceOrientation.faceUp, .portrait, .faceUp]
    #expect(
      try begun(.faceUp, after: 0)
        == told.map { .notification(.deviceOrientationDidChange($0)) })
    for (held, count) in [(.faceUp, 1), (.faceUp, 2), (.landscapeLeft, 0), (.landscapeLeft, 1)]
      as [(DeviceOrientation, Int)]
    {
      #expect(try begun(held, after: count) == [], "\(held) after \(count)")
    }
  }

  /// The shortcut turns the first window with a modal and posts the device's change last.
  ///
  /// Rules: M-14.
  @Test func everyWindowWithAModalTurnsAfterTheDevicesNotification() throws {
    let windows = (1...2).map { number in
      var window = UIKitStage.window(Int32(number))
      window.root?.presented = Presentation(
        style: .fullScreen, controller: UIKitStage.controller("modal\(number)"))
      return window
    }
    var stage = try UIKitStage("uikit-8", windows: windows)
    let verdict = try stage.turn(.landscapeLeft)
    #expect(verdict.after.windows.map(\.orientation) == [.landscapeRight, .landscapeRight])
    #expect(Set(verdict.asked.map(\.controller)) == ["modal1", "modal2"])
    #expect(
      verdict.notices.first == .notification(.deviceOrientationDidChange(.landscapeLeft)))
  }
}
