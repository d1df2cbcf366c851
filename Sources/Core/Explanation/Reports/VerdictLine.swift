// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation
import Text

/// A verdict as one line of a log: time, output, result, reason.
public struct VerdictLine: Sendable {
  private let evidence: Evidence
  private let headline: Headline
  private let style: TextStyle

  /// Creates the line of a rule set's verdict.
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
  /// Whether the verdict says more than that there was nothing to do.
  public var isNews: Bool {
    if case .device = event { return true }
    if outcome != .unchanged || !conflicts.isEmpty { return true }
    return moves.contains { if case .output = $0 { true } else { false } }
  }
}
