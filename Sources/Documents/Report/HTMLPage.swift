// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import Recording
import Text

/// A report as one HTML file without external resources; the only script copies commands.
private struct HTMLPage {
  /// The maximum estimated size of all steps' sections and pictures, in bytes; the rest of a page
  /// is small.
  static let budget = 880_000

  private let report: Report
  private let language: Language

  init(_ report: Report) {
    var report = report
    report.trim()
    self.report = report
    language = report.language
  }

  var html: String {
    let layout = PageLayout(report)
    var text = "<!DOCTYPE html>\n<html lang=\"\(language == .chinese ? "zh-Hans" : "en")\" "
    text += "data-copy=\"\(say(.copy))\" data-copied=\"\(say(.copied))\">\n<head>"
    text += "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
    text += "<meta http-equiv=\"Content-Security-Policy\" content=\"\(CopyScript.policy)\">"
    text += "<title>\(Markup.escaped(report.title))</title>"
    text += "<style>\n\(Stylesheet.text)\n</style></head>\n<body>\n"
    text += "<a class=\"skip\" href=\"#steps\">\(say(.skip))</a>\n"
    text += header(layout) + timeline(layout)
    text += layout.symbols
    text += "<main id=\"steps\">\n" + layout.sections.joined() + "</main>\n"
    text += RuleList(rules: layout.rules, language: language).html
    text += "<footer class=\"soft\"><p>\(say(.madeBy, ProgramVersion.text))</p></footer>\n"
    return text + "<script>\(CopyScript.text)</script>\n</body>\n</html>\n"
  }

  private func header(_ layout: PageLayout) -> String {
    let title = Markup.escaped(report.title)
    var text = "<header>\n"
    if let telling = report.mostTelling {
      text += "<p class=\"soft\">\(title)</p>\n<h1 class=\"\(telling.document.outcome)\">"
      text += Markup.escaped(telling.sentence) + "</h1>\n" + layout.opening
      text += FixList(fixes: telling.document.actions, language: language).html
      text += "<p><a href=\"#step-\(telling.number)\">\(say(.details))</a></p>\n"
    } else {
      text += "<h1>\(title)</h1>\n"
    }
    text += "<p class=\"soft\">\(say(.of, "\(report.steps.count)", report.rulesID))"
    if let source = report.source { text += " · <code>\(Markup.name(source, columns: 200))</code>" }
    text += " · \(say(.outcomes)): \(outcomes)</p>\n"
    if !report.surroundings.isEmpty {
      let words = report.surroundings.map { Markup.escaped($0) }.joined(separator: " · ")
      text += "<p class=\"soft\">\(words)</p>\n"
    }
    if report.leftOut > 0 {
      text += "<p class=\"soft\">\(say(.leftOut, "\(report.leftOut)"))</p>\n"
    }
    return text + "</header>\n"
  }

  private var outcomes: String {
    Outcome.allCases.compactMap { outcome in
      let count = report.steps.count { $0.document.outcome == outcome.rawValue }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }.joined(separator: ", ")
  }

  private func timeline(_ layout: PageLayout) -> String {
    guard report.steps.count > 1, let first = report.steps.first, let last = report.steps.last
    else { return "" }
    var text = "<section><h2>\(say(.timeline))</h2>\n<div class=\"scroll\" tabindex=\"0\">"
    text += Timeline(report: report).svg(links: layout.linked) + "</div>\n<p class=\"soft\">"
    let help = report.turnsOutputs ? ReportPhrase.edgesHelp : .timelineHelp
    text += say(help, "\(first.number)", "\(last.number)")
    if report.hasConflict { text += " " + say(.conflictHelp) }
    return text + "</p></section>\n"
  }

  private func say(_ phrase: ReportPhrase, _ parameters: String...) -> String {
    phrase.filled(language, parameters.map { Markup.escaped($0) })
  }
}

extension Report {
  /// The report as one HTML document of about one megabyte at most.
  public var html: String { HTMLPage(self).html }
}

private enum Stylesheet {
  static let text = """
    :root{\(Palette.light);color-scheme:light dark}
    @media (prefers-color-scheme:dark){:root{\(Palette.dark)}}
    @media print{:root{\(Palette.light)}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.5rem;max-width:76rem;background:var(--paper);color:var(--ink);\
    font:16px/1.5 system-ui,"Noto Sans","Noto Sans CJK SC","DejaVu Sans",sans-serif}
    h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:0 0 .25rem}
    h3{font-size:.95rem;margin:1rem 0 .25rem}a{color:inherit}
    a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--pageline);\
    outline-offset:2px}
    .skip{position:absolute;left:-99rem}.skip:focus{position:static}
    .lead{font-size:1.1rem;font-weight:600;margin:.25rem 0}.lead a{text-decoration-thickness:1px;\
    text-underline-offset:3px}.soft{color:var(--soft)}
    .split,.exception{color:var(--bad)}.blocked,.refused,.deferred{color:var(--warn)}\
    .turned{color:var(--good)}
    h1{max-width:46rem}
    .fixes{list-style:none;padding:0}.fixes li{margin:.5rem 0}.fixes p{margin:.1rem 0}\
    .copy{display:flex;gap:.5rem;align-items:start;max-width:100%}\
    pre{margin:0;padding:.45rem .7rem;border-radius:6px;background:var(--note);overflow-x:auto;\
    user-select:all;-webkit-user-select:all}pre code{padding:0;background:none}\
    button{font:inherit;font-size:.85rem;padding:.35rem .8rem;border:1px solid var(--rule);\
    border-radius:6px;background:none;color:inherit;cursor:pointer}\
    button:focus-visible{outline:3px solid var(--pageline);outline-offset:2px}
    .scroll{overflow-x:auto}section{border-top:1px solid var(--rule);padding:1rem 0}
    .film{display:flex;flex-wrap:wrap;gap:1rem;margin:.75rem 0}.film figure{margin:0}
    .film svg{width:240px;max-width:100%;height:auto;display:block}
    figcaption{color:var(--soft);font-size:.85rem;text-align:center}
    table{border-collapse:collapse;font-size:.9rem}th{text-align:left;font-weight:600;\
    color:var(--soft)}th,td{padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--rule);\
    vertical-align:top}tr.bad td{font-weight:700;color:var(--bad)}
    ul{margin:.25rem 0;padding-left:1.2rem}summary{cursor:pointer}code{font-family:ui-monospace,\
    "DejaVu Sans Mono",monospace;font-size:.9em;background:var(--note);padding:.1em .3em;\
    overflow-wrap:anywhere}
    dt{font-weight:700;margin-top:.75rem}dd{margin:0 0 0 1.2rem}dd:target,dt:target,\
    dt:target+dd{background:var(--note)}
    .steps li{margin:.15rem 0}
    \(Palette.picture)
    .oP{fill:var(--page)}.oU{fill:var(--note);stroke:var(--soft)}.oR{fill:var(--win)}\
    .oL{fill:var(--badfill)}.oF{fill:none;stroke:var(--soft);stroke-dasharray:2 2}
    @media print{body{font-size:11pt;max-width:none;padding:0}section{break-inside:avoid}\
    .skip,button{display:none}details>*{display:block}}
    """
}

/// The content of a page: full sections for the notable steps that fit the budget, lines for all
/// other steps, and pictures, which sections share.
private struct PageLayout {
  private(set) var sections: [String] = []
  /// The steps that have a section, to which links can lead.
  private(set) var linked: Set<Int> = []
  private(set) var rules: Set<String> = []
  private(set) var symbols = ""
  /// The pictures of the step that the page begins with (`mostTelling`).
  private(set) var opening = ""

  private var pictures: [Frame: Int] = [:]

  init(_ report: Report) {
    let chosen = Self.chosen(report)
    var bodies: [String: Int] = [:]
    var quiet: [String] = []
    var content = ""
    for step in report.steps {
      let section = StepSection(step: step, language: report.language)
      guard step.isNotable, chosen.contains(step.number) else {
        quiet.append(section.line(isCut: step.isNotable))
        continue
      }
      flush(&quiet)
      linked.insert(step.number)
      let film = film(step, report.language)
      let body = section.body(film: film)
      // Bodies that differ only in the step's own number in commands count as equal.
      let key = body.replacing("--step \(step.number)", with: "--step")
      if let twin = bodies[key] {
        sections.append(section.html(sameAs: twin))
      } else {
        bodies[key] = step.number
        sections.append(section.html(body: body))
        rules.formUnion(section.rules)
      }
    }
    flush(&quiet)
    if let telling = report.mostTelling { opening = film(telling, report.language) }
    for (frame, number) in pictures.sorted(by: { $0.value < $1.value }) {
      let picture = FramePicture(frame: frame, language: report.language)
      content += "<symbol id=\"f\(number)\" viewBox=\"0 0 \(FramePicture.width) "
      content += "\(picture.height)\">\(picture.svg)</symbol>\n"
    }
    symbols = "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n"
    symbols += content + "</svg>\n"
  }

  // Notable steps get full sections while the budget lasts; those with conflicts come first.
  private static func chosen(_ report: Report) -> Set<Int> {
    let notable = report.steps.filter(\.isNotable)
    let ranked = notable.filter(\.isConflict) + notable.filter { !$0.isConflict }
    var chosen: Set<Int> = []
    var seen: Set<String> = []
    var room = HTMLPage.budget - 320 * report.steps.count
    for step in ranked {
      let body = StepSection(step: step, language: report.language).body(film: "")
      let frames = seen.insert(body).inserted ? 7_000 : 0
      room -= frames == 0 ? 200 : body.utf8.count + frames
      guard room > 0 else { break }
      chosen.insert(step.number)
    }
    return chosen
  }

  private mutating func flush(_ quiet: inout [String]) {
    guard !quiet.isEmpty else { return }
    sections.append("<section><ul class=\"steps\">\n" + quiet.joined() + "</ul></section>\n")
    quiet = []
  }

  private mutating func film(_ step: ReportStep, _ language: Language) -> String {
    var text = "<div class=\"film\">"
    for frame in step.frames {
      let number = pictures[frame] ?? pictures.count
      pictures[frame] = number
      let picture = FramePicture(frame: frame, language: language)
      text += "<figure><svg viewBox=\"0 0 \(FramePicture.width) \(picture.height)\" role=\"img\" "
      text += "aria-label=\"\(Markup.escaped(picture.words))\"><use href=\"#f\(number)\"/></svg>"
      text += "<figcaption>\(picture.caption)</figcaption></figure>"
    }
    return text + "</div>\n"
  }
}

private struct StepSection {
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

  func html(sameAs twin: Int) -> String {
    html(body: "<p>\(say(.same)) <a href=\"#step-\(twin)\">\(say(.step, "\(twin)"))</a>.</p>")
  }

  private var heading: String {
    "<h2>\(say(.step, "\(step.number)")) <span class=\"soft\">· \(step.at) s · "
      + "\(Markup.escaped(document.event))</span></h2>\n"
  }

  func body(film: String) -> String {
    var text = "<p class=\"lead \(document.outcome)\">\(Markup.escaped(step.line))</p>\n" + film
    text += "<p>\(say(.moved)): \(Markup.escaped(document.moved))</p>\n"
    text += WindowRows(rows: document.windows, language: language).html
    text += because + FixList(fixes: document.actions, language: language).html
    text += list(.also, document.also)
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

/// The fixes of a step, each with its command or lines of a file, which can be copied.
private struct FixList {
  let fixes: [Fix]
  let language: Language

  var html: String {
    guard !fixes.isEmpty else { return "" }
    return "<h3>\(ReportPhrase.fix(language))</h3><ul class=\"fixes\">\n"
      + fixes.map(item).joined() + "</ul>\n"
  }

  private func item(_ fix: Fix) -> String {
    let code = fix.command ?? fix.lines.joined(separator: "\n")
    // The command is below the text, so it is removed from the text.
    let words =
      fix.command.map { command in
        [": ", "："].reduce(fix.text) { $0.replacing($1 + command, with: "") }
      } ?? fix.text
    var text = "<li><p>\(Markup.escaped(words))</p>"
    if !code.isEmpty {
      text += "<div class=\"copy\"><pre><code>\(Markup.escaped(code))</code></pre></div>"
    }
    return text + "</li>\n"
  }
}

/// The script that adds a copy button to the commands and lines of fixes, with the content security
/// policy that allows no other script.
private enum CopyScript {
  static let text = """
    for(const pre of document.querySelectorAll(".copy pre")){const d=document.documentElement.dataset;
    const b=document.createElement("button");b.type="button";b.textContent=d.copy;pre.after(b);
    b.onclick=()=>{const r=document.createRange();r.selectNodeContents(pre);const s=getSelection();
    s.removeAllRanges();s.addRange(r);document.execCommand("copy");s.removeAllRanges();
    b.textContent=d.copied;setTimeout(()=>b.textContent=d.copy,1500)}}

    """
  /// The SHA-256 hash of the script in Base64, for the policy.
  private static let digest = "gIYwgnqAqywoXJ3V5fWmtlwHqw5iC6tNc0s8bPvBw1M="
  static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(digest)'"
}

private struct WindowRows {
  // Further rows are only counted.
  private static let most = 40

  let rows: [ExplanationDocument.Row]
  let language: Language

  var html: String {
    guard !rows.isEmpty else { return "" }
    let isDesktop = rows.contains { $0.allows != nil }
    var text = "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>"
    let headings: [HeadingPhrase] =
      isDesktop
      ? [.window, .appID, .shown, .focus, .rule, .allows, .effect]
      : [.window, .level, .shown, .key, .via, .turn, .supports, .effect]
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
    let answers = isDesktop ? [row.allows ?? ""] : [turn ?? "", letters ?? ""]
    let cells =
      [row.window, kind, flag(row.isShown), flag(row.isKey), row.via ?? ""] + answers + [effect]
    let html = cells.map { "<td>\(Markup.escaped(UntrustedText($0).name(columns: 120)))</td>" }
      .joined()
    return "<tr\(row.isCulprit ? " class=\"bad\"" : "")>\(html)</tr>\n"
  }

  private func flag(_ value: Bool?) -> String {
    value.map { ($0 ? ReportPhrase.yes : .no)(language) } ?? ""
  }
}

/// The texts of the rules that a page cites, as link targets.
private struct RuleList {
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
      text += "<dd>\(Markup.escaped(rule.statement(in: language)))"
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
