// SPDX-License-Identifier: Apache-2.0

/// A best-first search of states with their histories of keys.
///
/// The history determines which window inherits the key, so the arbiter follows every path. With a
/// consistent lower bound of the events that are left the first goal is a nearest one (A*); without one
/// the search is breadth-first.
struct HistorySearch {
  /// The outcome of a search.
  enum Outcome {
    /// The path to a goal.
    case found([Exploration.PathStep])
    /// No goal is reachable.
    case none
    /// A bound was reached, or alike windows have differed.
    case open(CheckLimit)
  }

  private let model: CheckModel
  private let leaving: UInt64
  private let bounds: CheckBounds
  private let symmetry: WindowSymmetry?
  private let isAbstract: Bool
  private var histories: KeyHistories

  /// Creates a search; an abstract one leaves open which window inherits the key.
  init(
    _ model: CheckModel, leaving: UInt64, _ bounds: CheckBounds, _ symmetry: WindowSymmetry? = nil,
    isAbstract: Bool = false
  ) {
    (self.model, self.leaving, self.bounds) = (model, leaving, bounds)
    (self.symmetry, self.isAbstract) = (symmetry, isAbstract)
    histories = KeyHistories(model)
  }

  /// Searches for a state that is a goal, or a step that `ends` the path.
  ///
  /// `estimate` returns a lower bound of the events that are left after a state and a number of events;
  /// nil if no goal is to be reached from there. Only events that are `allowed` are tried.
  mutating func run(
    estimate: (PackedState, _ level: Int) -> Int?, allowed: (CheckEvent) -> Bool = { _ in true },
    isGoal: (PlayedStates.Node, KeyHistories) -> Bool = { _, _ in false },
    ends: (PackedState, CheckEvent, CheckStep) -> Bool = { _, _, _ in false },
    goesOn: (CheckProgress) -> Bool
  ) -> Outcome {
    let kernel = model.kernel
    var played = PlayedStates(
      symmetry?.canonical(model.initial) ?? model.initial, history: histories.first())
    /// The states of each length of a path to a goal, of which the last one is expanded first.
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
          let last = Exploration.PathStep(event: transition.event, next: step.next)
          return .found(path(to: number, played) + [last])
        }
        if step.raises { continue }
        let next = PlayedStates.Node(
          state: symmetry?.canonical(step.next) ?? step.next, history: history, parent: number,
          event: transition.event, level: node.level + 1)
        if let number = played.insert(next) { offer(number) }
      }
      // If the packed form is insufficient, the search has no result.
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

  private func path(to number: Int, _ played: PlayedStates) -> [Exploration.PathStep] {
    played.way(to: number).map { Exploration.PathStep(event: $0.event, next: $0.state) }
  }
}
