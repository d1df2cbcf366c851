// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Text

/// The names of rule sets in files and on the command line.
public enum RuleSetName {
  /// The names of all rule sets, and the default rule set's variants with a cure, such as
  /// desktop+follow-key; the variants of UIKit's rule sets are left out.
  public static var all: [String] {
    RuleSetCatalog.names
      + Mitigation.allCases.map { "\(Configuration.defaultRules)+\($0.rawValue)" }
  }

  static var variants: [String] {
    RuleSetCatalog.names.flatMap { name in
      [name]
        + Mitigation.allCases.map { "\(name)+\($0.rawValue)" }
        .filter { RuleSetCatalog.make($0) != nil }
    }
  }

  /// Returns the named rule set; throws an error at `mark` that lists the names.
  public static func resolve(_ name: String, at mark: Mark) throws(InputError) -> any RuleSet {
    if let rules = RuleSetCatalog.make(name) { return rules }
    let base = String(name.prefix { $0 != "+" })
    let variants = Mitigation.allCases.map { "\(base)+\($0.rawValue)" }
      .filter { RuleSetCatalog.make($0) != nil }
    throw mark.error(
      ConfigurationPhrase.unknownRules(UntrustedText(name).quoted),
      valid: variants.isEmpty ? all : variants, near: name)
  }

  /// Returns the rule set for the value of a command-line option; throws an error that lists the
  /// names.
  public static func resolve(_ name: String, option: String) throws(InputError) -> any RuleSet {
    try resolve(name, at: Mark(file: option))
  }
}
