// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Text

/// One step of a page: heading, pictures, table, reasons and fixes.
struct StepSection {
  let step: ReportStep
  let language: Language

  private var document: ExplanationDocument { step.document }

  var rules: [String] { document.citations.map(\.rule) + document.gates.map(\.rule) }

  /// Returns one line for a step without a section; `isCut` adds that details were left out.
  func line(isCut: Bool) -> String {
    let cut = isCut ? " <span class=\"soft\">\(say(.left0))</span>" : ""
    return
      "<li id=\"step-\(step.number)\"><span class=\"soft\">\(step.number) · \(step.at) s</span> "
      + "\(Markup.escaped(step.line))\(cut)</li>\n"
  }

  func html(body: String) -> String {
    "<section id=\"step-\(step.number)\">\(heading)\(body)</section>\n"
  }

  /// Returns the section of a step whose body equals that of an earlier step.
  func html(sameAs twin: Int) -> String {
    html(body: "<p>\(say(.same)) <a href=\"#step-\(twin)\">\(say(.step, "\(twin)"))</a>.</p>")
  }

  private var heading: String {
    "<h2>\(say(.step, "\(step.number)")) <span class=\"soft\">· \(step.at) s · "
      + "\(Markup.escaped(document.event))</span></h2>\n"
  }

  /// Returns everything below the heading; equal steps have equal bodies.
  func body(film: String) -> String {
    var text = "<p class=\"lead \(document.outcome)\">\(Markup.escaped(step.line))</p>\n" + film
    text += "<p>\(say(.moved)): \(Markup.escaped(document.moved))</p>\n"
    text += WindowRows(rows: document.windows, language: language).html
    text += because + list(.fix, document.fixes) + list(.also, document.also)
    if let next = document.next {
      let parts = next.split(separator: "#", maxSplits: 1)
      let note = parts.count > 1 ? " " + Markup.escaped(String(parts[1])) : ""
      text += "<p>\(say(.next)): <code>\(Markup.escaped(trimmed(parts[0])))</code>\(note)</p>\n"
    }
    return text + gates + heard
  }

  private var because: String {
    guard !document.sentences.isEmpty || !document.citations.isEmpty else { return "" }
    var text = "<h3>\(say(.because))</h3>\n"
    for sentence in document.sentences { text += "<p>\(Markup.escaped(sentence))</p>\n" }
    guard !document.citations.isEmpty else { return text }
    text += "<p>\(say(.rules)):"
    for citation in document.citations { text += " " + Self.link(citation.rule) }
    return text + "</p>\n"
  }

  private func list(_ heading: ReportPhrase, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let items = lines.map { "<li>\(Markup.escaped($0))</li>" }.joined()
    return "<h3>\(say(heading))</h3><ul>\(items)</ul>\n"
  }

  private var gates: String {
    guard !document.gates.isEmpty else { return "" }
    let items = document.gates.map { gate in
      let who = gate.window.map { Markup.name($0, columns: 40) } ?? say(.decision)
      let result = say(gate.isPassed ? .passed : .stopped)
      return "<li>\(who): \(gate.gate) \(result) (\(Self.link(gate.rule)))</li>"
    }.joined()
    return "<details><summary>\(say(.gates))</summary><ul>\(items)</ul></details>\n"
  }

  private var heard: String {
    guard !document.heard.isEmpty else { return "" }
    let items = document.heard.map { "<li>\(Markup.escaped($0))</li>" }.joined()
    return "<details><summary>\(say(.heard))</summary><ol>\(items)</ol></details>\n"
  }

  private func trimmed(_ text: Substring) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func link(_ rule: String) -> String {
    let name = Markup.escaped(rule)
    return "<a href=\"#rule-\(name)\">\(name)</a>"
  }

  private func say(_ phrase: ReportPhrase, _ parameters: String...) -> String {
    phrase.filled(language, parameters)
  }
}

/// The table of the windows, their answers and the effect.
struct WindowRows {
  // A longer table is of no use to a reader.
  private static let most = 40

  let rows: [ExplanationDocument.Row]
  let language: Language

  var html: String {
    guard !rows.isEmpty else { return "" }
    let hasApps = rows.contains { $0.app != nil }
    var text = "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>"
    let headings: [ReportPhrase] = [
      .window, hasApps ? .app : .level, .shown, .key, .viaWhom, .turn, .supports, .effect,
    ]
    for heading in headings { text += "<th scope=\"col\">\(heading(language))</th>" }
    text += "</tr></thead><tbody>\n"
    for row in chosen { text += line(row, hasApps) }
    text += "</tbody></table></div>\n"
    let missing = rows.count - chosen.count
    return missing == 0 ? text : text + "<p>\(ReportPhrase.more(language, "\(missing)"))</p>\n"
  }

  private var chosen: [ExplanationDocument.Row] {
    guard rows.count > Self.most else { return rows }
    let telling = rows.filter { $0.isCulprit || $0.turn != nil || $0.supports != nil }
    return Array((telling + rows.filter { !telling.contains($0) }).prefix(Self.most))
  }

  private func line(_ row: ExplanationDocument.Row, _ hasApps: Bool) -> String {
    let kind = row.app ?? row.level.map { "\($0)" } ?? ""
    let turn = row.turn.map { ($0 ? "YES" : "NO") + (row.turnOrigin.map { " \($0)" } ?? "") }
    let letters = row.supports.map { $0.joined(separator: ", ") }
    let effect = row.effect + (row.isCulprit ? " ◀ " + ReportPhrase.toBlame(language) : "")
    let cells = [
      row.window, kind, flag(row.isShown), flag(row.isKey), row.via ?? "", turn ?? "",
      letters ?? "", effect,
    ]
    let html = cells.map { "<td>\(Markup.escaped(UntrustedText($0).name(columns: 120)))</td>" }
      .joined()
    return "<tr\(row.isCulprit ? " class=\"bad\"" : "")>\(html)</tr>\n"
  }

  private func flag(_ value: Bool?) -> String {
    value.map { ($0 ? ReportPhrase.yes : .no)(language) } ?? ""
  }
}

/// The texts of the rules that a page cites, as link targets.
struct RuleList {
  let rules: Set<String>
  let language: Language

  var html: String {
    let found = RuleID.allCases.filter { rules.contains($0.rawValue) }
    guard !found.isEmpty else { return "" }
    var text = "<section id=\"rules\"><h2>\(ReportPhrase.rules(language))</h2>\n<dl>\n"
    for id in found {
      let rule = Rule[id]
      let name = Markup.escaped(id.rawValue)
      text +=
        "<dt id=\"rule-\(name)\">\(name) <span class=\"soft\">\(rule.mark.rawValue)</span></dt>"
      text += "<dd>\(Markup.escaped(rule.statement(language)))"
      let sources = rule.citations.map { source in
        let title = Markup.escaped(source.title)
        guard let address = source.address else { return title }
        return "<a href=\"\(Markup.escaped(address))\" rel=\"noreferrer\">\(title)</a>"
      }
      if !sources.isEmpty {
        text += "<br><span class=\"soft\">\(ReportPhrase.sources(language)):</span> "
        text += sources.joined(separator: "; ")
      }
      text += "</dd>\n"
    }
    return text + "</dl></section>\n"
  }
}
