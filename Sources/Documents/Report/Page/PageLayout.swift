// SPDX-License-Identifier: Apache-2.0
import Explanation
import Formats

/// The choice of steps with full sections within the page's budget, and the pictures that they
/// share.
struct PageLayout {
  private(set) var sections: [String] = []
  /// The steps with a section that links can target.
  private(set) var linked: Set<Int> = []
  private(set) var rules: Set<String> = []
  private(set) var symbols = ""

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
      // The step's own number in commands does not make its body different.
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
    for (frame, number) in pictures.sorted(by: { $0.value < $1.value }) {
      let picture = FramePicture(frame: frame, language: report.language)
      content += "<symbol id=\"f\(number)\" viewBox=\"0 0 \(FramePicture.width) "
      content += "\(picture.height)\">\(picture.svg)</symbol>\n"
    }
    symbols = "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n"
    symbols += content + "</svg>\n"
  }

  // Notable steps get full sections while the budget lasts, conflicts first.
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
      text += "<figcaption>\(ReportPhrase(frame.moment)(language))</figcaption></figure>"
    }
    return text + "</div>\n"
  }
}
