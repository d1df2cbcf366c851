// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Recording

/// Converts values to the format of scenario files, without defaults.
struct ScenarioFormatter {
  let set: any RuleSet
  let names: WindowNumbering
  /// All outputs of the scenario, with their names.
  let outputs: [(id: OutputID, name: String)]

  init(rules: any RuleSet, scene: Scene, names: WindowNumbering, entries: [ScenarioWriter.Entry]) {
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

  /// The members that specify the rules, as far as the rule set's name does not.
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

  func device(of scene: Scene) -> JSONValue? {
    let device = scene.device
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
    if set.scope != .window, device.panel != .portrait {
      members.add("panel", device.panel.rawValue)
    }
    for key in PlatformKeys.of(set.family).device {
      if let value = key.write(scene) { members.add(key.name, value) }
    }
    return members.object
  }

  func app(_ app: App) -> JSONValue? {
    guard set.scope == .window else { return nil }
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

  /// Returns the initial windows, diagnostic ones included, in the order of creation.
  func windows(_ scene: Scene, _ exempt: [Window]) -> [JSONValue] {
    let usual = scene.windows.first { !$0.isHidden && !$0.isFollower }?.id
    let key = scene.keyWindow == usual ? nil : scene.keyWindow
    let all = scene.windows.map { ($0, false) } + exempt.map { ($0, true) }
    return all.sorted { $0.0.id < $1.0.id }
      .map { window($0.0, isKey: $0.0.id == key, isDiagnostic: $0.1) }
  }

  func window(_ window: Window, isKey: Bool, isDiagnostic: Bool = false) -> JSONValue {
    var members = Members()
    let name = names.name(window.id) ?? window.name
    members.add("id", name)
    if window.level != 0 { members.add("level", level(window.level)) }
    if window.isHidden { members.add("hidden", true) }
    if isKey { members.add("key", true) }
    if let size = window.size { members.add("size", Self.size(size)) }
    if isDiagnostic { members.add("diagnostic", true) }
    if set.scope == .window {
      if window.isFollower { members.add("follower", true) }
      if !window.controlsStatusBar { members.add("controls-status-bar", false) }
      if let root = root(window.root, of: name) { members.add("root", root) }
    }
    if set.scope == .output {
      if !window.shell.appID.isEmpty { members.add("app-id", window.shell.appID) }
      if window.shell.isFullscreen { members.add("fullscreen", true) }
      if window.shell.isMinimized { members.add("minimized", true) }
      if window.shell.hasRule { members.add("policy", policy(of: window)) }
    }
    for key in PlatformKeys.of(set.family).window {
      if let value = key.write(window) { members.add(key.name, value) }
    }
    return .object(members.list)
  }

  private func level(_ level: Int32) -> JSONValue {
    let word = ScenarioWords.levels.first { $0.value == Int(level) }?.key
    return word.map { .string($0) } ?? .int(Int64(level))
  }

  /// Returns the value of `root:`; `nil` for the standard root.
  private func root(_ root: Controller?, of window: String) -> JSONValue? {
    guard let root else { return JSONValue.null }
    // In a conditional expression `nil` would be JSON's null.
    if root == Controller(id: "\(window).root") { return nil }
    return controller(root)
  }

  private func policy(of window: Window) -> JSONValue {
    var members = policy(window.root?.declared ?? DeclaredPolicy())
    if window.shell.mayVeto { members.add("veto", true) }
    if let cure = window.shell.cure { members.add("policy", cure.rawValue) }
    return .object(members.list)
  }

  /// Returns the declared answers.
  func policy(_ declared: DeclaredPolicy) -> Members {
    var members = Members()
    if let answer = declared.autorotate { members.add("autorotate", answer) }
    if let mask = declared.legacy { members.add("legacy", Self.mask(mask)) }
    if let mask = declared.supported { members.add("supported", Self.mask(mask)) }
    if let value = declared.preferred { members.add("preferred", value.name) }
    return members
  }

  func controller(_ controller: Controller) -> JSONValue {
    var members = Members()
    members.add("id", controller.id)
    if let declared = controller.declared {
      for member in policy(declared).list { members.add(member.name, member.value) }
    }
    if let container = controller.container {
      members.add("container", container.kind.rawValue)
      if !container.children.isEmpty {
        members.add("children", .array(container.children.map { self.controller($0) }))
      }
      if let selected = container.selected { members.add("selected", selected) }
      if container.forwards != .none { members.add("forwards", container.forwards.rawValue) }
      if let mask = container.delegateMask { members.add("container-delegate", Self.mask(mask)) }
    }
    if let target = controller.forwardsTo { members.add("forwards-to", names.name(target) ?? "") }
    if let presented = controller.presented {
      members.add("presented", .object(presentation(presented)))
    }
    switch controller.transitionOverride {
    case .none: break
    case .callingSuper: members.add("overrides-view-will-transition", "with-super")
    case .withoutSuper: members.add("overrides-view-will-transition", "without-super")
    }
    if let wish = controller.prefersOrientationLocked {
      members.add("prefers-orientation-locked", wish)
    }
    return .object(members.list)
  }

  func presentation(_ presentation: Presentation) -> [JSONValue.Member] {
    [
      .init("style", .string(presentation.style.rawValue)),
      .init("controller", controller(presentation.controller)),
    ]
  }

  /// The members of an object under construction.
  struct Members {
    private(set) var list: [JSONValue.Member] = []

    mutating func add(_ name: String, _ value: JSONValue) {
      list.append(JSONValue.Member(name, value))
    }

    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }

    /// The object; `nil` without members.
    var object: JSONValue? {
      if list.isEmpty { return nil }
      return .object(list)
    }
  }
}
