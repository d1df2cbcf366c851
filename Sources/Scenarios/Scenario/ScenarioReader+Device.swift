// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension ScenarioReader {
  mutating func readDevice(_ node: Node?) throws(InputError) -> Device {
    var device = Device(hasHomeButton: (uikit?.version ?? 0) < 13)
    guard let node else { return device }
    var map = try node.map()
    if let idiom = take("idiom", from: &map, family: .uikit) {
      device = Device(
        idiom: try idiom.oneOf(Idiom.self), hasHomeButton: device.hasHomeButton)
    }
    if let button = take("home-button", from: &map, family: .uikit) {
      device.hasHomeButton = try button.bool()
    }
    if let node = map.take("size") { device.size = try size(node, from: 1) }
    if let node = map.take("orientation") {
      device.orientation = try deviceOrientation(node)
      device.felt = device.orientation.interface == nil ? .portrait : device.orientation
    }
    if let node = map.take("felt") {
      let felt = try deviceOrientation(node)
      guard felt.interface != nil else {
        throw node.error(
          "\(Quoting.quoted(felt.name)), which is not upright",
          valid: InterfaceOrientation.fallbackOrder.map(\.device.name))
      }
      device.felt = felt
    }
    if let node = take("generating", from: &map, family: .uikit) {
      device.generatingCount = try node.bool() ? 1 : 0
    }
    if let node = map.take("rotation-lock") { device.isRotationLocked = try node.bool() }
    try readPlatformDevice(&map, &device)
    try map.finish()
    return device
  }

  mutating func readApp(_ node: Node?) throws(InputError) -> App {
    var app = App()
    guard let node, let uikit else { return app }
    var map = try node.map()
    app.supported = try map.take("supported").map { (node) throws(InputError) in
      try orderedMask(node)
    }
    app.supportedOnPad = try map.take("supported-pad").map { (node) throws(InputError) in
      try orderedMask(node)
    }
    if let node = map.take("requires-full-screen") {
      app.requiresFullScreen = try node.bool()
      ignore(.requiresFullScreen, if: !uikit.hasMultitasking)
    }
    if let node = map.take("launch-storyboard") {
      app.hasLaunchStoryboard = try node.bool()
      ignore(.launchStoryboard, if: !uikit.hasMultitasking)
    }
    if let node = map.take("delegate") {
      app.delegate = try delegate(node)
      ignore(.delegate, if: !uikit.appLimits || uikit.asksSceneDelegate)
    }
    if let node = map.take("scene-delegate") {
      app.sceneDelegate = try mask(node)
      ignore(.sceneDelegate, if: !uikit.asksSceneDelegate)
    }
    try map.finish()
    return app
  }

  /// One mask for all windows, or a map of window names and `default`; null removes it.
  func delegate(_ node: Node) throws(InputError) -> DelegateMasks? {
    if node.isNull { return nil }
    guard node.kind == .mapping else { return DelegateMasks(standard: try mask(node)) }
    var masks = DelegateMasks(standard: nil)
    for pair in try node.pairs() {
      let value = try mask(pair.value)
      if pair.name == "default" {
        masks.standard = value
      } else {
        masks.entries.append(DelegateMasks.Entry(window: try names.any(pair.key), mask: value))
      }
    }
    return masks
  }

  /// Under pad multitasking the app delegate's answer is void (P-4).
  mutating func noteMultitasking(_ node: Node?) {
    guard isMultitasking, let pairs = try? node?.pairs() else { return }
    ignore(.delegate, if: pairs.contains { $0.name == "delegate" })
  }
}
