// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Desktop
public import Sensors

/// Everything that can be plugged in, by name; what is not in the list is not there.
///
/// The program's own parts come the same way: see `builtIn`.
public struct PluginList {
  /// A policy that configurations can name.
  public struct Policy {
    /// The name.
    public let name: String
    /// Where it runs.
    public let ring: PluginRing
    /// How long one call may take, in nanoseconds.
    public let budget: Int64
    /// The policy itself.
    public let policy: any RootPolicy
  }

  /// A sensor that `--sensor` can name.
  public struct Source {
    /// The name.
    public let name: String
    /// Makes the source, which has not begun to look yet.
    public let make: (DeviceTree) -> any OrientationSource
  }

  /// A way to turn outputs that `--applier` can name.
  public struct Applier {
    /// The name.
    public let name: String
    /// Makes the applier for a session that is ready.
    public let make: (Session) -> any TransformApplier
  }

  /// Why something cannot be in the list.
  public struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name and what is wrong with it.
    public let description: String
  }

  /// The policies in the order of registration.
  public private(set) var policies: [Policy] = []
  /// The rule sets beside those that every program has.
  public private(set) var ruleSets: [any RuleSet] = []
  /// The sensors.
  public private(set) var sources: [Source] = []
  /// The ways to turn outputs beside those that every program has.
  public private(set) var appliers: [Applier] = []
  /// Who hears of decisions.
  public private(set) var verdictSinks: [any VerdictSink] = []

  /// An empty list.
  public init() {}

  /// Adds a policy under a name of its own.
  public mutating func add(
    policy: any RootPolicy, named name: String, ring: PluginRing = .linked,
    budget: Int64 = CallBudget.usual
  ) throws(Conflict) {
    try check(name, "policy", policies.map(\.name))
    policies.append(Policy(name: name, ring: ring, budget: budget, policy: policy))
  }

  /// Adds a rule set under its own name.
  public mutating func add(ruleSet: any RuleSet) throws(Conflict) {
    guard RuleSetCatalog.make(ruleSet.id) == nil, self.ruleSet(named: ruleSet.id) == nil else {
      throw Conflict(description: "there is a rule set \"\(ruleSet.id)\" already")
    }
    ruleSets.append(ruleSet)
  }

  /// Adds a sensor under a name of its own.
  public mutating func add(
    source name: String, make: @escaping (DeviceTree) -> any OrientationSource
  ) throws(Conflict) {
    try check(name, "sensor", sources.map(\.name))
    sources.append(Source(name: name, make: make))
  }

  /// Adds a way to turn outputs under a name of its own.
  public mutating func add(
    applier name: String, make: @escaping (Session) -> any TransformApplier
  ) throws(Conflict) {
    try check(name, "applier", appliers.map(\.name))
    appliers.append(Applier(name: name, make: make))
  }

  /// Adds somebody who hears of decisions.
  public mutating func add(verdictSink: any VerdictSink) { verdictSinks.append(verdictSink) }

  /// The rule set of a name among those added; nil for any other.
  public func ruleSet(named name: String) -> (any RuleSet)? {
    ruleSets.first { $0.id == name }
  }

  private func check(_ name: String, _ kind: String, _ taken: [String]) throws(Conflict) {
    guard PluginName.isValid(name) else {
      throw Conflict(description: "\"\(name)\" is no name: \(PluginName.rule)")
    }
    guard !taken.contains(name) else {
      throw Conflict(description: "there is a \(kind) \"\(name)\" already")
    }
  }
}
