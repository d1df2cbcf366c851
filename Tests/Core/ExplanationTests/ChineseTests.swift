// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing
import Text

@testable import Explanation

/// The properties of explanations in English, for those in Chinese.
struct ChineseTests {
  static let style = TextStyle(language: .chinese)
  /// The stories whose Chinese is compared word for word.
  static let names = [
    "hidden-menu", "overlay-veto", "stuck", "creation", "empty-intersection", "preferred",
    "cycle", "deferred", "page-refuses", "app-refuses", "reverse-split", "two-hijackers", "flat",
    "locked", "geometry-refused", "desktop-no-focus", "desktop-focus", "desktop-refuses",
    "desktop-veto", "desktop-locked", "desktop-by-other",
    "desktop-stated",
  ]

  @Test(arguments: names) func chineseExplanationsMatchTheirSnapshots(_ name: String) throws {
    let explanation = try explanation(name)
    try Snapshots.compare(explanation.text() + "\n", with: "zh/\(name)")
  }

  @Test(arguments: Stories.names) func chineseTableColumnsAreAligned(_ name: String) throws {
    let evidence = try explanation(name).evidence
    let table = WindowTable(evidence: evidence, style: TextStyle(columns: .max, language: .chinese))
    let lines = table.lines(limit: .max).filter { !$0.hasPrefix("  （P") && !$0.hasPrefix("  （<") }
    let title = evidence.turnsOutputs ? "允许" : "支持方向"
    let heading = try lines.first.map { try column(of: title, in: $0) }
    for (line, row) in zip(lines.dropFirst(), evidence.windows) where evidence.culprits.isEmpty {
      let vote = WindowVote(row, evidence.verdict)
      let supports =
        evidence.turnsOutputs
        ? DesktopSentences(evidence).cell(vote) ?? "-" : vote.mask?.letters(.chinese) ?? "-"
      var width = 0
      var cut = line
      while let first = cut.first, width < heading ?? 0 {
        width += DisplayWidth.of(first)
        cut.removeFirst()
      }
      #expect(cut.hasPrefix(supports), "\(line)")
    }
  }

  @Test(arguments: Stories.names) func chineseExplanationsKeepTheLineLimit(_ name: String) throws {
    for columns in [40, 60, 80, 200] {
      let style = TextStyle(columns: columns, language: .chinese)
      let text = try explanation(name, style).text()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= Explanation.mostLines)
    }
  }

  /// Only identifiers and the statements of rules without a translation may stay English.
  @Test(arguments: Stories.names) func sentencesAreChinese(_ name: String) throws {
    let document = try explanation(name).document
    let sentences = document.sentences + document.fixes + [document.headline, document.title]
    for sentence in sentences {
      #expect(sentence.contains { DisplayWidth.of($0) == 2 }, "\(sentence)")
      for word in [" the ", " not ", "answered", " window "] {
        #expect(!sentence.contains(word), "\(sentence)")
      }
    }
  }

  /// Every rule that a decision can name, and so an explanation cite, has a Chinese text.
  @Test(arguments: RandomDecisions.ruleSets.indices)
  func citedRulesAreChinese(_ index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    for seed in 1...CaseCount.of(6, optimised: 30) {
      let run = RandomDecisions(
        seed: UInt64(seed) &* 13, rules: rules, windows: seed % 6 + 1, events: 10)
      for verdict in run.decisions.map(\.verdict) {
        let cited = Explanation(verdict, rules: rules, style: Self.style).document.citations
        for citation in cited {
          #expect(
            citation.statement.contains { DisplayWidth.of($0) == 2 },
            "\(rules.id): \(citation.rule) is not translated")
        }
      }
    }
  }

  private func explanation(_ name: String, _ style: TextStyle = style) throws -> Explanation {
    let story = try Stories.story(name)
    let verdict = try #require(story.verdicts.last)
    return Explanation(verdict, rules: story.rules, style: style, source: "\(name).yaml")
  }

  private func column(of word: String, in line: String) throws -> Int {
    let range = try #require(line.firstRange(of: word))
    return DisplayWidth.of(line[..<range.lowerBound])
  }
}
