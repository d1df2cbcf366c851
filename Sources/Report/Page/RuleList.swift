// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation

/// The texts of the rules that a page refers to, each one click away.
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
