// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Recording

/// A report as one HTML file, without scripts and external resources.
struct HTMLPage {
  /// The largest size of the steps, in bytes; the rest of a page is small.
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
    var text = "<!DOCTYPE html>\n<html lang=\"\(language == .chinese ? "zh-Hans" : "en")\">\n<head>"
    text += "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
    text += "<title>\(Markup.escaped(report.title))</title>"
    text += "<style>\n\(Stylesheet.text)\n</style></head>\n<body>\n"
    text += "<a class=\"skip\" href=\"#steps\">\(say(.skip))</a>\n"
    text += header + timeline(layout)
    text += layout.symbols
    text += "<main id=\"steps\">\n" + layout.sections.joined() + "</main>\n"
    text += RuleList(rules: layout.rules, language: language).html
    text += "<footer class=\"soft\"><p>\(say(.madeBy, ProgramVersion.text))</p></footer>\n"
    return text + "</body>\n</html>\n"
  }

  private var header: String {
    var text = "<header>\n<h1>\(Markup.escaped(report.title))</h1>\n"
    if let telling = report.mostTelling {
      let kind = telling.document.outcome
      text += "<p class=\"lead \(kind)\"><a href=\"#step-\(telling.number)\">"
      text += Markup.escaped(telling.line) + "</a></p>\n"
    }
    text += "<p class=\"soft\">\(say(.of, "\(report.steps.count)", report.rulesID))"
    if let source = report.source { text += " · <code>\(Markup.name(source, columns: 200))</code>" }
    text += " · \(say(.outcomes)): \(outcomes)</p>\n"
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
    return text + say(.timelineHelp, "\(first.number)", "\(last.number)") + "</p></section>\n"
  }

  private func say(_ phrase: ReportPhrase, _ parameters: String...) -> String {
    phrase.filled(language, parameters.map { Markup.escaped($0) })
  }
}

extension Report {
  /// The report as one HTML document of about a megabyte at most.
  public var html: String { HTMLPage(self).html }
}

/// The style sheet of a report: light and dark, narrow and wide, screen and paper.
enum Stylesheet {
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
    .skip{display:none}details>*{display:block}}
    """
}
