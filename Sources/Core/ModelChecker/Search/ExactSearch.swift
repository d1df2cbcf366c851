// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A search with the whole history of keys, for the shortest path to a violation.
///
/// The history determines the heir of the key, so every path that is found can be played.
struct ExactSearch {
  let model: CheckModel
  let property: CheckProperty
  /// The largest number of nodes.
  var budget: Int
  /// The model for `FaultDistance`, which prunes the search; nil for no pruning.
  private let open: CheckModel?

  /// Creates a search for violations of a property; by default the budget is small for many
  /// windows.
  ///
  /// `open` is a model of the same stack with the key, or its heir, left open: states from which it
  /// meets no violation in time are pruned.
  init(
    model: CheckModel, property: CheckProperty, budget: Int? = nil, within open: CheckModel? = nil
  ) {
    self.model = model
    self.property = property
    self.budget = budget ?? (model.ids.count <= 4 ? 400_000 : 2_000)
    self.open = open
  }

  /// The outcome of an exact search.
  enum Result {
    case found([CheckEvent])
    /// There is no path of at most the given length.
    case none
    case exhausted
  }

  /// Searches for a path of at most `length` events, while `goesOn` returns true.
  func shortest(atMost length: Int, _ goesOn: () -> Bool = { true }) -> Result {
    let kernel = model.kernel
    let properties = StepProperties(kernel)
    let wanted = PropertySet(rawValue: 1 << UInt16(property.rawValue))
    let tail = property.tail
    let leaving: UInt64 = model.hiddenMatters ? .max : 0
    var distance = open.map { FaultDistance(of: property, in: $0, for: model) }
    defer { distance?.deallocate() }
    if distance?.isNear(model.initial, within: length, goesOn) == false { return .none }
    var histories = KeyHistories(model)
    var played = PlayedStates(model.initial, history: histories.first())
    var list = TransitionList()
    defer { list.deallocate() }
    var index = 0
    while index < played.nodes.count {
      let node = played.nodes[index]
      if let tail, tail <= length - node.level, let events = properties.tail(property, node.state) {
        return .found(way(to: index, played) + events)
      }
      var found: [CheckEvent]?
      list.removeAll()
      if node.level < length { kernel.expand(node.state, leaving: leaving, into: &list) }
      for position in 0..<list.count where found == nil {
        let transition = list[position]
        guard let history = histories.after(node.history, node.state, transition) else { continue }
        let step = kernel.decided(transition)
        let event = transition.event
        if tail == nil,
          properties.faults(of: event, node.state, step, wanted: wanted).contains(wanted)
        {
          found = way(to: index, played) + [event]
        }
        if step.raises { continue }
        if distance?.isNear(step.next, within: length - node.level - 1, goesOn) == false {
          continue
        }
        played.insert(
          PlayedStates.Node(
            state: step.next, history: history, parent: index, event: event,
            level: node.level + 1))
      }
      // If the packed form is insufficient, the search has no result.
      if model.broken != nil { return .exhausted }
      if let found { return .found(found) }
      // A tail lengthens a path, so a violation in a state does not end its level; the lengths
      // decide.
      if played.nodes.count > budget || index & 1023 == 1023 && !goesOn() { return .exhausted }
      index += 1
    }
    return .none
  }

  private func way(to index: Int, _ played: PlayedStates) -> [CheckEvent] {
    played.way(to: index).map(\.event)
  }
}
