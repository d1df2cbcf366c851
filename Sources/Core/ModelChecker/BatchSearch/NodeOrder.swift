// SPDX-License-Identifier: Apache-2.0

/// The check of P8 by nodes: whether the results of turns depend on the order in which windows were
/// created.
///
/// Only the windows whose orientations prove to matter are followed.
@safe
struct NodeOrder {
  // SAFETY: the words of a level belong to the search, which lives as long as they are used.

  enum Outcome {
    /// The result of every reachable turn is independent of the order.
    case same
    /// The path to a turn whose result depends on the order, and the index in `rivals` of the two
    /// windows.
    case differs([PathStep], rivals: Int)
    /// The search by nodes cannot decide the property.
    case open
  }

  private let model: CheckModel
  private let rivals: [OrderRivals]
  private let search: NodeSearch
  /// For each pair of windows, a memo table by observation classes: whether all turns are equal in
  /// both orders.
  private var mirrored: [[Observed: Bool]] = []

  /// The observation classes of a node's turns: in the given order, and with the two windows
  /// exchanged.
  private struct Observed: Hashable {
    var number: Int
    var there: PackedState
  }

  /// Compares the results of turns in both orders in all states; repeats the search with more
  /// followed windows if necessary.
  static func look(
    _ outcome: SearchOutcome, _ rivals: [OrderRivals], _ goesOn: () -> Bool
  ) -> Outcome {
    let model = outcome.model
    guard !model.ids.isEmpty, rivals.allSatisfy({ $0.asksTheSame }),
      let decisions = outcome.nodes?.decisions ?? NodeDecisions(model)
    else { return .open }
    var loose = NodeCheck.ownWays(model)
    var followed: UInt64 = 0
    // The nodes of the finished search are mostly enough to decide the property.
    if let search = outcome.nodes, search.limit == nil {
      var order = NodeOrder(model, rivals, search)
      switch order.run(outcome.bounds, goesOn) {
      case .same?: return .same
      case .differs(let way, let rivals)?: return .differs(way, rivals: rivals)
      case .needs(let windows)?: followed = windows
      case .strays?, nil: break
      }
    }
    while goesOn() {
      let slots = NodeSlots(model, followed, ignored: loose & ~followed)
      guard let search = NodeSearch(decisions, slots) else { break }
      var order = NodeOrder(model, rivals, search)
      guard let found = order.run(outcome.bounds, goesOn) else { break }
      switch found {
      case .needs(let windows): followed |= windows
      case .strays(let windows):
        guard windows & (loose | model.followers) == 0 else { return .open }
        loose |= windows
      case .differs(let way, let rivals): return .differs(way, rivals: rivals)
      case .same: return .same
      }
    }
    return .open
  }

  private enum Finding {
    case same
    case differs([PathStep], rivals: Int)
    /// The result depends on the orientations of these windows, so the search must follow them.
    case needs(UInt64)
    /// These windows differed from the status bar, although the search assumes that they do not.
    case strays(UInt64)
  }

  private init(_ model: CheckModel, _ rivals: [OrderRivals], _ search: NodeSearch) {
    self.model = model
    self.rivals = rivals
    self.search = search
    mirrored = rivals.map { _ in [:] }
  }

  /// Compares the results of turns in both orders in all nodes; returns `nil` if the nodes cannot
  /// decide the property or a bound was reached.
  private mutating func run(_ bounds: CheckBounds, _ goesOn: () -> Bool) -> Finding? {
    var judge = NodeJudge(search, wanted: [])
    var found: (hit: NodeHit, node: Int, rivals: Int)?
    var last = 0
    var isDone = true
    if search.levels.isEmpty {
      var order = self
      isDone = search.run(bounds, { _ in goesOn() }) { number, level in
        last = number
        found = order.look(level, &judge)
        return found != nil || order.isBroken
      }
    } else {
      for number in search.levels.indices where found == nil && !isBroken {
        guard goesOn() else { return nil }
        last = number
        found = look(search.levels[number], &judge)
      }
    }
    if isBroken || search.limit != nil { return nil }
    // If a window's orientation was unknown, an earlier level may contain a violation as well.
    if let found, judge.unknown == 0 {
      guard let way = NodePath(search).way(found.hit, found.node, last)?.path else { return nil }
      return .differs(way, rivals: found.rivals)
    }
    if judge.unknown != 0 { return .needs(judge.unknown) }
    if search.strays != 0 { return .strays(search.strays) }
    return isDone ? .same : nil
  }

  private var isBroken: Bool {
    model.broken != nil || rivals.contains { $0.other.broken != nil }
  }

  /// Returns whether every turn of a node has the same decision cell if the two windows are
  /// exchanged.
  private mutating func isMirrored(_ node: Int, _ number: Int) -> Bool {
    let pair = rivals[number]
    let (decisions, layout) = (search.decisions, search.layout)
    let (presence, key) = (node / layout.keys, node % layout.keys)
    let there = layout.state(presence, key).swapped(pair.left, pair.right)
    let turns = decisions.turnNumber(presence, key)
    let observed = Observed(number: turns, there: pair.other.kernel.observationClass(1, 0, there))
    if let known = mirrored[number][observed] { return known }
    let isSame = search.devices.turns.allSatisfy { turn in
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

  /// Returns the first hit in a level: states in which a turn has another result if two windows are
  /// exchanged.
  private mutating func look(
    _ level: Range<Int>, _ judge: inout NodeJudge
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
