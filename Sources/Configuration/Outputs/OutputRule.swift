// SPDX-License-Identifier: Apache-2.0
import Formats

/// How the outputs of some names are turned.
public struct OutputRule: Equatable, Sendable {
  /// What the output's name has to be.
  public var match: Glob
  /// How such outputs are turned.
  public var policy: OutputPolicy

  /// A rule for the outputs of some names.
  public init(match: Glob, policy: OutputPolicy) {
    self.match = match
    self.policy = policy
  }

  /// Reads `match` and `policy`.
  init(_ node: Node) throws(InputError) {
    var map = try node.map()
    match = Glob(try map.require("match").string())
    let policy = try map.require("policy")
    self.policy = try OutputPolicy(policy)
    try map.finish()
    if case .follow(let name) = self.policy, match.matches(name) {
      throw policy.error("an output that follows itself: \(Quoting.quoted(name))")
    }
  }
}
