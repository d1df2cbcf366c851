// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The place of a rotation's transform, and the bounds of windows before and after the rotation.
@Suite struct UIKitGeometryTests {
  /// Rules: C-3, V-5.
  @Test(arguments: UIKitStage.versions)
  func theWindowCarriesTheTransformFromUIKit8On(rules: String) throws {
    var stage = try UIKitStage(rules, windows: [UIKitStage.window(1)])
    let scene = try stage.turn(.landscapeLeft).after
    let (window, size) = (scene.windows[0], scene.device.size)
    #expect(window.orientation == .landscapeRight)
    #expect(window.orientation.matrix == [0, 1, -1, 0])
    #expect(window.viewBounds(window.orientation, on: scene.device) == size.swapped)
    let bounds = window.bounds(stage.traits, on: scene.device)
    #expect(bounds == (stage.traits.version >= 8 ? size.swapped : size))
  }

  /// A window without a scene is on no screen, and cannot be described here.
  ///
  /// Rules: D-3.
  @Test(arguments: UIKitStage.sceneVersions)
  func aNewWindowStartsAsItsSceneStands(rules: String) throws {
    var stage = try UIKitStage(rules, windows: [UIKitStage.window(1)])
    _ = try stage.turn(.landscapeLeft)
    // A flat device requests nothing, so the new window's orientation comes from the scene.
    _ = try stage.turn(.faceUp)
    let verdict = try stage.play(.add(UIKitStage.window(2), makesKey: false))
    let windows = verdict.after.windows
    #expect(windows.map(\.orientation) == [.landscapeRight, .landscapeRight])
    #expect(verdict.moves.isEmpty && verdict.callbacks.isEmpty)
    let bounds = windows.map { $0.bounds(stage.traits, on: verdict.after.device) }
    #expect(bounds[0] == bounds[1] && bounds[0] == verdict.after.device.size.swapped)
  }

  /// iOS 8.1 to 10 gave such a controller a stale orientation and size, which the model leaves out.
  ///
  /// Rules: M-17.
  @Test func aControllerMovedToAnotherWindowHasThatWindowsSize() throws {
    var stage = try UIKitStage("uikit-8", windows: [UIKitStage.window(1), UIKitStage.window(2)])
    let size = stage.arbiter.scene.device.size
    _ = try stage.turn(.landscapeLeft)
    let moved = stage.arbiter.scene.windows[0].root
    _ = try stage.play(.window(WindowID(1), .setRoot(nil)))
    _ = try stage.play(.window(WindowID(2), .setRoot(moved)))
    let calls = try stage.turn(.portrait).callbacks.filter { $0.window == WindowID(2) }
    #expect(Set(calls.map(\.controller)) == ["w1.root"])
    let before = try #require(calls.first { $0.name == .viewWillTransition }).seen
    #expect(before.bounds == size.swapped && before.interface == .landscapeRight)
    let after = try #require(calls.first { $0.name == .transitionCompleted }).seen
    #expect(after.bounds == size && after.interface == .portrait)
  }

  /// iOS 8 left the frame of one of the two windows broken, which the model leaves out.
  ///
  /// Rules: M-18.
  @Test func aRestrictedOverlayLeavesEveryFrameIntact() throws {
    var stage = try UIKitStage("uikit-8", windows: [UIKitStage.window(1)])
    _ = try stage.turn(.landscapeLeft)
    let overlay = UIKitStage.window(2, level: 1000, DeclaredPolicy(supported: .portrait))
    _ = try stage.play(.add(overlay, makesKey: false))
    for held in [DeviceOrientation.landscapeRight, .portrait, .landscapeLeft] {
      let scene = try stage.turn(held).after
      let (size, wanted) = (scene.device.size, try #require(held.interface))
      #expect(scene.windows.map(\.orientation) == [wanted, .portrait])
      let bounds = scene.windows.map { $0.bounds(stage.traits, on: scene.device) }
      #expect(bounds == [wanted.isLandscape ? size.swapped : size, size])
    }
  }
}
