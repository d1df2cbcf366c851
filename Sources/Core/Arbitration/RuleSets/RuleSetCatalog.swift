// SPDX-License-Identifier: Apache-2.0

/// The built-in rule sets, by the names that files and the command line use.
public enum RuleSetCatalog {
  private static let uikit: [UIKitTraits] = [
    .uikit5, .uikit6, .uikit7, .uikit8, .uikit13, .uikit16, .uikit26, .uikit27,
  ]

  /// All names, without the variants made by appending + and a cure.
  public static let names: [String] =
    uikit.map { "uikit-\($0.version)" } + RuleSetFamily.others.map(\.rawValue)

  /// The names and variants as a part of a sentence, those with variants first.
  public static let summary: String = {
    func list(_ words: [String]) -> String {
      words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
    let displays = RuleSetFamily.others.filter { $0 != .desktop }.map(\.rawValue)
    let versions = [uikit.first, uikit.last].compactMap { $0.map { "uikit-\($0.version)" } }
    return list(["desktop", versions.joined(separator: " to ")] + displays)
      + "; the first two also with " + list(Mitigation.allCases.map { "+\($0.rawValue)" })
  }()

  /// The prefix of the names of rule sets that plug-ins bring; those are not in the catalog.
  public static let pluginPrefix = "plugin:"

  /// Returns the family of a name; nil for an unknown name.
  ///
  /// Plug-ins can only bring rule sets for desktops.
  public static func family(_ name: String) -> RuleSetFamily? {
    name.hasPrefix(pluginPrefix) ? .desktop : make(name)?.family
  }

  /// Returns the rule set of a name, such as uikit-8 or desktop+follow-key; nil if it is unknown.
  ///
  /// `arbitration` and `hiddenCounts` override a UIKit version's; `desktop` reads `arbitration`
  /// only.
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
    switch RuleSetFamily(rawValue: base) {
    case .desktop:
      switch arbitration {
      case .keyOnly: return DesktopRuleSet(cure: cure ?? .keyOnly)
      case .intersection: return DesktopRuleSet(cure: cure ?? .intersection)
      case .autonomous, .sceneWide, nil: return DesktopRuleSet(cure: cure)
      }
    case .android: return parts.count == 1 ? AndroidRuleSet() : nil
    case .chromeos: return parts.count == 1 ? ChromeOSRuleSet() : nil
    case .uikit, nil:
      guard let traits = uikit.first(where: { "uikit-\($0.version)" == base }) else { return nil }
      return UIKitRuleSet(traits, arbitration: arbitration, hiddenCounts: hiddenCounts, cure: cure)
    }
  }
}

/// The platforms that rule sets decide for; keys of one are errors in the scenes of another.
public enum RuleSetFamily: String, Sendable, Hashable, CaseIterable {
  case uikit
  case android
  case chromeos
  case desktop

  /// The families of one rule set each, which has the family's name.
  public static let others = allCases.filter { $0 != .uikit }

  /// The kind of object that gets an orientation of its own.
  public var scope: OrientationScope {
    switch self {
    case .uikit: .window
    case .android, .chromeos: .display
    case .desktop: .output
    }
  }
}

/// The kind of object with an orientation of its own; it determines what a scene can hold.
public enum OrientationScope: Sendable, Hashable, CaseIterable {
  /// Each window; one window writes the status bar, so the others can differ from it.
  ///
  /// The scene has an app with its list and its delegate, and trees of controllers.
  case window
  /// The display, with everything on it; its panel can be mounted in landscape.
  case display
  /// Each output by itself; a shell adds traits to the windows.
  case output
}
