// SPDX-License-Identifier: Apache-2.0
import Explanation

/// The table of who was asked what.
struct WindowRows {
  // A table of more is no help to anybody.
  private static let most = 40

  let rows: [ExplanationDocument.Row]
  let language: Language

  var html: String {
    guard !rows.isEmpty else { return "" }
    let isDesktop = rows.contains { $0.app != nil }
    var text = "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>"
    let headings: [ReportPhrase] = [
      .window, isDesktop ? .app : .level, .shown, .key, .viaWhom, .turn, .supports, .effect,
    ]
    for heading in headings { text += "<th scope=\"col\">\(heading(language))</th>" }
    text += "</tr></thead><tbody>\n"
    for row in chosen { text += line(row, isDesktop) }
    text += "</tbody></table></div>\n"
    let missing = rows.count - chosen.count
    return missing == 0 ? text : text + "<p>\(ReportPhrase.more(language, "\(missing)"))</p>\n"
  }

  private var chosen: [ExplanationDocument.Row] {
    guard rows.count > Self.most else { return rows }
    let telling = rows.filter { $0.isCulprit || $0.turn != nil || $0.supports != nil }
    return Array((telling + rows.filter { !telling.contains($0) }).prefix(Self.most))
  }

  private func line(_ row: ExplanationDocument.Row, _ isDesktop: Bool) -> String {
    let kind = row.app ?? row.level.map { "\($0)" } ?? ""
    let turn = row.turn.map { ($0 ? "YES" : "NO") + (row.turnOrigin.map { " \($0)" } ?? "") }
    let letters = row.supports.map { $0.joined(separator: ", ") }
    let effect = row.effect + (row.isCulprit ? " ◀ " + ReportPhrase.toBlame(language) : "")
    let cells = [
      row.window, kind, flag(row.isShown), flag(row.isKey), row.via ?? "", turn ?? "",
      letters ?? "", effect,
    ]
    let html = cells.map { "<td>\(Markup.escaped(SafeText.name($0, columns: 120)))</td>" }.joined()
    return "<tr\(row.isCulprit ? " class=\"bad\"" : "")>\(html)</tr>\n"
  }

  private func flag(_ value: Bool?) -> String {
    value.map { ($0 ? ReportPhrase.yes : .no)(language) } ?? ""
  }
}
