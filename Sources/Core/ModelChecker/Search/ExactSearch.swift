// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The search for the shortest list of events that violates a property and that the arbiter follows.
struct ExactSearch {
  let model: CheckModel
  let property: CheckProperty
  /// The largest number of states.
  let budget: Int
  /// The model for `ViolationDistance`, which prunes the search; nil for no pruning.
  var open: CheckModel?
  /// The distances to lost turns, which guide the search for one.
  var pattern: PatternDatabase?

  /// Searches for a path of at most `length` events, while `goesOn` returns true.
  func shortest(atMost length: Int, _ goesOn: () -> Bool) -> HistorySearch.Outcome {
    let kernel = model.kernel
    let properties = StepProperties(kernel)
    let wanted = PropertySet(property)
    let tail = property.tail
    var distance = open.map { ViolationDistance(of: property, in: $0, for: model) }
    defer { distance?.deallocate() }
    var search = HistorySearch(
      model, leaving: model.hiddenMatters ? .max : 0, CheckBounds(states: budget))
    let found = search.run(
      estimate: { state, level in
        let left = pattern.map { $0.distance(from: state) } ?? 0
        guard let left, level + left + (tail ?? 1) <= length else { return nil }
        let isNear = distance?.isNear(state, within: length - level, goesOn) ?? true
        return isNear ? left : nil
      },
      isGoal: { node, _ in properties.tail(property, node.state) != nil },
      ends: { state, event, step in
        tail == nil
          && properties.violated(by: event, state, step, wanted: wanted).contains(wanted)
      },
      goesOn: { _ in goesOn() })
    guard case .found(var path) = found, tail != nil else { return found }
    var state = path.last?.next ?? model.initial
    for event in properties.tail(property, state) ?? [] {
      kernel.step(event, state) { state = $1.next }
      path.append(Exploration.PathStep(event: event, next: state))
    }
    return .found(path)
  }
}

/// A lower bound of the distance to a violation, in a model that over-approximates the exact one.
///
/// Iterative deepening with a transposition table of refuted states.
private struct ViolationDistance {
  /// The known bounds of a state.
  private struct Entry {
    /// A violation occurs within this number of events.
    var near = Int.max
    /// No violation occurs within this number of events; -1 if unknown.
    var far = -1
  }

  private let property: CheckProperty
  private let open: CheckModel
  private let exact: CheckModel
  private let kernel: StepKernel
  private let leaving: UInt64
  private let tail: Int?
  private var entries: [Entry] = []
  /// The indices of the states' entries.
  private var places: [PackedState: Int] = [:]
  /// The settings of the open model by those of the exact model.
  private var settings: [Int: Int] = [:]
  private var isOver = false
  private var list = TransitionList()
  /// The stack of successor states on the current path.
  private var waiting: [PackedState] = []

  /// The largest number of entries; beyond it every state counts as near.
  private let most: Int

  /// Creates distances to a property's violation in `open`, for states of `exact`, of the same
  /// stack.
  ///
  /// The memory must be freed by `deallocate`.
  init(of property: CheckProperty, in open: CheckModel, for exact: CheckModel) {
    self.property = property
    self.open = open
    self.exact = exact
    kernel = open.kernel
    leaving = open.hiddenMatters ? .max : 0
    tail = property.tail
    most = open.ids.count <= 4 ? 200_000 : 8_000
  }

  func deallocate() { list.deallocate() }

  /// Returns whether a violation may occur within `length` events after a state of the exact model.
  mutating func isNear(
    _ state: PackedState, within length: Int, _ goesOn: () -> Bool
  ) -> Bool {
    var state = state
    guard let number = number(state.settingsIndex) else { return true }
    state.settingsIndex = number
    if open.isKeyFree { state.key = PackedState.none }
    return search(state, length, goesOn)
  }

  private mutating func number(_ settingsIndex: Int) -> Int? {
    if let known = settings[settingsIndex] { return known }
    let found = open.templates.firstIndex(of: exact.templates[settingsIndex])
    settings[settingsIndex] = found
    return found
  }

  private mutating func search(
    _ state: PackedState, _ length: Int, _ goesOn: () -> Bool
  ) -> Bool {
    let place = place(state)
    if entries[place].near <= length { return true }
    if entries[place].far >= length { return false }
    if isOver { return true }
    if let tail, tail <= length, entries[place].far < tail,
      StepProperties(kernel).tail(property, state) != nil
    {
      entries[place].near = tail
      return true
    }
    if length == 0 {
      entries[place].far = 0
      return false
    }
    let first = waiting.count
    defer { waiting.removeLast(waiting.count - first) }
    let isFound = expand(state)
    // If the packed form is insufficient, nothing is proved.
    if open.broken != nil || entries.count > most || entries.count & 1023 == 0 && !goesOn() {
      isOver = true
      return true
    }
    if isFound {
      entries[place].near = 1
      return true
    }
    let end = waiting.count
    for next in first..<end where search(waiting[next], length - 1, goesOn) {
      entries[place].near = length
      return true
    }
    entries[place].far = max(entries[place].far, length)
    return false
  }

  /// Returns whether a step out of a state is a violation; otherwise appends the successors to
  /// `waiting`.
  private mutating func expand(_ state: PackedState) -> Bool {
    let wanted = PropertySet(property)
    let properties = StepProperties(kernel)
    list.removeAll()
    kernel.expand(state, leaving: leaving, into: &list)
    for position in 0..<list.count {
      let step = kernel.decided(list[position])
      if tail == nil {
        let event = list[position].event
        let violated = properties.violated(by: event, state, step, wanted: wanted)
        if violated.contains(wanted) { return true }
      }
      if !step.raises, step.next != state { waiting.append(step.next) }
    }
    return false
  }

  /// Returns the index of a state's entry, created if necessary.
  private mutating func place(_ state: PackedState) -> Int {
    if let known = places[state] { return known }
    let place = entries.count
    places[state] = place
    entries.append(Entry())
    return place
  }
}
