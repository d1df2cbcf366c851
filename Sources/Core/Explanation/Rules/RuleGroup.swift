// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// A group of rules whose numbers have the same letters.
public struct RuleGroup: Sendable {
  /// The letters with which the rules' numbers begin.
  public let prefix: String
  /// The subject of the group in a few words.
  public let title: String
  /// The scope of the group's rules, except those in `scopes`.
  ///
  /// Later UIKit versions build on earlier ones, so most groups have no last version.
  fileprivate let scope: RuleScope
  let rules: [Rule]

  private init(_ prefix: String, _ title: String, _ scope: RuleScope, _ rules: [Rule]) {
    self.prefix = prefix
    self.title = title
    self.scope = scope
    self.rules = rules
  }

  /// The groups in the order of the rules' numbers: UIKit's, the format's, then one for each other
  /// platform.
  public static let all: [RuleGroup] = [
    RuleGroup("A", "iOS 5 and earlier", .uikit(upTo: 5), Rule.groupA),
    RuleGroup("B", "iOS 6 and 7, most of it kept since", .uikit(from: 6), Rule.groupB),
    RuleGroup("C", "new in iOS 8 to 12", .uikit(from: 8), Rule.groupC),
    RuleGroup("D", "new in iOS 13 to 15", .uikit(from: 13), Rule.groupD),
    RuleGroup("E", "new in iOS 16 and later", .uikit(from: 16), Rule.groupE),
    RuleGroup("P", "multitasking on a pad", .uikit(from: 9), Rule.groupP),
    RuleGroup("V", "vocabulary, defaults, launch", .uikit(), Rule.groupV),
    RuleGroup("M", "several windows", .uikit(from: 8), Rule.groupM),
    RuleGroup("K", "containers and children", .uikit(from: 5), Rule.groupK),
    RuleGroup("N", "notifications", .uikit(), Rule.groupN),
    RuleGroup("F", "forcing and locking", .uikit(), Rule.groupF),
    RuleGroup("X", "exceptions", .uikit(from: 6), Rule.groupX),
    RuleGroup("format", "what the platforms leave open", .uikit(), Rule.formatGroup),
    RuleGroup("W", "desktop", .only(.desktop), Rule.desktopGroup),
    RuleGroup("AN", "Android", .only(.android), Rule.androidGroup),
    RuleGroup("CR", "ChromeOS", .only(.chromeos), Rule.chromeOSGroup),
  ]
}

/// The rule sets in which a rule applies: a range of UIKit versions, other platforms.
private struct RuleScope: Sendable, Hashable {
  /// The UIKit versions from first to last; `nil` if the rule is not UIKit's.
  var versions: ClosedRange<Int>?
  var others: [String] = []

  private static let first = 2
  private static let last = Int.max

  /// The iOS versions that each UIKit rule set covers: from its number up to the next rule set's.
  private static let ruleSets: [String: ClosedRange<Int>] = [
    "uikit-5": first...5, "uikit-6": 6...6, "uikit-7": 7...7, "uikit-8": 8...12,
    "uikit-13": 13...15, "uikit-16": 16...25, "uikit-26": 26...26, "uikit-27": 27...last,
  ]

  static let displays = RuleScope(others: RuleSetFamily.others.flatMap { $0.names })
  static let everywhere = RuleScope(versions: first...last, others: displays.others)
  static let nowhere = RuleScope()

  static func uikit(from start: Int = first) -> RuleScope { RuleScope(versions: start...last) }
  static func uikit(upTo end: Int) -> RuleScope { RuleScope(versions: first...end) }
  static func uikit(_ range: ClosedRange<Int>) -> RuleScope { RuleScope(versions: range) }
  static func only(_ family: RuleSetFamily) -> RuleScope { RuleScope(others: family.names) }
  static func android(from first: AndroidVersion) -> RuleScope {
    let versions = AndroidVersion.all.filter { $0.firstLevel >= first.firstLevel }
    return RuleScope(others: versions.map { $0.name })
  }

  /// Returns whether the scope has a version that the named rule set covers; false for unknown
  /// names.
  func covers(_ ruleSet: String) -> Bool {
    if let versions, let set = Self.ruleSets[ruleSet] { return versions.overlaps(set) }
    return others.contains(ruleSet)
  }
}

extension RuleID {
  /// The group to which the rule belongs.
  public var group: RuleGroup {
    let prefix = rawValue.prefix { $0 != "-" && $0 != ":" }
    // The tests verify that every prefix has a group.
    return RuleGroup.all.first { $0.prefix == prefix } ?? RuleGroup.all[0]
  }

  /// Returns whether a decision of the named rule set may cite this rule.
  ///
  /// A rule applies if it is valid in some version that the rule set covers; uikit-8, for example,
  /// covers iOS 8 to 12. The kind of device and a cure after the name are ignored: group P applies
  /// on pads only. Returns false for unknown names.
  public func applies(to ruleSet: String) -> Bool {
    scope.covers(String(ruleSet.prefix { $0 != "+" }))
  }

  private var scope: RuleScope {
    Self.scopes.lazy.compactMap { $0[self] }.first ?? group.scope
  }

  /// The scopes of rules that differ from their group's scope.
  private static let scopes = [bScopes, laterScopes, windowScopes, formatScopes, androidScopes]

  private static let bScopes: [RuleID: RuleScope] = [
    // E-1 removes shouldAutorotate from the decision, C-7 also notifies covered controllers, and
    // the scene delegate of E-10 replaces the app's.
    .b2: .uikit(6...15), .b4: .uikit(6...26), .b8: .uikit(from: 7), .b9: .uikit(6...15),
    .b13: .uikit(6...7),
  ]

  private static let laterScopes: [RuleID: RuleScope] = [
    .c5: .uikit(8...15), .c9: .uikit(from: 9), .c10: .uikit(8...8), .c11: .uikit(from: 9),
    .d5: .uikit(from: 15), .d6: .uikit(13...15),
    .e8: .uikit(from: 26), .e9: .uikit(from: 26), .e10: .uikit(from: 27),
    .p6: .uikit(from: 26),
    .v6: .uikit(from: 8), .v8: .uikit(from: 6), .v9: .uikit(upTo: 15), .v11: .uikit(from: 6),
    .v15: .uikit(from: 9),
    .k1: .uikit(5...7), .k2: .uikit(from: 8), .k4: .uikit(from: 8), .k5: .uikit(5...6),
    .f1: .uikit(upTo: 15), .f2: .uikit(upTo: 15), .f3: .uikit(upTo: 15), .f4: .uikit(5...15),
    .f5: .uikit(6...15), .f6: .uikit(from: 16), .f7: .uikit(from: 6), .f8: .uikit(upTo: 15),
    .f11: .uikit(from: 6),
  ]

  /// The versions for which rules about several windows apply.
  ///
  /// M-4, M-7 and M-15 were observed in fewer versions than listed here: the scenario format
  /// applies them in every rule set in which windows decide alone, and no source states that they
  /// ended.
  private static let windowScopes: [RuleID: RuleScope] = [
    .m1: .uikit(6...15), .m2: .uikit(6...15), .m3: .uikit(6...15), .m4: .uikit(6...15),
    .m5: .uikit(8...15), .m6: .uikit(from: 6), .m7: .uikit(from: 6), .m8: .uikit(6...15),
    .m9: .uikit(from: 9), .m11: .uikit(7...12), .m12: .uikit(from: 6), .m14: .nowhere,
    .m15: .uikit(from: 3), .m16: .uikit(5...12), .m17: .uikit(8...10), .m18: .uikit(8...8),
    .m19: .uikit(7...9), .m21: .uikit(), .m23: .uikit(from: 16),
  ]

  private static let androidScopes: [RuleID: RuleScope] = [
    .an28: .android(from: .android14), .an29: .android(from: .android14),
    .an30: .android(from: .android14), .an31: .android(from: .android16),
    .an33: .android(from: .android14), .an34: .android(from: .android14),
    .an35: .android(from: .android14),
  ]

  private static let formatScopes: [RuleID: RuleScope] = [
    .formatZOrder: .everywhere, .formatWriter: .everywhere, .formatKey: .everywhere,
    .formatPage: .everywhere, .formatDevice: .everywhere, .formatAccelerometer: .everywhere,
    .formatMultitasking: .uikit(from: 8), .formatScene: .uikit(from: 16),
    .formatDelegate: .uikit(from: 6), .formatBarHidden: .uikit(from: 8),
    .formatDisplay: .displays,
  ]
}
