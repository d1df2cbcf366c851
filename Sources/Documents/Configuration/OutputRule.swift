// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
import Orientation
import Text

/// How the outputs of some names are turned.
public struct OutputRule: Equatable, Sendable {
  /// What the output's name has to be.
  public var match: Glob
  /// How such outputs are turned.
  public var policy: OutputPolicy
  /// The kernel's names of the touch screens that belong to such an output.
  public var touch: [String]

  /// A rule for the outputs of some names.
  public init(match: Glob, policy: OutputPolicy, touch: [String] = []) {
    self.match = match
    self.policy = policy
    self.touch = touch
  }

  /// Reads `match`, `policy` and `touch`.
  init(_ node: Node) throws(InputError) {
    var map = try node.map()
    match = Glob(try map.require("match").string())
    let policy = try map.require("policy")
    self.policy = try OutputPolicy(policy)
    touch = try map.take("touch").map(Configuration.names) ?? []
    try map.finish()
    if case .follow(let name)? = self.policy.target, match.matches(name) {
      throw policy.error("an output that follows itself: \(UntrustedText(name).quoted)")
    }
  }

  var json: JSONValue {
    let members: [JSONValue.Member] = [
      .init("match", .string(match.pattern)), .init("policy", policy.json),
    ]
    let names = touch.map { JSONValue.string($0) }
    return .object(members + (names.isEmpty ? [] : [.init("touch", .array(names))]))
  }
}

extension Configuration {
  /// The outputs that touch screens belong to as it is written down, by the devices' names.
  public func touchOutputs(among names: [String]) -> [String: String] {
    names.reduce(into: [:]) { result, name in
      let rule = outputs.first { $0.match.matches(name) }
      for device in rule?.touch ?? [] where result[device] == nil { result[device] = name }
    }
  }
}

extension OutputPolicy {
  private static let words = ["auto", "leave"]

  /// Reads a word, `{fixed: TRANSFORM}` or `{follow: NAME}`.
  init(_ node: Node) throws(InputError) {
    guard node.kind == .mapping else {
      guard node.kind == .text else {
        throw node.error(node.found, valid: Self.words + ["fixed: TRANSFORM", "follow: NAME"])
      }
      self = try node.oneOf(Self.words) == 0 ? .auto : .leave
      return
    }
    var map = try node.map()
    let fixed = map.take("fixed")
    let follow = map.take("follow")
    try map.finish()
    switch (fixed, follow) {
    case (let fixed?, nil):
      let index = try fixed.oneOf(Transform.allCases.map(\.wireName))
      self = .fixed(Transform.allCases[index])
    case (nil, let follow?): self = .follow(try follow.string())
    default: throw node.error("\(node.found), where one key is wanted", valid: ["fixed", "follow"])
    }
  }
}

/// What becomes of a transform that another program sets.
public enum OtherWriters: String, CaseIterable, Sendable {
  /// It stands until the device turns (W-10).
  case respect
  /// It is set back, unless that becomes a fight.
  case overrule
}
