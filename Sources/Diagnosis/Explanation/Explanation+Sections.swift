// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Explanation {
  private var verdict: Verdict { evidence.verdict }

  /// All parts, from the line that stands alone down to the next command.
  func lines(_ share: Share) -> [String] {
    var lines = [firstLine] + facts
    // Nothing is cut in the full text, however wide it gets.
    let width = share.isFull ? TextStyle(colour: style.colour, columns: .max) : style
    let table = WindowTable(evidence: evidence, style: width).lines(limit: share.windows)
    if !table.isEmpty { lines += [""] + table }
    let rest = paragraphs(share).flatMap { $0.lines(style) }
    return rest.isEmpty ? lines : lines + [""] + rest
  }

  /// What happened and what it asks for.
  var eventText: String {
    var event = evidence.eventWords
    if let wanted = verdict.requested { event += ", which asks for \(wanted.name)" }
    if evidence.isDesktop, let wanted = verdict.requested,
      let output = verdict.after.outputs.first(where: { $0.isManaged }),
      let transform = wanted.transform(on: output.panel)
    {
      event += " = \(transform.words)"
    }
    return event
  }

  private var facts: [String] {
    [
      Labelled(label: "event", text: eventText),
      Labelled(label: "moved", text: evidence.movedWords),
      Labelled(
        label: "rules",
        text: "\(SafeText.name(evidence.rulesID)), step \(verdict.step) at \(verdict.at.seconds) s"),
    ].flatMap { $0.lines(style) }
  }

  private func paragraphs(_ share: Share) -> [Labelled] {
    let reasons = Reasons(evidence, code)
    let because =
      reasons.sentences.prefix(share.sentences)
      + reasons.rules.prefix(share.rules).map { Self.cite($0, isFull: share.isFull) }
    var parts = labelled("because", Array(because))
    if let since { parts.append(Labelled(label: "since", text: since)) }
    parts += labelled("also", also)
    if share.isFull { parts += labelled("gates", gates) + labelled("heard", heard) }
    let remedies = Remedies(evidence: evidence, code: code)
    parts += labelled("fix", Array(remedies.lines.prefix(share.remedies)))
    if let next = next(remedies, share) { parts.append(Labelled(label: "next", text: next)) }
    return parts
  }

  private func labelled(_ label: String, _ texts: [String]) -> [Labelled] {
    texts.enumerated().map { Labelled(label: $0 == 0 ? label : "", text: $1) }
  }

  private static func cite(_ id: RuleID, isFull: Bool) -> String {
    let rule = Rule[id]
    return "\(id.rawValue)\(isFull ? " (\(rule.mark.rawValue))" : ""): \(rule.statement)"
  }

  private var since: String? {
    guard let conflict = evidence.mainConflict else { return nil }
    let ago = verdict.step - conflict.since
    switch ago {
    case 0: return "this step (\(conflict.since))"
    case 1: return "step \(conflict.since), the one before"
    default: return "step \(conflict.since), \(ago) steps ago"
    }
  }

  // Whatever else is wrong; the first line can only speak of one.
  var also: [String] {
    verdict.conflicts.filter { $0 != evidence.mainConflict }.map { conflict in
      let names = conflict.culprits.map { evidence.called($0) }
      let by = names.isEmpty ? "" : " - \(headline.list(names))"
      let code = ExplanationCode(conflict)
      return "\(code.rawValue) \(conflict.kind.rawValue): \(code.title)\(by)"
    }
  }

  func next(_ remedies: Remedies, _ share: Share) -> String? {
    // A live session cannot be asked again; its record ends here.
    guard let source else { return nil }
    let file = " \(SafeText.argument(source))"
    if let cure = remedies.cure {
      return "swivel simulate\(file) --rules \(cure)  # the same with a cure"
    }
    if share.isFull { return nil }
    return "swivel explain\(file) --step \(verdict.step) --full"
  }
}
