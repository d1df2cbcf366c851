// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// The same scenes and events, restricted to what scenario files can express.
extension RandomScene {
  /// Returns a device, an app and some windows, as a scenario file can begin.
  public mutating func sayableScene(windows count: Int, family: RuleSetFamily) -> Scene {
    var scene = scene(windows: count)
    if family == .uikit {
      let list = scene.app.list(on: scene.device.idiom)
      if let first = list?.first, list?.contains(.portrait) == false {
        scene.statusBar = StatusBar(orientation: first)
      }
    } else {
      scene.app = App()
      let isLocked = scene.device.isRotationLocked
      scene.device = Device(orientation: scene.device.orientation, isRotationLocked: isLocked)
      if family == .chromeos { scene.device.chromeOS.posture = .tablet }
    }
    if family != .desktop { scene.outputs = [] }
    for index in scene.windows.indices {
      scene.windows[index] = Self.sayable(scene.windows[index], family)
      scene.windows[index].orientation = scene.statusBar.orientation
    }
    return scene
  }

  /// Returns an event that a scenario file can express; a turn in place of others.
  public mutating func sayableEvent(in scene: Scene, family: RuleSetFamily) -> Event {
    let event = self.event(in: scene)
    let turn = Event.device(.turned(random.pick(DeviceOrientation.allCases) ?? .portrait))
    switch event {
    case .add(let window, let makesKey):
      return .add(Self.sayable(window, family), makesKey: makesKey)
    case .app: return family == .uikit ? event : turn
    case .window(let id, let change):
      guard let window = scene.window(id) else { return turn }
      switch change {
      case .show, .hide, .makeKey, .remove: return event
      case .present where family == .uikit: return window.root == nil ? turn : event
      case .dismiss where family == .uikit: return window.root?.presents == true ? event : turn
      case .disableAutorotation where family == .uikit: return event
      case .enableAutorotation where family == .uikit:
        return window.disableCount > 0 ? event : turn
      case .setRoot where family == .uikit: return event
      default: return turn
      }
    default: return event
    }
  }

  private static func sayable(_ window: Window, _ family: RuleSetFamily) -> Window {
    var window = window
    let answers = window.root?.declared ?? DeclaredPolicy()
    window.chromeOS.isFloated = false
    if window.chromeOS.lock == .current { window.chromeOS.lock = .natural }
    guard family != .uikit else {
      window.shell = ShellTraits()
      return window
    }
    window.isFollower = false
    window.controlsStatusBar = true
    window.root = Controller(id: window.name)
    guard family == .desktop else {
      window.shell = ShellTraits()
      return window
    }
    window.shell.hasRule = true
    window.root?.policy = .declared(
      DeclaredPolicy(
        autorotate: answers.autorotate, supported: answers.supported,
        preferred: answers.preferred))
    return window
  }
}
