// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

struct WindowReader {
  struct Found {
    var window: Window
    var isKey: Bool
    var isDiagnostic: Bool
  }

  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  /// Reads the initial windows; returns the diagnostic ones, adds all others to the scene, and sets
  /// its key and main windows.
  func windows(_ node: Node?) throws(InputError) -> [Window] {
    var exempt: [Window] = []
    var key: WindowID?
    for item in try node?.sequence() ?? [] {
      let found = try window(item, orientation: context.scene.statusBar.orientation)
      if found.isKey {
        if let other = key {
          let name = context.names.windows[Int(other.rawValue)].name
          throw item.error("a second key window; \(UntrustedText(name).quoted) is key")
        }
        key = found.window.id
      }
      if found.isDiagnostic {
        exempt.append(found.window)
      } else {
        context.add(found.window)
      }
    }
    context.setInitialWindows(key: key)
    return exempt
  }

  func window(_ node: Node, orientation: InterfaceOrientation) throws(InputError) -> Found {
    var map = try node.map()
    let idNode = try map.require("id")
    let name = try idNode.string()
    let id = try context.names.create(name, at: idNode)
    var window = Window(id: id, name: name, root: nil, orientation: orientation)
    if let level = map.take("level") { window.level = try readLevel(level) }
    window.isHidden = try map.take("hidden")?.bool() ?? false
    let isKey = try map.take("key")?.bool() ?? false
    // An invisible window counts as shown, so the key `invisible` has no effect.
    _ = try map.take("invisible")?.bool()
    if let node = map.take("size") {
      if node.kind == .sequence {
        window.size = try node.size(from: 0)
      } else {
        _ = try node.oneOf(["full"])
      }
    }
    let isDiagnostic = try map.take("diagnostic")?.bool() ?? false
    window.isFollower = try context.take("follower", from: &map, if: .window)?.bool() ?? false
    window.controlsStatusBar =
      try context.take("controls-status-bar", from: &map, if: .window)?.bool() ?? true
    try readRoot(&map, &window)
    try readShell(&map, &window)
    try context.take({ $0.window }, from: &map, into: &window)
    try map.finish()
    return Found(window: window, isKey: isKey, isDiagnostic: isDiagnostic)
  }

  private func readLevel(_ node: Node) throws(InputError) -> Int32 {
    if node.kind == .int {
      return Int32(try node.int(in: -1_000_000_000...1_000_000_000))
    }
    let words = ScenarioWords.levels.keys.sorted()
    guard let word = try? node.string(), let level = ScenarioWords.levels[word] else {
      throw node.error("what is no level", valid: words + ["a whole number"])
    }
    return Int32(level)
  }

  private func readRoot(_ map: inout MapReader, _ window: inout Window) throws(InputError) {
    guard let node = context.take("root", from: &map, if: .window) else {
      let name = context.rules.scope == .window ? window.name + ".root" : window.name
      let root = context.controllers.free(name)
      window.root = Controller(id: root)
      context.controllers.note(root)
      return
    }
    if node.isNull { return }
    window.root = try ControllerReader(context).controller(
      node, standardName: window.name + ".root")
  }

  private func readShell(_ map: inout MapReader, _ window: inout Window) throws(InputError) {
    func take(_ key: String) -> Node? { context.take(key, from: &map, if: .output) }
    window.shell.appID = try take("app-id")?.string() ?? ""
    window.shell.isFullscreen = try take("fullscreen")?.bool() ?? false
    window.shell.isMinimized = try take("minimized")?.bool() ?? false
    guard let node = take("policy") else { return }
    var policy = try node.map()
    var declared = DeclaredPolicy()
    declared.autorotate = try policy.take("autorotate")?.bool()
    declared.supported = try policy.take("supported")?.mask()
    declared.preferred = try policy.take("preferred")?.knownOrientation()
    window.shell.mayVeto = try policy.take("veto")?.bool() ?? false
    window.shell.cure = try policy.take("policy")?.oneOf(Mitigation.self)
    window.shell.hasRule = true
    try policy.finish()
    window.root?.policy = .declared(declared)
  }
}

extension UIKitTraits {
  var asksDelegate: Bool { appLimits && !asksSceneDelegate }
}

struct DeviceReader {
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  /// Reads a device, with what its display shows at the start.
  func scene(_ node: Node?) throws(InputError) -> Scene {
    var device = Device(hasHomeButton: (context.uikit?.version ?? 0) < 13)
    guard let node else { return Scene(device: device) }
    var map = try node.map()
    if let idiom = context.take("idiom", from: &map, if: .window) {
      device = Device(idiom: try idiom.oneOf(Idiom.self), hasHomeButton: device.hasHomeButton)
    }
    if let button = context.take("home-button", from: &map, if: .window) {
      device.hasHomeButton = try button.bool()
    }
    if let node = map.take("size") { device.size = try node.size(from: 1) }
    if let node = map.take("orientation") {
      device.orientation = try node.deviceOrientation()
      device.felt = device.orientation.interface == nil ? .portrait : device.orientation
    }
    if let node = map.take("felt") {
      let felt = try node.deviceOrientation()
      guard felt.interface != nil else {
        throw node.error(
          "\(UntrustedText(felt.name).quoted), which is not upright",
          valid: InterfaceOrientation.fallbackOrder.map { $0.device.name })
      }
      device.felt = felt
    }
    if let node = context.take("generating", from: &map, if: .window) {
      device.generatingCount = try node.bool() ? 1 : 0
    }
    if let node = map.take("rotation-lock") { device.isRotationLocked = try node.bool() }
    if let node = context.take("panel", from: &map, if: .display, .output) {
      device.panel = try node.oneOf(PanelNature.self)
    }
    var scene = Scene(device: device)
    scene.statusBar.orientation = InterfaceOrientation(transform: .normal, on: device.panel)
    try context.take({ $0.device }, from: &map, into: &scene)
    try map.finish()
    return scene
  }

  func app(_ node: Node?) throws(InputError) -> App {
    var app = App()
    guard let node, let uikit = context.uikit else { return app }
    var map = try node.map()
    func take(_ key: IgnoredKey, isWithoutEffect: Bool) -> Node? {
      context.take(key, from: &map, isWithoutEffect: isWithoutEffect)
    }
    let isPlain = !uikit.hasMultitasking
    app.supported = try map.take("supported")?.orderedMask()
    app.supportedOnPad = try map.take("supported-pad")?.orderedMask()
    app.requiresFullScreen =
      try take(.requiresFullScreen, isWithoutEffect: isPlain)?.bool() ?? false
    app.hasLaunchStoryboard = try take(.launchStoryboard, isWithoutEffect: isPlain)?.bool() ?? true
    if let node = take(.delegate, isWithoutEffect: !uikit.asksDelegate) {
      app.delegate = try delegate(node)
    }
    app.sceneDelegate =
      try take(.sceneDelegate, isWithoutEffect: !uikit.asksSceneDelegate)?.mask()
    try map.finish()
    return app
  }

  /// Reads one mask for all windows, or a map of window names and `default`; null means no
  /// delegate.
  func delegate(_ node: Node) throws(InputError) -> DelegateMasks? {
    if node.isNull { return nil }
    guard node.kind == .mapping else { return DelegateMasks(standard: try node.mask()) }
    var masks = DelegateMasks(standard: nil)
    for pair in try node.pairs() {
      let value = try pair.value.mask()
      if pair.name == "default" {
        masks.standard = value
      } else {
        masks.entries.append(
          DelegateMasks.Entry(window: try context.names.any(pair.key), mask: value))
      }
    }
    return masks
  }

  /// Adds the key `delegate`, if the app has it, to the ignored keys under multitasking on a pad
  /// (P-4).
  func noteMultitasking(_ node: Node?) {
    guard context.isMultitasking, let pairs = try? node?.pairs() else { return }
    context.ignore(.delegate, if: pairs.contains { $0.name == "delegate" })
  }
}
