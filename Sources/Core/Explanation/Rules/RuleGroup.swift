// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A group in which rules are numbered.
public struct RuleGroup: Sendable {
  /// The letters before the number of a rule.
  public let prefix: String
  /// The subject of the group in a few words.
  public let title: String
  /// The scope of a rule whose number has no scope of its own.
  ///
  /// Later UIKit sets build on earlier ones, so most groups stay open at the end.
  let scope: RuleScope
  /// The rules in the order of their numbers.
  let rules: [Rule]

  private init(_ prefix: String, _ title: String, _ scope: RuleScope, _ rules: [Rule]) {
    self.prefix = prefix
    self.title = title
    self.scope = scope
    self.rules = rules
  }

  /// The groups, in the order of the rules' numbers: UIKit's, the format's, and one of each other
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
