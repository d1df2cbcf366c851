// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation

extension Explanation {
  private var verdict: Verdict { evidence.verdict }

  /// All parts, from the line that stands alone down to the next command.
  func lines(_ share: Share) -> [String] {
    var lines = [firstLine] + facts
    // Nothing is cut in the full text, however wide it gets.
    let width =
      share.isFull
      ? TextStyle(colour: style.colour, columns: .max, language: style.language) : style
    let table = WindowTable(evidence: evidence, style: width).lines(limit: share.windows)
    if !table.isEmpty { lines += [""] + table }
    if share.hasMatrix, let matrix = blame.matrix {
      lines += [""] + matrix.lines(width, isFull: share.isFull)
    }
    let rest = paragraphs(share).flatMap { $0.lines(style) }
    return rest.isEmpty ? lines : lines + [""] + rest
  }

  /// What happened and what it asks for.
  var eventText: String {
    var event = evidence.eventWords
    if let wanted = verdict.requested {
      event = evidence.say(EventPhrase.asksFor, event, wanted.name)
    }
    if evidence.isDesktop, let wanted = verdict.requested,
      let output = verdict.after.outputs.first(where: { $0.isManaged }),
      let transform = wanted.transform(on: output.panel)
    {
      event = evidence.say(EventPhrase.equals, event, transform.words(style.language))
    }
    return event
  }

  private var facts: [String] {
    [
      Labelled(label: evidence.say(LayoutPhrase.event), text: eventText),
      Labelled(label: evidence.say(LayoutPhrase.moved), text: evidence.movedWords),
      Labelled(
        label: evidence.say(LayoutPhrase.rules),
        text: evidence.say(
          LayoutPhrase.step, SafeText.name(evidence.rulesID), "\(verdict.step)",
          verdict.at.seconds)),
    ].flatMap { $0.lines(style) }
  }

  private func paragraphs(_ share: Share) -> [Labelled] {
    let reasons = Reasons(evidence, code)
    let because =
      reasons.sentences.prefix(share.sentences)
      + reasons.rules.prefix(share.rules).map { cite($0, isFull: share.isFull) }
    var parts = labelled(.because, Array(because))
    parts += labelled(.answers, Array(evidence.respondentLines.prefix(share.isFull ? .max : 2)))
    parts += labelled(.blame, blame.lines(share.repairs))
    if let since, share.hasNext || evidence.mainConflict?.since != verdict.step {
      parts.append(Labelled(label: evidence.say(LayoutPhrase.since), text: since))
    }
    parts += labelled(.also, also)
    if share.isFull { parts += labelled(.gates, gates) + labelled(.heard, heard) }
    parts += labelled(.fix, fixes(share))
    if share.hasNext, let next = next(share) {
      parts.append(Labelled(label: evidence.say(LayoutPhrase.next), text: next))
    }
    return parts
  }

  private func labelled(_ label: LayoutPhrase, _ texts: [String]) -> [Labelled] {
    texts.enumerated().map { Labelled(label: $0 == 0 ? evidence.say(label) : "", text: $1) }
  }

  private func cite(_ id: RuleID, isFull: Bool) -> String {
    let rule = Rule[id]
    let statement = rule.statement(style.language)
    return isFull
      ? evidence.say(LayoutPhrase.citeMark, id.rawValue, rule.mark.rawValue, statement)
      : evidence.say(LayoutPhrase.cite, id.rawValue, statement)
  }

  private var since: String? {
    guard let conflict = evidence.mainConflict else { return nil }
    let ago = verdict.step - conflict.since
    switch ago {
    case 0: return evidence.say(LayoutPhrase.thisStep, "\(conflict.since)")
    case 1: return evidence.say(LayoutPhrase.stepBefore, "\(conflict.since)")
    default: return evidence.say(LayoutPhrase.stepsAgo, "\(conflict.since)", "\(ago)")
    }
  }

  // Whatever else is wrong; the first line can only speak of one.
  var also: [String] {
    verdict.conflicts.filter { $0 != evidence.mainConflict }.map { conflict in
      let names = conflict.culprits.map { evidence.called($0) }
      let code = ExplanationCode(conflict)
      return evidence.say(
        names.isEmpty ? LayoutPhrase.also0 : .alsoBy, code.rawValue, conflict.kind.rawValue,
        evidence.say(code), headline.list(names))
    }
  }

  /// What can be tried at once, then what somebody would have to write.
  func fixes(_ share: Share) -> [String] {
    // A configuration is the user's to change, a program its author's.
    let who = blame.word(evidence.isDesktop ? .changesIntent : .needsAuthor)
    let written = remedies.lines.prefix(share.remedies).map { line in
      remedies.isNone ? line : evidence.say(LayoutPhrase.cite, who, line)
    }
    return blame.fixes(share.fixes) + written
  }

  func next(_ share: Share) -> String? {
    guard let source else {
      return share.isFull ? nil : subject.map { "swivel explain \($0) --full" }
    }
    let file = " \(SafeText.argument(source))"
    if let cure = remedies.cure {
      return evidence.say(LayoutPhrase.sameCured, "swivel simulate\(file) --rules \(cure)")
    }
    if share.isFull { return nil }
    return "swivel explain\(file) --step \(verdict.step) --full"
  }
}
