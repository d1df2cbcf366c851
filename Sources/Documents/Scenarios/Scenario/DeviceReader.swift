// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// Reads the device and the app of a scenario.
struct DeviceReader {
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  /// Reads a device and what its display shows at the start.
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
          valid: InterfaceOrientation.fallbackOrder.map(\.device.name))
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
    try context.take(\.device, from: &map, into: &scene)
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
    let isDeaf = !uikit.appLimits || uikit.asksSceneDelegate
    if let node = take(.delegate, isWithoutEffect: isDeaf) { app.delegate = try delegate(node) }
    app.sceneDelegate =
      try take(.sceneDelegate, isWithoutEffect: !uikit.asksSceneDelegate)?.mask()
    try map.finish()
    return app
  }

  /// Reads one mask for all windows, or a map of window names and `default`; null removes it.
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

  /// Under pad multitasking the app delegate's answer is void (P-4).
  func noteMultitasking(_ node: Node?) {
    guard context.isMultitasking, let pairs = try? node?.pairs() else { return }
    context.ignore(.delegate, if: pairs.contains { $0.name == "delegate" })
  }
}
