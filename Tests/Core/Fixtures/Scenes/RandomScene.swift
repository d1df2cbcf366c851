// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A seeded generator of scenes and events, wide enough to reach every branch of the UIKit rules.
public struct RandomScene {
  /// The source of random numbers.
  public var random: SplitMix
  private var nextWindow: Int32 = 0
  // Windows are numbered without gaps; controllers that come later have numbers of their own.
  private var nextName = 100

  /// Creates a generator from a seed.
  public init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Returns a device, an app and some windows.
  public mutating func scene(windows count: Int) -> Scene {
    var device = Device(
      idiom: random.chance(3) ? .pad : .phone, hasHomeButton: random.chance(2),
      orientation: random.pick(DeviceOrientation.allCases) ?? .portrait)
    device.isRotationLocked = random.chance(8)
    device.chromeOS.posture = .tablet
    var app = App(supported: random.chance(2) ? nil : mask().orientations)
    app.requiresFullScreen = !random.chance(3)
    if random.chance(4) { app.delegate = DelegateMasks(standard: mask()) }
    var scene = Scene(device: device, app: app)
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1")]
    for _ in 0..<count { scene.windows.append(window()) }
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
    if let key = random.pick(scene.windows) { scene.keyHistory = [key.id] }
    return scene
  }

  /// Returns the next window.
  public mutating func window() -> Window {
    let id = WindowID(nextWindow)
    nextWindow += 1
    var window = Window(id: id, name: "w\(id.rawValue)", root: nil)
    window.level = random.pick([0, 0, 0, 1000, 2000]) ?? 0
    window.isHidden = random.chance(3)
    window.isFollower = random.chance(8)
    window.controlsStatusBar = !random.chance(6)
    window.shell.mayVeto = random.chance(3)
    // Not random, so that the random numbers of the other rule sets stay the same.
    let turn = Int(nextWindow)
    window.android.request = AndroidRequest.allCases[turn % AndroidRequest.allCases.count]
    window.android.fillsParent = turn % 3 != 0
    window.chromeOS.lock = turn % 4 == 0 ? nil : OrientationLock.allCases[turn % 9]
    window.chromeOS.isFloated = turn % 7 == 0
    if !random.chance(7) { window.root = controller("\(window.name).root") }
    return window
  }

  private mutating func controller(_ id: String, depth: Int = 0) -> Controller {
    var policy = DeclaredPolicy()
    if random.chance(2) { policy.autorotate = random.chance(2) }
    if random.chance(2) { policy.supported = mask() }
    if random.chance(8) { policy.preferred = .landscapeRight }
    if random.chance(6) { policy.legacy = mask() }
    var controller = Controller(id: id, policy: .declared(policy))
    if nextWindow > 1, random.chance(6) {
      controller.forwardsTo = WindowID(Int32(random.next() % UInt64(nextWindow)))
    }
    guard depth < 2, random.chance(3) else { return controller }
    var container = Container(kind: random.pick(Container.Kind.allCases) ?? .navigation)
    for index in 0..<Int(random.next() % 3) {
      container.children.append(self.controller("\(id).\(index)", depth: depth + 1))
    }
    container.forwards = random.pick(Container.Forwarding.allCases) ?? .none
    controller.container = container
    return controller
  }

  /// Returns a mask, which may be empty or illegal.
  public mutating func mask() -> OrientationMask {
    random.pick([
      .all, .allButUpsideDown, .landscape, .portrait, .landscapeLeft, [], .init(rawValue: 1),
    ]) ?? .all
  }

  /// Returns an event for a scene.
  public mutating func event(in scene: Scene) -> Event {
    let window = random.pick(scene.windows)?.id ?? WindowID(0)
    switch random.next() % 16 {
    case 0...5: return .device(.turned(random.pick(DeviceOrientation.allCases) ?? .portrait))
    case 6: return .window(window, .hide)
    case 7: return .window(window, .show)
    case 8: return .window(window, .makeKey)
    case 9: return .window(window, .remove)
    case 10: return .add(self.window(), makesKey: random.chance(3))
    case 11:
      let style = random.pick(Presentation.Style.allCases) ?? .fullScreen
      let name = newName("p")
      return .window(
        window, .present(Presentation(style: style, controller: controller(name, depth: 2))))
    case 12: return .window(window, .dismiss)
    case 13: return .app(.attemptRotation)
    case 14: return .window(window, random.chance(2) ? .disableAutorotation : .enableAutorotation)
    default: return .window(window, .setRoot(random.chance(2) ? nil : controller(newName("r"))))
    }
  }

  private mutating func newName(_ prefix: String) -> String {
    nextName += 1
    return "\(prefix)\(nextName)"
  }
}
