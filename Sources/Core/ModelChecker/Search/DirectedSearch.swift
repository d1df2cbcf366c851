// SPDX-License-Identifier: Apache-2.0

/// A search for distant states by A*, guided by a pattern database.
///
/// A breadth-first search visits every set of hidden windows before the one that matters. The
/// projection to observation classes knows how far each class is from a goal: the events of windows
/// that change a state's class, plus the events of the device that the projection needs. The two
/// kinds are distinct, so their sum is an admissible and consistent heuristic, and the first goal
/// that is expanded is a nearest one (Edelkamp, Lluch Lafuente and Leue, "Directed explicit model
/// checking", 2001; Culberson and Schaeffer, "Pattern databases", 1998).
struct DirectedSearch {
  /// The outcome of a search.
  enum Outcome {
    /// The path to a goal.
    case found([Exploration.PathStep])
    /// No goal is reachable.
    case none
    /// A bound was reached, or alike windows have differed.
    case open
  }

  /// The states to search for.
  enum Goal {
    /// The states that violate P4.
    case lostTurn
    /// The states with a window as the page in an orientation, raw value less 1 (P3).
    ///
    /// Only their existence matters, so the search is greedy and the path need not be shortest.
    case page(Int, Int)
  }

  /// A class to reach, and the number of device events to one of its situations.
  private struct Target {
    var context: PackedState
    var distance: Int
  }

  /// The distance of a situation from which no goal can be reached.
  private static let unreachable = Int.max / 2

  private let projection: ObservationProjection
  private let leaving: UInt64
  private var histories: KeyHistories
  /// The start, or the page that was found last.
  private var end: PlayedStates.Node
  /// For each situation the classes of the current goal, the nearest first.
  private var targets: [[Target]] = []
  /// The same for the classes in which a step changes the bar to that of a page's goal.
  private var launchTargets: [[Target]] = []

  private var model: CheckModel { projection.model }
  private var classes: ObservationClasses { projection.classes }

  /// Creates a search that the projection of a model guides.
  init(_ projection: ObservationProjection, leaving: UInt64) {
    self.projection = projection
    self.leaving = leaving
    histories = KeyHistories(projection.model)
    end = PlayedStates.Node(state: projection.model.initial, history: histories.first())
  }

  /// Searches in order of the estimated distance, for a page from where the last search ended; `goesOn`
  /// returns whether to continue.
  ///
  /// An abstract search, with a symmetry, merges states that differ by alike windows and leaves open
  /// who inherits the key.
  mutating func run(
    _ goal: Goal, merging symmetry: WindowSymmetry?, isAbstract: Bool, _ bounds: CheckBounds,
    _ goesOn: (CheckProgress) -> Bool
  ) -> Outcome {
    aim(at: goal)
    let kernel = model.kernel
    var isGreedy = false
    if case .page = goal { isGreedy = true }
    let start = symmetry?.canonical(end.state) ?? end.state
    var played = PlayedStates(start, history: isAbstract ? 0 : end.history)
    var isExpanded: [Bool] = []
    /// The states of each estimate, of which the last one is expanded first.
    var queue: [[Int]] = []
    var list = TransitionList()
    defer { list.deallocate() }
    func offer(_ number: Int) {
      if number == isExpanded.count { isExpanded.append(false) }
      let node = played.nodes[number]
      let distance = distance(node.state, to: goal)
      guard distance < Self.unreachable else { return }
      let estimate = isGreedy ? distance : node.level + distance
      while queue.count <= estimate { queue.append([]) }
      queue[estimate].append(number)
    }
    offer(0)
    var estimate = 0
    while estimate < queue.count {
      guard let number = queue[estimate].popLast() else {
        estimate += 1
        continue
      }
      if isExpanded[number] { continue }
      isExpanded[number] = true
      let node = played.nodes[number]
      if isGoal(node.state, goal) {
        if isGreedy { end = node }
        return .found(
          played.way(to: number).map { Exploration.PathStep(event: $0.event, next: $0.state) })
      }
      list.removeAll()
      let duplicates = symmetry?.duplicates(node.state) ?? 0
      kernel.expand(node.state, leaving: leaving, except: duplicates, into: &list)
      for position in 0..<list.count {
        let transition = list[position]
        let after = isAbstract ? 0 : histories.after(node.history, node.state, transition)
        guard let history = after else { continue }
        let step = kernel.decided(transition)
        if step.raises { continue }
        let next = PlayedStates.Node(
          state: symmetry?.canonical(step.next) ?? step.next, history: history, parent: number,
          event: transition.event, level: node.level + 1)
        if let number = played.insert(next) { offer(number) }
      }
      if isGreedy { estimate = 0 }
      if model.broken != nil || symmetry?.isBroken == true { return .open }
      let (states, bytes) = (played.nodes.count, played.nodes.count * 120)
      if states > bounds.states || bytes > bounds.memory << 20 { return .open }
      let progress = CheckProgress(
        states: states, expanded: number, depth: node.level, bytes: bytes)
      if number & 255 == 0, !goesOn(progress) { return .open }
    }
    return .none
  }

  private func isGoal(_ state: PackedState, _ goal: Goal) -> Bool {
    let kernel = model.kernel
    return switch goal {
    case .lostTurn: TurnAndBack(kernel).violation(in: state) != nil
    case .page(let window, let orientation):
      kernel.pages(state) & kernel.oriented(state, orientation) & PackedState.bit(window) != 0
    }
  }

  /// Returns a lower bound of the number of events from a state to a lost turn, or an estimate for a
  /// page.
  private func distance(_ state: PackedState, to goal: Goal) -> Int {
    if case .page(_, let orientation) = goal, state.bar != orientation {
      // The bar has to change first: a larger estimate than that of any state in which it has.
      let least = least(launchTargets, state)
      return least < Self.unreachable ? least + 1 + 2 * PackedState.width : least
    }
    var distance = least(targets, state)
    if case .page(let window, _) = goal, !classes.readsFocus {
      if state.key != window { distance += 1 }
      if state.shown & PackedState.bit(window) == 0 { distance += 1 }
    }
    return distance
  }

  private func least(_ targets: [[Target]], _ state: PackedState) -> Int {
    var least = Self.unreachable
    for target in targets[Self.situation(state)] {
      // The targets are in order of their distances.
      if target.distance >= least { break }
      least = min(least, target.distance + classes.distance(from: state, to: target.context))
    }
    return least
  }

  private static func situation(_ state: PackedState) -> Int {
    (state.settingsIndex * 5 + state.device) * 4 + state.bar
  }

  /// Sets the classes of a goal.
  private mutating func aim(at goal: Goal) {
    switch goal {
    case .lostTurn: targets = targets(projection.lostTurns)
    case .page(let window, let orientation):
      let ends = projection.before.indices.filter { $0 & 3 == orientation }
      // The page is made key, which decisions may not read.
      targets = targets(
        projection.contexts.map { $0.key == window || !classes.readsFocus ? ends : [] })
      launchTargets = targets(
        projection.launches.map { $0.filter { $0.bar == orientation }.map(\.situation) })
    }
  }

  /// Returns for each situation the classes with ends, in order of the distance to the nearest end.
  private func targets(_ ends: [[Int]]) -> [[Target]] {
    var tables: [[Int]: [Int]] = [:]
    var targets: [[Target]] = Array(repeating: [], count: ObservationProjection.situations)
    for (number, ends) in ends.enumerated() where !ends.isEmpty {
      let table = tables[ends] ?? distances(to: ends)
      tables[ends] = table
      for situation in targets.indices where table[situation] < Self.unreachable {
        targets[situation].append(
          Target(context: projection.contexts[number], distance: table[situation]))
      }
    }
    return targets.map { $0.sorted { $0.distance < $1.distance } }
  }

  /// Returns the distance of every situation to the nearest of some, by 0-1 breadth-first search.
  private func distances(to ends: [Int]) -> [Int] {
    var distances = Array(repeating: Self.unreachable, count: ObservationProjection.situations)
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
