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
