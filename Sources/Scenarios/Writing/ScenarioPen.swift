// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Says values in the words of scenario files; what has its default is not said.
struct ScenarioPen {
  let set: any RuleSet
  let names: WindowNumbering
  /// Every output that ever exists, with its name.
  let outputs: [(id: OutputID, name: String)]

  init(
    rules: any RuleSet, scene: Scene, names: WindowNumbering, entries: [ScenarioWriter.Entry]
  ) {
    set = rules
    self.names = names
    outputs =
      scene.outputs.map { ($0.id, $0.name) }
      + entries.compactMap { entry in
        guard case .event(.output(.add(let output))) = entry.action else { return nil }
        return (output.id, output.name)
      }
  }

  var uikit: UIKitTraits? { self.set.uikit }

  /// The members that name the rules, as far as their name does not say it.
  var rules: [JSONValue.Member] {
    var members = [JSONValue.Member("rules", .string(set.id))]
    guard let uikit, let usual = RuleSetCatalog.make(set.id)?.uikit else {
      return members
    }
    if uikit.arbitration != usual.arbitration {
      members.append(.init("arbitration", .string(uikit.arbitration.rawValue)))
    }
    if uikit.hiddenCounts != usual.hiddenCounts {
      members.append(.init("hidden-counts", .bool(uikit.hiddenCounts)))
    }
    return members
  }

  func device(_ device: Device) -> JSONValue? {
    var members = Members()
    let usual = Device(idiom: device.idiom, hasHomeButton: (uikit?.version ?? 0) < 13)
    if device.idiom != .phone { members.add("idiom", device.idiom.rawValue) }
    if device.hasHomeButton != usual.hasHomeButton {
      members.add("home-button", device.hasHomeButton)
    }
    if device.size != usual.size { members.add("size", Self.size(device.size)) }
    if device.orientation != .portrait { members.add("orientation", device.orientation.name) }
    let felt = device.orientation.interface == nil ? .portrait : device.orientation
    if device.felt != felt { members.add("felt", device.felt.name) }
    if device.generatingCount == 0 { members.add("generating", false) }
    if device.isRotationLocked { members.add("rotation-lock", true) }
    let hasPanel = set.family == .chromeos || set.family == .desktop
    if hasPanel, device.panel != .portrait { members.add("panel", device.panel.rawValue) }
    switch set.family {
    case .android:
      if let rotation = device.userRotation { members.add("user-rotation", rotation.name) }
      if device.ignoresOrientationRequest { members.add("ignore-orientation-request", true) }
    case .chromeos:
      if device.chromeOS.posture == .tablet { members.add("tablet", true) }
      if let lock = device.userLock { members.add("user-lock", lock.rawValue) }
    case .desktop:
      if let lock = device.userLock { members.add("user-lock", lock.rawValue) }
      if let rotation = device.userRotation { members.add("user-rotation", rotation.name) }
    case .uikit: break
    }
    return members.object
  }

  func app(_ app: App) -> JSONValue? {
    guard set.family == .uikit else { return nil }
    var members = Members()
    if let list = app.supported { members.add("supported", Self.list(list)) }
    if let list = app.supportedOnPad { members.add("supported-pad", Self.list(list)) }
    if app.requiresFullScreen { members.add("requires-full-screen", true) }
    if !app.hasLaunchStoryboard { members.add("launch-storyboard", false) }
    if let masks = app.delegate { members.add("delegate", delegate(masks)) }
    if let mask = app.sceneDelegate { members.add("scene-delegate", Self.mask(mask)) }
    return members.object
  }

  func delegate(_ masks: DelegateMasks?) -> JSONValue {
    guard let masks else { return .null }
    if masks.entries.isEmpty, let mask = masks.standard { return Self.mask(mask) }
    var members = Members()
    if let mask = masks.standard { members.add("default", Self.mask(mask)) }
    for entry in masks.entries {
      members.add(names.name(entry.window) ?? "", Self.mask(entry.mask))
    }
    return .object(members.list)
  }

  static func mask(_ mask: OrientationMask) -> JSONValue {
    switch mask {
    case .all: "all"
    case .allButUpsideDown: "all-but-upside-down"
    case .landscape: "landscape"
    case []: "none"
    default:
      mask.orientations.reduce(into: OrientationMask()) { $0.formUnion($1.mask) } == mask
        ? list(mask.orientations) : .int(Int64(mask.rawValue))
    }
  }

  static func list(_ orientations: [InterfaceOrientation]) -> JSONValue {
    .array(orientations.map { .string($0.name) })
  }

  static func size(_ size: Size) -> JSONValue {
    .array([.int(Int64(size.width)), .int(Int64(size.height))])
  }
}
