// SPDX-License-Identifier: Apache-2.0

/// The built-in rule sets, by the names that files and the command line use.
public enum RuleSetCatalog {
  private static let uikit: [UIKitTraits] = [
    .uikit5, .uikit6, .uikit7, .uikit8, .uikit13, .uikit16, .uikit26, .uikit27,
  ]

  /// All names, without the variants made by appending + and a cure.
  public static let names: [String] =
    uikit.map { "uikit-\($0.version)" } + ["android", "chromeos", "desktop"]

  /// What precedes the names of rule sets that plug-ins bring; those are not in the catalog.
  public static let pluginPrefix = "plugin:"

  /// The vocabulary that a name's scenes use; nil for an unknown name.
  ///
  /// Plug-ins can only bring rule sets for desktops.
  public static func family(_ name: String) -> RuleSetFamily? {
    name.hasPrefix(pluginPrefix) ? .desktop : make(name)?.family
  }

  /// The rule set of a name, such as uikit-8 or desktop+follow-key; nil for an unknown name.
  ///
  /// `arbitration` and `hiddenCounts` overrule what the version does (UIKit sets only).
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
    if base == "desktop" {
      switch arbitration {
      case .keyOnly: return DesktopRuleSet(cure: cure ?? .keyOnly)
      case .intersection: return DesktopRuleSet(cure: cure ?? .intersection)
      case .autonomous, .sceneWide, nil: return DesktopRuleSet(cure: cure)
      }
    }
    if parts.count == 1, base == "android" { return AndroidRuleSet() }
    if parts.count == 1, base == "chromeos" { return ChromeOSRuleSet() }
    guard let traits = uikit.first(where: { "uikit-\($0.version)" == base }) else { return nil }
    return UIKitRuleSet(traits, arbitration: arbitration, hiddenCounts: hiddenCounts, cure: cure)
  }
}
