// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
public import Text

struct WindowTable: Sendable {
  /// The number of windows in the table that only culprits, the page's window and asked windows can
  /// exceed.
  static let most = 12

  let evidence: Evidence
  let style: TextStyle
  /// The blamed settings, which have rows besides the windows.
  let settings: [Party]
  private let culprits: Set<Party>

  init(evidence: Evidence, style: TextStyle) {
    self.evidence = evidence
    self.style = style
    let parties = evidence.culprits
    settings = parties.filter { $0.window == nil }
    culprits = Set(parties)
  }

  func say(_ phrase: LayoutPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  func lines(limit: Int) -> [String] {
    let shown = chosen(limit)
    guard !shown.isEmpty || !settings.isEmpty else { return [] }
    var table = TextTable(columns: columns)
    table.rows = settings.map { setting($0) } + shown.map { row($0) }
    let marks = [false] + settings.map { _ in true } + shown.map { isCulprit($0.id) }
    var lines = zip(table.lines(columns: style.columns, indent: "  "), marks).map { line, mark in
      mark ? style.paint(line, .bold) : line
    }
    if let heading = lines.first { lines[0] = style.paint(heading, .dim) }
    if let rest = rest(shown) { lines.append("  " + rest) }
    let legend = [
      needsLetters(table) ? say(.legend) : nil, marks.contains(true) ? say(.blameMark) : nil,
    ].compactMap { $0 }.joined(separator: evidence.say(EffectPhrase.separator))
    return legend.isEmpty ? lines : lines + [style.paint("  " + say(.legendBrackets, legend), .dim)]
  }

  private func needsLetters(_ table: TextTable) -> Bool {
    if evidence.turnsOutputs { return false }
    let moves = evidence.verdict.moves.contains { if case .window = $0 { true } else { false } }
    return moves || table.rows.contains { $0[6] != "-" }
  }

  private var columns: [TextTable.Column] {
    func head(_ heading: HeadingPhrase) -> String { evidence.say(heading) }
    if evidence.turnsOutputs {
      return [
        TextTable.Column(title: head(.window), smallest: 12),
        TextTable.Column(title: head(.appID), smallest: 8),
        TextTable.Column(title: head(.shown)), TextTable.Column(title: head(.focus)),
        TextTable.Column(title: head(.rule), smallest: 12),
        TextTable.Column(title: head(.allows)),
        TextTable.Column(title: head(.effect)), TextTable.Column(title: ""),
      ]
    }
    return [
      TextTable.Column(title: head(.window), smallest: 12),
      TextTable.Column(title: head(.level), isRight: true),
      TextTable.Column(title: head(.shown)),
      TextTable.Column(title: head(.key)),
      TextTable.Column(title: head(.via), smallest: 12),
      TextTable.Column(title: head(.turn)), TextTable.Column(title: head(.supports)),
      TextTable.Column(title: head(.effect)), TextTable.Column(title: ""),
    ]
  }

  private func row(_ window: Window) -> [String] {
    let vote = WindowVote(window, evidence.verdict)
    let turn = vote.turn.map {
      "\($0.flag == true ? "YES" : "NO") \($0.origin.cell(style.language))"
    }
    let name = UntrustedText(window.name).name(columns: 32)
    let app = UntrustedText(window.shell.appID).name(columns: 24)
    let first = [
      name.isEmpty ? say(.noName) : name,
      evidence.turnsOutputs ? (app.isEmpty ? "-" : app) : "\(window.level)",
      say(isShown(window) ? .yes : .no),
      say(evidence.verdict.after.keyWindow == window.id ? .yes : .keyNo), via(vote),
    ]
    let answers =
      evidence.turnsOutputs
      ? [DesktopSentences(evidence).cell(vote) ?? "-"] : [turn ?? "-", supports(vote)]
    return first + answers
      + [EffectWords(evidence).text(window.id), isCulprit(window.id) ? "<<" : ""]
  }

  func setting(_ party: Party) -> [String] {
    let mask = evidence.mask(of: party).map { evidence.vocabulary.cell($0) } ?? "-"
    let answers = evidence.turnsOutputs ? [mask] : ["-", mask]
    return [name(party), "", "", "", "-"] + answers + [say(.limits), "<<"]
  }

  func name(_ party: Party) -> String {
    switch party {
    case .app: say(.appRow)
    case .delegate: say(.delegateRow)
    case .device, .window: say(.deviceRow)
    }
  }

  func isShown(_ window: Window) -> Bool {
    evidence.isThere(window.id) && !window.isHidden
      && !(evidence.turnsOutputs && window.shell.isMinimized)
  }

  func via(_ vote: WindowVote) -> String {
    if evidence.turnsOutputs { return DesktopSentences(evidence).sourceCell(vote) ?? "-" }
    guard let record = vote.turn ?? vote.supports.last else { return "-" }
    let chain = record.chain(columns: 80)
    return chain.isEmpty ? "-" : chain
  }

  private func supports(_ vote: WindowVote) -> String {
    guard let mask = vote.mask, let record = vote.supports.last else { return "-" }
    if let request = vote.request { return "\(request.word) \(request.rule.rawValue)" }
    // The origin is printed only once if both answers have the same origin.
    return record.origin == vote.turn?.origin
      ? mask.letters(style.language)
      : "\(mask.letters(style.language)) \(record.origin.cell(style.language))"
  }

  func isCulprit(_ id: WindowID) -> Bool { culprits.contains(.window(id)) }

  /// Returns the windows to show, in creation order; if not all fit, culprits are preferred, then
  /// the page's window and the asked ones.
  private func chosen(_ limit: Int) -> [Window] {
    let all = evidence.windows
    let ranks = all.map { rank($0) }
    let limit = min(limit, max(Self.most, ranks.filter { $0 < 2 }.count))
    guard all.count > limit else { return all }
    let ranked = all.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    return ranked.prefix(limit).sorted().map { all[$0] }
  }

  private func rank(_ window: Window) -> Int {
    if isCulprit(window.id) { return 0 }
    let isPage = evidence.verdict.page?.window == window.id
    return isPage || evidence.wasAsked(window.id) ? 1 : 2
  }

  private func rest(_ shown: [Window]) -> String? {
    let missing = evidence.windows.filter { window in !shown.contains { $0.id == window.id } }
    guard !missing.isEmpty else { return nil }
    let asked = missing.filter { evidence.wasAsked($0.id) }.count
    if asked == 0 { return say(.moreUnasked, "\(missing.count)") }
    return say(.moreAsked, "\(missing.count)", "\(asked)")
  }

  var values: [ExplanationDocument.Row] {
    settings.map { value($0) } + evidence.windows.map { value($0) }
  }

  private func value(_ party: Party) -> ExplanationDocument.Row {
    ExplanationDocument.Row(
      window: name(party), supports: evidence.mask(of: party).map(Self.names),
      effect: say(.limits), isCulprit: true)
  }

  private func value(_ window: Window) -> ExplanationDocument.Row {
    let vote = WindowVote(window, evidence.verdict)
    let via = via(vote)
    let request = vote.request.flatMap { _ in window.android.request?.rawValue }
    return ExplanationDocument.Row(
      id: window.id, window: UntrustedText(window.name).name(),
      app: evidence.turnsOutputs ? UntrustedText(window.shell.appID).name() : nil,
      level: evidence.turnsOutputs ? nil : window.level, isShown: isShown(window),
      isKey: evidence.verdict.after.keyWindow == window.id, via: via == "-" ? nil : via,
      turn: vote.turn?.flag, turnOrigin: vote.turn?.origin.rawValue,
      supports: request == nil ? vote.mask.map(Self.names) : nil,
      supportsOrigin: request == nil ? vote.supports.last?.origin.rawValue : nil,
      request: request,
      allows: evidence.turnsOutputs ? DesktopSentences(evidence).cell(vote) ?? "-" : nil,
      effect: EffectWords(evidence).text(window.id), isCulprit: isCulprit(window.id))
  }

  private static func names(_ mask: OrientationMask) -> [String] {
    mask.orientations.map { $0.name }
  }
}

private struct EffectWords {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  private func say(_ phrase: EffectPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  func text(_ id: WindowID) -> String {
    if evidence.isExempt(id) { return say(.exempt) }
    var parts: [String] = []
    if evidence.verdict.moves.contains(.putOff(id)) {
      parts = [say(.putOff)]
    } else if !evidence.wasAsked(id), !votesUnasked(id) {
      // The row gives the reason why the window was not asked, even if the window rotated.
      parts.append(say(.notAsked, NotAskedReason(evidence).text(id)))
      if turned(id) {
        parts.append(
          evidence.turnsOutputs ? evidence.say(DesktopPhrase.turnsAlong) : say(.cameAlong))
      }
    } else {
      parts = effects(id)
      if parts.isEmpty { parts = [rest(id)] }
    }
    if evidence.verdict.error?.window == id, let rule = evidence.verdict.error?.rule {
      parts.append(say(.raised, rule.rawValue))
    }
    if evidence.wroteBar(id), !evidence.turnsOutputs { parts.append(say(.movedBar)) }
    return parts.joined(separator: say(.separator))
  }

  private func effects(_ id: WindowID) -> [String] {
    if evidence.turnsOutputs, let effect = DesktopSentences(evidence).effect(id) { return [effect] }
    if evidence.conflict(.veto)?.culprits.contains(.window(id)) == true { return [say(.vetoed)] }
    if let target = evidence.target(id) { return [say(.turnedTo, target.letter)] }
    return []
  }

  private func rest(_ id: WindowID) -> String {
    guard let vote = evidence.vote(id) else { return say(.gone) }
    if !evidence.isThere(id) { return say(.removed) }
    if evidence.verdict.error != nil { return say(.nothing) }
    guard vote.stop == nil, vote.allows(evidence.wanted) else { return say(.stayed) }
    if let wanted = evidence.wanted, wanted != vote.window.orientation { return say(.wouldTurn) }
    return say(.stayedAt, vote.window.orientation.letter)
  }

  // A window without a root (B-12), or with void answers (P-2), rotates without being asked.
  private func votesUnasked(_ id: WindowID) -> Bool {
    evidence.verdict.gates.contains { $0.window == id && ($0.rule == .b12 || $0.rule == .p2) }
  }

  private func turned(_ id: WindowID) -> Bool {
    guard let old = evidence.verdict.before.window(id), let new = evidence.verdict.after.window(id)
    else { return false }
    return old.orientation != new.orientation
  }
}

/// The headings of the table of windows.
public enum HeadingPhrase: String, Phrase {
  case window = "window | 窗口"
  case appID = "app-id | app-id（应用）"
  case level = "level | 层级"
  case shown = "shown | 可见"
  case focus = "focus | 焦点"
  case key = "key"
  case rule = "rule | 规则"
  case allows = "allows | 允许"
  case via = "asked via | 询问对象"
  case turn = "turn? | 旋转？"
  case supports = "supports | 支持方向"
  case effect = "effect | 结果"
}
