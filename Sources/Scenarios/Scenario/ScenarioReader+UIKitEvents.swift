// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension ScenarioReader {
  /// Events of the device and of the app as a whole.
  mutating func readDeviceEvent(_ pair: Node.Pair) throws(InputError) -> Event? {
    let node = pair.value
    switch pair.name {
    case "background":
      try mustBeTrue(node)
      return .app(.background)
    case "foreground":
      try mustBeTrue(node)
      return .app(.foreground)
    case "generating":
      return .device(.generating(try node.oneOf(["begin", "end"]) == 0))
    case "force": return .device(.forced(try deviceOrientation(node)))
    case "set-delegate":
      ignore(.setDelegate, if: uikit?.appLimits != true || uikit?.asksSceneDelegate == true)
      return .app(.setDelegate(try delegate(node)))
    case "focus-text": return .app(.focusText(try names.existing(node)))
    case "blur-text":
      try mustBeTrue(node)
      return .app(.focusText(nil))
    case "resize-scene":
      return .app(.resize(isFull: try node.oneOf(["full", "part"]) == 0))
    default: return nil
    }
  }

  /// What the app asks of the system.
  mutating func readRequest(_ pair: Node.Pair) throws(InputError) -> Event? {
    let node = pair.value
    switch pair.name {
    case "attempt-rotation":
      try mustBeTrue(node)
      ignore(.attemptRotation, if: uikit?.allowsAttempts != true)
      return .app(.attemptRotation)
    case "set-status-bar":
      ignore(.setStatusBar, if: uikit?.allowsManualBar != true)
      return .app(.setStatusBar(try interfaceOrientation(node)))
    case "set-needs-update":
      ignore(.setNeedsUpdate, if: uikit?.hasGeometryRequests != true)
      return .window(try target(node), .setNeedsUpdate)
    case "request-geometry":
      ignore(.requestGeometry, if: uikit?.hasGeometryRequests != true)
      var map = try node.map()
      let id = try target(&map)
      let wanted = try mask(try map.require("orientations"))
      try map.finish()
      return .window(id, .requestGeometry(wanted))
    case "disable-autorotation": return .window(try names.existing(node), .disableAutorotation)
    case "enable-autorotation":
      let id = try names.existing(node)
      if scene.window(id)?.disableCount == 0 {
        throw node.error("enable-autorotation of a window that nothing disabled")
      }
      return .window(id, .enableAutorotation)
    default: return nil
    }
  }

  /// Changes of the controllers in a window.
  mutating func readControllerEvent(_ pair: Node.Pair) throws(InputError) -> Event? {
    let node = pair.value
    switch pair.name {
    case "set-root": return try readSetRoot(node)
    case "present":
      var map = try node.map()
      let id = try target(&map)
      let presentation = try readPresentation(
        &map, at: node, standardName: "\(name(id)).presented")
      try map.finish()
      try needRoot(id, node)
      return .window(id, .present(presentation))
    case "dismiss":
      let id = try target(node)
      guard scene.window(id)?.root?.presents == true else {
        throw node.error("dismiss in \(Quoting.quoted(name(id))), which presents nothing")
      }
      return .window(id, .dismiss)
    case "push":
      var map = try node.map()
      let id = try target(&map)
      let controllerNode = try map.require("controller")
      let pushed = try readController(controllerNode, standardName: "\(name(id)).pushed")
      try map.finish()
      try needNavigation(id, node, depth: 0)
      return .window(id, .push(pushed))
    case "pop":
      let id = try target(node)
      try needNavigation(id, node, depth: 2)
      return .window(id, .pop)
    case "select":
      var map = try node.map()
      let id = try target(&map)
      let childNode = try map.require("child")
      try map.finish()
      guard let container = scene.window(id)?.root?.shownContainer([.tab, .split, .page, .custom])
      else { throw node.error("select in \(Quoting.quoted(name(id))), which has no tabs") }
      return .window(id, .select(child: try child(childNode, of: container.children)))
    default: return nil
    }
  }

  private mutating func readSetRoot(_ node: Node) throws(InputError) -> Event {
    var map = try node.map()
    let windowNode = try map.require("window")
    let id = try names.existing(windowNode)
    let controllerNode = try map.require("controller")
    try map.finish()
    if controllerNode.isNull { return .window(id, .setRoot(nil)) }
    // The names of the old tree become free with it.
    if let index = scene.index(of: id) { scene.windows[index].root = nil }
    trees.set(id, nil)
    let controller = try readController(controllerNode, standardName: "\(name(id)).root")
    return .window(id, .setRoot(controller))
  }

  private func name(_ id: WindowID) -> String { names.windows[Int(id.rawValue)].name }

  /// The window in `{in: ID}`; a controller's name means the window that it is in.
  private func target(_ map: inout MapReader) throws(InputError) -> WindowID {
    let node = try map.require("in")
    let name = try node.string()
    if !names.isAlive(name), let id = trees.window(of: name) { return id }
    return try names.existing(node)
  }

  private func target(_ node: Node) throws(InputError) -> WindowID {
    var map = try node.map()
    let id = try target(&map)
    try map.finish()
    return id
  }

  private func needRoot(_ id: WindowID, _ node: Node) throws(InputError) {
    guard scene.window(id)?.root != nil else {
      throw node.error("present in \(Quoting.quoted(name(id))), which has no root controller")
    }
  }

  private func needNavigation(
    _ id: WindowID, _ node: Node, depth: Int
  ) throws(InputError) {
    guard let container = scene.window(id)?.root?.shownContainer([.navigation]) else {
      throw node.error(
        "\(Quoting.quoted(name(id))), which shows no container: navigation")
    }
    guard container.children.count >= depth else {
      throw node.error("pop in \(Quoting.quoted(name(id))), whose stack has nothing to pop")
    }
  }
}
