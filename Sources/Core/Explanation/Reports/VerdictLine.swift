// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation
import Text

/// A verdict as one line of a log: when, which output, what, why.
public struct VerdictLine: Sendable {
  private let evidence: Evidence
  private let headline: Headline
  private let style: TextStyle

  /// Reads a verdict that the named rule set gave.
  public init(
    _ verdict: Verdict, rulesID: String, style: TextStyle = .plain,
    names: [WindowID: String] = [:]
  ) {
    evidence = Evidence(verdict: verdict, rulesID: rulesID, names: names, language: style.language)
    headline = Headline(evidence)
    self.style = style
  }

  /// The line, such as `12.345 eDP-1 turned normal -> 90 (left edge up): no focused window, …`.
  public var text: String {
    let time = style.paint(evidence.verdict.at.seconds, .dim)
    guard evidence.turnsOutputs else { return "\(time) \(headline.word): \(headline.text)" }
    let turned = evidence.turnedOutputs
    if !turned.isEmpty {
      let changes = turned.map { output, from, to in
        HeadlinePhrase.outputTurned(
          style.language, UntrustedText(output.name).name(), from.wireName,
          to.shortWords(style.language))
      }
      return "\(time) \(changes.joined(separator: ", ")): \(headline.why)"
    }
    let outputs = evidence.verdict.after.outputs.filter { $0.isManaged }
    let stands = outputs.map { output in
      HeadlinePhrase.outputStands(
        style.language, UntrustedText(output.name).name(), headline.word,
        output.desired.shortWords(style.language))
    }
    let subject = stands.isEmpty ? headline.word : stands.joined(separator: ", ")
    return "\(time) \(subject): \(headline.text)"
  }
}

extension Verdict {
  /// Whether it says more than that nothing was to be done.
  public var isNews: Bool {
    if case .device = event { return true }
    if outcome != .unchanged || !conflicts.isEmpty { return true }
    return moves.contains { if case .output = $0 { true } else { false } }
  }
}
