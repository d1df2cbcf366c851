// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension ScenarioReader {
  static let levels = ["normal": 0, "status-bar": 1000, "alert": 2000]

  /// Reads the windows at the start; returns the diagnostic ones.
  mutating func readWindows(_ node: Node?) throws(InputError) -> [Window] {
    var exempt: [Window] = []
    var key: WindowID?
    for item in try node?.sequence() ?? [] {
      let found = try readWindow(item, orientation: scene.statusBar.orientation)
      if found.isKey == true {
        if let other = key {
          throw item.error(
            "a second key window; \(Quoting.quoted(names.windows[Int(other.rawValue)].name)) is key"
          )
        }
        key = found.window.id
      }
      if found.isDiagnostic {
        exempt.append(found.window)
      } else {
        scene.windows.append(found.window)
        trees.set(found.window.id, found.window.root)
        claimed = []
      }
    }
    // The first shown window is key if none says so.
    key = key ?? scene.windows.first { !$0.isHidden && !$0.isFollower }?.id
    if let key { scene.keyHistory = [key] }
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
    return exempt
  }

  /// One window as a file describes it.
  struct FoundWindow {
    var window: Window
    var isKey: Bool?
    var isDiagnostic: Bool
  }

  mutating func readWindow(
    _ node: Node, orientation: InterfaceOrientation
  ) throws(InputError) -> FoundWindow {
    var map = try node.map()
    let idNode = try map.require("id")
    let name = try idNode.string()
    let id = try names.create(name, at: idNode)
    var window = Window(id: id, name: name, root: nil, orientation: orientation)
    if let level = map.take("level") { window.level = try readLevel(level) }
    window.isHidden = try map.take("hidden")?.bool() ?? false
    let isKey = try map.take("key")?.bool()
    // It is there to be seen through and counts as shown, so nothing depends on it.
    _ = try map.take("invisible")?.bool()
    if let node = map.take("size") {
      if node.kind == .sequence {
        window.size = try size(node, from: 0)
      } else {
        _ = try node.oneOf(["full"])
      }
    }
    let isDiagnostic = try map.take("diagnostic")?.bool() ?? false
    if let node = take("follower", from: &map, family: .uikit) {
      window.isFollower = try node.bool()
    }
    if let node = take("controls-status-bar", from: &map, family: .uikit) {
      window.controlsStatusBar = try node.bool()
    }
    try readRoot(&map, &window)
    try readShell(&map, &window)
    try readPlatformWindow(&map, &window)
    try map.finish()
    return FoundWindow(window: window, isKey: isKey, isDiagnostic: isDiagnostic)
  }

  private func readLevel(_ node: Node) throws(InputError) -> Int32 {
    if node.kind == .int {
      return Int32(try node.int(in: -1_000_000_000...1_000_000_000))
    }
    let words = Self.levels.keys.sorted()
    guard let word = try? node.string(), let level = Self.levels[word] else {
      throw node.error("what is no level", valid: words + ["a whole number"])
    }
    return Int32(level)
  }

  private mutating func readRoot(
    _ map: inout MapReader, _ window: inout Window
  ) throws(InputError) {
    guard let node = take("root", from: &map, family: .uikit) else {
      let name = rules.family == .uikit ? window.name + ".root" : window.name
      let root = free(name)
      window.root = Controller(id: root)
      note(controller: root)
      return
    }
    if node.isNull { return }
    window.root = try readController(node, standardName: window.name + ".root")
  }

  /// What only windows of a desktop have.
  private func readShell(_ map: inout MapReader, _ window: inout Window) throws(InputError) {
    if let node = take("app-id", from: &map, family: .desktop) {
      window.shell.appID = try node.string()
    }
    if let node = take("fullscreen", from: &map, family: .desktop) {
      window.shell.isFullscreen = try node.bool()
    }
    if let node = take("minimized", from: &map, family: .desktop) {
      window.shell.isMinimized = try node.bool()
    }
    guard let node = take("policy", from: &map, family: .desktop) else { return }
    var policy = try node.map()
    var declared = DeclaredPolicy()
    declared.autorotate = try policy.take("autorotate")?.bool()
    if let node = policy.take("supported") { declared.supported = try mask(node) }
    if let node = policy.take("preferred") { declared.preferred = try knownOrientation(node) }
    window.shell.mayVeto = try policy.take("veto")?.bool() ?? false
    window.shell.cure = try policy.take("policy")?.oneOf(Cure.self)
    window.shell.hasRule = true
    try policy.finish()
    window.root?.policy = .declared(declared)
  }
}
