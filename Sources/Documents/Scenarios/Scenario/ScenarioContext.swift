// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// The state that the readers of one scenario share: the rules, the names, and the scene at the
/// current event.
final class ScenarioContext {
  let rules: any RuleSet
  var names = NameTable()
  var controllers = ControllerNames()
  /// The scene at the current event; no policy is asked in it.
  private(set) var scene = Scene()
  /// The keys without effect, in the order of the file.
  private(set) var ignored: [String] = []
  private(set) var isMultitasking = false

  init(rules: any RuleSet) { self.rules = rules }

  /// The traits of a UIKit rule set; `nil` for others.
  var uikit: UIKitTraits? { rules.uikit }

  /// Whether the rule set has one orientation per display and no controllers.
  var isPlatform: Bool { rules.scope == .display }

  /// Takes a key for something that not all rule sets know; elsewhere it is an error that says so.
  func take(_ key: String, from map: inout MapReader, if scopes: OrientationScope...) -> Node? {
    if scopes.contains(rules.scope) { return map.take(key) }
    forbid(key, in: &map) { scopes.contains($0.scope) }
    return nil
  }

  /// Reads the keys of the rules' platform; those of other platforms are errors that say so.
  func take<Value>(
    _ keys: KeyPath<PlatformKeys, [PlatformKey<Value>]>, from map: inout MapReader,
    into value: inout Value
  ) throws(InputError) {
    for key in PlatformKeys.of(rules.family)[keyPath: keys] {
      if let node = map.take(key.name) { try key.read(node, &value) }
    }
    for key in RuleSetFamily.allCases.flatMap({ PlatformKeys.of($0)[keyPath: keys] }) {
      forbid(key.name, in: &map) { family in
        PlatformKeys.of(family)[keyPath: keys].contains { $0.name == key.name }
      }
    }
  }

  private func forbid(
    _ key: String, in map: inout MapReader, besides isKnown: (RuleSetFamily) -> Bool
  ) {
    let names = RuleSetFamily.allCases.filter(isKnown).map(\.rawValue).joined(separator: " and ")
    map.forbid(key, because: "belongs to \(names) rule sets, not to \(rules.id)")
  }

  /// Takes a key to which these rules may give no effect; if they do not, that is noted.
  func take(_ key: IgnoredKey, from map: inout MapReader, isWithoutEffect: Bool) -> Node? {
    guard let node = map.take(key.rawValue) else { return nil }
    ignore(key, if: isWithoutEffect)
    return node
  }

  /// Notes a key without effect under these rules.
  func ignore(_ key: IgnoredKey, if isWithoutEffect: Bool) {
    if isWithoutEffect, !ignored.contains(key.rawValue) { ignored.append(key.rawValue) }
  }

  /// The device is known, and what its display shows; every name of a window can be told from here on.
  func begin(_ scene: Scene) { self.scene = scene }

  /// Sets the app, which determines the status bar at launch.
  func launch(_ app: App) {
    scene.app = app
    isMultitasking = rules.uikit?.isMultitasking(scene) ?? false
    scene.statusBar = StatusBar(orientation: launchPlacement)
    if rules.scope == .output {
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", panel: scene.device.panel)]
    }
  }

  /// The status bar's orientation at launch: portrait if the app's list has it, otherwise the
  /// list's first (V-14).
  private var launchPlacement: InterfaceOrientation {
    if isPlatform { return scene.statusBar.orientation }
    guard rules.scope == .window, let list = scene.app.list(on: scene.device.idiom),
      let first = list.first, !list.contains(.portrait)
    else { return .portrait }
    return first
  }

  func add(_ window: Window) {
    scene.windows.append(window)
    controllers.set(window.id, window.root)
    controllers.beginTree()
  }

  /// Sets the initial key window: by default the first that is shown and no follower.
  func settleWindows(key: WindowID?) {
    let key = key ?? scene.windows.first { !$0.isHidden && !$0.isFollower }?.id
    if let key { scene.keyHistory = [key] }
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
  }

  func play(_ event: Event) {
    scene = scene.after(event, rules: rules)
    switch event {
    case .add(let window, _): controllers.set(window.id, scene.window(window.id)?.root)
    case .window(let id, let event): controllers.take(event, on: id, in: scene)
    default: break
    }
  }

  func removeRoot(of id: WindowID) {
    if let index = scene.index(of: id) { scene.windows[index].root = nil }
    controllers.set(id, nil)
  }
}

/// Keys and events without effect under some UIKit rule sets.
enum IgnoredKey: String, CaseIterable {
  case autorotate, legacy, supported, preferred, delegate
  case attemptRotation = "attempt-rotation"
  case containerDelegate = "container-delegate"
  case launchStoryboard = "launch-storyboard"
  case overridesViewWillTransition = "overrides-view-will-transition"
  case prefersOrientationLocked = "prefers-orientation-locked"
  case requestGeometry = "request-geometry"
  case requiresFullScreen = "requires-full-screen"
  case sceneDelegate = "scene-delegate"
  case setDelegate = "set-delegate"
  case setNeedsUpdate = "set-needs-update"
  case setStatusBar = "set-status-bar"
}
