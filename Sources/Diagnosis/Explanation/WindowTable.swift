// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Who was asked how, what was answered and what came of it.
struct WindowTable: Sendable {
  /// Above this many windows those that were not asked are only counted.
  static let most = 12
  private static let legend = "P portrait, U upside down, R landscape-right, L landscape-left"

  let evidence: Evidence
  let style: TextStyle

  /// The table with at most so many windows; empty without windows.
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
      needsLetters(table) ? Self.legend : nil, marks.contains(true) ? "<< to blame" : nil,
    ].compactMap(\.self).joined(separator: "; ")
    return legend.isEmpty ? lines : lines + [style.paint("  (\(legend))", .dim)]
  }

  private func needsLetters(_ table: TextTable) -> Bool {
    let moves = evidence.verdict.moves.contains { if case .window = $0 { true } else { false } }
    return (moves && !evidence.isDesktop) || table.rows.contains { $0[6] != "-" }
  }

  private var columns: [TextTable.Column] {
    [
      TextTable.Column(title: "window", smallest: 12),
      evidence.isDesktop
        ? TextTable.Column(title: "app", smallest: 8)
        : TextTable.Column(title: "level", isRight: true),
      TextTable.Column(title: "shown"),
      TextTable.Column(title: evidence.isDesktop ? "focus" : "key"),
      TextTable.Column(title: "asked via", smallest: 12),
      TextTable.Column(title: "turn?"), TextTable.Column(title: "supports"),
      TextTable.Column(title: "effect"), TextTable.Column(title: ""),
    ]
  }

  private func row(_ window: Window) -> [String] {
    let stance = Stance(window, evidence.verdict)
    let turn = stance.turn.map { "\($0.flag == true ? "YES" : "NO") \($0.origin.cell)" }
    let name = SafeText.name(window.name, columns: 32)
    let app = SafeText.name(window.shell.appID, columns: 24)
    return [
      name.isEmpty ? "(no name)" : name,
      evidence.isDesktop ? (app.isEmpty ? "-" : app) : "\(window.level)",
      isShown(window) ? "yes" : "NO",
      evidence.verdict.after.keyWindow == window.id ? "yes" : "no",
      via(stance), turn ?? "-", supports(stance), evidence.effect(window.id),
      isCulprit(window.id) ? "<<" : "",
    ]
  }

  func setting(_ party: Party) -> [String] {
    let mask = evidence.mask(of: party).map(\.letters) ?? "-"
    return [name(party), "", "", "", "-", "-", mask, "limits", "<<"]
  }

  /// What a setting is called.
  func name(_ party: Party) -> String {
    switch party {
    case .app: "(app)"
    case .delegate: "(delegate)"
    case .device, .window: "(device)"
    }
  }

  /// The settings that are to blame; windows have rows anyway.
  var settings: [Party] {
    evidence.culprits.filter { if case .window = $0 { false } else { true } }
  }

  func isShown(_ window: Window) -> Bool {
    evidence.isThere(window.id) && !window.isHidden
      && !(evidence.isDesktop && window.shell.isMinimized)
  }

  func via(_ stance: Stance) -> String {
    guard let record = stance.turn ?? stance.supports.last else { return "-" }
    if evidence.isDesktop {
      if !record.via.isEmpty { return "focused " + record.chain }
      return stance.window.shell.hasRule ? "its rule" : "no rule"
    }
    return record.chain.isEmpty ? "-" : SafeText.cut(record.chain, columns: 80)
  }

  private func supports(_ stance: Stance) -> String {
    guard let mask = stance.mask, let record = stance.supports.last else { return "-" }
    // Said once if both answers came the same way.
    return record.origin == stance.turn?.origin
      ? mask.letters : "\(mask.letters) \(record.origin.cell)"
  }

  func isCulprit(_ id: WindowID) -> Bool { evidence.culprits.contains(.window(id)) }
}

extension WindowTable {
  /// The windows shown, in creation order: all if they fit, else those with a part in it.
  private func chosen(_ limit: Int) -> [Window] {
    let all = evidence.windows
    let limit = min(limit, max(Self.most, all.filter { rank($0) < 2 }.count))
    guard all.count > limit else { return all }
    let ranked = all.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
    return ranked.prefix(limit).sorted { $0.id < $1.id }
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
    if asked == 0 { return "… and \(missing.count) more not asked" }
    return "… and \(missing.count) more, \(asked) of them asked (--full shows them)"
  }
}
