// SPDX-License-Identifier: Apache-2.0

/// The check of P8 by nodes: whether the results of turns depend on the order in which windows were
/// created.
///
/// Only the windows whose orientations prove to matter are followed.
@safe
struct NodeOrder {
  // SAFETY: the words of a level belong to the search, which lives as long as they are used.

  enum Outcome {
    case same
    /// The path to a turn whose result depends on the order, and the index in `rivals` of the two
    /// windows.
    case differs([PathStep], rivals: Int)
    case open
  }

  private let model: CheckModel
  private let rivals: [OrderRivals]
  private let decisions: NodeDecisions
  /// For each pair of windows, a memo table by observation classes, and one by nodes: whether all
  /// turns are equal in both orders.
  private var mirrored: [[Observed: Bool]]
  private var mirroredNodes: [[Bool?]]

  /// The observation classes of a node's turns: in the given order, and with the two windows
  /// exchanged.
  private struct Observed: Hashable {
    var number: Int
    var there: PackedState

    func hash(into hasher: inout Hasher) {
      hasher.combine(there.mixed &+ UInt64(truncatingIfNeeded: number))
    }
  }

  /// Creates the check of some pairs; `nil` if nodes cannot represent the model, or device events
  /// have other triggers when a pair is exchanged.
  init?(_ outcome: SearchOutcome, _ rivals: [OrderRivals]) {
    model = outcome.model
    guard !model.ids.isEmpty, rivals.allSatisfy({ $0.asksTheSame }),
      let decisions = outcome.nodes?.decisions ?? NodeDecisions(model)
    else { return nil }
    (self.rivals, self.decisions) = (rivals, decisions)
    mirrored = rivals.map { _ in [:] }
    mirroredNodes = rivals.map { _ in Array(repeating: nil, count: decisions.layout.nodes) }
  }

  /// Compares the results of turns in both orders in all states; repeats the search with more
  /// followed windows if necessary.
  mutating func run(_ outcome: SearchOutcome, _ goesOn: () -> Bool) -> Outcome {
    // Windows that decide for themselves may differ from the status bar; they are followed only if
    // a result depends on them.
    var loose = NodeCheck.ownWays(model)
    var followed: UInt64 = 0
    // The nodes of the finished search are mostly enough to decide the property.
    var finished = outcome.nodes.flatMap { $0.limit == nil ? $0 : nil }
    while goesOn() {
      let isFinished = finished != nil
      let slots = NodeSlots(model, followed, ignored: loose & ~followed)
      guard let search = finished ?? NodeSearch(decisions, slots) else { break }
      finished = nil
      var judge = NodeJudge(search, wanted: [])
      var found: (hit: NodeHit, node: Int, rivals: Int, level: Int)?
      let isDone = search.run(outcome.bounds, { _ in goesOn() }) { number, level in
        found = difference(level, of: search, &judge).map { ($0.hit, $0.node, $0.rivals, number) }
        return found != nil || isBroken
      }
      if isBroken || search.limit != nil { break }
      if judge.unknown != 0 {
        // An earlier level may contain a violation in an orientation that was unknown.
        followed |= judge.unknown
      } else if let found {
        let way = NodePath(search).way(found.hit, found.node, found.level)?.path
        if let way { return .differs(way, rivals: found.rivals) }
        guard isFinished else { break }
      } else if search.strays != 0 {
        guard search.strays & (loose | model.followers) == 0 else { break }
        loose |= search.strays
      } else {
        return isDone ? .same : .open
      }
    }
    return .open
  }

  private var isBroken: Bool {
    model.broken != nil || rivals.contains { $0.other.broken != nil }
  }

  private mutating func isMirrored(_ node: Int, _ number: Int) -> Bool {
    if let known = mirroredNodes[number][node] { return known }
    let isSame = hasMirroredClass(node, number)
    mirroredNodes[number][node] = isSame
    return isSame
  }

  private mutating func hasMirroredClass(_ node: Int, _ number: Int) -> Bool {
    let pair = rivals[number]
    let layout = decisions.layout
    let (presence, key) = (node / layout.keys, node % layout.keys)
    let there = layout.state(presence, key).swapped(pair.left, pair.right)
    let turns = decisions.turnNumber(presence, key)
    let observed = Observed(number: turns, there: pair.other.kernel.observationClass(1, 0, there))
    if let known = mirrored[number][observed] { return known }
    let isSame = decisions.devices.turns.allSatisfy { turn in
      var there = there
      there.settingsIndex = turn.settings
      let here = decisions.turn(
        turns, turn.code, presence, key, settings: turn.settings
      ).cell
      return here.swapped(pair.left, pair.right) == pair.other.kernel.cell(turn.code, 0, there)
    }
    mirrored[number][observed] = isSame
    return isSame
  }

  private mutating func difference(
    _ level: Range<Int>, of search: NodeSearch, _ judge: inout NodeJudge
  ) -> (hit: NodeHit, node: Int, rivals: Int)? {
    for row in level {
      let node = search.history.node(row)
      for number in rivals.indices where !isMirrored(node, number) {
        let pair = rivals[number]
        judge.reset()
        unsafe judge.judgeOrder(
          node, search.history.words(row), in: pair.other, pair.left, pair.right)
        if let hit = judge.hits.first { return (hit, node, number) }
      }
    }
    return nil
  }
}
