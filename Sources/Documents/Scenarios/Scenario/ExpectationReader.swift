// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

struct ExpectationReader {
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  func expectations(_ node: Node?) throws(InputError) -> [Expectation] {
    try node?.sequence { (item) throws(InputError) in try readExpectation(item) } ?? []
  }

  private func readExpectation(_ node: Node) throws(InputError) -> Expectation {
    var map = try node.map()
    var found = Expectation(step: nil, mark: node.mark)
    for pair in try node.pairs() { found.marks[pair.name] = pair.mark }
    let after = try map.require("after")
    if after.kind == .int {
      // A step that the run does not reach is reported after the run, as a failed expectation.
      found.step = try after.int(in: 0...Int(Int32.max))
    } else {
      _ = try after.oneOf(["last"])
    }
    if let node = map.take("device") { found.device = try node.deviceOrientation() }
    if let node = map.take("status-bar") { found.statusBar = try node.interfaceOrientation() }
    if let node = map.take("writer") { found.writer = .some(try writer(node)) }
    if let node = map.take("status-bar-hidden") { found.statusBarHidden = try node.bool() }
    if let node = map.take("keyboard") { found.keyboard = .some(try orNull(node)) }
    if let node = map.take("page") { found.page = .some(try orNull(node)) }
    if let node = map.take("windows") {
      for pair in try node.pairs() {
        _ = try context.names.any(pair.key)
        found.windows.append((pair.name, try pair.value.interfaceOrientation()))
      }
    }
    if let node = map.take("bounds") {
      found.bounds = try geometry(node) { (value) throws(InputError) in
        let size = try value.size(from: 0)
        return [size.width, size.height]
      }
    }
    if let node = map.take("transform") {
      found.transforms = try geometry(node) { (value) throws(InputError) in
        try value.sequence(count: 4).map { (item) throws(InputError) in
          Int32(try item.int(in: -1...1))
        }
      }
    }
    found.outcome = try map.take("outcome")?.oneOf(Outcome.self)
    found.conflicts = try map.take("conflicts")?.sequence { (item) throws(InputError) in
      try item.oneOf(Conflict.Kind.self)
    }
    if let node = map.take("culprits") { found.culprits = try culprits(node) }
    if let node = map.take("since") {
      found.since = .some(node.isNull ? nil : try node.int(in: 0...Int(Int32.max)))
    }
    found.ignored = try map.take("ignored")?.sequence { (item) throws(InputError) in
      try item.oneOf(IgnoredKey.self).rawValue
    }
    found.asked = try map.take("asked")?.sequence { (item) throws(InputError) in try asked(item) }
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

  private func writer(_ node: Node) throws(InputError) -> String? {
    if node.isNull { return nil }
    let name = try node.string()
    if name != "app" { _ = try context.names.any(node, orElse: ["app"]) }
    return name
  }

  /// Reads for each window a list of numbers, or null, which expects that the rule set provides
  /// none.
  private func geometry(
    _ node: Node, _ read: (Node) throws(InputError) -> [Int32]
  ) throws(InputError) -> [(name: String, value: JSONValue)] {
    var found: [(name: String, value: JSONValue)] = []
    for pair in try node.pairs() {
      _ = try context.names.any(pair.key)
      let value = try pair.value.isNull ? nil : read(pair.value)
      found.append((pair.name, value.map { .array($0.map { .int(Int64($0)) }) } ?? .null))
    }
    return found
  }

  /// Reads some members of a question's record; names and order are those of the JSON output.
  private func asked(_ node: Node) throws(InputError) -> JSONValue {
    var map = try node.map()
    var members: [JSONValue.Member] = []
    if let node = map.take("window") {
      _ = try context.names.any(node)
      members.append(.init("window", .string(try node.string())))
    }
    if let node = map.take("controller") {
      members.append(.init("controller", node.isNull ? .null : .string(try controller(node))))
    }
    let question = try map.take("question")?.oneOf(Question.Kind.self)
    if let question { members.append(.init("question", .string(question.rawValue))) }
    if let node = map.take("answer") {
      members.append(.init("answer", try answer(node, to: question)))
    }
    if let node = map.take("origin") {
      members.append(.init("origin", .string(try node.oneOf(Origin.self).rawValue)))
    }
    if let node = map.take("via") {
      let names = try node.sequence { (item) throws(InputError) in try controller(item) }
      members.append(.init("via", .array(names.map { .string($0) })))
    }
    if let node = map.take("rule") { members.append(.init("rule", .string(try rule(node)))) }
    try map.finish()
    if members.isEmpty {
      throw node.error(
        "an empty map",
        valid: ["window", "controller", "question", "answer", "origin", "via", "rule"])
    }
    return .object(members)
  }

  private func answer(_ node: Node, to question: Question.Kind?) throws(InputError) -> JSONValue {
    switch question {
    case nil: throw node.error("an answer to no question", valid: ["answer: beside question:"])
    case .shouldAutorotate, .orientationLocked: .bool(try node.bool())
    case .supported, .legacy, .appSupported:
      .array(try node.mask().orientations.map { .string($0.name) })
    case .preferred: try orNull(node).map { .string($0.name) } ?? .null
    }
  }

  // A message with all rule numbers would be unreadable, so none are listed.
  private func rule(_ node: Node) throws(InputError) -> String {
    let name = try node.string()
    if RuleID(rawValue: name) != nil { return name }
    let numbers = RuleID.allCases.map { $0.rawValue }
    throw InputError(
      file: node.mark.file, line: node.mark.line, column: node.mark.column,
      problem: "unknown rule \(UntrustedText(name).quoted)",
      valid: ["a rule's number, such as B-2"],
      suggestion: NearestName.find(name, among: numbers))
  }

  private func orNull(_ node: Node) throws(InputError) -> InterfaceOrientation? {
    node.isNull ? nil : try node.interfaceOrientation()
  }

  private func controller(_ node: Node) throws(InputError) -> String {
    let name = try node.string()
    guard context.controllers.all.contains(name) || Self.delegates.contains(name) else {
      throw node.error(
        "unknown controller \(UntrustedText(name).quoted)",
        valid: context.controllers.all + Self.delegates,
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
        ? try parts[1].deviceOrientation().name : try parts[1].interfaceOrientation().name
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
      _ = try context.names.any(item)
      return name
    }
  }
}
