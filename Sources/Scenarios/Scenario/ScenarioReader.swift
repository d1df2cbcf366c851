// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Reads one scenario file (format 1); every error names its place and what is valid there.
struct ScenarioReader {
  let file: String
  let rules: any RuleSet
  var names = NameTable()
  var ignored: [String] = []
  /// The scene at the point reached, for what exists there; nobody is asked in it.
  var scene = Scene()
  /// The controllers named so far in the tree that is being read.
  var claimed: Set<String> = []
  /// The controllers that exist at the point reached.
  var trees = ControllerNames()
  /// Every controller's name that the file gives or implies, for expectations.
  private(set) var controllers: [String] = []
  private var knownControllers: Set<String> = []
  var isMultitasking = false

  /// The traits of a UIKit set; nil for the others.
  var uikit: UIKitTraits? { rules.uikit }

  /// Reads a file's tree; `override` is the rule set of the command line.
  static func read(
    _ document: Document, override: String?
  ) throws(InputError) -> Scenario {
    var map = try document.root.map()
    let version = try map.require("swivel")
    guard try version.int() == 1 else {
      throw version.error("a format that this program does not know", valid: ["1"])
    }
    let rules = try readRules(&map, override: override)
    var reader = ScenarioReader(file: document.root.mark.file, rules: rules)
    return try reader.read(&map)
  }

  private mutating func read(_ map: inout MapReader) throws(InputError) -> Scenario {
    let title = try map.take("title")?.string() ?? ""
    let sources =
      try map.take("source")?.sequence { (node) throws(InputError) in
        try node.string()
      } ?? []
    let deviceNode = map.take("device")
    let appNode = take("app", from: &map, family: .uikit)
    let windowsNode = map.take("windows")
    let eventsNode = map.take("events")
    let expectNode = map.take("expect")
    try map.finish()

    scene.device = try readDevice(deviceNode)
    try names.collect(windows: windowsNode, events: eventsNode)
    scene.app = try readApp(appNode)
    isMultitasking = uikit?.isMultitasking(scene) ?? false
    noteMultitasking(appNode)
    scene.statusBar = StatusBar(orientation: launchPlacement(scene))
    if rules.family == .desktop {
      scene.outputs = [Output(id: OutputID(0), name: "eDP-1", panel: scene.device.panel)]
    }
    let exempt = try readWindows(windowsNode)
    let start = scene
    let events = try readEvents(eventsNode)
    let expectations = try readExpectations(expectNode)
    let playsLaunch = events.first.map { if case .launch = $0.action { true } else { false } }
    return Scenario(
      file: file, title: title, sources: sources, rules: rules, scene: start, exempt: exempt,
      playsLaunch: playsLaunch ?? false, events: events, expectations: expectations,
      ignored: ignored, windowNames: names.windows.map(\.name))
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
    // The file's own name is read even when the command line overrules it: it may be wrong.
    let written = try own.map { (node) throws(InputError) in try readName(node) }
    let name = override ?? written ?? ""
    let mark = own?.mark ?? map.mark
    guard
      let rules = RuleSetCatalog.make(name, arbitration: arbitration, hiddenCounts: hiddenCounts)
    else {
      throw mark.error(
        "unknown rule set \(Quoting.quoted(name))", valid: RuleSetCatalog.names, near: name)
    }
    try refuseArbitration(arbitrationNode, on: rules)
    try refuseArbitration(hiddenCountsNode, on: rules)
    return rules
  }

  private static func readName(_ node: Node) throws(InputError) -> String {
    let name = try node.string()
    guard RuleSetCatalog.family(name) != nil else {
      throw node.error(
        "unknown rule set \(Quoting.quoted(name))", valid: RuleSetCatalog.names, near: name)
    }
    return name
  }

  /// The bar at launch: portrait if the app's list has it, else the list's first (V-14).
  private func launchPlacement(_ scene: Scene) -> InterfaceOrientation {
    if isPlatform { return InterfaceOrientation(transform: .normal, on: scene.device.panel) }
    guard rules.family == .uikit, let list = scene.app.list(on: scene.device.idiom),
      let first = list.first, !list.contains(.portrait)
    else { return .portrait }
    return first
  }

  /// Takes a key that belongs to one family; elsewhere it is an error that says so.
  func take(_ key: String, from map: inout MapReader, family: RuleSetFamily...) -> Node? {
    if family.contains(rules.family) { return map.take(key) }
    let names = family.map(\.rawValue).joined(separator: " and ")
    map.forbid(key, because: "belongs to \(names) rule sets, not to \(rules.id)")
    return nil
  }

  /// Notes a controller's name for expectations.
  mutating func note(controller name: String) {
    if knownControllers.insert(name).inserted { controllers.append(name) }
  }

  /// Keys and events to which some UIKit set gives no effect.
  enum Ignorable: String, CaseIterable {
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

  /// Notes a key that these rules give no effect.
  mutating func ignore(_ key: Ignorable, if isWithoutEffect: Bool) {
    if isWithoutEffect, !ignored.contains(key.rawValue) { ignored.append(key.rawValue) }
  }
}
