// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Text

/// Reads one scenario file (format 1); every error names its place and the valid values.
enum ScenarioReader {
  /// Reads a file's tree; `override` is the rule set of the command line.
  static func read(_ document: Document, override: String?) throws(InputError) -> Scenario {
    var map = try document.root.map()
    let version = try map.require("swivel")
    guard try version.int() == 1 else {
      throw version.error("a format that this program does not know", valid: ["1"])
    }
    let context = ScenarioContext(rules: try readRules(&map, override: override))
    return try read(&map, file: document.root.mark.file, context)
  }

  private static func read(
    _ map: inout MapReader, file: String, _ context: ScenarioContext
  ) throws(InputError) -> Scenario {
    let title = try map.take("title")?.string() ?? ""
    let sources = try map.take("source")?.strings() ?? []
    let deviceNode = map.take("device")
    let appNode = context.take("app", from: &map, if: .window)
    let windowsNode = map.take("windows")
    let eventsNode = map.take("events")
    let expectNode = map.take("expect")
    try map.finish()

    let device = DeviceReader(context)
    context.begin(try device.scene(deviceNode))
    try context.names.collect(windows: windowsNode, events: eventsNode)
    context.launch(try device.app(appNode))
    device.noteMultitasking(appNode)
    let exempt = try WindowReader(context).windows(windowsNode)
    let start = context.scene
    let events = try EventReader(context).events(eventsNode)
    let expectations = try ExpectationReader(context).expectations(expectNode)
    let playsLaunch = events.first.map { if case .launch = $0.action { true } else { false } }
    return Scenario(
      file: file, title: title, sources: sources, rules: context.rules, scene: start,
      exempt: exempt, playsLaunch: playsLaunch ?? false, events: events,
      expectations: expectations, ignored: context.ignored,
      windowNames: context.names.windows.map(\.name))
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
    // The file's own name is checked even if the command line overrides it.
    let written = try own.map { (node) throws(InputError) in try readName(node) }
    let name = override ?? written ?? ""
    let mark = own?.mark ?? map.mark
    guard
      let rules = RuleSetCatalog.make(name, arbitration: arbitration, hiddenCounts: hiddenCounts)
    else {
      throw mark.error(
        "unknown rule set \(UntrustedText(name).quoted)", valid: RuleSetCatalog.names, near: name)
    }
    try refuseArbitration(arbitrationNode, on: rules)
    try refuseArbitration(hiddenCountsNode, on: rules)
    return rules
  }

  private static func readName(_ node: Node) throws(InputError) -> String {
    let name = try node.string()
    guard RuleSetCatalog.family(name) != nil else {
      throw node.error(
        "unknown rule set \(UntrustedText(name).quoted)", valid: RuleSetCatalog.names, near: name)
    }
    return name
  }

  /// Throws for an arbitration that the rule set does not support.
  private static func refuseArbitration(_ node: Node?, on rules: any RuleSet) throws(InputError) {
    guard let node, rules.scope != .window else { return }
    if rules.scope == .output, node.kind == .text {
      let choices: [WindowArbitration] = [.keyOnly, .intersection]
      if choices.map(\.rawValue).contains((try? node.string()) ?? "") { return }
      throw node.error(
        "a way to arbitrate that \(rules.id) has not", valid: choices.map(\.rawValue))
    }
    throw node.error("a way to arbitrate, which \(rules.id) leaves no choice of")
  }
}
