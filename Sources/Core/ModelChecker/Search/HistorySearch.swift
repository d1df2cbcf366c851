// SPDX-License-Identifier: Apache-2.0

/// A best-first search of states with their histories of key windows.
///
/// The history determines which window becomes key after the key window, so the arbiter can replay
/// every path. With a consistent lower bound of the remaining events the first goal found is a
/// nearest one (A*); with the bound 0 the search is breadth-first.
struct HistorySearch {
  enum Outcome {
    /// The path to the first goal.
    case found([PathStep])
    /// No goal is reachable.
    case none
    /// A bound was reached, or symmetry could not be used because interchangeable windows had
    /// different orientations.
    case open(CheckLimit)
  }

  private let model: CheckModel
  private let leaving: UInt64
  private let bounds: CheckBounds
  private let symmetry: WindowSymmetry?
  private let isAbstract: Bool
  private var histories: KeyHistories

  /// Creates a search; with `isAbstract` the history is ignored: any shown window may become key
  /// after the key window.
  init(
    _ model: CheckModel, leaving: UInt64, _ bounds: CheckBounds, _ symmetry: WindowSymmetry? = nil,
    isAbstract: Bool = false
  ) {
    (self.model, self.leaving, self.bounds) = (model, leaving, bounds)
    (self.symmetry, self.isAbstract) = (symmetry, isAbstract)
    histories = KeyHistories(model)
  }

  /// Searches for a state for which `isGoal` returns true, or a step for which `ends` returns true.
  ///
  /// `estimate` returns a lower bound of the remaining events after a state that was reached by
  /// `level` events, or `nil` if no goal is reachable from that state. Only events for which
  /// `allowed` returns true are taken.
  mutating func run(
    estimate: (PackedState, _ level: Int) -> Int?, allowed: (CheckEvent) -> Bool = { _ in true },
    isGoal: (PlayedStates.Node, KeyHistories) -> Bool = { _, _ in false },
    ends: (PackedState, CheckEvent, CheckStep) -> Bool = { _, _, _ in false },
    goesOn: (CheckProgress) -> Bool
  ) -> Outcome {
    let kernel = model.kernel
    var played = PlayedStates(
      symmetry?.canonical(model.initial) ?? model.initial, history: histories.first())
    defer { played.deallocate() }
    /// The A* queue: for each estimated total length of a path, the indices of states; the last
    /// index is taken first.
    var queue: [[Int]] = []
    var isExpanded: [Bool] = []
    var count = 0
    func offer(_ number: Int) {
      while isExpanded.count <= number { isExpanded.append(false) }
      let node = played.nodes[number]
      guard let left = estimate(node.state, node.level) else { return }
      while queue.count <= node.level + left { queue.append([]) }
      queue[node.level + left].append(number)
      count += 1
    }
    var list = TransitionList()
    defer { list.deallocate() }
    offer(0)
    var length = 0
    while length < queue.count {
      guard let number = queue[length].popLast() else {
        length += 1
        continue
      }
      if isExpanded[number] { continue }
      isExpanded[number] = true
      let node = played.nodes[number]
      if isGoal(node, histories) { return .found(path(to: number, played)) }
      list.removeAll()
      let duplicates = symmetry?.duplicates(node.state) ?? 0
      kernel.expand(node.state, leaving: leaving, except: duplicates, into: &list)
      for position in 0..<list.count where allowed(list[position].event) {
        let transition = list[position]
        let after = isAbstract ? 0 : histories.after(node.history, node.state, transition)
        guard let history = after else { continue }
        let step = kernel.decided(transition)
        if ends(node.state, transition.event, step), model.broken == nil {
          let last = PathStep(event: transition.event, next: step.next)
          return .found(path(to: number, played) + [last])
        }
        if step.raises { continue }
        let next = PlayedStates.Node(
          state: symmetry?.canonical(step.next) ?? step.next, history: history, parent: number,
          event: transition.event, level: node.level + 1)
        if let number = played.insert(next) { offer(number) }
      }
      // A cell that cannot hold a decision invalidates the result.
      if let limit = model.broken { return .open(limit) }
      if symmetry?.isBroken == true { return .open(.unplayable) }
      if count > bounds.states { return .open(.states(bounds.states)) }
      let bytes = played.nodes.count * 120
      if bytes > bounds.memory << 20 { return .open(.memory(bounds.memory)) }
      let progress = CheckProgress(states: count, expanded: number, depth: node.level, bytes: bytes)
      if number & 255 == 0, !goesOn(progress) { return .open(.interrupted) }
    }
    return .none
  }

  private func path(to number: Int, _ played: PlayedStates) -> [PathStep] {
    played.way(to: number).map { PathStep(event: $0.event, next: $0.state) }
  }
}

/// A pattern database: lower bounds of the number of events to a violation of P4.
///
/// The pattern is the projection to observation classes. A bound is the sum of the window events
/// that lead to a class, and of the device events that the projection needs. No event counts as
/// both, so the sum is an admissible and consistent heuristic (Culberson and Schaeffer, "Pattern
/// databases", 1998; Edelkamp, Lluch Lafuente and Leue, "Directed explicit model checking", 2001).
struct PatternDatabase {
  /// An observation class in which P4 can be violated, and the number of device events to a
  /// violating situation.
  private struct Target {
    var context: PackedState
    var distance: Int
  }

  /// The distance if no violation is reachable.
  private static let unreachable = Int.max / 2

  private let classes: ObservationClasses
  /// For each situation, the observation classes with violations of P4, those with the fewest
  /// device events first.
  private var targets: [[Target]]

  /// Creates the database from a projection that was explored.
  init(_ projection: ObservationProjection) {
    classes = projection.classes
    targets = Array(repeating: [], count: PackedState.situations)
    var tables: [[Int]: [Int]] = [:]
    for (number, ends) in projection.lostTurns.enumerated() where !ends.isEmpty {
      let table = tables[ends] ?? Self.distances(to: ends, projection)
      tables[ends] = table
      for situation in targets.indices where table[situation] < Self.unreachable {
        targets[situation].append(
          Target(context: projection.contexts[number], distance: table[situation]))
      }
    }
    for situation in targets.indices {
      targets[situation].sort { $0.distance < $1.distance }
    }
  }

  /// Returns a lower bound of the number of events from a state to a violation of P4; `nil` if none
  /// is reachable.
  func distance(from state: PackedState) -> Int? {
    var least = Self.unreachable
    for target in targets[state.situation] {
      if target.distance >= least { break }
      least = min(least, target.distance + classes.distance(from: state, to: target.context))
    }
    return least < Self.unreachable ? least : nil
  }

  /// Returns the distance of every situation to the nearest situation of `ends`, by a 0-1
  /// breadth-first search.
  private static func distances(
    to ends: [Int], _ projection: ObservationProjection
  ) -> [Int] {
    var distances = Array(repeating: unreachable, count: PackedState.situations)
    var level = ends
    for end in ends { distances[end] = 0 }
    var number = 0
    while !level.isEmpty {
      var next: [Int] = []
      while let place = level.popLast() {
        guard distances[place] == number else { continue }
        for edge in projection.before[place] where distances[edge.situation] > number + edge.cost {
          distances[edge.situation] = number + edge.cost
          if edge.cost == 0 { level.append(edge.situation) } else { next.append(edge.situation) }
        }
      }
      number += 1
      level = next
    }
    return distances
  }
}
