// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Counterfactuals
public import Orientation
import Text

// Explanation: a verdict in words.
//
// A verdict records all inputs of the decision; only blame, remedies and fixes make further
// decisions. `Evidence` looks up facts in the verdict, `ExplanationCode` classifies the outcome,
// `Headline` and `Reasons` state the result and its reasons, `BlameText` the responsible parties,
// `Remedies` and `DesktopFixes` the suggestions. `Explanation` lays out the paragraphs.
//
// - A suggested change is tried by repeating the decision before it is printed: one without effect
//   is omitted. Only `swivel unlock` may be suggested untried.
// - The standard text has at most `mostLines` lines and wraps at the terminal's width;
//   `LineBudget.tighter` lists which parts are shortened first. The full text leaves nothing out.
//   Names from outside are cut and freed of control characters (`UntrustedText`), and widths are
//   counted in terminal columns (`DisplayWidth`).
// - Every sentence exists in each `Language`. Phrases are patterns with parameters (`Phrases/`), a
//   family per topic, so that translators see whole sentences.
// - `ExplanationDocument` has the same content as data, for JSON; `CodePage` explains one code by
//   an example that is replayed.
//
// Begin below, then `Evidence/Evidence.swift` and `Headline.swift`.

/// The explanation of one verdict: the result, the blame, the reasons, and the remedies.
public struct Explanation: Sendable {
  /// The level of detail.
  public enum Detail: String, Sendable, Hashable, CaseIterable {
    /// One line: the headline or the missed turn, followed by a fix if there is one; if the sensor
    /// is missing or unreadable, only the sentence about the sensor.
    case short
    /// At most `mostLines` lines.
    case standard
    /// The text without a maximum number of lines.
    case full
  }

  /// The maximum number of lines of the standard text.
  public static let mostLines = 20

  /// The code of the outcome.
  public let code: ExplanationCode
  /// A sentence about facts that the compositor does not report about windows; `nil` if no such
  /// fact matters.
  public var untold: String?
  /// The sentence that the sensor is missing or unreadable, printed first; `nil` for none.
  public var sensor: String?
  /// The sentence about a missed turn and the time since, printed before the headline; `nil` if the
  /// explanation is not about a missed turn.
  private(set) var missedTurn: String?
  private(set) var later: [String] = []

  let evidence: Evidence
  let headline: Headline
  let style: TextStyle
  let source: String?
  let subject: String?
  let blame: BlameText
  let remedies: Remedies
  /// The repairs to try by simulation; empty on a desktop.
  private let trials: [Fix]
  private(set) var desktop: DesktopFixes

  /// Creates the explanation of a rule set's verdict.
  ///
  /// `source` is the scenario file for the suggested command; without one, `subject` is the
  /// argument by which `swivel explain` finds this verdict. `names` has the names of windows that
  /// were removed before the step. The fixes for a desktop depend on `context`. `check`
  /// model-checks the scenario after a change.
  public init(
    _ verdict: Verdict, rules: any RuleSet, style: TextStyle = .plain, source: String? = nil,
    subject: String? = nil, names: [WindowID: String] = [:], context: FixContext = FixContext(),
    check: FixCheck? = nil
  ) {
    self.style = style
    self.source = source
    self.subject =
      source.map { "\(UntrustedText($0).argument) --step \(verdict.step)" } ?? subject
    evidence = Evidence(verdict: verdict, rulesID: rules.id, names: names, language: style.language)
    headline = Headline(evidence)
    code = headline.code
    remedies = Remedies(evidence, code, rules: rules, check: check)
    blame = BlameText(
      evidence: evidence, report: BlameReport(verdict: verdict, rules: rules), rules: rules,
      subject: self.subject, check: check)
    trials = evidence.turnsOutputs ? [] : blame.fixes
    desktop = DesktopFixes(
      evidence, rules: rules, context: context, scenario: source, trial: blame.trial)
  }

  /// Creates the explanation of a missed turn: the reason, the later decisions, and the explanation
  /// of the decision that missed it.
  ///
  /// `later` has the decisions since then, and `now` is the time of the request.
  public init(
    _ missed: MissedTurn, later: [Verdict], at now: Instant, rules: any RuleSet,
    style: TextStyle = .plain, subject: String? = nil, names: [WindowID: String] = [:],
    context: FixContext = FixContext()
  ) {
    self.init(
      missed.verdict, rules: rules, style: style, subject: subject, names: names, context: context)
    let text = MissedTurnText(missed, rulesID: rules.id, language: style.language, names: names)
    missedTurn = text.sentence(at: now)
    self.later = text.later(later, style, at: now)
    if let scene = later.last?.after, missed.cause != .lock,
      missed.blockedOutputs(in: scene).isEmpty
    {
      desktop.leaveOutImmediate()
    }
  }

  /// Returns the text in a level of detail, as lines joined by newlines without a final newline.
  public func text(_ detail: Detail = .standard) -> String {
    switch detail {
    case .short:
      sensorSentence ?? withFix(missedTurn ?? firstLine)
    case .standard: (leadLines + standardLines).joined(separator: "\n")
    case .full: (leadLines + lines(.everything)).joined(separator: "\n")
    }
  }

  private var sensorSentence: String? { sensor.map { evidence.say(LayoutPhrase.sensor, $0) } }

  private var leadLines: [String] {
    var lines = sensorSentence.map { emphasized($0) + [""] } ?? []
    if let missedTurn {
      lines += emphasized(missedTurn) + labelled(.then, later).flatMap { $0.lines(style) } + [""]
    }
    return lines
  }

  private func emphasized(_ sentence: String) -> [String] {
    TextWrap.lines(sentence, columns: style.columns).map { style.paint($0, .bold) }
  }

  private func withFix(_ sentence: String) -> String {
    if evidence.turnsOutputs { return desktop.withFix(sentence) }
    return isStoppedByLock
      ? evidence.say(BlamePhrase.shortFix, sentence, Self.unlocking) : blame.withFix(sentence)
  }

  private var isStoppedByLock: Bool { evidence.isStoppedByLock && source == nil }

  private static let unlocking = "swivel unlock"

  var firstLine: String {
    style.paint("\(code.rawValue) \(headline.word)", color) + evidence.say(LayoutPhrase.colon)
      + headline.text
  }

  // The budgets are tried until the text fits; if none suffices, the last lines are left out.
  private var standardLines: [String] {
    var lines: [String] = []
    for budget in LineBudget.tighter {
      lines = self.lines(budget)
      guard lines.count <= Self.mostLines else { continue }
      if budget.hasNext || !evidence.turnsOutputs { return lines }
      // A desktop's explanation without its other parts may have room for the command.
      let longer = lines + command(budget).flatMap { $0.lines(style) }
      return longer.count <= Self.mostLines ? longer : lines
    }
    return Array(lines.prefix(Self.mostLines))
  }

  private var color: TextColor {
    switch evidence.outcome {
    case .split, .exception: .red
    case .blocked, .refused, .deferred: .yellow
    case .turned: .green
    case .unchanged: .bold
    }
  }

  private var verdict: Verdict { evidence.verdict }

  func lines(_ budget: LineBudget) -> [String] {
    var lines = [firstLine] + facts
    // The cells of the full text are never cut.
    let width =
      budget.isFull
      ? TextStyle(colour: style.colour, columns: .max, language: style.language) : style
    let table = WindowTable(evidence: evidence, style: width).lines(limit: budget.windows)
    if !table.isEmpty { lines += [""] + table }
    if budget.hasMatrix, let matrix = blame.matrix {
      lines += [""] + matrix.lines(width, isFull: budget.isFull)
    }
    let rest = paragraphs(budget).flatMap { $0.lines(style) }
    return rest.isEmpty ? lines : lines + [""] + rest
  }

  private var eventText: String {
    let event = EventWords(evidence).text
    guard let wanted = verdict.requested, !evidence.turnsOutputs else { return event }
    return evidence.say(EventPhrase.asksFor, event, evidence.word(wanted))
  }

  private var facts: [String] {
    // If some outputs rotated and others did not, each output has a line of its own.
    let moved = evidence.isPartlyBlocked ? evidence.movedLines : [evidence.movedWords]
    let rules = evidence.say(
      LayoutPhrase.step, UntrustedText(evidence.rulesID).name(), "\(verdict.step)",
      verdict.at.seconds)
    let parts = labelled(.event, [eventText]) + labelled(.moved, moved) + labelled(.rules, [rules])
    return parts.flatMap { $0.lines(style) }
  }

  private func paragraphs(_ budget: LineBudget) -> [Labelled] {
    let reasons = Reasons(evidence, code)
    let because =
      reasons.sentences.prefix(budget.sentences)
      + reasons.rules.prefix(budget.rules).map { cite($0, isFull: budget.isFull) }
    var parts = labelled(.because, Array(because))
    parts += labelled(.answers, Array(evidence.respondentLines.prefix(budget.isFull ? .max : 2)))
    // A desktop's fixes follow below, so a sentence about blame is needed only for several parties.
    let isPlain = evidence.turnsOutputs && !budget.isFull && evidence.culprits.count < 2
    parts += labelled(.blame, isPlain ? [] : blame.lines(budget.repairs))
    if let since, budget.hasNext || evidence.mainConflict?.since != verdict.step {
      parts.append(Labelled(label: evidence.say(LayoutPhrase.since), text: since))
    }
    parts += labelled(.also, also) + labelled(.untold, [untold].compactMap { $0 })
    if budget.isFull { parts += labelled(.gates, gates) + labelled(.heard, heard) }
    parts += labelled(.fix, fixes(budget).map { $0.text })
    if budget.hasNext { parts += command(budget) }
    return parts
  }

  private func command(_ budget: LineBudget) -> [Labelled] {
    labelled(.next, [next(budget)].compactMap { $0 })
  }

  private func labelled(_ label: LayoutPhrase, _ texts: [String]) -> [Labelled] {
    texts.enumerated().map { Labelled(label: $0 == 0 ? evidence.say(label) : "", text: $1) }
  }

  private func cite(_ id: RuleID, isFull: Bool) -> String {
    let rule = Rule[id]
    let statement = rule.statement(in: style.language)
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

  // Sentences about the conflicts that the headline does not state.
  var also: [String] {
    verdict.conflicts.filter { $0 != evidence.mainConflict }.map { conflict in
      let names = conflict.culprits.map { evidence.description(of: $0) }
      let code = ExplanationCode(conflict)
      return evidence.say(
        names.isEmpty ? LayoutPhrase.also0 : .alsoBy, code.rawValue, conflict.kind.rawValue,
        evidence.title(code), headline.list(names))
    }
  }

  func fixes(_ budget: LineBudget) -> [Fix] {
    if evidence.turnsOutputs { return Array(desktop.list.prefix(budget.windows < 8 ? 2 : .max)) }
    // No change of a window's answer helps while the user has locked rotation.
    if isStoppedByLock { return [Fix(.once, Self.unlocking, command: Self.unlocking)] }
    let who = blame.word(.needsAuthor)
    let written = remedies.lines.prefix(budget.remedies).map { line in
      Fix(.code, remedies.isNone ? line : evidence.say(LayoutPhrase.cite, who, line))
    }
    return trials.prefix(budget.fixes) + written
  }

  func next(_ budget: LineBudget) -> String? {
    guard let source else {
      return budget.isFull ? nil : subject.map { "swivel explain \($0) --full" }
    }
    let file = " \(UntrustedText(source).argument)"
    if let cure = remedies.cure {
      let same = evidence.say(LayoutPhrase.sameCured, "swivel simulate\(file) --rules \(cure)")
      // The file's options apply to the rule set that the command names, too.
      let options = blame.rules.uikit
      let cured = RuleSetCatalog.make(
        cure, arbitration: options?.arbitration, hiddenCounts: options?.hiddenCounts)
      return evidence.checked(same, cured.flatMap { blame.check?([], $0) })
    }
    if budget.isFull { return nil }
    return "swivel explain\(file) --step \(verdict.step) --full"
  }

  /// The content of the full text as a value for programs, without omissions and colours.
  public var document: ExplanationDocument {
    let verdict = evidence.verdict
    let reasons = Reasons(evidence, code)
    let actions = fixes(.everything)
    return ExplanationDocument(
      code: code.rawValue, title: evidence.title(code), outcome: headline.outcome.rawValue,
      headline: headline.text, event: eventText, moved: evidence.movedWords,
      rules: evidence.rulesID, step: verdict.step, at: verdict.at.seconds,
      requested: verdict.requested?.name,
      windows: WindowTable(
        evidence: evidence, style: TextStyle(columns: .max, language: style.language)
      ).values,
      sentences: reasons.sentences,
      citations: reasons.rules.map {
        ExplanationDocument.Citation(
          rule: $0.rawValue, statement: Rule[$0].statement(in: style.language))
      },
      since: evidence.mainConflict?.since, also: also, untold: untold,
      gates: verdict.gates.map {
        ExplanationDocument.Gate(
          window: $0.window.map { evidence.name(of: $0) }, gate: $0.gate.rawValue,
          isPassed: $0.isPassed, rule: $0.rule.rawValue)
      },
      heard: heard,
      answeredBy: evidence.verdict.asked.filter { $0.by != nil }.map { asked in
        ExplanationDocument.Respondent(
          window: evidence.name(of: asked.window), question: asked.question.rawValue,
          origin: asked.origin.rawValue, by: asked.by)
      }, blame: blame.values, fixes: actions.map { $0.text },
      actions: actions,
      next: next(.everything), missedTurn: missedTurn, sensor: sensorSentence,
      later: later)
  }

  /// Lines about all gates in order, such as `"main" autorotate stopped (B-2)`.
  var gates: [String] {
    evidence.verdict.gates.map { gate in
      let who = gate.window.map { evidence.quotedName(of: $0) } ?? evidence.say(LayoutPhrase.all)
      return evidence.say(
        gate.isPassed ? LayoutPhrase.gatePassed : .gateStopped, who, gate.gate.rawValue,
        gate.rule.rawValue)
    }
  }

  var heard: [String] {
    evidence.verdict.notices.map { notice in
      switch notice {
      case .notification(let notification): return "\(notification.name): \(notification.value)"
      case .callback(let callback):
        let phrase: LayoutPhrase =
          callback.to != nil ? .callTo : callback.from != nil ? .callFrom : .call
        return evidence.say(
          phrase, UntrustedText(callback.controller).quotedName(), callback.name.rawValue,
          (callback.to ?? callback.from)?.name ?? "")
      }
    }
  }
}

/// The space for each part of an explanation, as a number of lines or entries.
struct LineBudget: Sendable {
  var windows: Int
  var sentences: Int
  var rules: Int
  /// The number of repairs listed with the blame.
  var repairs: Int
  /// The number of repairs listed with their commands.
  var fixes: Int
  var remedies: Int
  var hasMatrix = true
  /// Whether to print the suggested command, and also the step in which a conflict began if that is
  /// the current step.
  var hasNext = true
  var isFull = false

  /// A budget without limits; the table of windows still leaves out windows beyond a dozen that
  /// were not asked.
  static let everything = LineBudget(
    windows: .max, sentences: .max, rules: .max, repairs: .max, fixes: .max, remedies: .max,
    isFull: true)

  /// The budgets to try in order, from the usual one to the smallest.
  static let tighter: [LineBudget] = [
    LineBudget(windows: 12, sentences: 2, rules: 2, repairs: 4, fixes: 2, remedies: 3),
    LineBudget(windows: 12, sentences: 2, rules: 1, repairs: 4, fixes: 1, remedies: 2),
    LineBudget(windows: 12, sentences: 1, rules: 1, repairs: 4, fixes: 1, remedies: 1),
    LineBudget(
      windows: 12, sentences: 1, rules: 1, repairs: 3, fixes: 1, remedies: 1, hasNext: false),
    LineBudget(
      windows: 12, sentences: 1, rules: 0, repairs: 3, fixes: 1, remedies: 1, hasNext: false),
    LineBudget(
      windows: 12, sentences: 1, rules: 0, repairs: 0, fixes: 1, remedies: 1, hasNext: false),
    LineBudget(
      windows: 8, sentences: 1, rules: 0, repairs: 2, fixes: 1, remedies: 0, hasNext: false),
    LineBudget(
      windows: 8, sentences: 1, rules: 0, repairs: 1, fixes: 1, remedies: 0, hasNext: false),
    LineBudget(
      windows: 8, sentences: 1, rules: 0, repairs: 1, fixes: 1, remedies: 0, hasMatrix: false,
      hasNext: false),
    LineBudget(
      windows: 5, sentences: 0, rules: 0, repairs: 1, fixes: 1, remedies: 0, hasMatrix: false,
      hasNext: false),
    LineBudget(
      windows: 3, sentences: 0, rules: 0, repairs: 0, fixes: 1, remedies: 0, hasMatrix: false,
      hasNext: false),
  ]
}
