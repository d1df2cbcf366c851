// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Testing

@testable import Explanation

@Suite struct RuleRegistryTests {
  static let ruleSets = RuleSetCatalog.names
  static let displays = ["android", "android-14", "android-16", "chromeos", "chromeos-w3c"]

  @Test func everyRuleIDHasExactlyOneRuleInOrder() {
    #expect(Rule.all.map(\.id) == RuleID.allCases)
    for id in RuleID.allCases {
      #expect(Rule[id].id == id)
      #expect(!Rule[id].statement.isEmpty, "\(id.rawValue) fell through to the fallback")
    }
  }

  @Test(arguments: [
    ("A", 9), ("B", 15), ("C", 11), ("D", 6), ("E", 10), ("P", 7), ("V", 15), ("M", 24), ("K", 6),
    ("N", 5), ("F", 11), ("X", 4), ("W", 14), ("AN", 35), ("CR", 20),
  ])
  func theRuleNumbersOfAFamilyAreConsecutive(family: String, last: Int) {
    let numbers = RuleID.allCases.filter { $0.group.prefix == family }.map(\.rawValue)
    let wanted = (1...last).map { "\(family)-\($0)" }.filter { $0 != "M-22" }
    #expect(numbers == wanted)
  }

  @Test func everyRuleIDBeginsWithItsFamily() {
    for id in RuleID.allCases {
      let separator = id.group.prefix == "format" ? ":" : "-"
      #expect(id.rawValue.hasPrefix(id.group.prefix + separator))
    }
  }

  @Test(arguments: Rule.all)
  func statementsAreSentencesOfPrintableLength(rule: Rule) {
    let text = rule.statement
    #expect(text.hasSuffix("."))
    #expect(text.count < 260, "\(rule.id.rawValue): \(text.count) characters")
    #expect(!text.contains("\n") && !text.contains("  ") && !text.hasPrefix(" "))
  }

  @Test(arguments: Rule.all)
  func onlyRulesMarkedOursHaveNoSource(rule: Rule) {
    #expect(rule.mark == .ours || !rule.citations.isEmpty, "\(rule.id.rawValue)")
    #expect(Set(rule.citations).count == rule.citations.count, "\(rule.id.rawValue) cites twice")
    for source in rule.citations {
      #expect(!source.title.isEmpty)
      #expect(source.address.map { $0.hasPrefix("http") && !$0.contains(" ") } ?? true)
    }
  }

  @Test func sourcesPrintTitleAndAddress() {
    let url = "https://developer.apple.com/library/archive/qa/qa1688/_index.html"
    #expect(Rule[.b2].sources.first == "Technical Q&A QA1688, \(url)")
    #expect(
      Rule[.m10].sources == [
        "forcedotcom/SalesforceMobileSDK-iOS#2523, "
          + "https://github.com/forcedotcom/SalesforceMobileSDK-iOS/issues/2523"
      ])
    #expect(Rule[.f9].sources == ["seed article S0"])
    #expect(Rule[.w1].sources.isEmpty)
  }

  @Test func sourcesWithDifferentAddressesHaveDifferentTitles() {
    var addresses: [String: String?] = [:]
    for source in Rule.all.flatMap(\.citations) {
      let known = addresses.updateValue(source.address, forKey: source.title)
      #expect(known == nil || known == source.address, "\(source.title)")
    }
  }

  @Test(arguments: [
    (RuleID.a1, ["uikit-5"]),
    (.b2, ["uikit-6", "uikit-7", "uikit-8", "uikit-13"]),
    (.b4, ["uikit-6", "uikit-7", "uikit-8", "uikit-13", "uikit-16", "uikit-26"]),
    (.b13, ["uikit-6", "uikit-7"]),
    (.c5, ["uikit-8", "uikit-13"]),
    (.c10, ["uikit-8"]),
    (.d5, ["uikit-13", "uikit-16", "uikit-26", "uikit-27"]),
    (.d6, ["uikit-13"]),
    (.e1, ["uikit-16", "uikit-26", "uikit-27"]),
    (.e8, ["uikit-26", "uikit-27"]),
    (.e10, ["uikit-27"]),
    (.p1, ["uikit-8", "uikit-13", "uikit-16", "uikit-26", "uikit-27"]),
    (.p6, ["uikit-26", "uikit-27"]),
    (.m5, ["uikit-8", "uikit-13"]),
    (.m11, ["uikit-7", "uikit-8"]),
    (.m14, []),
    (.m16, ["uikit-5", "uikit-6", "uikit-7", "uikit-8"]),
    (.m23, ["uikit-16", "uikit-26", "uikit-27"]),
    (.k1, ["uikit-5", "uikit-6", "uikit-7"]),
    (.f1, ["uikit-5", "uikit-6", "uikit-7", "uikit-8", "uikit-13"]),
    (.f6, ["uikit-16", "uikit-26", "uikit-27"]),
    (.x3, ["uikit-6", "uikit-7", "uikit-8", "uikit-13", "uikit-16", "uikit-26", "uikit-27"]),
    (.formatDisplay, displays + ["desktop"]),
    (.formatZOrder, ruleSets),
    (.w5, ["desktop"]), (.an12, ["android", "android-14", "android-16"]),
    (.an29, ["android-14", "android-16"]), (.an31, ["android-16"]),
    (.cr10, ["chromeos", "chromeos-w3c"]),
  ])
  func aRuleAppliesToTheSetsOfItsVersions(id: RuleID, sets: [String]) {
    #expect(Self.ruleSets.filter(id.applies) == sets)
  }

  @Test func everyRuleExceptM14AppliesToARuleSet() {
    let idle = RuleID.allCases.filter { id in !Self.ruleSets.contains(where: id.applies) }
    #expect(idle == [.m14])
  }

  @Test func rulesOfOtherPlatformsNeverApplyToUIKit() {
    let foreign = ["W", "AN", "CR"]
    for set in Self.ruleSets where set.hasPrefix("uikit-") {
      #expect(
        !RuleID.allCases.contains { foreign.contains($0.group.prefix) && $0.applies(to: set) })
    }
    for set in RuleSetFamily.others.map(\.rawValue) {
      let families = Set(RuleID.allCases.filter { $0.applies(to: set) }.map(\.group.prefix))
      #expect(families.count == 2 && families.contains("format"))
    }
  }

  @Test(arguments: ["", "uikit", "uikit-9", "uikit-08", "UIKIT-8", "android "])
  func unknownRuleSetsHaveNoRules(name: String) {
    #expect(!RuleID.allCases.contains { $0.applies(to: name) })
  }

  @Test(arguments: ["uikit-8+follow-key", "uikit-5+ignore-hidden", "desktop+key-only"])
  func aCureChangesNoRuleOfItsSet(name: String) {
    let base = String(name.prefix { $0 != "+" })
    #expect(RuleID.allCases.allSatisfy { $0.applies(to: name) == $0.applies(to: base) })
    #expect(RuleID.allCases.contains { $0.applies(to: name) })
  }
}
