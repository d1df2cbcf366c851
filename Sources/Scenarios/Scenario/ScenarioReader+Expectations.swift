// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension ScenarioReader {
  func readExpectations(_ node: Node?, steps: Int) throws(InputError) -> [Expectation] {
    try node?.sequence { (item) throws(InputError) in
      try readExpectation(item, steps: steps)
    } ?? []
  }

  private func readExpectation(_ node: Node, steps: Int) throws(InputError) -> Expectation {
    var map = try node.map()
    var found = Expectation(mark: node.mark)
    for pair in try node.pairs() { found.marks[pair.name] = pair.mark }
    let after = try map.require("after")
    if after.kind == .int {
      found.step = try after.int(in: 0...max(0, steps))
    } else {
      _ = try after.oneOf(["last"])
    }
    if let node = map.take("device") { found.device = try deviceOrientation(node) }
    if let node = map.take("status-bar") { found.statusBar = try interfaceOrientation(node) }
    if let node = map.take("status-bar-hidden") { found.statusBarHidden = try node.bool() }
    if let node = map.take("keyboard") { found.keyboard = .some(try orNull(node)) }
    if let node = map.take("page") { found.page = .some(try orNull(node)) }
    if let node = map.take("windows") {
      for pair in try node.pairs() {
        _ = try names.any(pair.key)
        found.windows.append((pair.name, try interfaceOrientation(pair.value)))
      }
    }
    found.outcome = try map.take("outcome")?.oneOf(Outcome.self)
    if let node = map.take("conflicts") {
      found.conflicts = try node.sequence { (item) throws(InputError) in
        try item.oneOf(Conflict.Kind.self)
      }
    }
    if let node = map.take("culprits") { found.culprits = try culprits(node) }
    if let node = map.take("error") {
      found.error = .some(node.isNull ? nil : try node.oneOf(RotationError.Name.self).rawValue)
    }
    if let node = map.take("not-asked") {
      found.notAsked = try node.sequence { (item) throws(InputError) in try controller(item) }
    }
    if let node = map.take("notifications") { found.notifications = try notifications(node) }
    if let node = map.take("callbacks-include") { found.callbacks = try callbacks(node) }
    try map.finish()
    return found
  }

  private func orNull(_ node: Node) throws(InputError) -> InterfaceOrientation? {
    node.isNull ? nil : try interfaceOrientation(node)
  }

  /// The name of a controller that exists at some time, or of a delegate that is asked.
  private func controller(_ node: Node) throws(InputError) -> String {
    let name = try node.string()
    guard controllers.contains(name) || Self.delegates.contains(name) else {
      throw node.error(
        "unknown controller \(Quoting.quoted(name))", valid: controllers + Self.delegates,
        near: name)
    }
    return name
  }

  private static let delegates = ["app.delegate", "scene.delegate"]

  private func notifications(_ node: Node) throws(InputError) -> [[String]] {
    try node.sequence { (item) throws(InputError) in
      let parts = try item.sequence(count: 2)
      let names = Notification.names
      let name = names[try parts[0].oneOf(names)]
      let value =
        name == Notification.deviceOrientationDidChange(.unknown).name
        ? try deviceOrientation(parts[1]).name : try interfaceOrientation(parts[1]).name
      return [name, value]
    }
  }

  private func callbacks(_ node: Node) throws(InputError) -> [[String]] {
    try node.sequence { (item) throws(InputError) in
      let parts = try item.sequence(count: 2)
      return [try controller(parts[0]), try parts[1].oneOf(Callback.Name.self).rawValue]
    }
  }

  private func culprits(_ node: Node) throws(InputError) -> [String] {
    try node.sequence { (item) throws(InputError) in
      let name = try item.string()
      if ["app", "delegate", "device"].contains(name) { return name }
      _ = try names.any(item)
      return name
    }
  }
}
