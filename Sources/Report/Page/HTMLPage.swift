// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Recording

/// A report as one HTML file: no scripts, nothing loaded from anywhere.
struct HTMLPage {
  /// How many bytes steps may take; the rest of a page is small.
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
  /// The report as one HTML document, at most about a megabyte.
  public var html: String { HTMLPage(self).html }
}
