// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation
import Text

/// The sentences about blame and repairs, with the commands that simulate the repairs.
struct BlameText: Sendable {
  let evidence: Evidence
  let report: BlameReport
  let rules: any RuleSet
  /// The argument that names the decision to `swivel whatif`; `nil` if the decision cannot be
  /// repeated.
  let subject: String?
  /// The function that model-checks the scenario file after a repair; `nil` to check none.
  let check: FixCheck?

  func say(_ phrase: BlamePhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// Returns the main finding with at most `limit` of its `ways`, or all findings if `limit` is
  /// `.max`; empty without a finding.
  ///
  /// Unless `limit` is 0, a last line counts the ways that are left out; if only one would be, it
  /// is listed too.
  func lines(_ limit: Int) -> [String] {
    guard let finding = report.main else { return [] }
    if limit == 0 { return [sentence(finding)] }
    let all = ways(finding)
    var lines = [sentence(finding)] + all.prefix(limit).map { text($0) }
    let rest = all.dropFirst(limit)
    if rest.count == 1 { lines += rest.map { text($0) } }
    if rest.count > 1 { lines.append("  " + say(.moreWays, "\(rest.count)")) }
    guard limit == .max else { return lines }
    for other in report.findings.dropFirst() {
      lines += [sentence(other)] + ways(other).map { text($0) }
    }
    return lines
  }

  private func text(_ way: Way) -> String { "  " + say(.way, way.changes, way.prediction) }

  func sentence(_ finding: BlameFinding) -> String {
    let aim = aim(finding.goal)
    guard let least = blamed(finding).compactMap({ finding.share(of: $0) }).min() else {
      return say(.nothingHelps, aim, effort(finding))
    }
    let enough = least == 1 ? say(.oneChange, aim) : say(.changes, "\(least)", aim)
    return say(.sentence, responsible(finding), enough, effort(finding))
  }

  private func effort(_ finding: BlameFinding) -> String {
    let tried = "\(report.evaluations)"
    return finding.searchedTo.map { say(.searched, "\($0)", tried) } ?? say(.complete, tried)
  }

  private func aim(_ goal: BlameGoal) -> String {
    switch goal {
    case .agreement: say(evidence.verdict.error == nil ? .forAgreement : .forNoError)
    case .turn: say(.forTurn, target ?? evidence.say(HeadlinePhrase.theTurn))
    }
  }

  private var target: String? {
    Counterfactual(of: evidence.verdict, rules: rules).requested.map { evidence.word($0) }
  }

  private func responsible(_ finding: BlameFinding) -> String {
    var groups: [(share: Int, names: [String])] = []
    for subject in blamed(finding) {
      guard let share = finding.share(of: subject) else { continue }
      if let index = groups.firstIndex(where: { $0.share == share }) {
        groups[index].names.append(name(subject))
      } else {
        groups.append((share, [name(subject)]))
      }
    }
    return groups.sorted { $0.share < $1.share }.map { share, names in
      say(names.count == 1 ? .one : .each, list(names), "1/\(share)")
    }.reduce("") { $0.isEmpty ? $1 : say(.several, $0, $1) }
  }

  /// Returns the verdict's culprits that a finding contains; if there are none, all parties of the
  /// smallest repairs.
  func blamed(_ finding: BlameFinding) -> [Intervention.Subject] {
    let culprits = evidence.culprits.map { Intervention.Subject.party($0) }
      .filter { finding.share(of: $0) != nil }
    if !culprits.isEmpty { return culprits }
    let least = finding.repairable.map { $0.count }.min() ?? 0
    return Array(Set(finding.repairable.filter { $0.count == least }.flatMap { $0 })).sorted()
  }

  func name(_ subject: Intervention.Subject) -> String {
    switch subject {
    case .lock: say(.lock)
    case .party(.window(let id)): evidence.quotedName(of: id)
    case .party(let party): evidence.description(of: party).trimmed
    }
  }

  func list(_ names: [String]) -> String { evidence.list(names, BlamePhrase.and) }
}

extension String {
  /// The text without the trailing space that some names have for use in sentences.
  fileprivate var trimmed: String {
    hasSuffix(" ") ? String(dropLast()) : self
  }
}

extension BlameText {
  /// Repairs that change the answers of the same parties and have the same result.
  struct Way: Sendable {
    var parties: [Intervention.Subject]
    var overrides: [[Intervention.Override]]
    var changes: String
    var prediction: String
  }

  func ways(_ finding: BlameFinding) -> [Way] {
    var ways: [Way] = []
    for repair in finding.repairs {
      let parties = repair.changes.map { $0.subject }
      let prediction = prediction(repair)
      let index = ways.firstIndex { $0.parties == parties && $0.prediction == prediction }
      if let index {
        ways[index].overrides.append(repair.changes.map { $0.override })
      } else {
        ways.append(
          Way(
            parties: parties, overrides: [repair.changes.map { $0.override }], changes: "",
            prediction: prediction))
      }
    }
    for index in ways.indices { ways[index].changes = words(ways[index]) }
    return ways
  }

  private func words(_ way: Way) -> String {
    let options = way.parties.indices.map { index in
      way.overrides.map { word(way.parties[index], $0[index]) }
        .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }
    let names = way.parties.map { name($0) }
    // `isFree`: every combination of the parties' changed answers is a repair, not only some.
    let isFree = options.reduce(1) { $0 * $1.count } == way.overrides.count
    if isFree, let first = options.first, options.allSatisfy({ $0 == first }) {
      let phrase: BlamePhrase = names.count > 1 && first.count > 1 ? .eachTakes : .takes
      return say(phrase, list(names), alternatives(first))
    }
    if isFree { return list(zip(names, options).map { say(.takes, $0, alternatives($1)) }) }
    let alike = way.overrides.filter { Set(zip(way.parties, $0).map { word($0, $1) }).count == 1 }
    if alike.count == way.overrides.count {
      return say(.takes, list(names), alternatives(alike.map { word(way.parties[0], $0[0]) }))
    }
    let examples = way.overrides.prefix(2).map { overrides in
      list(zip(way.parties, overrides).map { say(.takes, name($0), word($0, $1)) })
    }
    return alternatives(examples) + (way.overrides.count > 2 ? " …" : "")
  }

  private func alternatives(_ words: [String]) -> String { evidence.list(words, BlamePhrase.or) }

  private func word(_ subject: Intervention.Subject, _ override: Intervention.Override) -> String {
    if evidence.turnsOutputs, let word = desktopWord(override) { return word }
    return switch (subject, override) {
    case (.lock, _): say(.lockOff)
    case (.party(.device), .agrees): say(.allowingDevice)
    case (.party(.app), .agrees), (.party(.delegate), .agrees): say(.allows)
    case (_, .agrees): say(.agrees)
    case (.party(.window(let id)), .refuses):
      // If the window already refuses autorotation, the repair changes only its mask.
      evidence.saysNo(id)
        ? say(.keeps, evidence.orientationBefore(id).letters(evidence.language)) : say(.refuses)
    case (_, .refuses): say(.refuses)
    case (_, .follows): say(.follows)
    case (_, .leaves): say(.leaves)
    case (_, .supports(let mask)): say(.supports, evidence.vocabulary.mask(mask))
    case (_, .standard): say(.standard)
    case (_, .shows(true)): say(.shown)
    case (_, .shows(false)): say(.hidden)
    }
  }

  /// Returns the word for a changed answer of a desktop's window; `nil` if the usual word applies.
  private func desktopWord(_ override: Intervention.Override) -> String? {
    switch override {
    case .agrees: evidence.say(EdgePhrase.allowsEvery)
    case .refuses: evidence.say(DesktopPhrase.never)
    case .follows: evidence.say(DesktopPhrase.followsFocus)
    case .leaves: evidence.say(DesktopPhrase.closed)
    case .supports(let mask): evidence.vocabulary.limit(mask)
    case .standard, .shows: nil
    }
  }

  private func prediction(_ repair: Repair) -> String {
    let bar = repair.statusBar
    let moved = evidence.verdict.before.statusBar.orientation != bar
    if evidence.turnsOutputs { return output(bar, moved) }
    if rules.scope != .window {
      return say(moved ? .turnsTo : .staysAt, evidence.word(bar))
    }
    guard let page = repair.page else { return say(.bar, evidence.word(bar)) }
    guard page == bar else { return say(.apart, evidence.word(page), evidence.word(bar)) }
    let pageMoved = evidence.verdict.pageBefore.map { $0.orientation != page } ?? false
    if moved, pageMoved { return say(.bothTurn, evidence.word(bar)) }
    return say(moved || pageMoved ? .bothAt : .bothStay, evidence.word(bar))
  }

  private func output(_ bar: InterfaceOrientation, _ moved: Bool) -> String {
    let output = evidence.verdict.after.outputs.first { $0.isManaged }
    let words = output.flatMap { bar.transform(on: $0.panel) }?.shortWords(evidence.language)
    return say(moved ? .outputTurns : .outputStays, words ?? evidence.word(bar))
  }

  /// The fixes that simulate the `tryable` repairs, the safest first.
  var fixes: [Fix] {
    tryable.map { repair in
      let prediction = prediction(repair)
      return Fix(
        .trial,
        say(
          .fix, word(repair.applicability), command(repair),
          evidence.checked(prediction, check?(repair.changes, rules))),
        command: subject == nil ? nil : command(repair), effect: prediction)
    }
  }

  /// Returns the fix that simulates the safest repair; `nil` if there is no repair or the decision
  /// cannot be repeated.
  func trial(isAlone: Bool) -> Fix? {
    guard subject != nil, let repair = tryable.first else { return nil }
    let (command, prediction) = (command(repair), prediction(repair))
    let text = evidence.checked(
      say(isAlone ? .tryAlone : .tryFirst, command), check?(repair.changes, rules))
    return Fix(.trial, text, command: command, effect: prediction)
  }

  func withFix(_ sentence: String) -> String {
    guard let first = tryable.first else { return sentence }
    let tasks = first.changes.map { RepairTask(self).text($0) }
    return say(.shortFix, sentence, evidence.list(tasks, BlamePhrase.and))
  }

  /// Returns a change in the notation of a list of repairs, such as `"menu" -> NO`.
  func takes(_ change: Intervention) -> String {
    say(.takes, name(change.subject), word(change.subject, change.override))
  }

  func word(_ applicability: Repair.Applicability) -> String {
    switch applicability {
    case .safe: say(.safe)
    case .changesIntent: say(.changesIntent)
    case .needsAuthor: say(.needsAuthor)
    }
  }

  /// Returns the command that simulates a repair; only its arguments if `subject` is `nil`.
  func command(_ repair: Repair) -> String {
    let edits = edits(repair).map { UntrustedText($0).argument }.joined(separator: " ")
    return subject.map { "swivel whatif \($0) \(edits)" } ?? edits
  }

  func edits(_ repair: Repair) -> [String] {
    repair.changes.map { change in
      change.edit { evidence.window($0)?.name ?? evidence.names[$0] ?? "\($0.rawValue)" }
    }
  }

  // The first repair of each kind that needs no author; if there is none, the first repair.
  private var tryable: [Repair] {
    let repairs = report.main?.repairs ?? []
    let kinds: [Repair.Applicability] = [.safe, .changesIntent]
    let found = kinds.compactMap { kind in repairs.first { $0.applicability == kind } }
    return found.isEmpty ? Array(repairs.prefix(1)) : found
  }

  var values: ExplanationDocument.Blame {
    ExplanationDocument.Blame(
      tried: report.evaluations, findings: report.findings.map { value($0) },
      blockers: matrix?.values)
  }

  private func value(_ finding: BlameFinding) -> ExplanationDocument.Finding {
    ExplanationDocument.Finding(
      goal: finding.goal.rawValue, sentence: sentence(finding), isComplete: finding.isComplete,
      searchedTo: finding.searchedTo,
      responsible: blamed(finding).compactMap { subject in
        finding.share(of: subject).map {
          ExplanationDocument.Share(who: plain(subject), oneIn: $0)
        }
      },
      repairs: finding.repairs.map { repair in
        ExplanationDocument.Repair(
          edits: edits(repair), applicability: repair.applicability.rawValue,
          outcome: repair.outcome.rawValue, page: repair.page?.name,
          statusBar: repair.statusBar.name, prediction: prediction(repair),
          command: subject == nil ? nil : command(repair))
      },
      conflicts: finding.conflicts.map { $0.map { plain($0) } })
  }

  private func plain(_ subject: Intervention.Subject) -> String {
    Intervention.name(subject) { evidence.name(of: $0) }
  }
}

/// The masks of parties that have to agree, or whose masks have no orientation in common.
struct ExclusionMatrix: Sendable {
  struct Row: Sendable {
    var name: String
    var mask: OrientationMask
  }

  let evidence: Evidence
  let rows: [Row]

  private func title(of orientation: InterfaceOrientation) -> String {
    evidence.turnsOutputs ? evidence.vocabulary.cell(orientation.mask) : orientation.letter
  }

  func blockers(_ orientation: InterfaceOrientation) -> [String] {
    rows.filter { !$0.mask.allows(orientation) }.map { $0.name }
  }

  /// Returns a table of the blockers and, if `isFull`, of all parties with a cross for each
  /// supported orientation.
  func lines(_ style: TextStyle, isFull: Bool) -> [String] {
    func say(_ phrase: BlamePhrase, _ parameters: String...) -> String {
      phrase.filled(evidence.language, parameters)
    }
    let all = InterfaceOrientation.fallbackOrder
    let columns =
      [TextTable.Column(title: say(.matrixTitle), smallest: 10)]
      + all.map { TextTable.Column(title: title(of: $0), smallest: 8) }
    var table = TextTable(columns: columns)
    if isFull {
      table.rows = rows.map { row in
        [row.name] + all.map { row.mask.allows($0) ? "x" : "." }
      }
    }
    let comma = evidence.say(LayoutPhrase.listSeparator)
    table.rows.append(
      [say(.matrixBlockers)]
        + all.map { orientation in
          let names = blockers(orientation)
          if names.isEmpty { return "-" }
          return names.count == rows.count
            ? say(.everybody, "\(names.count)") : names.joined(separator: comma)
        })
    var lines = table.lines(columns: style.columns, indent: "  ")
    if let heading = lines.first { lines[0] = style.paint(heading, .dim) }
    return lines
  }

  var values: [ExplanationDocument.Blockers] {
    InterfaceOrientation.fallbackOrder.map {
      ExplanationDocument.Blockers(orientation: $0.name, names: blockers($0))
    }
  }
}

extension BlameText {
  /// The matrix; `nil` without a finding, unless all parties have to agree or their masks have no
  /// orientation in common, or if there are fewer than two rows or they exclude no orientation.
  var matrix: ExclusionMatrix? {
    guard report.main != nil else { return nil }
    let verdict = evidence.verdict
    let haveToAgree = rules.searchable?.aggregation(in: verdict.after) == .all
    guard haveToAgree || evidence.conflict(.emptyIntersection) != nil else { return nil }
    let settings: [Party] = evidence.turnsOutputs ? [] : [.app, .delegate, .device]
    var rows = settings.compactMap { party -> ExclusionMatrix.Row? in
      // The delegate's answer replaces the list (B-4); a setting that allows everything excludes
      // nothing.
      if party == .app, evidence.mask(of: .delegate) != nil { return nil }
      guard let mask = evidence.mask(of: party), mask != .all else { return nil }
      return ExclusionMatrix.Row(name: Intervention.name(.party(party)) { _ in "" }, mask: mask)
    }
    rows += evidence.windows.compactMap { window in
      let vote = WindowVote(window, verdict)
      guard vote.wasAsked else { return nil }
      let own = vote.wantsToTurn ? vote.mask ?? .all : current(window).mask
      return ExclusionMatrix.Row(name: UntrustedText(window.name).name(columns: 24), mask: own)
    }
    guard rows.count > 1, rows.contains(where: { $0.mask != .all }) else { return nil }
    return ExclusionMatrix(evidence: evidence, rows: rows)
  }

  // A window that refuses autorotation supports only its current orientation.
  private func current(_ window: Window) -> InterfaceOrientation {
    evidence.verdict.before.window(window.id)?.orientation ?? window.orientation
  }
}
