// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// A seeded generator of scenes in which every field of every family takes many values.
package struct ArbitraryScene {
  package var random: Seeded
  private(set) var lastWindow: Int32 = 0
  /// Whether some policies are live, so that the arbiter asks them by effects.
  let hasLivePolicies: Bool

  package init(seed: Int, hasLivePolicies: Bool = false) {
    random = Seeded(seed)
    self.hasLivePolicies = hasLivePolicies
  }

  package mutating func scene(windows count: Int = 4) -> Scene {
    var scene = Scene(device: device(), app: app())
    for id in 0..<Int32(1 + random.below(2)) { scene.outputs.append(output(OutputID(id))) }
    for _ in 0..<count { scene.windows.append(window()) }
    scene.keyHistory = scene.windows.map(\.id).filter { _ in random.chance(2) }
    scene.statusBar.orientation = random.pick(InterfaceOrientation.fallbackOrder)
    scene.statusBar.writer = random.maybe([.app, .window(WindowID(1))])
    scene.statusBar.cause = random.pick([.placing, .other])
    scene.statusBar.writerLeft = random.chance(5)
    scene.isForeground = !random.chance(6)
    scene.hasPendingTurn = random.chance(6)
    scene.isFullSize = !random.chance(6)
    scene.hasLaunched = !random.chance(6)
    scene.mainWindow = random.maybe(scene.windows.map(\.id))
    return scene
  }

  private mutating func device() -> Device {
    var device = Device(
      idiom: random.pick(Idiom.allCases), hasHomeButton: random.chance(2),
      size: random.maybe([Size(width: 375, height: 667), Size(width: -1, height: .max)]),
      orientation: random.pick(DeviceOrientation.allCases),
      felt: random.maybe(DeviceOrientation.allCases), generatingCount: random.below(3),
      isRotationLocked: random.chance(6), panel: random.pick(PanelNature.allCases))
    device.userRotation = random.chance(3) ? random.pick(InterfaceOrientation.fallbackOrder) : nil
    device.ignoresOrientationRequest = random.chance(6)
    device.android = android()
    device.chromeOS = ChromeOSSettings(
      posture: random.pick(ChromeOSSettings.Posture.allCases),
      isSplit: random.chance(6), rotatesInClamshell: random.chance(6))
    device.userLock = random.chance(4) ? random.pick(OrientationLock.allCases) : nil
    return device
  }

  mutating func android() -> AndroidSettings {
    var settings = AndroidSettings()
    guard random.chance(2) else { return settings }
    settings.isFixedToUserRotation = random.chance(8)
    settings.isDefaultDisplay = !random.chance(8)
    settings.isLidOpen = random.chance(4)
    settings.lidOpenRotation = random.maybe(AndroidRotation.allCases)
    settings.dock = random.maybe(AndroidSettings.Dock.allCases)
    settings.dockAllowsSensor = random.chance(2)
    settings.dockRotation = random.maybe(AndroidRotation.allCases)
    settings.isHDMIPlugged = random.chance(6)
    settings.demoHDMIRotation = random.chance(6) ? .rotation90 : nil
    settings.undockedHDMIRotation = random.chance(6) ? .rotation180 : nil
    settings.demoRotation = random.chance(6) ? .rotation270 : nil
    settings.isInVRMode = random.chance(8)
    settings.supportsAutoRotation = !random.chance(8)
    settings.allowsAllRotations = random.chance(3)
    settings.reversesDefaultRotation = random.chance(8)
    settings.takesUserRotationWithoutAutoRotation = random.chance(4)
    settings.isLargeScreen = random.chance(6)
    settings.reversesSensor = random.chance(6)
    settings.isHalfFolded = random.chance(6)
    return settings
  }

  private mutating func app() -> App {
    App(
      supported: random.maybe([mask().orientations, [.landscapeLeft, .portrait]]),
      supportedOnPad: random.maybe([mask().orientations]),
      requiresFullScreen: !random.chance(3), hasLaunchStoryboard: random.chance(2),
      delegate: random.maybe([delegate()]), sceneDelegate: random.maybe([mask()]))
  }

  mutating func delegate() -> DelegateMasks {
    DelegateMasks(
      standard: random.maybe([mask()]),
      entries: random.chance(2) ? [] : [.init(window: WindowID(1), mask: mask())])
  }

  mutating func output(_ id: OutputID) -> Output {
    let transforms = Array(Transform.allCases.prefix(4))
    var output = Output(
      id: id, name: random.pick(["eDP-1", "HEADLESS-1", "\"\u{1F4FA}\u{0}\n"]),
      panel: random.pick(PanelNature.allCases), policy: random.chance(4) ? .leave : .auto,
      transform: random.pick(Transform.allCases))
    output.transform = random.pick(transforms)
    output.desired = random.pick(transforms)
    output.hold = random.chance(5) ? .otherProgram : nil
    return output
  }

  mutating func mask() -> OrientationMask {
    random.pick([
      .all, .allButUpsideDown, .landscape, .portrait, .landscapeLeft, [], .init(rawValue: 1),
      .init(rawValue: .max),
    ])
  }

  package mutating func window() -> Window {
    lastWindow += 1
    var window = Window(
      id: WindowID(lastWindow), name: random.pick(["w", "menü\u{7}", ""]) + "\(lastWindow)",
      level: random.pick([0, 0, 0, 1000, 2000]), isHidden: random.chance(3),
      size: random.chance(6) ? Size(width: 100, height: 50) : nil, isFollower: random.chance(8),
      controlsStatusBar: !random.chance(6), root: random.chance(7) ? nil : controller("r"),
      orientation: random.pick(InterfaceOrientation.fallbackOrder), shell: shell())
    window.disableCount = random.chance(8) ? 2 : 0
    window.needsTurn = random.chance(8)
    window.android = AndroidTraits(
      request: random.maybe(AndroidRequest.allCases), fillsParent: random.chance(2))
    window.chromeOS = ChromeOSTraits(
      lock: random.maybe(OrientationLock.allCases), owner: random.pick([.app, .user]),
      isFloated: random.chance(5), isApp: !random.chance(5))
    window.android.mode = random.chance(5) ? random.pick(TaskMode.allCases) : .fullscreen
    window.android.isSystem = random.chance(6)
    window.chromeOS.isOnExternalDisplay = random.chance(6)
    window.chromeOS.held = random.chance(5) ? .landscapeLeft : nil
    return window
  }

  mutating func shell() -> ShellTraits {
    var shell = ShellTraits(
      appID: random.pick(["", "foot", "org.example.\u{E9}"]), isFullscreen: random.chance(5),
      isMinimized: random.chance(5), output: random.maybe([OutputID(0), OutputID(1)]),
      mayVeto: random.chance(3), cure: random.chance(5) ? random.pick(Mitigation.allCases) : nil,
      hasRule: random.chance(3),
      statedIn: random.maybe([DesktopEntrySource(file: "~/foot.desktop", key: "X-Key")]))
    // One more random number would change the scenes of all seeds.
    shell.isLimitedByCommonPolicy = shell.mayVeto
    return shell
  }

  mutating func controller(_ name: String, depth: Int = 0) -> Controller {
    var controller = Controller(
      id: "\(name)\(random.below(9))", policy: policy(),
      forwardsTo: random.chance(8) ? WindowID(Int32(random.below(5))) : nil,
      transitionOverride: random.pick([.none, .callingSuper, .withoutSuper]),
      prefersOrientationLocked: random.chance(5) ? random.chance(2) : nil)
    guard depth < 2 else { return controller }
    if random.chance(3) {
      let children = (0..<random.below(3)).map {
        self.controller("\(name).\($0)", depth: depth + 1)
      }
      controller.container = Container(
        kind: random.pick(Container.Kind.allCases), children: children,
        selected: random.maybe(children.map(\.id) + ["nobody"]),
        forwards: random.pick(Container.Forwarding.allCases),
        delegateMask: random.maybe([mask()]))
    }
    if random.chance(5) { controller.presented = presentation(depth: depth + 1) }
    return controller
  }

  mutating func presentation(depth: Int = 1) -> Presentation {
    Presentation(
      style: random.pick(Presentation.Style.allCases), controller: controller("p", depth: depth))
  }

  private mutating func policy() -> PolicySource {
    if hasLivePolicies, random.chance(3) {
      let id = PolicyID(Int32(random.below(3)))
      return .live(
        LivePolicy(
          id: id, name: "policy-\(id.rawValue)", ring: random.pick(PluginRing.allCases),
          fallback: random.chance(2) ? declared() : DeclaredPolicy()))
    }
    return .declared(declared())
  }

  mutating func declared() -> DeclaredPolicy {
    DeclaredPolicy(
      autorotate: random.maybe([true, false]), supported: random.maybe([mask()]),
      preferred: random.chance(6) ? random.pick(InterfaceOrientation.allCases) : nil,
      legacy: random.chance(5) ? mask() : nil)
  }
}
