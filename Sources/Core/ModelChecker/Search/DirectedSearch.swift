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
    /// The canonical states after each event up to a goal.
    case found([PackedState])
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

  /// A class to reach, and the index of the distances to its situations.
  private struct Target {
    var context: PackedState
    var table: Int
  }

  /// The number of settings, device orientations and bars.
  private static let situations = 16 * 5 * 4
  /// The distance of a situation from which no goal can be reached.
  private static let unreachable = Int.max / 2

  private let model: CheckModel
  private let kernel: StepKernel
  private let symmetry: WindowSymmetry?
  private let leaving: UInt64
  private let classes: ObservationClasses
  private let contexts: [PackedState]
  /// The edges of the projection backwards: for each situation those before it, and the number of
  /// device events between them.
  private var before: [[(situation: Int, cost: Int)]]
  /// The situations of each class that violate P4.
  private var lostTurns: [[Int]]
  /// The situations of each class in which a step changes the bar, with the bar after it.
  private var launches: [[(situation: Int, bar: Int)]]
  /// The classes of the current goal, each with the index of its distances.
  private var targets: [Target] = []
  /// The classes in which a step changes the bar to that of a page's goal.
  private var launchTargets: [Target] = []
  /// The number of device events from each situation to a goal's situation.
  private var distances: [[Int]] = []

  /// Creates a search; nil if the model has no observation classes.
  init?(_ model: CheckModel, _ symmetry: WindowSymmetry?, leaving: UInt64) {
    guard let classes = unsafe model.tables.pointee.observations,
      let contexts = classes.contexts(model.initial, all: model.all, most: 2_000)
    else { return nil }
    self.model = model
    self.symmetry = symmetry
    self.leaving = leaving
    self.classes = classes
    self.contexts = contexts
    kernel = model.kernel
    before = Array(repeating: [], count: Self.situations)
    lostTurns = Array(repeating: [], count: contexts.count)
    launches = Array(repeating: [], count: contexts.count)
    exploreProjection()
    if model.broken != nil { return nil }
  }

  /// Searches the states after a start in order of their estimated distance; `goesOn` returns whether
  /// to continue.
  mutating func run(
    _ goal: Goal, from start: PackedState, _ bounds: CheckBounds,
    _ goesOn: (CheckProgress) -> Bool
  ) -> Outcome {
    aim(at: goal)
    var isGreedy = false
    if case .page = goal { isGreedy = true }
    var states: [PackedState] = []
    var parents: [Int] = []
    var depths: [Int] = []
    var isExpanded: [Bool] = []
    /// The states of each estimate, of which the last one is expanded first.
    var queue: [[Int]] = []
    var numbers = ClassTable()
    var list = TransitionList()
    defer {
      numbers.deallocate()
      list.deallocate()
    }
    func offer(_ state: PackedState, from parent: Int, depth: Int) {
      let state = symmetry?.canonical(state) ?? state
      let number = numbers.number(state)
      if number == states.count {
        states.append(state)
        parents.append(parent)
        depths.append(depth)
        isExpanded.append(false)
      } else if isExpanded[number] || depths[number] <= depth {
        return
      }
      (parents[number], depths[number]) = (parent, depth)
      let distance = distance(state, to: goal)
      guard distance < Self.unreachable else { return }
      let estimate = isGreedy ? distance : depth + distance
      while queue.count <= estimate { queue.append([]) }
      queue[estimate].append(number)
    }
    offer(start, from: 0, depth: 0)
    var estimate = 0
    while estimate < queue.count {
      guard let number = queue[estimate].popLast() else {
        estimate += 1
        continue
      }
      if isExpanded[number] { continue }
      isExpanded[number] = true
      let state = states[number]
      if isGoal(state, goal) {
        var path: [PackedState] = []
        var place = number
        while place != 0 {
          path.append(states[place])
          place = parents[place]
        }
        return .found(path.reversed())
      }
      list.removeAll()
      kernel.expand(
        state, leaving: leaving, except: symmetry?.duplicates(state) ?? 0, into: &list)
      for position in 0..<list.count {
        let step = kernel.decided(list[position])
        if !step.raises { offer(step.next, from: number, depth: depths[number] + 1) }
      }
      if isGreedy { estimate = 0 }
      if model.broken != nil || symmetry?.isBroken == true { return .open }
      let bytes = states.count * 100
      if states.count > bounds.states || bytes > bounds.memory << 20 { return .open }
      let progress = CheckProgress(
        states: states.count, expanded: number, depth: depths[number], bytes: bytes)
      if number & 255 == 0, !goesOn(progress) { return .open }
    }
    return .none
  }

  private func isGoal(_ state: PackedState, _ goal: Goal) -> Bool {
    switch goal {
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

  private func least(_ targets: [Target], _ state: PackedState) -> Int {
    let situation = Self.situation(state)
    var least = Self.unreachable
    for target in targets {
      let device = distances[target.table][situation]
      if device < least {
        least = min(least, device + classes.distance(from: state, to: target.context))
      }
    }
    return least
  }

  private static func situation(_ state: PackedState) -> Int {
    (state.settingsIndex * 5 + state.device) * 4 + state.bar
  }

  /// Sets the classes of a goal and the distances to its situations.
  private mutating func aim(at goal: Goal) {
    (targets, launchTargets, distances) = ([], [], [])
    var tables: [[Int]: Int] = [:]
    func target(_ number: Int, _ ends: [Int]) -> [Target] {
      if ends.isEmpty { return [] }
      let table = tables[ends] ?? distances.count
      if table == distances.count {
        tables[ends] = table
        distances.append(Self.distances(to: ends, before))
      }
      return [Target(context: contexts[number], table: table)]
    }
    for (number, context) in contexts.enumerated() {
      switch goal {
      case .lostTurn: targets += target(number, lostTurns[number])
      case .page(let window, let orientation):
        // The page is made key, which decisions may not read.
        if context.key == window || !classes.readsFocus {
          targets += target(number, before.indices.filter { $0 & 3 == orientation })
        }
        launchTargets += target(
          number, launches[number].filter { $0.bar == orientation }.map(\.situation))
      }
    }
  }

  /// Explores the projection, in which a window's event can lead to any class.
  private mutating func exploreProjection() {
    var reached = Array(repeating: false, count: Self.situations)
    var waiting = [model.initial]
    reached[Self.situation(model.initial)] = true
    while let place = waiting.popLast() {
      var after: Set<Int> = []
      func reach(_ step: CheckStep, cost: Int) {
        let next = Self.situation(step.next)
        guard !step.raises, after.insert(next * 2 + cost).inserted else { return }
        before[next].append((Self.situation(place), cost))
        if reached[next] { return }
        reached[next] = true
        waiting.append(step.next)
      }
      var settings = [place.settingsIndex]
      for index in model.ids.indices where PackedState.bit(index) & model.addable != 0 {
        let added = kernel.settingsAfterAdding(index, place)
        if !settings.contains(added) { settings.append(added) }
      }
      for (number, context) in contexts.enumerated() {
        var bars: Set<Int> = []
        func take(_ step: CheckStep, cost: Int) {
          reach(step, cost: cost)
          if !step.raises, step.next.bar != place.bar { bars.insert(step.next.bar) }
        }
        var state = context
        (state.bar, state.device) = (place.bar, place.device)
        // All windows have the bar's orientation.
        state.turn(model.all, to: place.bar)
        for setting in settings {
          state.settingsIndex = setting
          take(kernel.decided(TriggerCode.reconsider, 0, state), cost: 0)
        }
        state.settingsIndex = place.settingsIndex
        for device in 0..<5 where device != state.device {
          kernel.step(CheckEvent(kind: .turn, index: device), state) { take($1, cost: 1) }
        }
        let lock: CheckEvent.Kind = kernel.isLocked(state) ? .unlock : .lock
        kernel.step(CheckEvent(kind: lock), state) { take($1, cost: 1) }
        launches[number] += bars.sorted().map { (Self.situation(place), $0) }
        if TurnAndBack(kernel).isPossible(in: state) {
          lostTurns[number].append(Self.situation(place))
        }
      }
      if model.broken != nil { return }
    }
    for number in lostTurns.indices {
      lostTurns[number].sort()
      launches[number].sort { $0 < $1 }
    }
  }

  /// Returns the distance of every situation to the nearest of some, by 0-1 breadth-first search.
  private static func distances(
    to ends: [Int], _ before: [[(situation: Int, cost: Int)]]
  ) -> [Int] {
    var distances = Array(repeating: unreachable, count: situations)
    var level = ends
    for end in ends { distances[end] = 0 }
    var number = 0
    while !level.isEmpty {
      var next: [Int] = []
      while let place = level.popLast() {
        guard distances[place] == number else { continue }
        for edge in before[place] where distances[edge.situation] > number + edge.cost {
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
