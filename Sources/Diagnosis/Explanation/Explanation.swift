// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// One verdict in words: what happened, who is to blame, why, and what to do about it.
///
/// Made only from what was written down while deciding; nothing is decided again.
public struct Explanation: Sendable {
  /// How much is told.
  public enum Detail: String, Sendable, Hashable, CaseIterable {
    /// The first line alone.
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
  let again: String?

  /// Reads a verdict that the named rule set gave.
  ///
  /// `source` is the scenario that the next command should name; without one `again` is the command
  /// that explains this verdict. `names` gives the names of windows that were gone before it.
  public init(
    _ verdict: Verdict, rulesID: String, style: TextStyle = .plain, source: String? = nil,
    again: String? = nil, names: [WindowID: String] = [:]
  ) {
    self.style = style
    self.source = source
    self.again = again
    evidence = Evidence(
      verdict: verdict, rulesID: rulesID, names: names, language: style.language)
    headline = Headline(evidence)
    code = headline.code
  }

  /// The text: lines joined by newlines, none at the end.
  public func text(_ detail: Detail = .standard) -> String {
    switch detail {
    case .short: firstLine
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
