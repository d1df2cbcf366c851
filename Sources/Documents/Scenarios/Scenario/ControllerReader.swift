// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

struct ControllerReader {
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  func controller(_ node: Node, standardName: String) throws(InputError) -> Controller {
    var map = try node.map()
    let idNode = map.take("id")
    let name = try idNode?.string() ?? context.controllers.free(standardName)
    try context.controllers.claim(name, idNode ?? node)
    var controller = Controller(id: name)
    var policy = DeclaredPolicy()
    try readAnswers(&map, into: &policy)
    controller.policy = .declared(policy)
    if let node = map.take("forwards-to") { controller.forwardsTo = try context.names.any(node) }
    controller.container = try readContainer(&map, name)
    if let node = map.take("presented") {
      controller.presented = try presentation(node, standardName: name + ".presented")
    }
    controller.transitionOverride = try readOverride(&map)
    let isUnlockable = context.uikit?.hasOrientationLock != true
    controller.prefersOrientationLocked =
      try context.take(.prefersOrientationLocked, from: &map, isWithoutEffect: isUnlockable)?.bool()
    try map.finish()
    return controller
  }

  /// Reads the four answers that a controller can declare; answers that the file omits stay
  /// unchanged.
  func readAnswers(
    _ map: inout MapReader, into policy: inout DeclaredPolicy
  ) throws(InputError) {
    func take(_ key: IgnoredKey, isAsked: Bool?) -> Node? {
      let isWithoutEffect = isAsked == false || context.isMultitasking
      return context.take(key, from: &map, isWithoutEffect: isWithoutEffect)
    }
    let hasMasks = context.uikit?.hasMasks
    if let node = take(.autorotate, isAsked: context.uikit?.asksAutorotate) {
      policy.autorotate = try node.bool()
    }
    if let node = context.take("legacy", from: &map, if: .window) {
      policy.legacy = try node.mask()
      context.ignore(.legacy, if: context.isMultitasking)
    }
    if let node = take(.supported, isAsked: hasMasks) { policy.supported = try node.mask() }
    if let node = take(.preferred, isAsked: hasMasks) {
      policy.preferred = try node.knownOrientation()
    }
  }

  private func readContainer(
    _ map: inout MapReader, _ name: String
  ) throws(InputError) -> Container? {
    let kindNode = map.take("container")
    let childrenNode = map.take("children")
    let selectedNode = map.take("selected")
    let forwardsNode = map.take("forwards")
    let delegateNode = map.take("container-delegate")
    guard let kindNode else {
      for node in [childrenNode, selectedNode, forwardsNode, delegateNode] {
        guard let node else { continue }
        throw node.error(
          "a container's key on a plain controller; add container: to it",
          valid: Container.Kind.allCases.map { $0.rawValue })
      }
      return nil
    }
    var container = Container(kind: try kindNode.oneOf(Container.Kind.self))
    for (index, node) in (try childrenNode?.sequence() ?? []).enumerated() {
      container.children.append(try controller(node, standardName: "\(name).\(index + 1)"))
    }
    if let selectedNode { container.selected = try child(selectedNode, of: container.children) }
    container.forwards = try forwardsNode?.oneOf(Container.Forwarding.self) ?? .none
    if let delegateNode {
      container.delegateMask = try delegateNode.mask()
      context.ignore(.containerDelegate, if: context.uikit?.asksContainerDelegates != true)
    }
    return container
  }

  func child(_ node: Node, of children: [Controller]) throws(InputError) -> String {
    let ids = children.map { $0.id }
    let name = try node.string()
    guard ids.contains(name) else {
      throw node.error("\(UntrustedText(name).quoted), which is no child", valid: ids, near: name)
    }
    return name
  }

  func presentation(_ node: Node, standardName: String) throws(InputError) -> Presentation {
    var map = try node.map()
    let presentation = try presentation(&map, at: node, standardName: standardName)
    try map.finish()
    return presentation
  }

  func presentation(
    _ map: inout MapReader, at node: Node, standardName: String
  ) throws(InputError) -> Presentation {
    let style = try map.take("style")?.oneOf(Presentation.Style.self) ?? .automatic
    guard let controllerNode = map.take("controller") else {
      let name = context.controllers.free(standardName)
      try context.controllers.claim(name, node)
      return Presentation(style: style, controller: Controller(id: name))
    }
    return Presentation(
      style: style, controller: try controller(controllerNode, standardName: standardName))
  }

  private func readOverride(
    _ map: inout MapReader
  ) throws(InputError) -> Controller.TransitionOverride {
    guard let node = map.take("overrides-view-will-transition") else { return .none }
    context.ignore(.overridesViewWillTransition, if: context.uikit?.hasSizeTransitions != true)
    if node.kind == .bool {
      guard try node.bool() else { return .none }
      throw node.error("true", valid: ["false", "with-super", "without-super"])
    }
    return try node.oneOf(["with-super", "without-super"]) == 0 ? .callingSuper : .withoutSuper
  }
}

/// The names of the controllers that exist at the current event, and all names that a file gives or
/// implies.
///
/// The entries of `windows` are looked up but never iterated, since the order of a hashed
/// collection is undefined.
struct ControllerNames {
  private var windows: [String: WindowID] = [:]
  private var names: [WindowID: [String]] = [:]
  /// The names used so far in the tree that is being read.
  private var claimed: Set<String> = []
  /// All names that the file gives or implies, in the order of the file, for expectations.
  private(set) var all: [String] = []
  private var known: Set<String> = []

  func window(of name: String) -> WindowID? { windows[name] }

  mutating func set(_ id: WindowID, _ root: Controller?) {
    for name in names.removeValue(forKey: id) ?? [] where windows[name] == id {
      windows[name] = nil
    }
    if let root { add(root, in: id) }
  }

  mutating func update(after event: WindowEvent, on id: WindowID, in scene: Scene) {
    switch event {
    // Presenting or pushing a controller does not remove the names below it.
    case .present(let presentation): add(presentation.controller, in: id)
    case .push(let controller): add(controller, in: id)
    case .setRoot, .dismiss, .pop, .remove: set(id, scene.window(id)?.root)
    default: break
    }
  }

  private mutating func add(_ controller: Controller, in id: WindowID) {
    var below = [controller]
    while let next = below.popLast() {
      windows[next.id] = id
      names[id, default: []].append(next.id)
      if let presented = next.presented { below.append(presented.controller) }
      below += next.container?.children ?? []
    }
  }

  mutating func beginTree() { claimed = [] }

  mutating func note(_ name: String) {
    if known.insert(name).inserted { all.append(name) }
  }

  func free(_ name: String) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name).\(number)") { number += 1 }
    return "\(name).\(number)"
  }

  mutating func claim(_ name: String, _ node: Node) throws(InputError) {
    try NameTable.check(name, "controller", node)
    if isTaken(name) {
      throw node.error("controller id \(UntrustedText(name).quoted) a second time")
    }
    claimed.insert(name)
    note(name)
  }

  private func isTaken(_ name: String) -> Bool {
    claimed.contains(name) || window(of: name) != nil
  }
}
