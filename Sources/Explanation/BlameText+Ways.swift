// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation

extension BlameText {
  /// Repairs by the same parties with the same result.
  struct Way: Sendable {
    var parties: [Amendment.Subject]
    var stands: [[Amendment.Stand]]
    var changes: String
    var prediction: String
  }

  /// The repairs of a finding, like ones together.
  func ways(_ finding: BlameFinding) -> [Way] {
    var ways: [Way] = []
    for repair in finding.repairs {
      let parties = repair.changes.map(\.subject)
      let prediction = prediction(repair)
      let index = ways.firstIndex { $0.parties == parties && $0.prediction == prediction }
      if let index {
        ways[index].stands.append(repair.changes.map(\.stand))
      } else {
        ways.append(
          Way(
            parties: parties, stands: [repair.changes.map(\.stand)], changes: "",
            prediction: prediction))
      }
    }
    for index in ways.indices { ways[index].changes = words(ways[index]) }
    return ways
  }

  private func words(_ way: Way) -> String {
    let options = way.parties.indices.map { index in
      way.stands.map { word(way.parties[index], $0[index]) }
        .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }
    let names = way.parties.map { name($0) }
    // Any choice of each goes with any choice of the others, or some pairs alone do.
    let isFree = options.reduce(1) { $0 * $1.count } == way.stands.count
    if isFree, let first = options.first, options.allSatisfy({ $0 == first }) {
      let phrase: BlamePhrase = names.count > 1 && first.count > 1 ? .eachTakes : .takes
      return say(phrase, list(names), alternatives(first))
    }
    if isFree { return list(zip(names, options).map { say(.takes, $0, alternatives($1)) }) }
    let alike = way.stands.filter { Set(zip(way.parties, $0).map { word($0, $1) }).count == 1 }
    if alike.count == way.stands.count {
      return say(.takes, list(names), alternatives(alike.map { word(way.parties[0], $0[0]) }))
    }
    let told = way.stands.prefix(2).map { stands in
      list(zip(way.parties, stands).map { say(.takes, name($0), word($0, $1)) })
    }
    return alternatives(told) + (way.stands.count > 2 ? " …" : "")
  }

  private func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    let comma = evidence.say(AnswerPhrase.comma)
    return say(.or, words.dropLast().joined(separator: comma), last)
  }

  private func word(_ subject: Amendment.Subject, _ stand: Amendment.Stand) -> String {
    switch (subject, stand) {
    case (.lock, _): say(.lockOff)
    case (.party(.device), .agrees): say(.allowingDevice)
    case (.party(.app), .agrees), (.party(.delegate), .agrees): say(.allows)
    case (_, .agrees): say(.agrees)
    case (.party(.window(let id)), .refuses):
      // Of a window that says NO already it changes the mask alone.
      evidence.saysNo(id)
        ? say(.keeps, evidence.standing(id).letters(evidence.language)) : say(.refuses)
    case (_, .refuses): say(.refuses)
    case (_, .follows): say(.follows)
    case (_, .leaves): say(.leaves)
    case (_, .supports(let mask)): say(.supports, mask.letters(evidence.language))
    case (_, .standard): say(.standard)
    case (_, .shows(true)): say(.shown)
    case (_, .shows(false)): say(.hidden)
    }
  }

  /// What a repair brings, in words.
  func prediction(_ repair: Repair) -> String {
    let bar = repair.statusBar
    let moved = evidence.verdict.before.statusBar.orientation != bar
    if evidence.isDesktop { return output(bar, moved) }
    if RuleSetCatalog.family(evidence.rulesID) != .uikit {
      return say(moved ? .turnsTo : .staysAt, bar.name)
    }
    guard let page = repair.page else { return say(.bar, bar.name) }
    guard page == bar else { return say(.apart, page.name, bar.name) }
    let pageMoved = evidence.verdict.pageBefore.map { $0.orientation != page } ?? false
    if moved, pageMoved { return say(.bothTurn, bar.name) }
    return say(moved || pageMoved ? .bothAt : .bothStay, bar.name)
  }

  private func output(_ bar: InterfaceOrientation, _ moved: Bool) -> String {
    let output = evidence.verdict.after.outputs.first { $0.isManaged }
    let words = output.flatMap { bar.transform(on: $0.panel) }?.shortWords(evidence.language)
    return say(moved ? .outputTurns : .outputStays, words ?? bar.name)
  }
}
