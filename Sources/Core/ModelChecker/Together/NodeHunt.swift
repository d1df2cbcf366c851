// SPDX-License-Identifier: Apache-2.0

/// The first violations of some properties, found by nodes, level by level.
///
/// Violations that are not found do not exist.
struct NodeHunt {
  /// The largest number of words.
  private static let most = 1_200_000
  /// The largest number of violations of one property whose paths are tried in a level.
  private static let mostTries = 4

  private(set) var violations: [Int: Exploration.Violation] = [:]

  /// Searches for violations of `missing`, which has none in the levels before `depth`.
  ///
  /// Nil if nodes cannot decide this, or not within the bounds.
  init?(
    _ model: CheckModel, _ missing: PropertySet, beyond depth: Int, _ bounds: CheckBounds,
    _ report: (CheckProgress) -> Bool
  ) {
    if missing.isEmpty { return }
    // A lost turn may require following two windows.
    guard !missing.contains(.back), let decisions = NodeDecisions(model) else { return nil }
    var followed = NodeCheck.followed(model)
    while true {
      let slots = NodeSlots(model, followed)
      guard let search = NodeSearch(decisions, slots, most: Self.most) else { return nil }
      var judge = NodeJudge(search, wanted: missing)
      var found: [Int: Exploration.Violation] = [:]
      var isLed = true
      let isDone = search.run(bounds, report) { number, _ in
        if number < depth { return false }
        isLed = Self.take(number, of: search, &judge, into: &found)
        return !isLed || judge.wanted.isEmpty || judge.unknown & ~followed != 0
      }
      guard isLed, model.broken == nil, search.limit == nil else { return nil }
      let open = search.strays | judge.unknown & ~followed
      if open != 0, !judge.wanted.isEmpty {
        guard open & model.followers == 0, open & ~followed != 0 else { return nil }
        followed |= open
        continue
      }
      guard isDone else { return nil }
      violations = found
      return
    }
  }

  /// Takes the first violations of a level and stops searching for them; false if there is no path
  /// to one.
  ///
  /// A violation that can be played as it is precedes one that needs an explicit key event.
  static func take(
    _ number: Int, of search: NodeSearch, _ judge: inout NodeJudge,
    into violations: inout [Int: Exploration.Violation]
  ) -> Bool {
    var found: [Int: (violation: Exploration.Violation, tries: Int)] = [:]
    for row in search.levels[number] where !judge.wanted.isEmpty {
      judge.reset()
      let node = search.history.node(row)
      unsafe judge.judge(node, search.history.words(row), counts: false)
      for hit in judge.hits {
        let set = PropertySet(rawValue: 1 << UInt16(hit.property.rawValue))
        guard judge.wanted.contains(set) else { continue }
        guard let violation = NodePath(search).violation(hit, node, number) else { return false }
        let tries = (found[hit.property.rawValue]?.tries ?? 0) + 1
        let isPlayable = !NodePath(search).inherits(violation)
        if tries == 1 || isPlayable { found[hit.property.rawValue] = (violation, tries) }
        found[hit.property.rawValue]?.tries = tries
        if isPlayable || tries == mostTries { judge.wanted.remove(set) }
      }
    }
    for (property, best) in found {
      violations[property] = best.violation
      judge.wanted.remove(PropertySet(rawValue: 1 << UInt16(property)))
    }
    return true
  }
}
