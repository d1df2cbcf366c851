// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The findings of a search by nodes (`NodeSearch`).
struct NodeCheck {
  private(set) var search: NodeSearch
  private(set) var violations: [CheckProperty: Violation] = [:]
  private(set) var outcomes: OutcomeSet
  /// For each orientation (raw value minus 1), the windows that had it while they were the page, as
  /// bits.
  private(set) var pages: [UInt64]

  private let bounds: CheckBounds

  /// Creates the findings by searching all nodes, or those up to a bound of states or an
  /// interruption; `nil` if memory does not suffice or nodes cannot decide the properties.
  init?(_ model: CheckModel, _ bounds: CheckBounds, _ report: (CheckProgress) -> Bool) {
    self.bounds = bounds
    guard !model.raisesAtOnce, !model.ids.isEmpty, let decisions = NodeDecisions(model)
    else { return nil }
    // The first run follows the orientations of few windows only. Its result shows which other
    // windows can differ from the status bar; the search is repeated with these windows followed,
    // too.
    var followed = Self.followed(model)
    while true {
      let slots = NodeSlots(model, followed)
      guard let search = NodeSearch(decisions, slots) else { return nil }
      let isDone = search.run(bounds, report)
      if search.strays != 0 {
        guard search.strays & model.followers == 0, search.strays & ~followed != 0 else {
          return nil
        }
        followed |= search.strays
        continue
      }
      guard isDone else { return nil }
      var judge = NodeJudge(search, wanted: .searched)
      if search.limit == nil {
        // A property that holds in every reached node is left out of the search for the first
        // violations.
        for node in 0..<search.layout.nodes where search.isReached(node) {
          unsafe judge.judge(node, search.words(node), counts: true)
          judge.settle()
          if node & 1023 == 1023, model.broken != nil { return nil }
        }
      }
      var unknown = judge.unknown
      if !judge.outcomes.contains(.turned) { unknown |= judge.vague }
      if unknown & ~followed != 0 {
        followed |= unknown
        continue
      }
      if model.broken != nil || judge.isOpen { return nil }
      self.search = search
      outcomes = judge.outcomes
      pages = judge.pages
      let broken = search.limit == nil ? judge.met : .searched
      guard find(broken, judge.pairs, bounds, report) else { return nil }
      return
    }
  }

  var outcome: SearchOutcome {
    var pages = MetPages(search.model)
    pages.windows = (self.pages[0], self.pages[1], self.pages[2], self.pages[3])
    pages.states = search.pageStates
    let progress = CheckProgress(
      states: search.count, expanded: search.count, depth: search.levels.count - 1,
      bytes: search.bytes)
    return SearchOutcome(
      model: search.model, bounds: bounds, progress: progress,
      transitions: search.steps, limit: search.limit, violations: violations, outcomes: outcomes,
      pages: pages, reductions: search.model.reductions + [.turnedTogether])
  }

  /// Returns the windows whose orientations are followed from the first run on, because they can
  /// differ from the status bar.
  private static func followed(_ model: CheckModel) -> UInt64 {
    // Windows that do not participate in decisions made together, or decide for themselves; those
    // that give the page's answers mostly rotate with the page.
    if let part = unsafe model.tables.pointee.takingPart {
      return model.all & ~part.shown & ~model.followers
    }
    if case .own(andPage: false) = model.reads.windows { return model.all & ~model.followers }
    return 0
  }

  /// Searches level by level for the first violations of `broken`, then for those of P4 that need
  /// `pairs`; returns false if nodes cannot find or decide one.
  private mutating func find(
    _ broken: PropertySet, _ pairs: [UInt64], _ bounds: CheckBounds,
    _ report: (CheckProgress) -> Bool
  ) -> Bool {
    var judge = NodeJudge(search, wanted: broken)
    var returnLevel = Int.max
    for number in search.levels.indices where !judge.wanted.isEmpty {
      guard Self.take(number, of: search, &judge, into: &violations) else { return false }
      if returnLevel == .max, violations[.turnAndBack] != nil {
        returnLevel = number
      }
      if judge.isOpen { return false }
    }
    if search.limit == nil, !judge.wanted.subtracting(.back).isEmpty { return false }
    return findPairs(pairs, before: returnLevel, bounds, report)
  }

  /// Searches for violations of P4, earlier than `level`, that involve the orientations of the page
  /// and of another window.
  ///
  /// Does nothing if the main search ended at a bound. Returns false if a bound is reached or a
  /// violation has no path.
  private mutating func findPairs(
    _ pairs: [UInt64], before level: Int, _ bounds: CheckBounds,
    _ report: (CheckProgress) -> Bool
  ) -> Bool {
    guard search.limit == nil else { return true }
    var first = level
    let followed = search.following.followed
    var words: FrontierBits?
    for pair in Self.listed(pairs) {
      let own = pair.reduce(0) { $0 | PackedState.bit($1) }
      let slots = NodeSlots(search.model, [pair], ignored: followed & ~own)
      guard let both = NodeSearch(search.decisions, slots, in: words) else { return false }
      words = both.store
      var judge = NodeJudge(both, wanted: .back)
      var lost: (hit: NodeHit, node: Int)?
      // The search ends at the level of the known violation, as a later one is no improvement.
      let isDone = both.run(bounds, report) { number, level in
        if number >= first { return true }
        for row in level where lost == nil {
          judge.reset()
          let node = both.history.node(row)
          unsafe judge.judge(node, both.history.words(row), counts: false)
          if let hit = judge.hits.first { lost = (hit, node) }
        }
        return lost != nil
      }
      guard isDone, both.limit == nil else { return false }
      guard let lost else { continue }
      let level = both.levels.count - 1
      guard let violation = NodePath(both).violation(lost.hit, lost.node, level) else {
        return false
      }
      violations[.turnAndBack] = violation
      first = level
    }
    return true
  }
}

extension NodeCheck {
  /// The maximum number of violations of a property in one level for which a path is reconstructed.
  private static let mostTries = 4

  /// Records the first violations in a level, and removes their properties from `judge.wanted`;
  /// returns false if a violation has no path.
  ///
  /// A path on which no window inherits the key is preferred (`Violation.passesKeyOn`).
  private static func take(
    _ number: Int, of search: NodeSearch, _ judge: inout NodeJudge,
    into violations: inout [CheckProperty: Violation]
  ) -> Bool {
    var found: [CheckProperty: (violation: Violation, tries: Int)] = [:]
    for row in search.levels[number] where !judge.wanted.isEmpty {
      judge.reset()
      let node = search.history.node(row)
      unsafe judge.judge(node, search.history.words(row), counts: false)
      for hit in judge.hits {
        let set = PropertySet(hit.property)
        guard judge.wanted.contains(set) else { continue }
        guard let violation = NodePath(search).violation(hit, node, number) else { return false }
        let tries = (found[hit.property]?.tries ?? 0) + 1
        let isPlayable = !violation.passesKeyOn(in: search.model)
        if tries == 1 || isPlayable { found[hit.property] = (violation, tries) }
        found[hit.property]?.tries = tries
        if isPlayable || tries == mostTries { judge.wanted.remove(set) }
      }
    }
    for (property, best) in found {
      violations[property] = best.violation
      judge.wanted.remove(PropertySet(property))
    }
    return true
  }

  /// Returns each pair of windows once, since the search for a pair tries either window as the
  /// page.
  private static func listed(_ pairs: [UInt64]) -> [[Int]] {
    var listed: [[Int]] = []
    for page in pairs.indices {
      for window in pairs.indices where pairs[page] & PackedState.bit(window) != 0 {
        let isListed = window < page && pairs[window] & PackedState.bit(page) != 0
        if !isListed { listed.append([page, window]) }
      }
    }
    return listed
  }
}

/// The reconstruction of a path to a state, backwards through the levels of a search by nodes.
struct NodePath {
  private let search: NodeSearch
  private var layout: NodeLayout { search.layout }

  init(_ search: NodeSearch) { self.search = search }

  /// A state on a path: the node, the number of the situation, and the orientations of the windows
  /// of one slot (`NodeSlots`).
  private struct Point {
    var node: Int
    var bit: Int
    var slot: Int?
    var way: Int
  }

  /// Returns the violation that a hit describes, with its path; `nil` if the hit's first state has
  /// no path or no violation.
  func violation(_ hit: NodeHit, _ node: Int, _ level: Int) -> Violation? {
    let point = Point(
      node: node, bit: hit.situations.trailingZeroBitCount, slot: hit.slot, way: hit.way)
    guard let path = path(to: point, level) else { return nil }
    let state = state(point)
    switch hit.property {
    case .barAgrees: return Violation(after: path, in: search.model, page: hit.page)
    case .turnAndBack:
      guard let away = hit.away else { return nil }
      let tail = TurnAndBack(search.kernel).events(from: state, to: away)
      return Violation(after: path, in: search.model, tail: tail, page: hit.page)
    default: break
    }
    let wanted = PropertySet(hit.property)
    let properties = StepProperties(search.kernel)
    func first(_ isWanted: (CheckEvent) -> Bool) -> PathStep? {
      search.kernel.first(from: state, leaving: 0) { event, step in
        isWanted(event)
          && properties.violated(by: event, state, step, wanted: wanted).contains(wanted)
      }
    }
    let found = first { $0.isDevice } ?? first { $0.kind == .show }
    return found.map { Violation(after: path + [$0], in: search.model) }
  }

  private func state(_ point: Point) -> PackedState {
    var state = layout.state(point.node / layout.keys, point.node % layout.keys, bit: point.bit)
    guard let slot = point.slot else { return state }
    for (position, window) in search.slots[slot].enumerated() {
      state.turn(
        PackedState.bit(window) & state.present, to: point.way >> (2 * position) & 3)
    }
    return state
  }

  private func path(to point: Point, _ level: Int) -> [PathStep]? {
    var steps: [PathStep] = []
    var point = point
    var level = level
    while level > 0 {
      level -= 1
      guard let (before, step) = before(point, search.levels[level]) else { return nil }
      steps.append(step)
      point = before
    }
    return steps.reversed()
  }

  private func before(
    _ point: Point, _ level: Range<Int>
  ) -> (Point, PathStep)? {
    // A path that never hides or removes the key window is preferred: the arbiter can replay it
    // unchanged.
    before(point, level, inherits: false) ?? before(point, level, inherits: true)
  }

  private func before(
    _ point: Point, _ level: Range<Int>, inherits: Bool
  ) -> (Point, PathStep)? {
    let goal = state(point)
    for number in level {
      let node = search.history.node(number)
      let presence = node / layout.keys
      // An event changes the presence of one window at most.
      let changed =
        (goal.present ^ layout.present(presence)) | (goal.hidden ^ layout.hidden(presence))
      guard changed & (changed &- 1) == 0 else { continue }
      let words = unsafe search.history.words(number)
      let ways = point.slot.map { 1 << (2 * search.slots[$0].count) } ?? 1
      for way in 0..<ways {
        var rest = unsafe words[point.slot.map { search.following.offset($0) + way } ?? 0]
        while rest != 0 {
          let before = Point(
            node: node, bit: rest.trailingZeroBitCount, slot: point.slot, way: way)
          rest &= rest - 1
          if let step = step(from: before, to: goal, point, inherits) { return (before, step) }
        }
      }
    }
    return nil
  }

  private func step(
    from before: Point, to goal: PackedState, _ point: Point, _ inherits: Bool
  ) -> PathStep? {
    let state = state(before)
    let windows = point.slot.map { search.slots[$0] } ?? []
    return search.kernel.first(from: state, leaving: .max) { event, step in
      guard !step.raises, step.next.present == goal.present, step.next.hidden == goal.hidden,
        step.next.key == goal.key, step.next.situation == goal.situation,
        windows.allSatisfy({ step.next.orientation($0) == goal.orientation($0) })
      else { return false }
      let isLeft = event.kind == .hide || event.kind == .remove
      return inherits || layout.keys == 1 || !isLeft || event.index != state.key
    }
  }
}
