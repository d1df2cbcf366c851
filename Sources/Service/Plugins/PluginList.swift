// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Configuration
public import Desktop
public import Sensors

// What others bring: policies, rule sets, sensors, appliers and listeners.
//
// A program has one `PluginList`, a value. It begins with what Swivel itself brings (`builtIn()`),
// which uses no door that others do not have; then come what the program links in and the libraries
// that the configuration names. What is not in the list is not there: nothing is found by scanning.
//
// Where code runs is its ring (`PluginRing`). Ring 1 is linked into the program, ring 2 is a library
// behind the C interface of `CSwivelPlugin` (`Library/`), ring 3 is another process, which the daemon
// serves itself and of which this target knows nothing.
//
// A policy that is code (`RootPolicy`) is registered with a `PolicyHost`. The arbiter asks by effect;
// the host calls the policy once for each window in a decision, measures each call, checks each
// answer, and mutes a policy that takes too long three times. A policy that fails costs nothing but
// its own say: the configuration answers instead. `PolicyTestHarness` is an arbiter with a host and
// no desktop, for tests and benchmarks.
//
// A library in the daemon can still crash or hang it. So every part of the C interface is checked
// before it is used, and `swivel plugins check` tries a library in a process of its own.
//
// Begin with `Policy/RootPolicy.swift`, then `Policy/PolicyHost.swift`; for libraries
// `Library/PluginManifest.swift` and `Library/LibraryPlugin.swift`.

/// Everything that can be plugged in, by name; what is not in the list is not there.
public struct PluginList {
  /// A policy that configurations can name.
  public struct Policy {
    /// The name.
    public let name: String
    /// Where it runs.
    public let ring: PluginRing
    /// How long one call may take.
    public let budget: Duration
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
    budget: Duration = CallBudget.usual
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

extension PluginList {
  /// The one list of what the program brings along; a program of your own begins with it and adds.
  public static func builtIn() throws(Conflict) -> PluginList {
    var list = PluginList()
    try list.add(policy: FullscreenPolicy(), named: FullscreenPolicy.name)
    try list.add(policy: SteadyPolicy(), named: SteadyPolicy.name)
    try list.add(source: "auto") { SourceChoice.auto.makeSource(tree: $0) }
    try list.add(source: "proxy") { SourceChoice.proxy.makeSource(tree: $0) }
    try list.add(source: "iio") { SourceChoice.iio(path: nil).makeSource(tree: $0) }
    try list.add(source: "iio-buffer") { SourceChoice.buffer(path: nil).makeSource(tree: $0) }
    return list
  }
}

extension PluginList {
  /// Loads the libraries that a configuration lists, and no others; returns what went wrong.
  ///
  /// A library that cannot be used costs a message: whoever would have asked it is answered by the
  /// configuration.
  public mutating func load(
    _ choices: [PluginChoice], from search: PluginSearch, onLine: @escaping (String) -> Void
  ) -> [String] {
    var problems: [String] = []
    for choice in choices {
      // What is linked in needs no library; naming it does no harm.
      if policies.contains(where: { $0.name == choice.id && $0.ring == .linked }) { continue }
      do {
        try load(try search.find(choice), choice.options, onLine)
      } catch {
        problems.append("\(error)")
      }
    }
    return problems
  }

  private mutating func load(
    _ manifest: PluginManifest, _ settings: [PluginSetting], _ onLine: @escaping (String) -> Void
  ) throws {
    // Before any of its code runs, since that is where it can already end us.
    onLine(
      "plug-in \"\(manifest.id)\" is a library in this process: a crash of it ends the daemon, and a "
        + "hang stops it (`swivel plugins check` tries it in another one)")
    let plugin = try LibraryPlugin.load(manifest, settings: settings) {
      onLine("plug-in \"\(manifest.id)\": \($0)")
    }
    switch manifest.kind {
    case .policy:
      try add(
        policy: LibraryPolicy(plugin), named: manifest.id, ring: .library,
        budget: manifest.budget)
    case .ruleSet: try add(ruleSet: LibraryRuleSet(plugin))
    case .sensor:
      let source = try LibrarySource(plugin)
      try add(source: manifest.id) { _ in source }
    }
  }
}

/// Somebody who hears of every decision once it is made.
public protocol VerdictSink: AnyObject {
  /// Receives a decision of the rule set of that name; it must not block.
  func receive(_ verdict: Verdict, rulesID: String)
}
