// SPDX-License-Identifier: Apache-2.0

/// The rule sets in which a rule applies: a range of UIKit versions, other rule sets by name.
struct RuleScope: Sendable, Hashable {
  /// UIKit versions, first to last; nil if the rule is none of UIKit's.
  var versions: ClosedRange<Int>?
  /// Rule sets other than UIKit's.
  var others: [String] = []

  private static let first = 2
  private static let last = Int.max

  /// The versions that each UIKit rule set stands for: from its number up to the next set's.
  private static let ruleSets: [String: ClosedRange<Int>] = [
    "uikit-5": first...5, "uikit-6": 6...6, "uikit-7": 7...7, "uikit-8": 8...12,
    "uikit-13": 13...15, "uikit-16": 16...25, "uikit-26": 26...26, "uikit-27": 27...last,
  ]

  static let displays = RuleScope(others: ["android", "chromeos", "desktop"])
  static let everywhere = RuleScope(versions: first...last, others: displays.others)
  static let nowhere = RuleScope()

  static func uikit(from start: Int = first) -> RuleScope { RuleScope(versions: start...last) }
  static func uikit(upTo end: Int) -> RuleScope { RuleScope(versions: first...end) }
  static func uikit(_ range: ClosedRange<Int>) -> RuleScope { RuleScope(versions: range) }
  static func only(_ names: [String]) -> RuleScope { RuleScope(others: names) }

  /// Whether some version that the rule set stands for lies in the scope; false for unknown names.
  func covers(_ ruleSet: String) -> Bool {
    if let versions, let set = Self.ruleSets[ruleSet] { return versions.overlaps(set) }
    return others.contains(ruleSet)
  }
}
