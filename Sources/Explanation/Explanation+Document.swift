// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Explanation {
  /// The same as the full text, as values; nothing is left out and nothing is coloured.
  public var document: ExplanationDocument {
    let verdict = evidence.verdict
    let reasons = Reasons(evidence, code)
    return ExplanationDocument(
      code: code.rawValue, title: evidence.say(code), outcome: headline.outcome.rawValue,
      headline: headline.text, event: eventText, moved: evidence.movedWords,
      rules: evidence.rulesID, step: verdict.step, at: verdict.at.seconds,
      requested: verdict.requested?.name,
      windows: WindowTable(
        evidence: evidence, style: TextStyle(columns: .max, language: style.language)
      ).values,
      sentences: reasons.sentences,
      citations: reasons.rules.map {
        ExplanationDocument.Citation(
          rule: $0.rawValue, statement: Rule[$0].statement(style.language))
      },
      since: evidence.mainConflict?.since, also: also,
      gates: verdict.gates.map {
        ExplanationDocument.Gate(
          window: $0.window.map { evidence.name($0) }, gate: $0.gate.rawValue,
          isPassed: $0.isPassed, rule: $0.rule.rawValue)
      },
      heard: heard,
      answeredBy: evidence.verdict.asked.filter { $0.by != nil }.map { asked in
        ExplanationDocument.Respondent(
          window: evidence.name(asked.window), question: asked.question.rawValue,
          origin: asked.origin.rawValue, by: asked.by)
      }, blame: blame.values, fixes: fixes(.everything),
      next: next(.everything))
  }
}
