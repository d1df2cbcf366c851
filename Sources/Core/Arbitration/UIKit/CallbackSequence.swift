// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The callbacks that controllers receive for one event: when windows rotate (C-1, C-2, C-7), when
/// the scene is resized (P-5), and when a dismissal uncovers a controller (B-13).
struct CallbackSequence {
  let traits: UIKitTraits
  let before: Scene
  let after: Scene
  var callbacks: [Callback] = []

  init(traits: UIKitTraits, before: Scene, after: Scene) {
    self.traits = traits
    self.before = before
    self.after = after
  }

  mutating func append(turnOf id: WindowID, to new: InterfaceOrientation) {
    guard let window = after.window(id), let root = window.root, !window.isFollower else { return }
    let old = before.window(id)?.orientation ?? before.statusBar.orientation
    // A new window that appears in the status bar's orientation has not rotated.
    guard old != new else { return }
    let turn = Turn(
      window: window, from: old, to: new, oldBar: before.statusBar.orientation,
      newBar: after.statusBar.orientation, oldBounds: window.viewBounds(old, on: after.device),
      newBounds: window.viewBounds(new, on: after.device))
    let controllers = root.callbackReceivers(traits)
    if traits.hasSizeTransitions {
      appendSizeTransition(turn, controllers)
    } else {
      appendLegacy(turn, controllers)
    }
  }

  /// Adds the callbacks of a scene whose size changed without a rotation (P-5); there are none
  /// before iOS 8.
  mutating func appendResize() {
    guard traits.hasSizeTransitions else { return }
    for window in after.windows where window.size == nil && !window.isHidden {
      guard let root = window.root, !window.isFollower else { continue }
      let turn = Turn(staying: window, in: after)
      let controllers = root.callbackReceivers(traits)
      call(.viewWillTransition, turn, controllers, to: window.orientation)
      appendLayout(turn, controllers)
      call(.animateAlongside, turn, controllers, isAfter: true)
      call(.transitionCompleted, turn, controllers, isAfter: true)
    }
  }

  /// Adds the layout callbacks after a dismissal that changes the topmost controller (B-13).
  mutating func appendReturn(in id: WindowID) {
    guard let window = after.window(id), let root = window.root,
      before.window(id)?.root?.topmost(traits).id != root.topmost(traits).id
    else { return }
    appendLayout(Turn(staying: window, in: after), root.callbackReceivers(traits))
  }

  private mutating func appendLegacy(_ turn: Turn, _ controllers: [Controller]) {
    call(.willRotate, turn, controllers, to: turn.to)
    appendLayout(turn, controllers)
    call(.willAnimateRotation, turn, controllers, to: turn.to, isAfter: true)
    call(.didRotate, turn, controllers, from: turn.from, isAfter: true)
  }

  private mutating func appendSizeTransition(_ turn: Turn, _ controllers: [Controller]) {
    // Controllers that do not override `viewWillTransition` still receive the three older callbacks
    // (C-2).
    let old = controllers.filter { $0.transitionOverride == .none }
    let isResized = turn.oldBounds != turn.newBounds
    if isResized, after.device.idiom == .phone {
      call(.willTransitionTraits, turn, controllers)
    }
    // A window that keeps its own size does not receive `viewWillTransition` (K-2).
    if isResized || turn.window.size == nil {
      call(.viewWillTransition, turn, controllers, to: turn.to)
    }
    call(.willRotate, turn, old, to: turn.to)
    appendLayout(turn, controllers)
    call(.willAnimateRotation, turn, old, to: turn.to, isAfter: true)
    call(.animateAlongside, turn, controllers, isAfter: true)
    call(.didRotate, turn, old, from: turn.from, isAfter: true)
    call(.transitionCompleted, turn, controllers, isAfter: true)
    guard traits.hasSceneUpdates else { return }
    call(.sceneDidUpdate, turn, controllers.prefix(1).map { $0 }, from: turn.from, isAfter: true)
    guard traits.hasOrientationLock else { return }
    call(
      .sceneDidUpdateGeometry, turn, controllers.prefix(1).map { $0 }, from: turn.from,
      isAfter: true)
  }

  private mutating func appendLayout(_ turn: Turn, _ controllers: [Controller]) {
    for name in [
      Callback.Name.viewWillLayoutSubviews, .layoutSubviews, .viewDidLayoutSubviews,
    ] {
      call(name, turn, controllers, isAfter: true)
    }
  }

  private mutating func call(
    _ name: Callback.Name, _ turn: Turn, _ controllers: [Controller],
    to: InterfaceOrientation? = nil, from: InterfaceOrientation? = nil, isAfter: Bool = false
  ) {
    let seen = Callback.Seen(
      bounds: isAfter ? turn.newBounds : turn.oldBounds,
      interface: isAfter ? turn.to : turn.from, statusBar: isAfter ? turn.newBar : turn.oldBar)
    for controller in controllers {
      callbacks.append(
        Callback(
          window: turn.window.id, controller: controller.id, name: name, to: to, from: from,
          duration: name.passesDuration ? duration(turn) : nil, seen: seen))
    }
  }
}

extension CallbackSequence {
  /// Returns the animation's duration in milliseconds: a quarter turn takes 300 on a phone and 400
  /// on a pad, a half turn twice that (V-7).
  private func duration(_ turn: Turn) -> Int {
    let quarter = after.device.idiom == .phone ? 300 : 400
    return turn.from.isLandscape == turn.to.isLandscape ? 2 * quarter : quarter
  }

  struct Turn {
    let window: Window
    let from: InterfaceOrientation
    let to: InterfaceOrientation
    let oldBar: InterfaceOrientation
    let newBar: InterfaceOrientation
    let oldBounds: Size
    let newBounds: Size
  }
}

extension CallbackSequence.Turn {
  init(staying window: Window, in scene: Scene) {
    let (bar, bounds) = (
      scene.statusBar.orientation, window.viewBounds(window.orientation, on: scene.device)
    )
    self.init(
      window: window, from: window.orientation, to: window.orientation, oldBar: bar, newBar: bar,
      oldBounds: bounds, newBounds: bounds)
  }
}

extension Callback.Name {
  fileprivate var passesDuration: Bool { self == .willRotate || self == .willAnimateRotation }
}
