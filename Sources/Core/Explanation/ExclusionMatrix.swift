// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation
import Text

/// The orientations that each party excludes, where all parties have to agree on one.
struct ExclusionMatrix: Sendable {
  /// A party that has to agree.
  struct Row: Sendable {
    var name: String
    var mask: OrientationMask
  }

  let evidence: Evidence
  let rows: [Row]

  func blockers(_ orientation: InterfaceOrientation) -> [String] {
    rows.filter { !$0.mask.allows(orientation) }.map(\.name)
  }

  /// Returns the table of blockers, or of all parties with a cross for each supported orientation.
  func lines(_ style: TextStyle, isFull: Bool) -> [String] {
    func say(_ phrase: BlamePhrase, _ parameters: String...) -> String {
      phrase.filled(evidence.language, parameters)
    }
    let all = InterfaceOrientation.fallbackOrder
    let columns =
      [TextTable.Column(title: say(.matrixTitle), smallest: 10)]
      + all.map { TextTable.Column(title: $0.letter, smallest: 8) }
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
  /// The matrix; `nil` if windows do not have to agree, or nothing is excluded.
  var matrix: ExclusionMatrix? {
    guard report.main != nil else { return nil }
    let verdict = evidence.verdict
    let searchable = rules as? any RepairSearchable
    let haveToAgree = searchable?.aggregation(in: verdict.after) == .all
    guard haveToAgree || evidence.conflict(.emptyIntersection) != nil else { return nil }
    let settings: [Party] = evidence.turnsOutputs ? [] : [.app, .delegate, .device]
    var rows = settings.compactMap { party -> ExclusionMatrix.Row? in
      // The delegate's answer replaces the list (B-4); a setting that allows all limits nothing.
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

  // A window that answers NO supports its current orientation.
  private func current(_ window: Window) -> InterfaceOrientation {
    evidence.verdict.before.window(window.id)?.orientation ?? window.orientation
  }
}
