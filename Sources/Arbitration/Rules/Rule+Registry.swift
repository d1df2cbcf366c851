// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// Every rule, in the order of `RuleID.allCases`.
  public static let all: [Rule] =
    familyA + familyB + familyC + familyD + familyE + familyP + familyV + familyM + familyK
    + familyN + familyF + familyX + formatFamily + desktopFamily + androidFamily + chromeOSFamily

  private static let byID = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// The rule of that number.
  ///
  /// Total: the tests prove that every number has exactly one rule, so the empty fallback is never
  /// seen.
  public static subscript(id: RuleID) -> Rule {
    byID[id] ?? Rule(id, .ours, [], "")
  }
}
