// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Recording

/// A converter of values to the format of scenario files; defaults are left out.
struct ScenarioFormatter {
  let set: any RuleSet
  let names: WindowNumbering
  /// The outputs of the scene and those that events add.
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

  /// The member with the rule set's name, and members for options that differ from those of the
  /// named rule set.
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
    let idiom = uikit == nil ? .phone : device.idiom
    let usual = Device(idiom: idiom, hasHomeButton: (uikit?.version ?? 0) < 13)
    if idiom != .phone { members.add("idiom", idiom.rawValue) }
    if uikit != nil, device.hasHomeButton != usual.hasHomeButton {
      members.add("home-button", device.hasHomeButton)
    }
    if device.size != usual.size { members.add("size", Self.size(device.size)) }
    if device.orientation != .portrait { members.add("orientation", device.orientation.name) }
    let felt = device.orientation.interface == nil ? .portrait : device.orientation
    if device.felt != felt { members.add("felt", device.felt.name) }
    if uikit != nil, device.generatingCount == 0 { members.add("generating", false) }
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
    if let named = ScenarioWords.masks.first(where: { $0.mask == mask }) {
      return .string(named.name)
    }
    return mask.orientations.reduce(into: OrientationMask()) { $0.formUnion($1.mask) } == mask
      ? list(mask.orientations) : .int(Int64(mask.rawValue))
  }

  static func list(_ orientations: [InterfaceOrientation]) -> JSONValue {
    .array(orientations.map { .string($0.name) })
  }

  static func size(_ size: Size) -> JSONValue {
    .array([.int(Int64(size.width)), .int(Int64(size.height))])
  }

  /// Returns the initial windows, including diagnostic ones, in creation order.
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
      // The answers of a policy for all windows are written as a rule of the window.
      let isOpen = (window.root?.declared ?? DeclaredPolicy()) == DeclaredPolicy()
      if window.shell.hasRule || !isOpen { members.add("policy", policy(of: window)) }
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

  /// Returns the value of `root:`: JSON's null if the window has no root, `nil` if it has the
  /// default one.
  private func root(_ root: Controller?, of window: String) -> JSONValue? {
    guard let root else { return JSONValue.null }
    // In a conditional expression `nil` would mean JSON's null.
    if root == Controller(id: "\(window).root") { return nil }
    return controller(root)
  }

  private func policy(of window: Window) -> JSONValue {
    var members = policy(window.root?.declared ?? DeclaredPolicy())
    if window.shell.mayVeto { members.add("veto", true) }
    if let cure = window.shell.cure { members.add("policy", cure.rawValue) }
    return .object(members.list)
  }

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

  /// Returns an entry of `events:`; `nil` if scenario files cannot express the action.
  func event(_ entry: ScenarioWriter.Entry) -> JSONValue? {
    let output = set.scope == .output ? EventKey.output : []
    let keys = PlatformKeys.of(set.family).events + EventKey.common + EventKey.uikit + output
    let action = names.written(entry.action, for: set)
    for key in keys {
      guard let value = key.write(action, self) else { continue }
      let time = entry.at.map { [JSONValue.Member("at", .int($0))] } ?? []
      return .object([JSONValue.Member(key.name, value)] + time)
    }
    return nil
  }

  func name(of id: OutputID) -> String? { outputs.last { $0.id == id }?.name }

  struct Members {
    private(set) var list: [JSONValue.Member] = []

    mutating func add(_ name: String, _ value: JSONValue) {
      list.append(JSONValue.Member(name, value))
    }

    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }

    var object: JSONValue? {
      if list.isEmpty { return nil }
      return .object(list)
    }
  }
}

enum ExpectationFormatter {
  static func json(_ expected: Expectation) -> JSONValue {
    var members = ScenarioFormatter.Members()
    members.add("after", expected.step.map { .int(Int64($0)) } ?? "last")
    if let value = expected.device { members.add("device", value.name) }
    if let value = expected.statusBar { members.add("status-bar", value.name) }
    if let value = expected.writer { members.add("writer", value.map { .string($0) } ?? .null) }
    if let value = expected.statusBarHidden { members.add("status-bar-hidden", value) }
    if let value = expected.keyboard { members.add("keyboard", Self.orNull(value)) }
    if let value = expected.page { members.add("page", Self.orNull(value)) }
    if !expected.windows.isEmpty {
      members.add(
        "windows",
        .object(expected.windows.map { .init($0.name, .string($0.orientation.name)) }))
    }
    for (key, pairs) in [("bounds", expected.bounds), ("transform", expected.transforms)]
    where !pairs.isEmpty {
      members.add(key, .object(pairs.map { .init($0.name, $0.value) }))
    }
    if let outcome = expected.outcome { members.add("outcome", outcome.rawValue) }
    if let kinds = expected.conflicts {
      members.add("conflicts", Self.words(kinds.map { $0.rawValue }))
    }
    if let names = expected.culprits { members.add("culprits", Self.words(names)) }
    if let since = expected.since {
      members.add("since", since.map { .int(Int64($0)) } ?? .null)
    }
    if let keys = expected.ignored { members.add("ignored", Self.words(keys)) }
    if let records = expected.asked { members.add("asked", .array(records)) }
    if let error = expected.error { members.add("error", error.map { .string($0) } ?? .null) }
    if !expected.notAsked.isEmpty { members.add("not-asked", Self.words(expected.notAsked)) }
    if let list = expected.notifications {
      members.add("notifications", .array(list.map(Self.words)))
    }
    if let list = expected.callbacks {
      members.add("callbacks-include", .array(list.map(Self.words)))
    }
    return .object(members.list)
  }

  /// Returns the main results after a file's last step, not counting its last `appendix` steps, as
  /// an expectation; `nil` if the file cannot be read or no step remains.
  static func ending(of file: String, before appendix: Int) -> JSONValue? {
    guard let scenario = try? Scenario.parse(file, file: "the file") else { return nil }
    let steps = Simulation(scenario).steps.dropLast(appendix)
    guard let last = steps.last?.verdict else { return nil }
    var members = ScenarioFormatter.Members()
    members.add("after", .int(Int64(steps.count - 1)))
    members.add("status-bar", last.after.statusBar.orientation.name)
    members.add("page", orNull(last.page?.orientation))
    members.add("outcome", last.outcome.rawValue)
    members.add("conflicts", words(last.conflicts.map { $0.kind.rawValue }))
    if let first = last.conflicts.first {
      members.add("culprits", words(first.culprits.map { scenario.name(of: $0) }))
    }
    if let error = last.error { members.add("error", error.name.rawValue) }
    return .object(members.list)
  }

  private static func orNull(_ value: InterfaceOrientation?) -> JSONValue {
    value.map { .string($0.name) } ?? .null
  }

  private static func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }
}
