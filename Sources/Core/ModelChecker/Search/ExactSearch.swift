// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The search for the shortest sequence of events that violates a property, and that the arbiter can
/// replay unless the search is abstract.
struct ExactSearch {
  let model: CheckModel
  let property: CheckProperty
  let bounds: CheckBounds
  /// A model that allows all behaviours of `model` and more, whose distances to a violation prune
  /// the search; `nil` for no pruning.
  var open: CheckModel?
  /// Returns a lower bound of the number of events to a violating state, or to the one before a
  /// violating step; `nil` if no violation is reachable.
  var estimate: ((PackedState) -> Int?)?
  var symmetry: WindowSymmetry?
  /// Whether any shown window may become key after the key window.
  var isAbstract = false

  /// Returns the path to a nearest violation of at most `length` events; its last events make the
  /// violation of a state visible.
  ///
  /// `leaving` are the windows that are removed; by default all, if hiding is not equivalent.
  func shortest(
    atMost length: Int = .max, leaving: UInt64? = nil, _ goesOn: (CheckProgress) -> Bool
  ) -> HistorySearch.Outcome {
    let properties = StepProperties(model.kernel)
    let wanted = PropertySet(property)
    let tail = property.tail
    var distance = open.map { ViolationDistance(of: property, in: $0, for: model) }
    defer { distance?.deallocate() }
    var search = HistorySearch(
      model, leaving: leaving ?? (model.hiddenMatters ? .max : 0), bounds, symmetry,
      isAbstract: isAbstract)
    let found = search.run(
      estimate: { state, level in
        let left = estimate.map { $0(state) } ?? 0
        guard let left, level + left + (tail ?? 1) <= length else { return nil }
        let progress = CheckProgress(states: 0, expanded: 0, depth: level, bytes: 0)
        let isNear = distance?.isNear(state, within: length - level) { goesOn(progress) } ?? true
        return isNear ? left : nil
      },
      isGoal: { node, _ in properties.tail(property, node.state) != nil },
      ends: { state, event, step in
        tail == nil
          && properties.violated(by: event, state, step, wanted: wanted).contains(wanted)
      },
      goesOn: goesOn)
    guard case .found(let path) = found, tail != nil else { return found }
    let more = properties.tail(property, path.last?.next ?? model.initial) ?? []
    return .found(Violation(after: path, in: model, tail: more).path)
  }
}

/// Lower bounds of the number of events to a violation, computed in a model that over-approximates
/// another.
///
/// The bounds are found by iterative deepening with a transposition table of refuted states.
private struct ViolationDistance {
  private struct Entry {
    /// An upper bound: a violation occurs within this number of events.
    var near = Int.max
    /// A lower bound: no violation occurs within this number of events; -1 if unknown.
    var far = -1
  }

  private let property: CheckProperty
  private let open: CheckModel
  private let exact: CheckModel
  private let kernel: StepKernel
  private let leaving: UInt64
  private let tail: Int?
  private var entries: [Entry] = []
  /// The indices of the states in `entries`.
  private var places = StateNumbers()
  /// For each settings index of the model `exact`, the index of the same settings in the model
  /// `open`.
  private var settings: [Int: Int] = [:]
  private var isOver = false
  private var list = TransitionList()
  /// A stack: the successors of the states on the current path.
  private var waiting: [PackedState] = []

  /// The maximum number of entries; if it is exceeded, every state counts as possibly near a
  /// violation.
  private let most: Int

  /// Creates the lower bounds for violations of a property in `open`, for states of `exact`, a
  /// model of the same stack; the owner frees the memory by `deallocate`.
  init(of property: CheckProperty, in open: CheckModel, for exact: CheckModel) {
    self.property = property
    self.open = open
    self.exact = exact
    kernel = open.kernel
    leaving = open.hiddenMatters ? .max : 0
    tail = property.tail
    most = open.ids.count <= 4 ? 200_000 : 8_000
  }

  func deallocate() {
    list.deallocate()
    places.deallocate()
  }

  /// Returns whether a violation may occur within `length` events after a state of the model
  /// `exact`.
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
    // Nothing is refuted if a cell could not hold a decision, or the budget is exhausted.
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

  /// Returns whether a step from a state is a violation; if none is, appends the state's successors
  /// to `waiting`.
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

  private mutating func place(_ state: PackedState) -> Int {
    let place = places.number(state)
    if place == entries.count { entries.append(Entry()) }
    return place
  }
}
