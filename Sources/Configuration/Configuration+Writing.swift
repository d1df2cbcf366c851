// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Sensing

extension Configuration {
  /// Every key with what it is set to, defaults included; `Configuration.parse` reads it back.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [.init("rules", .string(rules))]
    if let outputs { members.append(.init("output", .array(outputs.map { .string($0) }))) }
    members += [
      .init("outputs", .array(outputRules.map(\.json))),
      .init("other-writers", .string(otherWriters.rawValue)), .init("judge", judge.json),
      .init("policy", .object(policy.members)), .init("windows", .array(windows.map(\.json))),
      .init("hooks", hooks.json), .init("keyboard", keyboard.json),
      .init("plugins", .array(plugins.map(\.json))),
    ]
    return .object(members)
  }

  /// The same as YAML, a key after the other.
  public var yaml: String {
    (json.object ?? []).map { member in
      let value = member.value
      let isShort = member.name.utf8.count + 2 + value.flow.utf8.count <= 100
      return isShort
        ? "\(member.name): \(value.flow)" : "\(member.name):\n  \(value.block(indent: 2))"
    }.joined(separator: "\n")
  }
}

extension OutputRule {
  fileprivate var json: JSONValue {
    .object([.init("match", .string(match.pattern)), .init("policy", policy.json)])
  }
}

extension OutputPolicy {
  /// As the configuration has it.
  public var json: JSONValue {
    switch self {
    case .auto: "auto"
    case .leave: "leave"
    case .fixed(let transform): .object([.init("fixed", .string(transform.wireName))])
    case .follow(let name): .object([.init("follow", .string(name))])
    }
  }
}

extension JudgeChoice {
  fileprivate var json: JSONValue {
    let thresholds = name == Judges.names[0] ? ClassifierParameters.all : []
    return .object(
      [.init("name", .string(name))]
        + thresholds.map { .init($0.name, .int(parameters[keyPath: $0.value])) })
  }
}

extension WindowPolicy {
  /// As the configuration's `policy` has it, without the cure, which is only a rule's.
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let autorotate = answers.autorotate {
      members.append(.init("autorotate", .bool(autorotate)))
    }
    if let mask = answers.supported {
      members.append(
        .init("supported", .array(mask.orientations.map { .string($0.name) })))
    }
    if let preferred = answers.preferred {
      members.append(.init("preferred", .string(preferred.name)))
    }
    if let veto { members.append(.init("veto", .bool(veto))) }
    if let plugin { members.append(.init("plugin", .string(plugin))) }
    return members
  }
}

extension WindowRule {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    if let appID { members.append(.init("app-id", appID.json)) }
    if let title { members.append(.init("title", title.json)) }
    if let output { members.append(.init("output", .string(output.pattern))) }
    if let role { members.append(.init("role", .string(role.rawValue))) }
    members += policy.members
    if let cure = policy.cure { members.append(.init("policy", .string(cure.rawValue))) }
    return .object(members)
  }
}

extension TextPattern {
  fileprivate var json: JSONValue {
    switch self {
    case .glob(let glob): .string(glob.pattern)
    case .expression(let expression): .object([.init("regex", .string(expression.pattern))])
    }
  }
}

extension PluginChoice {
  fileprivate var json: JSONValue {
    guard !options.isEmpty else { return .string(id) }
    return .object([
      .init("id", .string(id)),
      .init("options", .object(options.map { .init($0.name, JSONValue($0.value)) })),
    ])
  }
}

extension HookChoice {
  fileprivate var json: JSONValue {
    func programs(_ name: String, _ list: [[String]]) -> [JSONValue.Member] {
      list.isEmpty
        ? [] : [.init(name, .array(list.map { .array($0.map { .string($0) }) }))]
    }
    return .object(
      programs("before", before) + programs("after", after) + [
        .init("wait", .int(Int64(wait))), .init("timeout", .int(Int64(timeout))),
      ])
  }
}

extension KeyboardChoice {
  fileprivate var json: JSONValue {
    .object([.init("disable", .string(disable.rawValue)), .init("touchpad", .bool(touchpad))])
  }
}
