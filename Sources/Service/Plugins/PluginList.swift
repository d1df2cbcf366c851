// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Configuration
public import Desktop
public import Formats
import Glibc
public import Sensors
import Text

// The registry of policies, rule sets, sensors, appliers and listeners.
//
// A program has one `PluginList`, a value. It begins with Swivel's own entries (`builtIn()`), which
// use the same interfaces as all others; then come entries that the program links in and the
// libraries that the configuration names. No other library is loaded.
//
// The place where code runs is its ring (`PluginRing`). Ring 1 is linked into the program, ring 2
// is a library behind the C interface of `CSwivelPlugin` (`Library/`), ring 3 is another process,
// which the daemon serves itself, outside this target.
//
// A policy in code (`RootPolicy`) is registered with a `PolicyHost`. The arbiter's questions are
// effects; the host calls the policy once for each window in a decision, measures each call, checks
// each answer, and mutes a policy after three overruns. If a policy fails, the configuration
// answers instead. `PolicyTestHarness` is an arbiter with a host and no desktop, for tests and
// benchmarks.
//
// A library in the daemon can still crash or hang it. So every part of the C interface is checked
// before it is used, and `swivel plugins check` tries a library in a process of its own.
//
// Begin with `Policy/RootPolicy.swift`, then `Policy/PolicyHost.swift`; for libraries
// `Library/PluginManifest.swift` and `Library/LibraryPlugin.swift`.

/// The registry of everything that can be plugged in, by name.
public struct PluginList {
  /// A policy that configurations can name.
  public struct Policy {
    /// The name by which configurations refer to the policy.
    public let name: String
    /// The ring of the policy.
    public let ring: PluginRing
    /// The time limit of one call.
    public let budget: Duration
    /// The policy.
    public let policy: any RootPolicy
  }

  /// A sensor for `--sensor`.
  public struct Source {
    /// The name that `--sensor` accepts after `plugin:`.
    public let name: String
    /// Returns the source, not yet started.
    public let make: (DeviceTree) -> any OrientationSource
  }

  /// An applier for `--applier`.
  public struct Applier {
    /// The name that `--applier` accepts after `plugin:`.
    public let name: String
    /// Creates the applier for a session that is ready.
    public let make: (Session) -> any TransformApplier
  }

  /// The error of an entry that cannot be added.
  public struct Conflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name and the cause.
    public let description: String
  }

  /// The policies in the order of registration.
  public private(set) var policies: [Policy] = []
  /// The rule sets of plug-ins, besides the program's own.
  public private(set) var ruleSets: [any RuleSet] = []
  /// The sensors, the program's own and those of plug-ins.
  public private(set) var sources: [Source] = []
  /// The appliers of plug-ins, besides the program's own.
  public private(set) var appliers: [Applier] = []
  /// The listeners that receive every decision.
  public private(set) var verdictSinks: [any VerdictSink] = []
  /// The libraries of rule sets and sensors; a `PolicyHost` stops those of policies.
  private var libraries: [LibraryPlugin] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a policy under a unique name; throws if the name is not valid or is taken.
  public mutating func add(
    policy: any RootPolicy, named name: String, ring: PluginRing = .linked,
    budget: Duration = CallBudget.usual
  ) throws(Conflict) {
    try check(name, "policy", policies.map(\.name))
    policies.append(Policy(name: name, ring: ring, budget: budget, policy: policy))
  }

  /// Adds a rule set under its identifier; throws if the program or a plug-in has one with it.
  public mutating func add(ruleSet: any RuleSet) throws(Conflict) {
    guard RuleSetCatalog.make(ruleSet.id) == nil, self.ruleSet(named: ruleSet.id) == nil else {
      throw Conflict(description: "there is a rule set \"\(ruleSet.id)\" already")
    }
    ruleSets.append(ruleSet)
  }

  /// Adds a sensor under a unique name; throws if the name is not valid or is taken.
  public mutating func add(
    source name: String, make: @escaping (DeviceTree) -> any OrientationSource
  ) throws(Conflict) {
    try check(name, "sensor", sources.map(\.name))
    sources.append(Source(name: name, make: make))
  }

  /// Adds an applier under a unique name; throws if the name is not valid or is taken.
  public mutating func add(
    applier name: String, make: @escaping (Session) -> any TransformApplier
  ) throws(Conflict) {
    try check(name, "applier", appliers.map(\.name))
    appliers.append(Applier(name: name, make: make))
  }

  /// Adds a listener for decisions.
  public mutating func add(verdictSink: any VerdictSink) { verdictSinks.append(verdictSink) }

  /// Returns the plug-in's rule set with an identifier such as `plugin:majority`; `nil` for none.
  public func ruleSet(named name: String) -> (any RuleSet)? {
    ruleSets.first { $0.id == name }
  }

  /// Stops the libraries of rule sets and sensors; called at most once, after their last use.
  public func stop() { for library in libraries.reversed() { library.stop() } }

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
  /// Returns the list of Swivel's own entries, to which other programs can add.
  public static func builtIn() throws(Conflict) -> PluginList {
    var list = PluginList()
    try list.add(policy: FullscreenPolicy(), named: FullscreenPolicy.name)
    try list.add(policy: SteadyPolicy(), named: SteadyPolicy.name)
    try list.add(source: "auto") { SourceChoice.auto.makeSource(tree: $0) }
    try list.add(source: "proxy") { SourceChoice.proxy.makeSource(tree: $0) }
    try list.add(source: "iio") { SourceChoice.iio(path: nil).makeSource(tree: $0) }
    try list.add(source: "iio-buffer") { SourceChoice.buffer(path: nil).makeSource(tree: $0) }
    try list.add(source: "evdev") { SourceChoice.evdev(path: nil).makeSource(tree: $0) }
    return list
  }
}

extension PluginList {
  /// Loads the libraries that a configuration lists, and no others; returns the errors.
  ///
  /// If a library cannot be loaded, the configured answers replace its policy. `onLine` is called
  /// with a warning before each library's code runs, and with the library's log lines until a host
  /// takes them over.
  public mutating func load(
    _ choices: [PluginChoice], from search: PluginSearch, onLine: @escaping (String) -> Void
  ) -> [String] {
    var problems: [String] = []
    for choice in choices {
      // A linked policy needs no library; naming it has no effect.
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
    // The warning is logged before the library's code runs, since that code may crash the process.
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
    case .ruleSet:
      try add(ruleSet: LibraryRuleSet(plugin))
      libraries.append(plugin)
    case .sensor:
      let source = try LibrarySource(plugin)
      try add(source: manifest.id) { _ in source }
      libraries.append(plugin)
    }
  }
}

/// A listener that receives every decision.
public protocol VerdictSink: AnyObject {
  /// Called with each decision and the identifier of its rule set; must not block.
  func receive(_ verdict: Verdict, rulesID: String)
}

/// The search path of plug-in libraries.
public struct PluginSearch: Sendable, Equatable {
  /// The folders, in the order of the search.
  public var directories: [String]

  static let system = ["/usr/local/lib/swivel/plugins", "/usr/lib/swivel/plugins"]

  /// Creates a path: `first`, the absolute folders of `SWIVEL_PLUGIN_PATH`, the user's data folder
  /// and the system's folders.
  public init(first: [String] = [], environment: (String) -> String?) {
    let path = environment("SWIVEL_PLUGIN_PATH") ?? ""
    let named = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let home = BaseDirectory.data.path(in: environment)
    directories = first + named + (home.map { ["\($0)/swivel/plugins"] } ?? []) + Self.system
  }

  /// A manifest that was found.
  public struct Entry: Sendable, Equatable {
    /// The manifest's path.
    public var path: String
    /// The manifest, or its error.
    public var manifest: Result<PluginManifest, InputError>
  }

  /// All manifests in all folders, in the order of the search.
  public var entries: [Entry] {
    directories.flatMap { directory in
      Self.names(in: directory).map { name in
        let path = "\(directory)/\(name)"
        do throws(InputError) {
          return Entry(path: path, manifest: .success(try PluginManifest.load(path: path)))
        } catch {
          return Entry(path: path, manifest: .failure(error))
        }
      }
    }
  }

  /// Returns the manifest of a plug-in that a configuration lists; throws if there is none, or it
  /// is invalid.
  ///
  /// A name with a slash is a path: of a manifest, of a folder with exactly one, or of a library
  /// with its manifest beside it. Any other name is the id of a plug-in in one of the folders.
  public func find(_ choice: PluginChoice) throws(InputError) -> PluginManifest {
    if choice.id.contains("/") { return try Self.manifest(at: choice.id) }
    var ids: [String] = []
    for entry in entries {
      switch entry.manifest {
      case .success(let manifest):
        if manifest.id == choice.id { return manifest }
        ids.append(manifest.id)
      case .failure(let error):
        // A broken manifest may be the requested one; only its file name can be compared.
        if entry.path.hasSuffix("/\(choice.id)\(PluginManifest.suffix)") { throw error }
      }
    }
    let places = directories.joined(separator: ", ")
    throw choice.mark.error(
      "the plug-in \(UntrustedText(choice.id).quoted), which is in none of \(places)", valid: ids,
      near: choice.id)
  }

  /// Returns the manifest at a path: of a manifest, of a folder with exactly one, or of a library
  /// with its manifest beside it; throws for any other path.
  public static func manifest(at path: String) throws(InputError) -> PluginManifest {
    if path.hasSuffix(PluginManifest.suffix) { return try .load(path: path) }
    let names = names(in: path)
    if let name = names.first {
      guard names.count == 1 else {
        throw InputError(file: path, problem: "several manifests", valid: names)
      }
      return try .load(path: "\(path)/\(name)")
    }
    let directory = FilePath.directory(of: path)
    let beside = Self.names(in: directory.isEmpty ? "." : directory)
    for name in beside {
      let manifest = try? PluginManifest.load(path: directory + name)
      if let manifest, manifest.library == path { return manifest }
    }
    throw unsafe InputError(
      file: path,
      problem: access(path, F_OK) == 0
        ? "no manifest names this library" : "there is no such file",
      valid: ["NAME\(PluginManifest.suffix)", "a folder with one", "the library beside one"])
  }

  private static func names(in directory: String) -> [String] {
    DirectoryListing.names(in: directory).filter { $0.hasSuffix(PluginManifest.suffix) }
  }
}
