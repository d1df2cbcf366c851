// SPDX-License-Identifier: Apache-2.0

/// One rule of the registry: what it says, where that comes from and how sure it is.
public struct Rule: Sendable, Hashable {
  /// The number under which the rule is cited.
  public let id: RuleID
  /// One or two sentences, precise enough to implement.
  public let statement: String
  /// The works that support the statement; empty only for choices of this project.
  public let citations: [RuleSource]
  /// The best evidence among the citations.
  public let mark: RuleMark

  init(_ id: RuleID, _ mark: RuleMark, _ citations: [RuleSource], _ statement: String) {
    self.id = id
    self.statement = statement
    self.citations = citations
    self.mark = mark
  }

  /// The citations written out: title, and address where there is one.
  public var sources: [String] { citations.map(\.description) }
}
