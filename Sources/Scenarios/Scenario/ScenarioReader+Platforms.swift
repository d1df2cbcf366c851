// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// What only scenarios of the rule sets android, chromeos and desktop have.
extension ScenarioReader {
  mutating func readPlatformDevice(
    _ map: inout MapReader, _ device: inout Device
  ) throws(InputError) {
    if let node = take("user-rotation", from: &map, family: .android, .desktop) {
      device.userRotation = try userRotation(node)
    }
    if let node = take("ignore-orientation-request", from: &map, family: .android) {
      device.ignoresOrientationRequest = try node.bool()
    }
    if let node = take("tablet", from: &map, family: .chromeos) {
      device.chromeOS.posture = try node.bool() ? .tablet : .clamshell
    }
    // A desktop's panel is that of its built-in output.
    let panel = rules.family == .desktop ? RuleSetFamily.desktop : .chromeos
    if let node = take("panel", from: &map, family: panel) {
      device.panel = try node.oneOf(PanelNature.self)
    }
    if let node = take("user-lock", from: &map, family: .chromeos, .desktop) {
      device.userLock = try userLock(node)
      if rules.family == .desktop {
        device.isRotationLocked = device.userLock != nil
        if device.userLock == .current { device.userLock = nil }
      }
    }
  }

  /// A lock's word; true locks what is shown, false and null nothing.
  private func userLock(_ node: Node) throws(InputError) -> OrientationLock? {
    if node.kind == .bool { return try node.bool() ? .current : nil }
    return try lock(node)
  }

  private func userRotation(_ node: Node) throws(InputError) -> InterfaceOrientation? {
    try node.isNull ? nil : knownOrientation(node)
  }

  private func lock(_ node: Node) throws(InputError) -> OrientationLock? {
    node.isNull ? nil : try node.oneOf(OrientationLock.self)
  }

  mutating func readPlatformWindow(
    _ map: inout MapReader, _ window: inout Window
  ) throws(InputError) {
    if let node = take("request", from: &map, family: .android) {
      window.android.request = try node.oneOf(AndroidRequest.self)
    }
    if let node = take("fills-parent", from: &map, family: .android) {
      window.android.fillsParent = try node.bool()
    }
    if let node = take("lock", from: &map, family: .chromeos) {
      window.chromeOS.lock = try lock(node)
    }
    if let node = take("locked-by", from: &map, family: .chromeos) {
      window.chromeOS.owner = try node.oneOf(ChromeOSTraits.Owner.self)
    }
  }

  /// Requests and locks that change; nil for any other event.
  func readPlatformEvent(_ pair: Node.Pair) throws(InputError) -> Event? {
    switch (rules.family, pair.name) {
    case (.android, "set-request"):
      var map = try pair.value.map()
      let id = try names.existing(try map.require("window"))
      let node = try map.require("request")
      try map.finish()
      return .window(
        id, .setRequest(node.isNull ? nil : try node.oneOf(AndroidRequest.self)))
    case (.desktop, "user-lock"), (.chromeos, "user-lock"):
      return .device(.setting(.userLock(try userLock(pair.value))))
    case (.desktop, "user-rotation"), (.android, "user-rotation"):
      return .device(.setting(.userRotation(try userRotation(pair.value))))
    case (.chromeos, "tablet"):
      return .device(.setting(.posture(try pair.value.bool() ? .tablet : .clamshell)))
    case (.chromeos, "set-lock"):
      var map = try pair.value.map()
      let id = try names.existing(try map.require("window"))
      let lock = try lock(try map.require("lock"))
      let owner = try map.take("locked-by")?.oneOf(ChromeOSTraits.Owner.self) ?? .app
      try map.finish()
      return .window(id, .setLock(lock, by: owner))
    default: return nil
    }
  }

  /// How windows arbitrate is not open on these platforms.
  static func refuseArbitration(_ node: Node?, on rules: any RuleSet) throws(InputError) {
    guard let node, rules.family != .uikit else { return }
    if rules.family == .desktop, node.kind == .text {
      let choices: [WindowArbitration] = [.keyOnly, .intersection]
      if choices.map(\.rawValue).contains((try? node.string()) ?? "") { return }
      throw node.error(
        "a way to arbitrate that \(rules.id) has not", valid: choices.map(\.rawValue))
    }
    throw node.error("a way to arbitrate, which \(rules.id) leaves no choice of")
  }

  /// Whether the set knows one orientation per display and nothing of controllers.
  var isPlatform: Bool { rules.family == .android || rules.family == .chromeos }
}
