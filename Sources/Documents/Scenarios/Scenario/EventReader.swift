// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// A reader of a scenario's events, which checks names against the objects that exist at each
/// event.
struct EventReader {
  static let names =
    (EventKey.common + EventKey.uikit + EventKey.output
    + RuleSetFamily.allCases.flatMap { PlatformKeys.of($0).events }).reduce(into: [String]()) {
      if !$0.contains($1.name) { $0.append($1.name) }
    }

  private let context: ScenarioContext
  private let keys: [EventKey]

  init(_ context: ScenarioContext) {
    self.context = context
    let rules = context.rules
    keys =
      switch rules.scope {
      case .window: EventKey.common + EventKey.uikit
      case .output: EventKey.common + PlatformKeys.of(rules.family).events + EventKey.output
      case .display:
        EventKey.common.filter { $0.name != "set-policy" } + PlatformKeys.of(rules.family).events
      }
  }

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
      let at = try pairs.first { $0.name == "at" }?.value.int(
        in: 0...Int(clamping: Int64.max / 1_000_000))
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
    if let key = keys.first(where: { $0.name == pair.name }) {
      return try key.read(pair.value, context)
    }
    if Self.names.contains(pair.name) {
      throw pair.mark.error(
        "event \(UntrustedText(pair.name).quoted), which the rule set \(context.rules.id) does not "
          + "have")
    }
    throw pair.mark.error(
      "unknown event \(UntrustedText(pair.name).quoted)", valid: Self.names, near: pair.name)
  }
}

struct EventKey: Sendable {
  typealias Action = ScenarioEvent.Action

  let name: String
  let read: @Sendable (Node, ScenarioContext) throws(InputError) -> Action
  /// Returns the value in a file; `nil` for actions that this key does not express.
  let write: @Sendable (Action, ScenarioFormatter) -> JSONValue?
}

extension EventKey {
  init(
    _ name: String,
    read: @escaping @Sendable (Node, ScenarioContext) throws(InputError) -> Event,
    write: @escaping @Sendable (Event, ScenarioFormatter) -> JSONValue?
  ) {
    self.init(name: name) { node, context throws(InputError) in
      .event(try read(node, context))
    } write: { action, formatter in
      guard case .event(let event) = action else { return nil }
      return write(event, formatter)
    }
  }

  /// Returns the key of an event without a value, which files write as `true`.
  private static func plain(_ name: String, _ event: Event) -> EventKey {
    EventKey(name) { node, _ throws(InputError) in
      try node.requireTrue()
      return event
    } write: { found, _ in
      guard found == event else { return nil }
      return true
    }
  }

  static func device(
    _ name: String, read: @escaping @Sendable (Node) throws(InputError) -> DeviceEvent,
    write: @escaping @Sendable (DeviceEvent) -> JSONValue?
  ) -> EventKey {
    EventKey(name) { node, _ throws(InputError) in
      .device(try read(node))
    } write: { event, _ in
      guard case .device(let event) = event else { return nil }
      return write(event)
    }
  }

  private static func app(
    _ name: String,
    read: @escaping @Sendable (Node, ScenarioContext) throws(InputError) -> AppEvent,
    write: @escaping @Sendable (AppEvent, ScenarioFormatter) -> JSONValue?
  ) -> EventKey {
    EventKey(name) { node, context throws(InputError) in
      .app(try read(node, context))
    } write: { event, formatter in
      guard case .app(let event) = event else { return nil }
      return write(event, formatter)
    }
  }

  /// Returns the key of an event whose value is the name of its window, which must pass `check`.
  private static func window(
    _ name: String, _ event: WindowEvent,
    check: @escaping @Sendable (WindowID, Node, ScenarioContext) throws(InputError) -> Void = {
      _, _, _ in
    }
  ) -> EventKey {
    EventKey(name) { node, context throws(InputError) in
      let id = try context.names.existing(node)
      try check(id, node, context)
      return .window(id, event)
    } write: { found, formatter in
      guard case .window(let id, let found) = found, found == event,
        let name = formatter.names.name(id)
      else { return nil }
      return .string(name)
    }
  }

  /// Returns the key of an event whose value is a map with the window as `window`.
  static func window(
    _ name: String,
    read: @escaping @Sendable (inout MapReader) throws(InputError) -> WindowEvent,
    write: @escaping @Sendable (WindowEvent) -> [JSONValue.Member]?
  ) -> EventKey {
    EventKey(name) { node, context throws(InputError) in
      var map = try node.map()
      let id = try context.names.existing(try map.require("window"))
      let event = try read(&map)
      try map.finish()
      return .window(id, event)
    } write: { event, formatter in
      guard case .window(let id, let event) = event, let name = formatter.names.name(id),
        let members = write(event)
      else { return nil }
      return .object([.init("window", .string(name))] + members)
    }
  }

  /// Returns the key of an event whose value is a map with the window, or one of its controllers,
  /// as `in`; `check` is called after the map is read.
  private static func inside(
    _ name: String,
    read: @escaping @Sendable (inout MapReader, Target) throws(InputError) -> WindowEvent,
    check: @escaping @Sendable (Target) throws(InputError) -> Void = { _ in },
    write: @escaping @Sendable (WindowEvent, ScenarioFormatter) -> [JSONValue.Member]?
  ) -> EventKey {
    EventKey(name) { node, context throws(InputError) in
      var map = try node.map()
      let target = try Target(&map, node, context)
      let event = try read(&map, target)
      try map.finish()
      try check(target)
      return .window(target.id, event)
    } write: { event, formatter in
      guard case .window(let id, let event) = event, let name = formatter.names.name(id),
        let members = write(event, formatter)
      else { return nil }
      return .object([.init("in", .string(name))] + members)
    }
  }

  /// Returns the key of an event whose value is a map with only `in`.
  private static func inside(
    _ name: String, _ event: WindowEvent,
    check: @escaping @Sendable (Target) throws(InputError) -> Void = { _ in }
  ) -> EventKey {
    inside(
      name, read: { _, _ in event }, check: check,
      write: { found, _ in if found == event { [] } else { nil } })
  }

  /// Returns the key with a reader that adds it to the ignored keys under rule sets without a
  /// trait.
  private func needing(_ trait: @escaping @Sendable (UIKitTraits) -> Bool) -> EventKey {
    EventKey(
      name: name,
      read: { node, context throws(InputError) in
        if let key = IgnoredKey(rawValue: name) {
          context.ignore(key, if: context.uikit.map(trait) != true)
        }
        return try read(node, context)
      }, write: write)
  }

  /// The window that an event names with `in`, by its own name or a controller's.
  private struct Target {
    let id: WindowID
    let node: Node
    let context: ScenarioContext

    init(_ map: inout MapReader, _ node: Node, _ context: ScenarioContext) throws(InputError) {
      (self.node, self.context) = (node, context)
      let window = try map.require("in")
      let name = try window.string()
      id =
        if !context.names.isAlive(name), let id = context.controllers.window(of: name) {
          id
        } else {
          try context.names.existing(window)
        }
    }

    var name: String { context.name(of: id) }
    var root: Controller? { context.scene.window(id)?.root }

    func needNavigation(depth: Int) throws(InputError) {
      guard let container = root?.shownContainer([.navigation]) else {
        throw node.error("\(UntrustedText(name).quoted), which shows no container: navigation")
      }
      guard container.children.count >= depth else {
        throw node.error("pop in \(UntrustedText(name).quoted), whose stack has nothing to pop")
      }
    }
  }
}

// The events of all rule sets; those of displays have no `set-policy`.
extension EventKey {
  static let common: [EventKey] = [
    .device("device") { node throws(InputError) in
      .turned(try node.deviceOrientation())
    } write: {
      if case .turned(let value) = $0 { .string(value.name) } else { nil }
    },
    EventKey(name: "accelerometer") { node, _ throws(InputError) in
      let items = try node.sequence(count: 3)
      return .reading(
        Acceleration(
          x: try items[0].thousandths(), y: try items[1].thousandths(),
          z: try items[2].thousandths()))
    } write: { action, _ in
      guard case .reading(let reading) = action else { return nil }
      return .array([reading.x, reading.y, reading.z].map { .double(Double($0) / 1000) })
    },
    .device("rotation-lock") { node throws(InputError) in
      .rotationLock(try node.bool())
    } write: {
      if case .rotationLock(let isLocked) = $0 { .bool(isLocked) } else { nil }
    },
    EventKey("add") { node, context throws(InputError) in
      let found = try WindowReader(context).window(node, orientation: .portrait)
      return found.isDiagnostic
        ? .addExempt(found.window, makesKey: found.isKey)
        : .add(found.window, makesKey: found.isKey)
    } write: { event, formatter in
      switch event {
      case .add(let window, let makesKey): formatter.window(window, isKey: makesKey)
      case .addExempt(let window, let makesKey):
        formatter.window(window, isKey: makesKey, isDiagnostic: true)
      default: nil
      }
    },
    .window("remove", .remove) { id, _, context in context.names.remove(id) },
    .window("show", .show), .window("hide", .hide), .window("make-key", .makeKey),
    // Answers that the file omits stay unchanged.
    .app("set-policy") { node, context throws(InputError) in
      var map = try node.map()
      let idNode = try map.require("controller")
      let name = try idNode.string()
      let window = context.controllers.window(of: name).flatMap { context.scene.window($0) }
      guard let old = window?.root?.find(name) else {
        let valid = context.scene.windows.compactMap { $0.root?.id }
        throw idNode.error(
          "unknown controller \(UntrustedText(name).quoted)", valid: valid, near: name)
      }
      var policy = old.declared ?? DeclaredPolicy()
      try ControllerReader(context).readAnswers(&map, into: &policy)
      try map.finish()
      return .setPolicy(controller: name, policy)
    } write: { event, formatter in
      guard case .setPolicy(let controller, let declared) = event else { return nil }
      let members = formatter.policy(declared).list
      return .object([.init("controller", .string(controller))] + members)
    },
  ]
}

// The events of desktops.
extension EventKey {
  static let output: [EventKey] = [
    EventKey(name: "tablet") { node, _ throws(InputError) in
      .tablet(try node.bool())
    } write: { action, _ in
      if case .tablet(let isOn) = action { .bool(isOn) } else { nil }
    },
    EventKey("output") { node, context throws(InputError) in
      var map = try node.map()
      let added = map.take("add")
      let removed = map.take("remove")
      try map.finish()
      if let removed { return .output(.remove(try context.output(removed))) }
      guard let added else { throw node.error("no output", valid: ["add", "remove"]) }
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
    } write: { event, formatter in
      switch event {
      case .output(.add(let output)): return ["add": .string(output.name)]
      case .output(.remove(let id)):
        return formatter.name(of: id).map { ["remove": .string($0)] }
      default: return nil
      }
    },
    EventKey("output-transform") { node, context throws(InputError) in
      var map = try node.map()
      let id = try context.output(try map.require("output"))
      let value = try map.require("value").int(in: 0...7)
      let by = try map.take("by")?.oneOf(["self", "other"]) ?? 1
      try map.finish()
      if by == 0 { return .observe }
      return .output(.transform(id, Transform(rawValue: UInt8(value)) ?? .normal))
    } write: { event, formatter in
      let (id, transform, party): (OutputID?, Transform, JSONValue) =
        switch event {
        case .output(.transform(let id, let transform)): (id, transform, "other")
        case .observe: (formatter.outputs.first?.id, .normal, "self")
        default: (nil, .normal, "self")
        }
      guard let id, let name = formatter.name(of: id) else { return nil }
      return ["output": .string(name), "value": .int(Int64(transform.rawValue)), "by": party]
    },
  ]
}

extension EventKey {
  static let uikit: [EventKey] = [
    EventKey(name: "launch") { node, _ throws(InputError) in
      try node.requireTrue()
      return .launch
    } write: { action, _ in
      if case .launch = action { true } else { nil }
    },
    .plain("background", .app(.background)), .plain("foreground", .app(.foreground)),
    .device("generating") { node throws(InputError) in
      .generating(try node.oneOf(["begin", "end"]) == 0)
    } write: {
      if case .generating(let begins) = $0 { .string(begins ? "begin" : "end") } else { nil }
    },
    .device("force") { node throws(InputError) in
      .forced(try node.deviceOrientation())
    } write: {
      if case .forced(let value) = $0 { .string(value.name) } else { nil }
    },
    .app("set-delegate") { node, context throws(InputError) in
      .setDelegate(try DeviceReader(context).delegate(node))
    } write: { event, formatter in
      if case .setDelegate(let masks) = event { formatter.delegate(masks) } else { nil }
    }
    .needing { $0.asksDelegate },
    .app("focus-text") { node, context throws(InputError) in
      .focusText(try context.names.existing(node))
    } write: { event, formatter in
      guard case .focusText(let id?) = event, let name = formatter.names.name(id) else {
        return nil
      }
      return .string(name)
    },
    .plain("blur-text", .app(.focusText(nil))),
    .app("resize-scene") { node, _ throws(InputError) in
      .resize(isFull: try node.oneOf(["full", "part"]) == 0)
    } write: { event, _ in
      if case .resize(let isFull) = event { .string(isFull ? "full" : "part") } else { nil }
    },
    .plain("attempt-rotation", .app(.attemptRotation)).needing { $0.allowsAttempts },
    .app("set-status-bar") { node, _ throws(InputError) in
      .setStatusBar(try node.interfaceOrientation())
    } write: { event, _ in
      if case .setStatusBar(let value) = event { .string(value.name) } else { nil }
    }
    .needing { $0.allowsManualBar },
    .inside("set-needs-update", .setNeedsUpdate).needing { $0.hasGeometryRequests },
    .inside("request-geometry") { map, _ throws(InputError) in
      .requestGeometry(try map.require("orientations").mask())
    } write: { event, _ in
      guard case .requestGeometry(let mask) = event else { return nil }
      return [.init("orientations", ScenarioFormatter.mask(mask))]
    }
    .needing { $0.hasGeometryRequests },
    .window("disable-autorotation", .disableAutorotation),
    .window("enable-autorotation", .enableAutorotation) { id, node, context throws(InputError) in
      if context.scene.window(id)?.disableCount == 0 {
        throw node.error("enable-autorotation of a window that nothing disabled")
      }
    },
    EventKey("set-root") { node, context throws(InputError) in
      var map = try node.map()
      let id = try context.names.existing(try map.require("window"))
      let controllerNode = try map.require("controller")
      try map.finish()
      if controllerNode.isNull { return .window(id, .setRoot(nil)) }
      // The names in the former tree of controllers become available again.
      context.removeRoot(of: id)
      let controller = try ControllerReader(context).controller(
        controllerNode, standardName: "\(context.name(of: id)).root")
      return .window(id, .setRoot(controller))
    } write: { event, formatter in
      guard case .window(let id, .setRoot(let root)) = event, let name = formatter.names.name(id)
      else { return nil }
      return [
        "window": .string(name), "controller": root.map { formatter.controller($0) } ?? .null,
      ]
    },
    .inside("present") { map, target throws(InputError) in
      .present(
        try ControllerReader(target.context).presentation(
          &map, at: target.node, standardName: "\(target.name).presented"))
    } check: { target throws(InputError) in
      guard target.root == nil else { return }
      throw target.node.error(
        "present in \(UntrustedText(target.name).quoted), which has no root controller")
    } write: { event, formatter in
      if case .present(let presented) = event { formatter.presentation(presented) } else { nil }
    },
    .inside("dismiss", .dismiss) { target throws(InputError) in
      guard target.root?.presents != true else { return }
      throw target.node.error(
        "dismiss in \(UntrustedText(target.name).quoted), which presents nothing")
    },
    .inside("push") { map, target throws(InputError) in
      .push(
        try ControllerReader(target.context).controller(
          try map.require("controller"), standardName: "\(target.name).pushed"))
    } check: { target throws(InputError) in
      try target.needNavigation(depth: 0)
    } write: { event, formatter in
      guard case .push(let pushed) = event else { return nil }
      return [.init("controller", formatter.controller(pushed))]
    },
    .inside("pop", .pop) { target throws(InputError) in try target.needNavigation(depth: 2) },
    .inside("select") { map, target throws(InputError) in
      let child = try map.require("child")
      guard let container = target.root?.shownContainer([.tab, .split, .page, .custom]) else {
        throw target.node.error(
          "select in \(UntrustedText(target.name).quoted), which has no tabs")
      }
      return .select(
        child: try ControllerReader(target.context).child(child, of: container.children))
    } write: { event, _ in
      if case .select(let child) = event { [.init("child", .string(child))] } else { nil }
    },
  ]
}

extension ScenarioContext {
  fileprivate func name(of id: WindowID) -> String { names.windows[Int(id.rawValue)].name }

  fileprivate func output(_ node: Node) throws(InputError) -> OutputID {
    let name = try node.string()
    guard let output = scene.outputs.first(where: { $0.name == name }) else {
      throw node.error(
        "unknown output \(UntrustedText(name).quoted)", valid: scene.outputs.map { $0.name },
        near: name
      )
    }
    return output.id
  }
}

extension Node {
  // The value is rounded, since most decimal fractions are inexact as a `Double`.
  fileprivate func thousandths() throws(InputError) -> Int32 {
    Int32((try double(in: -1000.0...1000.0) * 1000).rounded())
  }
}
