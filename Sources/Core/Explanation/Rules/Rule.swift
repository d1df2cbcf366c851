// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Text

/// One rule: its statement, its sources and the strength of its evidence.
public struct Rule: Sendable, Hashable {
  /// The number under which the rule is cited.
  public let id: RuleID
  /// The statement in a few sentences, precise enough to implement.
  public let statement: String
  /// The statement in Chinese; `nil` for a rule that decisions do not cite.
  public let chinese: String?
  /// The sources of the statement; empty only for choices of this project.
  public let citations: [RuleSource]
  /// The strength of the evidence for the decisive part of the statement.
  public let mark: RuleMark

  init(
    _ id: RuleID, _ mark: RuleMark, _ citations: [RuleSource], _ statement: String,
    chinese: String? = nil
  ) {
    self.id = id
    self.statement = statement
    self.chinese = chinese
    self.citations = citations
    self.mark = mark
  }

  /// Returns the statement in a language, or in English if there is no translation.
  public func statement(in language: Language) -> String {
    switch language {
    case .english: statement
    case .chinese: chinese ?? statement
    }
  }

  /// The citations in full: title, and address if there is one.
  public var sources: [String] { citations.map { $0.description } }
}

/// The strength of a rule's evidence.
public enum RuleMark: String, CaseIterable, Sendable, Hashable {
  /// The platform's own documentation, header, release note or published source code.
  case documented
  /// Names in a class dump, whose meaning is inferred.
  case classDump = "class-dump"
  /// A published bug report, measurement or open-source work-around.
  case empirical
  /// A statement that occurs only in one of the five seed articles.
  case seed
  /// A conclusion from other rules; no source states the rule itself.
  case inferred
  /// A choice of this project.
  case ours
}

extension Rule {
  /// Every rule, in the order of `RuleID.allCases`.
  public static let all: [Rule] = RuleGroup.all.flatMap { $0.rules }

  private static let byID: [RuleID: Rule] = all.reduce(into: [:]) { $0[$1.id] = $1 }

  /// Returns the rule with an ID.
  ///
  /// The tests verify that every ID has exactly one rule, so the empty fallback is never used.
  public static subscript(id: RuleID) -> Rule {
    byID[id] ?? Rule(id, .ours, [], "")
  }
}
