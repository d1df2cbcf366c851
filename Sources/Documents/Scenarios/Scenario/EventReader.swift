// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// A reader of a scenario's events, which checks names against the objects that exist at each
/// event.
struct EventReader {
  /// The names of all events, of all families.
  static let names =
    [
      "device", "accelerometer", "launch", "background", "foreground", "generating",
      "rotation-lock", "add", "remove", "show", "hide", "make-key", "set-root", "present",
      "dismiss", "push", "pop", "select", "set-policy", "set-delegate", "force",
      "attempt-rotation", "set-needs-update", "request-geometry", "set-status-bar",
      "disable-autorotation", "enable-autorotation", "focus-text", "blur-text", "resize-scene",
    ] + PlatformKeys.eventNames + ["output", "output-transform"]

  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  func events(_ node: Node?) throws(InputError) -> [ScenarioEvent] {
    var events: [ScenarioEvent] = []
    var clock: Int64 = 0
    for item in try node?.sequence() ?? [] {
      let pairs = try item.pairs()
      let others = pairs.filter { $0.name != "at" }
      guard let pair = others.first, others.count == 1 else {
        throw item.error(
          "\(others.count) events in one entry, where one is wanted", valid: Self.names)
      }
      let at = try pairs.first { $0.name == "at" }?.value.int(in: 0...Int(Int64.max / 1_000_000))
      if let at {
        guard Int64(at) >= clock else {
          throw item.error("at: \(at), although the clock is already at \(clock)")
        }
        clock = Int64(at)
      }
      context.controllers.beginTree()
      let action = try readEvent(pair)
      if case .launch = action, !events.isEmpty {
        throw pair.mark.error("launch, which can only be the first event")
      }
      if case .event(let event) = action { context.play(event) }
      events.append(
        ScenarioEvent(
          action: action, at: at.map(Int64.init),
          text: [pair.name: JSONValue(pair.value)], mark: pair.mark))
    }
    return events
  }

  private func readEvent(_ pair: Node.Pair) throws(InputError) -> ScenarioEvent.Action {
    let node = pair.value
    if let action = try readCommonEvent(pair) { return action }
    let platform = PlatformKeys.of(context.rules.family).events
    if let event = platform.first(where: { $0.name == pair.name }) {
      return .event(try event.read(node, context))
    }
    if context.rules.scope == .output, let event = try readDesktopEvent(pair) {
      return .event(event)
    }
    if context.rules.scope == .window {
      if pair.name == "launch" {
        try node.requireTrue()
        return .launch
      }
      if let event = try UIKitEventReader(context).event(pair) { return .event(event) }
    }
    if Self.names.contains(pair.name) {
      throw pair.mark.error(
        "event \(UntrustedText(pair.name).quoted), which belongs to other rule sets than "
          + context.rules.id)
    }
    throw pair.mark.error(
      "unknown event \(UntrustedText(pair.name).quoted)", valid: Self.names, near: pair.name)
  }

  /// Returns an event that rule sets of several families have; `nil` for other events.
  private func readCommonEvent(_ pair: Node.Pair) throws(InputError) -> ScenarioEvent.Action? {
    let node = pair.value
    switch pair.name {
    case "device": return .event(.device(.turned(try node.deviceOrientation())))
    case "accelerometer": return .reading(try reading(node))
    case "rotation-lock": return .event(.device(.rotationLock(try node.bool())))
    case "add": return .event(try readAdd(node))
    case "remove":
      let id = try context.names.existing(node)
      context.names.remove(id)
      return .event(.window(id, .remove))
    case "show": return .event(.window(try context.names.existing(node), .show))
    case "hide": return .event(.window(try context.names.existing(node), .hide))
    case "make-key": return .event(.window(try context.names.existing(node), .makeKey))
    case "tablet" where context.rules.scope == .output: return .tablet(try node.bool())
    case "set-policy" where !context.isPlatform: return .event(try readSetPolicy(node))
    default: return nil
    }
  }

  private func readAdd(_ node: Node) throws(InputError) -> Event {
    let found = try WindowReader(context).window(node, orientation: .portrait)
    if found.isDiagnostic { return .addExempt(found.window, makesKey: found.isKey) }
    return .add(found.window, makesKey: found.isKey)
  }

  private func reading(_ node: Node) throws(InputError) -> Acceleration {
    let items = try node.sequence(count: 3)
    return Acceleration(
      x: try thousandths(items[0]), y: try thousandths(items[1]), z: try thousandths(items[2]))
  }

  // The value is rounded, since most decimal fractions are inexact as a `Double`.
  private func thousandths(_ node: Node) throws(InputError) -> Int32 {
    Int32((try node.double(in: -1000.0...1000.0) * 1000).rounded())
  }

  /// Reads a change of a policy; answers that the file omits stay unchanged.
  private func readSetPolicy(_ node: Node) throws(InputError) -> Event {
    var map = try node.map()
    let idNode = try map.require("controller")
    let name = try idNode.string()
    guard
      let old = context.controllers.window(of: name).flatMap({
        context.scene.window($0)?.root?.find(name)
      })
    else {
      let valid = context.scene.windows.compactMap { $0.root?.id }
      throw idNode.error(
        "unknown controller \(UntrustedText(name).quoted)", valid: valid, near: name)
    }
    var policy = old.declared ?? DeclaredPolicy()
    try ControllerReader(context).readAnswers(&map, into: &policy)
    try map.finish()
    return .app(.setPolicy(controller: name, policy))
  }

  private func readDesktopEvent(_ pair: Node.Pair) throws(InputError) -> Event? {
    switch pair.name {
    case "output":
      var map = try pair.value.map()
      let added = map.take("add")
      let removed = map.take("remove")
      try map.finish()
      if let removed { return .output(.remove(try output(removed))) }
      guard let added else { throw pair.value.error("no output", valid: ["add", "remove"]) }
      let name = try added.string()
      if context.scene.outputs.contains(where: { $0.name == name }) {
        throw added.error("output \(UntrustedText(name).quoted), which exists already")
      }
      let number = (context.scene.outputs.map { $0.id.rawValue }.max() ?? -1) + 1
      return .output(
        .add(
          Output(
            id: OutputID(number), name: name, panel: context.scene.device.panel,
            policy: Output.isInternal(name: name) ? .auto : .leave)))
    case "output-transform":
      var map = try pair.value.map()
      let id = try output(try map.require("output"))
      let value = try map.require("value").int(in: 0...7)
      let by = try map.take("by")?.oneOf(["self", "other"]) ?? 1
      try map.finish()
      if by == 0 { return .observe }
      return .output(.transform(id, Transform(rawValue: UInt8(value)) ?? .normal))
    default: return nil
    }
  }

  private func output(_ node: Node) throws(InputError) -> OutputID {
    let name = try node.string()
    guard let output = context.scene.outputs.first(where: { $0.name == name }) else {
      throw node.error(
        "unknown output \(UntrustedText(name).quoted)",
        valid: context.scene.outputs.map { $0.name },
        near: name)
    }
    return output.id
  }
}

/// A reader of the events that only UIKit's rule sets have.
private struct UIKitEventReader {
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  /// Returns the event with a name; `nil` if UIKit has no such event.
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
      context.ignore(.setDelegate, if: context.uikit?.asksDelegate != true)
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
    // The names in the former tree of controllers become available again.
    context.removeRoot(of: id)
    let controller = try ControllerReader(context).controller(
      controllerNode, standardName: "\(name(id)).root")
    return .window(id, .setRoot(controller))
  }

  private func name(_ id: WindowID) -> String { context.names.windows[Int(id.rawValue)].name }

  /// Returns the window in `{in: ID}`; a controller's name means the window that contains the
  /// controller.
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
