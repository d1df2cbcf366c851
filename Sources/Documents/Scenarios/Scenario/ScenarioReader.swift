// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

enum ScenarioReader {
  /// Reads a file's tree; `override` is the rule set from the command line.
  static func read(_ document: Document, override: String?) throws(InputError) -> Scenario {
    var map = try document.root.map()
    let version = try map.require("swivel")
    guard try version.int() == 1 else {
      throw version.error("a format that this program does not know", valid: ["1"])
    }
    let context = ScenarioContext(rules: try readRules(&map, override: override))
    return try read(&map, file: document.root.mark.file, context)
  }

  private static func read(
    _ map: inout MapReader, file: String, _ context: ScenarioContext
  ) throws(InputError) -> Scenario {
    let title = try map.take("title")?.string() ?? ""
    let sources = try map.take("source")?.strings() ?? []
    let deviceNode = map.take("device")
    let appNode = context.take("app", from: &map, if: .window)
    let windowsNode = map.take("windows")
    let eventsNode = map.take("events")
    let expectNode = map.take("expect")
    try map.finish()

    let device = DeviceReader(context)
    context.begin(try device.scene(deviceNode))
    try context.names.collect(windows: windowsNode, events: eventsNode)
    context.launch(try device.app(appNode))
    device.noteMultitasking(appNode)
    let exempt = try WindowReader(context).windows(windowsNode)
    let start = context.scene
    let events = try EventReader(context).events(eventsNode)
    let expectations = try ExpectationReader(context).expectations(expectNode)
    let playsLaunch = events.first.map { if case .launch = $0.action { true } else { false } }
    return Scenario(
      file: file, title: title, sources: sources, rules: context.rules, scene: start,
      exempt: exempt, playsLaunch: playsLaunch ?? false, events: events,
      expectations: expectations, ignored: context.ignored,
      windowNames: context.names.windows.map { $0.name })
  }

  private static func readRules(
    _ map: inout MapReader, override: String?
  ) throws(InputError) -> any RuleSet {
    let own = map.take("rules")
    let arbitrationNode = map.take("arbitration")
    let arbitration = try arbitrationNode?.oneOf(WindowArbitration.self)
    let hiddenCountsNode = map.take("hidden-counts")
    let hiddenCounts = try hiddenCountsNode?.bool()
    guard override != nil || own != nil else {
      throw map.mark.error("no rules", valid: RuleSetCatalog.names)
    }
    // The file's rule set is checked even if the command line overrides it.
    let written = try own.map { (node) throws(InputError) in try readName(node) }
    let name = override ?? written ?? ""
    let mark = own?.mark ?? map.mark
    guard
      let rules = RuleSetCatalog.make(name, arbitration: arbitration, hiddenCounts: hiddenCounts)
    else {
      throw mark.error(
        "unknown rule set \(UntrustedText(name).quoted)", valid: RuleSetCatalog.names, near: name)
    }
    try refuseArbitration(arbitrationNode, on: rules)
    try refuseArbitration(hiddenCountsNode, on: rules)
    return rules
  }

  private static func readName(_ node: Node) throws(InputError) -> String {
    let name = try node.string()
    guard RuleSetCatalog.family(name) != nil else {
      throw node.error(
        "unknown rule set \(UntrustedText(name).quoted)", valid: RuleSetCatalog.names, near: name)
    }
    return name
  }

  /// Throws for a value of `arbitration` or `hidden-counts` that the rule set does not support.
  private static func refuseArbitration(_ node: Node?, on rules: any RuleSet) throws(InputError) {
    guard let node, rules.scope != .window else { return }
    if rules.scope == .output, node.kind == .text {
      let choices: [WindowArbitration] = [.keyOnly, .intersection]
      if choices.map({ $0.rawValue }).contains((try? node.string()) ?? "") { return }
      throw node.error(
        "a way to arbitrate that \(rules.id) has not", valid: choices.map { $0.rawValue })
    }
    throw node.error("a way to arbitrate, which \(rules.id) leaves no choice of")
  }
}

/// The state that the readers of a scenario share: the rule set, the names, and the scene at the
/// current event.
final class ScenarioContext {
  let rules: any RuleSet
  var names = NameTable()
  var controllers = ControllerNames()
  /// The scene at the current event, updated without decisions.
  private(set) var scene = Scene()
  private(set) var ignored: [String] = []
  private(set) var isMultitasking = false

  init(rules: any RuleSet) { self.rules = rules }

  var uikit: UIKitTraits? { rules.uikit }

  /// Takes a key that only rule sets of some scopes have; `nil` if the map has no such key.
  ///
  /// Under other rule sets it returns `nil`, and `finish` throws an error if the map has the key.
  func take(_ key: String, from map: inout MapReader, if scopes: OrientationScope...) -> Node? {
    if scopes.contains(rules.scope) { return map.take(key) }
    forbid(key, in: &map) { scopes.contains($0.scope) }
    return nil
  }

  /// Reads the keys of the rule set's platform; if the map has a key of another platform, `finish`
  /// throws an error.
  func take<Value>(
    _ keys: (PlatformKeys) -> [PlatformKey<Value>], from map: inout MapReader,
    into value: inout Value
  ) throws(InputError) {
    for key in keys(PlatformKeys.of(rules.family)) {
      if let node = map.take(key.name) { try key.read(node, &value) }
    }
    for key in RuleSetFamily.allCases.flatMap({ keys(PlatformKeys.of($0)) }) {
      forbid(key.name, in: &map) { family in
        keys(PlatformKeys.of(family)).contains { $0.name == key.name }
      }
    }
  }

  private func forbid(
    _ key: String, in map: inout MapReader, besides isKnown: (RuleSetFamily) -> Bool
  ) {
    var names: String {
      RuleSetFamily.allCases.filter(isKnown).map { $0.rawValue }.joined(separator: " and ")
    }
    map.forbid(
      key,
      problem: "key \(UntrustedText(key).quoted), which belongs to \(names) rule sets, "
        + "not to \(rules.id)")
  }

  func take(_ key: IgnoredKey, from map: inout MapReader, isWithoutEffect: Bool) -> Node? {
    guard let node = map.take(key.rawValue) else { return nil }
    ignore(key, if: isWithoutEffect)
    return node
  }

  func ignore(_ key: IgnoredKey, if isWithoutEffect: Bool) {
    if isWithoutEffect, !ignored.contains(key.rawValue) { ignored.append(key.rawValue) }
  }

  func begin(_ scene: Scene) { self.scene = scene }

  func launch(_ app: App) {
    scene.app = app
    isMultitasking = rules.uikit?.isMultitasking(scene) ?? false
    scene.statusBar = StatusBar(orientation: launchPlacement)
    if rules.scope == .output {
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", panel: scene.device.panel)]
    }
  }

  /// The status bar's orientation at launch.
  ///
  /// UIKit: portrait if the app's list is missing or empty or has it, otherwise the list's first
  /// (V-14). Android, ChromeOS and desktops: the scene's.
  private var launchPlacement: InterfaceOrientation {
    guard rules.scope == .window else { return scene.statusBar.orientation }
    guard let list = scene.app.list(on: scene.device.idiom), let first = list.first,
      !list.contains(.portrait)
    else { return .portrait }
    return first
  }

  func add(_ window: Window) {
    scene.windows.append(window)
    controllers.set(window.id, window.root)
    controllers.beginTree()
  }

  func setInitialWindows(key: WindowID?) {
    let key = key ?? scene.windows.first { !$0.isHidden && !$0.isFollower }?.id
    if let key { scene.keyHistory = [key] }
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
  }

  func play(_ event: Event) {
    scene = scene.after(event, rules: rules)
    switch event {
    case .add(let window, _): controllers.set(window.id, scene.window(window.id)?.root)
    case .window(let id, let event): controllers.update(after: event, on: id, in: scene)
    default: break
    }
  }

  func removeRoot(of id: WindowID) {
    if let index = scene.index(of: id) { scene.windows[index].root = nil }
    controllers.set(id, nil)
  }
}

/// The keys and events that have no effect under some UIKit rule sets or under multitasking.
enum IgnoredKey: String, CaseIterable {
  case autorotate, legacy, supported, preferred, delegate
  case attemptRotation = "attempt-rotation"
  case containerDelegate = "container-delegate"
  case launchStoryboard = "launch-storyboard"
  case overridesViewWillTransition = "overrides-view-will-transition"
  case prefersOrientationLocked = "prefers-orientation-locked"
  case requestGeometry = "request-geometry"
  case requiresFullScreen = "requires-full-screen"
  case sceneDelegate = "scene-delegate"
  case setDelegate = "set-delegate"
  case setNeedsUpdate = "set-needs-update"
  case setStatusBar = "set-status-bar"
}

enum ScenarioWords {
  /// The masks that have names; a mask can also be a list of orientations or UIKit's number.
  static let masks: [(name: String, mask: OrientationMask)] = [
    ("all", .all), ("all-but-upside-down", .allButUpsideDown), ("landscape", .landscape),
    ("none", []),
  ]
  static let levels = ["normal": 0, "status-bar": 1000, "alert": 2000]
}

extension Node {
  func deviceOrientation() throws(InputError) -> DeviceOrientation {
    let values = DeviceOrientation.allCases
    return values[try oneOf(values.map { $0.name })]
  }

  func interfaceOrientation() throws(InputError) -> InterfaceOrientation {
    let values = InterfaceOrientation.allCases
    return values[try oneOf(values.map { $0.name })]
  }

  /// Reads an orientation; unknown is an error.
  func knownOrientation() throws(InputError) -> InterfaceOrientation {
    let values = InterfaceOrientation.fallbackOrder
    return values[try oneOf(values.map { $0.name })]
  }

  func mask() throws(InputError) -> OrientationMask {
    switch kind {
    case .int: return OrientationMask(rawValue: UInt32(try int(in: 0...Int(clamping: UInt32.max))))
    case .sequence:
      var mask = OrientationMask()
      for item in try sequence() { mask.formUnion(try item.interfaceOrientation().mask) }
      return mask
    default:
      let names = ScenarioWords.masks.map { $0.name }
      // A single orientation is not a valid mask, but a list with one is.
      if let word = try? string(), InterfaceOrientation(name: word) != nil {
        throw error(
          "\(UntrustedText(word).quoted), where a mask is wanted; write [\(word)]", valid: names)
      }
      return ScenarioWords.masks[try oneOf(names)].mask
    }
  }

  /// Reads the orientations of a mask; those of a list keep their order, which matters for the
  /// launch (V-14).
  func orderedMask() throws(InputError) -> [InterfaceOrientation] {
    guard kind == .sequence else { return try mask().orientations }
    let list = try sequence { (item) throws(InputError) in try item.interfaceOrientation() }
    return list.filter { $0 != .unknown }
  }

  /// Reads a width and a height in points, each from `least` to 100000.
  func size(from least: Int) throws(InputError) -> Size {
    let items = try sequence(count: 2)
    return Size(
      width: Int32(try items[0].int(in: least...100_000)),
      height: Int32(try items[1].int(in: least...100_000)))
  }

  func requireTrue() throws(InputError) {
    guard try bool() else { throw error("false", valid: ["true"]) }
  }
}
