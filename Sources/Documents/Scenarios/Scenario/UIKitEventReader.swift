// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// Reads the events of UIKit's rule sets only.
struct UIKitEventReader {
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  /// Returns the event of a name; `nil` if UIKit has no such event.
  func event(_ pair: Node.Pair) throws(InputError) -> Event? {
    if let event = try readDeviceEvent(pair) { return event }
    if let event = try readControllerEvent(pair) { return event }
    return try readRequest(pair)
  }

  private func readDeviceEvent(_ pair: Node.Pair) throws(InputError) -> Event? {
    let node = pair.value
    let plain: [String: AppEvent] = [
      "background": .background, "foreground": .foreground, "blur-text": .focusText(nil),
    ]
    if let event = plain[pair.name] {
      try node.requireTrue()
      return .app(event)
    }
    switch pair.name {
    case "generating":
      return .device(.generating(try node.oneOf(["begin", "end"]) == 0))
    case "force": return .device(.forced(try node.deviceOrientation()))
    case "set-delegate":
      context.ignore(
        .setDelegate,
        if: context.uikit?.appLimits != true || context.uikit?.asksSceneDelegate == true)
      return .app(.setDelegate(try DeviceReader(context).delegate(node)))
    case "focus-text": return .app(.focusText(try context.names.existing(node)))
    case "resize-scene":
      return .app(.resize(isFull: try node.oneOf(["full", "part"]) == 0))
    default: return nil
    }
  }

  private func readRequest(_ pair: Node.Pair) throws(InputError) -> Event? {
    let node = pair.value
    switch pair.name {
    case "attempt-rotation":
      try node.requireTrue()
      context.ignore(.attemptRotation, if: context.uikit?.allowsAttempts != true)
      return .app(.attemptRotation)
    case "set-status-bar":
      context.ignore(.setStatusBar, if: context.uikit?.allowsManualBar != true)
      return .app(.setStatusBar(try node.interfaceOrientation()))
    case "set-needs-update":
      context.ignore(.setNeedsUpdate, if: context.uikit?.hasGeometryRequests != true)
      return .window(try target(node), .setNeedsUpdate)
    case "request-geometry":
      context.ignore(.requestGeometry, if: context.uikit?.hasGeometryRequests != true)
      var map = try node.map()
      let id = try target(&map)
      let wanted = try map.require("orientations").mask()
      try map.finish()
      return .window(id, .requestGeometry(wanted))
    case "disable-autorotation":
      return .window(try context.names.existing(node), .disableAutorotation)
    case "enable-autorotation":
      let id = try context.names.existing(node)
      if context.scene.window(id)?.disableCount == 0 {
        throw node.error("enable-autorotation of a window that nothing disabled")
      }
      return .window(id, .enableAutorotation)
    default: return nil
    }
  }

  private func readControllerEvent(_ pair: Node.Pair) throws(InputError) -> Event? {
    let node = pair.value
    switch pair.name {
    case "set-root": return try readSetRoot(node)
    case "present":
      var map = try node.map()
      let id = try target(&map)
      let presentation = try ControllerReader(context).presentation(
        &map, at: node, standardName: "\(name(id)).presented")
      try map.finish()
      try needRoot(id, node)
      return .window(id, .present(presentation))
    case "dismiss":
      let id = try target(node)
      guard context.scene.window(id)?.root?.presents == true else {
        throw node.error("dismiss in \(UntrustedText(name(id)).quoted), which presents nothing")
      }
      return .window(id, .dismiss)
    case "push":
      var map = try node.map()
      let id = try target(&map)
      let controllerNode = try map.require("controller")
      let pushed = try ControllerReader(context).controller(
        controllerNode, standardName: "\(name(id)).pushed")
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
      guard
        let container = context.scene.window(id)?.root?.shownContainer([
          .tab, .split, .page, .custom,
        ])
      else { throw node.error("select in \(UntrustedText(name(id)).quoted), which has no tabs") }
      return .window(
        id, .select(child: try ControllerReader(context).child(childNode, of: container.children)))
    default: return nil
    }
  }

  private func readSetRoot(_ node: Node) throws(InputError) -> Event {
    var map = try node.map()
    let windowNode = try map.require("window")
    let id = try context.names.existing(windowNode)
    let controllerNode = try map.require("controller")
    try map.finish()
    if controllerNode.isNull { return .window(id, .setRoot(nil)) }
    // The names of the old tree become free.
    context.removeRoot(of: id)
    let controller = try ControllerReader(context).controller(
      controllerNode, standardName: "\(name(id)).root")
    return .window(id, .setRoot(controller))
  }

  private func name(_ id: WindowID) -> String { context.names.windows[Int(id.rawValue)].name }

  /// Returns the window in `{in: ID}`; a controller's name refers to the window that contains it.
  private func target(_ map: inout MapReader) throws(InputError) -> WindowID {
    let node = try map.require("in")
    let name = try node.string()
    if !context.names.isAlive(name), let id = context.controllers.window(of: name) { return id }
    return try context.names.existing(node)
  }

  private func target(_ node: Node) throws(InputError) -> WindowID {
    var map = try node.map()
    let id = try target(&map)
    try map.finish()
    return id
  }

  private func needRoot(_ id: WindowID, _ node: Node) throws(InputError) {
    guard context.scene.window(id)?.root != nil else {
      throw node.error("present in \(UntrustedText(name(id)).quoted), which has no root controller")
    }
  }

  private func needNavigation(_ id: WindowID, _ node: Node, depth: Int) throws(InputError) {
    guard let container = context.scene.window(id)?.root?.shownContainer([.navigation]) else {
      throw node.error("\(UntrustedText(name(id)).quoted), which shows no container: navigation")
    }
    guard container.children.count >= depth else {
      throw node.error("pop in \(UntrustedText(name(id)).quoted), whose stack has nothing to pop")
    }
  }
}
