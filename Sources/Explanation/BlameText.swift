// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation

/// Who is to blame, what would have helped, and the command that shows it.
struct BlameText: Sendable {
  let evidence: Evidence
  let report: BlameReport
  let rules: any RuleSet
  /// What names the decision to `swivel whatif`; nil where nothing can be asked again.
  let subject: String?

  /// A phrase in the reader's language.
  func say(_ phrase: BlamePhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// The sentence, then ways out, at most so many; empty where nothing is wrong.
  func lines(_ limit: Int) -> [String] {
    guard let finding = report.main, limit > 0 else { return [] }
    let all = ways(finding)
    var lines = [sentence(finding)] + all.prefix(limit).map { text($0) }
    // A line that only counts one way takes as much room as the way.
    let rest = all.dropFirst(limit)
    if rest.count == 1 { lines += rest.map { text($0) } }
    if rest.count > 1 { lines.append("  " + say(.moreWays, "\(rest.count)")) }
    guard limit == .max else { return lines }
    for other in report.findings.dropFirst() {
      lines += [sentence(other)] + ways(other).map { text($0) }
    }
    return lines
  }

  private func text(_ way: Way) -> String { "  " + say(.way, way.changes, way.prediction) }

  /// Who is responsible and how many changes it takes.
  func sentence(_ finding: BlameFinding) -> String {
    let aim = aim(finding.goal)
    guard let least = blamed(finding).compactMap({ finding.share(of: $0) }).min() else {
      return say(.nothingHelps, aim) + mark(finding)
    }
    let enough = least == 1 ? say(.oneChange, aim) : say(.changes, aim, "\(least)")
    return say(.sentence, responsible(finding), enough, effort(finding))
  }

  private func mark(_ finding: BlameFinding) -> String {
    evidence.say(HeadlinePhrase.brackets, effort(finding))
  }

  private func effort(_ finding: BlameFinding) -> String {
    let tried = "\(report.evaluations)"
    return finding.searchedTo.map { say(.searched, "\($0)", tried) } ?? say(.complete, tried)
  }

  private func aim(_ goal: BlameGoal) -> String {
    switch goal {
    case .agreement: say(evidence.verdict.error == nil ? .forAgreement : .forNoError)
    case .turn: say(.forTurn, target ?? evidence.say(HeadlinePhrase.theTurn))
    }
  }

  private var target: String? { Retrial(of: evidence.verdict, rules: rules).requested?.name }

  private func responsible(_ finding: BlameFinding) -> String {
    var groups: [(share: Int, names: [String])] = []
    for subject in blamed(finding) {
      guard let share = finding.share(of: subject) else { continue }
      if let index = groups.firstIndex(where: { $0.share == share }) {
        groups[index].names.append(name(subject))
      } else {
        groups.append((share, [name(subject)]))
      }
    }
    return groups.sorted { $0.share < $1.share }.map { share, names in
      say(names.count == 1 ? .one : .each, list(names), "1/\(share)")
    }.reduce("") { $0.isEmpty ? $1 : say(.several, $0, $1) }
  }

  /// Whoever the first line blames, else everybody with whom the least number of changes does.
  func blamed(_ finding: BlameFinding) -> [Amendment.Subject] {
    let culprits = evidence.culprits.map { Amendment.Subject.party($0) }
      .filter { finding.share(of: $0) != nil }
    if !culprits.isEmpty { return culprits }
    let least = finding.repairable.map(\.count).min() ?? 0
    return Array(Set(finding.repairable.filter { $0.count == least }.flatMap(\.self))).sorted()
  }

  /// What somebody is called in running text.
  func name(_ subject: Amendment.Subject) -> String {
    switch subject {
    case .lock: say(.lock)
    case .party(.window(let id)): evidence.quoted(id)
    case .party(let party): evidence.called(party).trimmed
    }
  }

  /// Names in running text: `a, b and c`.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let comma = evidence.say(AnswerPhrase.comma)
    return say(.and, names.dropLast().joined(separator: comma), last)
  }
}

extension String {
  /// Without the space that some names end with for the sentences they stand in.
  fileprivate var trimmed: String {
    hasSuffix(" ") ? String(dropLast()) : self
  }
}
