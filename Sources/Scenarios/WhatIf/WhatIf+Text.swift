// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation

extension WhatIf {
  /// How many later differences the text tells.
  private static let mostLines = 12

  /// The difference for people: the decision itself, then what would have come of it.
  public func text(style: TextStyle = .plain) -> String {
    let language = style.language
    guard let first else { return WhatIfPhrase.noneLater(language) }
    let words = edits.map { SafeText.name($0) }.joined(separator: ", ")
    var lines = [WhatIfPhrase.heading(language, "\(first.number)", words)]
    lines += compare(first, style).map { "  \($0)" }
    if following == 0 {
      lines.append(WhatIfPhrase.noneLater(language))
    } else if differing == 0 {
      lines.append(WhatIfPhrase.laterSame(language, "\(following)"))
    } else {
      lines.append(WhatIfPhrase.later(language, "\(following)", "\(differing)"))
      for pair in later.prefix(Self.mostLines) {
        let number = "#\(pair.number) "
        let margin = String(repeating: " ", count: number.count)
        for (index, line) in compare(pair, style).enumerated() {
          lines.append("  \(index == 0 ? number : margin)\(line)")
        }
      }
      let rest = differing - min(later.count, Self.mostLines)
      if rest > 0 { lines.append("  " + WhatIfPhrase.more(language, "\(rest)")) }
    }
    return lines.joined(separator: "\n")
  }

  private func compare(_ pair: Pair, _ style: TextStyle) -> [String] {
    let was = pair.was.map { line($0, style) } ?? WhatIfPhrase.endsEarly(style.language)
    guard pair.differs else { return [WhatIfPhrase.same(style.language, was)] }
    let would = pair.would.map { line($0, style) } ?? WhatIfPhrase.ends(style.language)
    return [WhatIfPhrase.was(style.language, was), WhatIfPhrase.would(style.language, would)]
  }

  /// The line of a decision.
  func line(_ verdict: Verdict, _ style: TextStyle) -> String {
    VerdictLine(verdict, rulesID: rulesID, style: style, names: names).text
  }
}
