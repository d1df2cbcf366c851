// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A state with the whole history of keys.
struct PlayedState: Hashable {
  var state: PackedState
  /// The windows that have been key, the current one last.
  var history: [UInt8]

  func hash(into hasher: inout Hasher) {
    // Element by element the hasher would take longer than all else.
    hasher.combine(
      history.reduce(state.mixed) { mixed, window in
        let next = (mixed ^ UInt64(window)) &* 0x9E37_79B9_7F4A_7C15
        return next ^ next >> 29
      })
  }
}

/// A search with the whole history of keys, for the shortest way to a fault.
///
/// The history says which window inherits the key, so every way it finds can be played.
struct ExactSearch {
  let model: CheckModel
  let property: CheckProperty
  /// How many nodes may be looked at.
  var budget: Int
  /// Where no fault is near; nil where every way is gone.
  private let distance: FaultDistance?

  /// A search for ways to break a property; with many windows every node has many ways on.
  ///
  /// `open` is a model of the same stack with the key, or its heir, left open: from where that one meets
  /// no fault in time nothing is looked for.
  init(
    model: CheckModel, property: CheckProperty, budget: Int? = nil, within open: CheckModel? = nil
  ) {
    self.model = model
    self.property = property
    self.budget = budget ?? (model.ids.count <= 4 ? 400_000 : 2_000)
    distance = open.map { FaultDistance(of: property, in: $0, for: model) }
  }

  /// What came of a search.
  enum Result {
    case found([CheckEvent])
    /// There is none of at most the given length.
    case none
    case exhausted
  }

  /// Looks for a way of at most some events, as long as `goesOn` says so.
  func shortest(atMost length: Int, _ goesOn: () -> Bool = { true }) -> Result {
    var nodes = [PlayedState(state: model.initial, history: initialHistory)]
    var known: Set<PlayedState> = [nodes[0]]
    var origins: [(parent: Int, event: CheckEvent)] = [(0, CheckEvent(kind: .turn))]
    var levels = [0]
    var index = 0
    var found: [CheckEvent]?
    if distance?.isNear(model.initial, within: length, goesOn) == false { return .none }
    while index < nodes.count {
      let node = nodes[index]
      let level = levels[index]
      if let tail = StepProperties(model.kernel).tail(property, node.state),
        level + tail.count <= length
      {
        return .found(way(to: index, origins) + tail)
      }
      if level < length {
        model.kernel.expand(node.state, leaving: model.hiddenMatters ? .max : 0) { event, step in
          guard found == nil, let history = model.history(node.state, node.history, event, step)
          else { return }
          if isFault(event, node.state, step) { found = way(to: index, origins) + [event] }
          if step.raises { return }
          let next = PlayedState(state: step.next, history: history)
          if distance?.isNear(step.next, within: length - level - 1, goesOn) == false { return }
          guard known.insert(next).inserted else { return }
          nodes.append(next)
          origins.append((index, event))
          levels.append(level + 1)
        }
      }
      // What the packed form cannot hold leaves nothing to go by.
      if model.broken != nil { return .exhausted }
      if let found { return .found(found) }
      // A tail makes a way longer, so a fault in a state is not the end of its level; lengths decide.
      if nodes.count > budget || index & 1023 == 1023 && !goesOn() { return .exhausted }
      index += 1
    }
    return .none
  }

  private func isFault(_ event: CheckEvent, _ state: PackedState, _ step: CheckStep) -> Bool {
    let wanted = PropertySet(rawValue: 1 << UInt16(property.rawValue))
    return StepProperties(model.kernel).faults(of: event, state, step, wanted: wanted).contains(
      wanted)
  }

  private func way(to index: Int, _ origins: [(parent: Int, event: CheckEvent)]) -> [CheckEvent] {
    var events: [CheckEvent] = []
    var index = index
    while index != 0 {
      events.append(origins[index].event)
      index = origins[index].parent
    }
    return events.reversed()
  }

  // A window that has been key before can inherit the key.
  private var initialHistory: [UInt8] { model.keys.map { UInt8($0) } }
}

extension CheckModel {
  /// The history after a step; nil if the key would really go to another window.
  func history(
    _ before: PackedState, _ history: [UInt8], _ event: CheckEvent, _ step: CheckStep
  ) -> [UInt8]? {
    let own = UInt8(event.index)
    var history = history
    switch event.kind {
    case .makeKey:
      history.removeAll { $0 == own }
      history.append(own)
    case .add: if stack.windows[event.index].isKey { history.append(own) }
    case .hide, .remove:
      let wasKey = before.key == event.index
      if event.kind == .remove { history.removeAll { $0 == own } }
      guard wasKey else { break }
      let shown = step.start.shown
      let heir =
        history.last { shown >> UInt64($0) & 1 == 1 }
        ?? (shown & levelZero == 0
          ? nil : UInt8((shown & levelZero).trailingZeroBitCount))
      if let heir {
        history.removeAll { $0 == heir }
        history.append(heir)
      }
    case .show, .turn, .lock, .unlock: break
    }
    guard history.last.map({ Int($0) }) ?? PackedState.none == step.next.key else { return nil }
    // The state says who of the shown windows was used last; the history knows.
    guard recent(step.next, history) == step.next.recent else { return nil }
    return history
  }
}
