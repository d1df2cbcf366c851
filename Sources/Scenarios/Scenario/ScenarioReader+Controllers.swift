// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension ScenarioReader {
  mutating func readController(
    _ node: Node, standardName: String
  ) throws(InputError) -> Controller {
    var map = try node.map()
    let idNode = map.take("id")
    let name = try idNode?.string() ?? free(standardName)
    try claim(name, idNode ?? node)
    var controller = Controller(id: name)
    controller.policy = .declared(try readPolicy(&map))
    if let node = map.take("forwards-to") { controller.forwardsTo = try names.any(node) }
    controller.container = try readContainer(&map, name)
    if let node = map.take("presented") {
      controller.presented = try readPresentation(node, standardName: name + ".presented")
    }
    controller.transitionOverride = try readOverride(&map)
    if let node = map.take("prefers-orientation-locked") {
      controller.prefersOrientationLocked = try node.bool()
      ignore(.prefersOrientationLocked, if: uikit?.hasOrientationLock != true)
    }
    try map.finish()
    return controller
  }

  /// The four answers that a controller can have written.
  mutating func readPolicy(_ map: inout MapReader) throws(InputError) -> DeclaredPolicy {
    var policy = DeclaredPolicy()
    if let node = map.take("autorotate") {
      policy.autorotate = try node.bool()
      ignore(.autorotate, if: uikit?.asksAutorotate == false || isMultitasking)
    }
    if let node = take("legacy", from: &map, family: .uikit) {
      policy.legacy = try mask(node)
      ignore(.legacy, if: isMultitasking)
    }
    if let node = map.take("supported") {
      policy.supported = try mask(node)
      ignore(.supported, if: uikit?.hasMasks == false || isMultitasking)
    }
    if let node = map.take("preferred") {
      policy.preferred = try knownOrientation(node)
      ignore(.preferred, if: uikit?.hasMasks == false || isMultitasking)
    }
    return policy
  }

  private mutating func readContainer(
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
          valid: Container.Kind.allCases.map(\.rawValue))
      }
      return nil
    }
    var container = Container(kind: try kindNode.oneOf(Container.Kind.self))
    for (index, node) in (try childrenNode?.sequence() ?? []).enumerated() {
      container.children.append(
        try readController(node, standardName: "\(name).\(index + 1)"))
    }
    if let selectedNode {
      container.selected = try child(selectedNode, of: container.children)
    }
    container.forwards = try forwardsNode?.oneOf(Container.Forwarding.self) ?? .none
    if let delegateNode {
      container.delegateMask = try mask(delegateNode)
      ignore(.containerDelegate, if: uikit?.asksContainerDelegates != true)
    }
    return container
  }

  func child(_ node: Node, of children: [Controller]) throws(InputError) -> String {
    let ids = children.map(\.id)
    let name = try node.string()
    guard ids.contains(name) else {
      throw node.error("\(Quoting.quoted(name)), which is no child", valid: ids, near: name)
    }
    return name
  }

  mutating func readPresentation(
    _ node: Node, standardName: String
  ) throws(InputError) -> Presentation {
    var map = try node.map()
    let presentation = try readPresentation(&map, at: node, standardName: standardName)
    try map.finish()
    return presentation
  }

  mutating func readPresentation(
    _ map: inout MapReader, at node: Node, standardName: String
  ) throws(InputError) -> Presentation {
    let style = try map.take("style")?.oneOf(Presentation.Style.self) ?? .automatic
    guard let controllerNode = map.take("controller") else {
      let name = free(standardName)
      try claim(name, node)
      return Presentation(style: style, controller: Controller(id: name))
    }
    return Presentation(
      style: style, controller: try readController(controllerNode, standardName: standardName))
  }

  private mutating func readOverride(
    _ map: inout MapReader
  ) throws(InputError) -> Controller.TransitionOverride {
    guard let node = map.take("overrides-view-will-transition") else { return .none }
    ignore(.overridesViewWillTransition, if: uikit?.hasSizeTransitions != true)
    if node.kind == .bool {
      guard try node.bool() else { return .none }
      throw node.error("true", valid: ["false", "with-super", "without-super"])
    }
    return try node.oneOf(["with-super", "without-super"]) == 0 ? .callingSuper : .withoutSuper
  }

  /// A name of our own that is not taken yet.
  func free(_ name: String) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name).\(number)") { number += 1 }
    return "\(name).\(number)"
  }

  /// Takes a controller's name; it has to be free and unreserved.
  mutating func claim(_ name: String, _ node: Node) throws(InputError) {
    try NameTable.check(name, "controller", node)
    if isTaken(name) {
      throw node.error("controller id \(Quoting.quoted(name)) a second time")
    }
    claimed.insert(name)
    note(controller: name)
  }

  private func isTaken(_ name: String) -> Bool {
    claimed.contains(name) || trees.window(of: name) != nil
  }
}
