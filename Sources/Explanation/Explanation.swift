// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Counterfactuals

/// One verdict in words: what happened, who is to blame, why, and what to do about it.
///
/// What happened is read from what was written down while deciding. Only blame decides again, with
/// other answers, and says what would have come of them.
public struct Explanation: Sendable {
  /// How much is told.
  public enum Detail: String, Sendable, Hashable, CaseIterable {
    /// The first line alone, and after it the change that helps.
    case short
    /// At most `mostLines` lines.
    case standard
    /// Everything that the verdict holds.
    case full
  }

  /// The most lines of the standard text.
  public static let mostLines = 20

  /// The number of this kind of outcome.
  public let code: ExplanationCode

  let evidence: Evidence
  let headline: Headline
  let style: TextStyle
  let source: String?
  let subject: String?
  let blame: BlameText
  let remedies: Remedies

  /// Reads a verdict that a rule set gave.
  ///
  /// `source` is the scenario that the next command should name; without one `subject` is what
  /// `swivel explain` takes to explain this verdict. `names` gives the names of windows that were
  /// gone before it.
  public init(
    _ verdict: Verdict, rules: any RuleSet, style: TextStyle = .plain, source: String? = nil,
    subject: String? = nil, names: [WindowID: String] = [:]
  ) {
    self.style = style
    self.source = source
    self.subject =
      source.map { "\(SafeText.argument($0)) --step \(verdict.step)" } ?? subject
    evidence = Evidence(
      verdict: verdict, rulesID: rules.id, names: names, language: style.language)
    headline = Headline(evidence)
    code = headline.code
    remedies = Remedies(evidence, code, rules: rules)
    blame = BlameText(
      evidence: evidence, report: BlameReport(verdict: verdict, rules: rules), rules: rules,
      subject: self.subject)
  }

  /// The text: lines joined by newlines, none at the end.
  public func text(_ detail: Detail = .standard) -> String {
    switch detail {
    case .short: firstLine + blame.shortFix
    case .standard: standardLines.joined(separator: "\n")
    case .full: lines(.everything).joined(separator: "\n")
    }
  }

  /// The line that stands alone.
  var firstLine: String {
    style.paint("\(code.rawValue) \(headline.word)", ink) + evidence.say(LayoutPhrase.colon)
      + headline.text
  }

  // Less and less until it fits; the first line and the culprits stay.
  private var standardLines: [String] {
    var lines: [String] = []
    for share in Share.tighter {
      lines = self.lines(share)
      if lines.count <= Self.mostLines { return lines }
    }
    return Array(lines.prefix(Self.mostLines))
  }

  private var ink: Ink {
    switch evidence.verdict.outcome {
    case .split, .exception: .red
    case .blocked, .refused, .deferred: .yellow
    case .turned: .green
    case .unchanged: .bold
    }
  }
}
