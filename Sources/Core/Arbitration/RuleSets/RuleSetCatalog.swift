// SPDX-License-Identifier: Apache-2.0

/// The built-in rule sets, by their names in files and on the command line.
public enum RuleSetCatalog {
  private static let uikit: [UIKitTraits] = [
    .uikit5, .uikit6, .uikit7, .uikit8, .uikit13, .uikit16, .uikit26, .uikit27,
  ]

  /// All names, without the variants that have + and a cure appended.
  public static let names: [String] =
    uikit.map { "uikit-\($0.version)" } + RuleSetFamily.others.flatMap { $0.names }

  /// The names that differ in recordings, each with the present name.
  ///
  /// A name in a recording keeps the meaning that it had when it was first used.
  private static let recordedNames = [("chromeos-2", "chromeos"), ("chromeos", "chromeos-w3c")]

  /// Returns the name that recordings use for a rule set.
  public static func recordedName(of name: String) -> String {
    recordedNames.first { $0.1 == name }?.0 ?? name
  }

  /// Returns the present name for a rule set's name in a recording.
  public static func name(recorded: String) -> String {
    recordedNames.first { $0.0 == recorded }?.1 ?? recorded
  }

  /// The names and variants as part of a sentence; those with variants come first.
  public static let summary: String = {
    func list(_ words: [String]) -> String {
      "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    }
    let displays = RuleSetFamily.others.filter { $0 != .desktop }.flatMap { $0.names }
    let versions = [uikit.first, uikit.last].compactMap { $0.map { "uikit-\($0.version)" } }
    let names = list(["desktop", versions.joined(separator: " to ")] + displays)
    let cures = list(Mitigation.allCases.map { "+\($0.rawValue)" })
    return "\(names); the first two also with \(cures)"
  }()

  /// The prefix of names of plug-ins' rule sets, which are not in the catalog.
  public static let pluginPrefix = "plugin:"

  /// Returns the family of a named rule set; `nil` for an unknown name.
  ///
  /// Plug-ins can only provide rule sets for desktops, so every name with their prefix belongs to
  /// the family `desktop`.
  public static func family(_ name: String) -> RuleSetFamily? {
    name.hasPrefix(pluginPrefix) ? .desktop : make(name)?.family
  }

  /// Returns the named rule set, such as uikit-8 or desktop+follow-key; `nil` for an unknown name.
  ///
  /// `arbitration` and `hiddenCounts` replace the UIKit version's values, unless the cure in the
  /// name sets them. `desktop` takes only the arbitrations `keyOnly` and `intersection`, as its
  /// cure if the name has none. The other rule sets ignore both parameters.
  public static func make(
    _ name: String, arbitration: WindowArbitration? = nil, hiddenCounts: Bool? = nil
  ) -> (any RuleSet)? {
    let parts = name.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    var cure: Mitigation?
    if parts.count == 2 {
      guard let found = Mitigation(rawValue: String(parts[1])) else { return nil }
      cure = found
    }
    guard let base = parts.first.map(String.init) else { return nil }
    switch base {
    case RuleSetFamily.desktop.rawValue:
      switch arbitration {
      case .keyOnly: return DesktopRuleSet(cure: cure ?? .keyOnly)
      case .intersection: return DesktopRuleSet(cure: cure ?? .intersection)
      case .autonomous, .sceneWide, nil: return DesktopRuleSet(cure: cure)
      }
    default:
      if parts.count == 1, let set = displaySet(base) { return set }
      guard let traits = uikit.first(where: { "uikit-\($0.version)" == base }) else { return nil }
      return UIKitRuleSet(traits, arbitration: arbitration, hiddenCounts: hiddenCounts, cure: cure)
    }
  }
}

extension RuleSetCatalog {
  fileprivate static let displaySets: [any DisplayRuleSet] =
    AndroidVersion.all.map { AndroidRuleSet($0) } + [ChromeOSRuleSet(), ChromeOSRuleSet(.w3c)]

  private static func displaySet(_ name: String) -> (any RuleSet)? {
    displaySets.first { $0.id == name }
  }
}

/// The platforms of rule sets; a scenario's keys for one platform are errors under others that do
/// not have them.
public enum RuleSetFamily: String, Sendable, Hashable, CaseIterable {
  case uikit
  case android
  case chromeos
  case desktop

  /// The names of the family's rule sets, beginning with the family's own; empty for UIKit, whose
  /// rule sets are named by version.
  public var names: [String] {
    switch self {
    case .uikit: []
    case .desktop: [rawValue]
    case .android, .chromeos:
      RuleSetCatalog.displaySets.filter { $0.family == self }.map { $0.id }
    }
  }

  /// All families except UIKit.
  public static let others = allCases.filter { $0 != .uikit }

  /// The kind of object that has its own orientation.
  public var scope: OrientationScope {
    switch self {
    case .uikit: .window
    case .android, .chromeos: .display
    case .desktop: .output
    }
  }
}

/// The kind of object that has its own orientation; it determines the contents of a scene.
public enum OrientationScope: Sendable, Hashable, CaseIterable {
  /// Each window has its own orientation, which can differ from that of the shared status bar.
  ///
  /// The scene has an app with its list and its delegate, and trees of controllers.
  case window
  /// The display has one orientation, as have all windows on it; its panel can be natively
  /// landscape.
  case display
  /// Each output has its own orientation; windows have `ShellTraits`, from the compositor and the
  /// configuration.
  case output
}
