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
  /// Returns the lower bounds of the number of events to a violating state, or to the one before a
  /// violating step, for states of `open` or, without it, of `model`; `nil` without bounds.
  var estimate: () -> Projection.Estimate? = { nil }
  /// The canonical form of the states of `open` or, if the search is abstract, of `model`.
  var canonicalForm: CanonicalForm?
  /// Whether any shown window may become key after the key window.
  var isAbstract = false

  /// The number of states after which the distances in `open` are computed.
  private static let few = 2_000

  /// Returns the path to a nearest violation of at most `length` events; its last events make the
  /// violation of a state visible.
  func shortest(
    atMost length: Int = .max, _ goesOn: (CheckProgress) -> Bool
  ) -> HistorySearch.Outcome {
    guard let open, bounds.states > Self.few else {
      return shortest(bounds, open == nil ? estimate() : nil, atMost: length, goesOn)
    }
    let few = CheckBounds(states: Self.few, memory: bounds.memory)
    let first = shortest(few, nil, atMost: length, goesOn)
    guard case .open(.states) = first else { return first }
    let distance = ViolationDistance(
      of: property, in: open, canonicalForm, for: model, within: length, estimate(), goesOn)
    defer { distance.deallocate() }
    return shortest(bounds, { distance.distance(from: $0) }, atMost: length, goesOn)
  }

  private func shortest(
    _ bounds: CheckBounds, _ distance: Projection.Estimate?, atMost length: Int,
    _ goesOn: (CheckProgress) -> Bool
  ) -> HistorySearch.Outcome {
    let properties = StepProperties(model.kernel)
    let wanted = PropertySet(property)
    let tail = property.tail
    var search = HistorySearch(
      model, leaving: model.leaving, bounds, isAbstract ? canonicalForm : nil,
      isAbstract: isAbstract)
    let found = search.run(
      estimate: { state, level in
        guard let left = distance.map({ $0(state) }) ?? 0 else { return nil }
        return level + left + (tail ?? 1) <= length ? left : nil
      },
      isGoal: { key, _ in properties.tail(property, key.state) != nil },
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

/// Lower bounds of the number of events to a violation: the distances in a model that
/// over-approximates another.
///
/// A breadth-first search finds the states and steps within a number of events; from the violations
/// among them, the distances are computed backwards.
@safe
private struct ViolationDistance {
  // SAFETY: the owner calls `deallocate` once, and no method afterwards.

  private let open: CheckModel
  private let canonicalForm: CanonicalForm?
  /// The found states, each with the number of events to a violating state, or to one before a
  /// violating step.
  private var distances = StateNumbers<UInt16>()
  /// Whether states were left out at a bound; any of them may be a violation.
  private var isPart = false
  /// For each settings index of the exact model, the index of the same settings in `open`; `nil` if
  /// both are one model.
  private let settings: [Int?]?
  /// Further lower bounds.
  private let estimate: Projection.Estimate?

  /// Searches violations of a property within `length` events in `open`, for states of `exact`, a
  /// model of the same stack.
  init(
    of property: CheckProperty, in open: CheckModel, _ canonicalForm: CanonicalForm?,
    for exact: CheckModel, within length: Int, _ estimate: Projection.Estimate?,
    _ goesOn: (CheckProgress) -> Bool
  ) {
    (self.open, self.canonicalForm, self.estimate) = (open, canonicalForm, estimate)
    settings =
      open === exact ? nil : exact.templates.map { open.templates.firstIndex(of: $0) }
    let properties = StepProperties(open.kernel)
    let wanted = PropertySet(property)
    let last = length - (property.tail ?? 1)
    let most = open.ids.count <= 4 ? 200_000 : 40_000
    let leaving = open.leaving
    var list = TransitionList()
    // The states from which no violation is near enough. Later paths to such a state are no shorter, so the
    // state stays too far.
    var far = StateNumbers<UInt8>()
    defer {
      list.deallocate()
      far.deallocate()
    }
    var edges: [DistanceGraph.Edge] = []
    let first = canonicalForm?.canonical(open.initial) ?? open.initial
    _ = distances.insert(StateNumbers.Key(first), 0)
    var (ends, place, depth, levelEnd): ([Int], Int, Int, Int) = ([], 0, 0, 1)
    while place < distances.count {
      if place == levelEnd { (depth, levelEnd) = (depth + 1, distances.count) }
      let state = distances.key(place).state
      let progress = CheckProgress(states: place, expanded: place, depth: depth, bytes: 0)
      if distances.count > most || open.broken != nil || place & 1023 == 0 && !goesOn(progress) {
        isPart = true
        break
      }
      var violates = properties.tail(property, state) != nil
      if depth < last || property.tail == nil {
        list.removeAll()
        let duplicates = canonicalForm?.duplicates(state) ?? 0
        open.kernel.expand(state, leaving: leaving, except: duplicates, into: &list)
        for position in 0..<list.count {
          let step = open.kernel.decided(list[position])
          if property.tail == nil, !violates {
            let event = list[position].event
            violates =
              properties.violated(by: event, state, step, wanted: wanted).contains(wanted)
          }
          guard depth < last, !step.raises, step.next != state else { continue }
          let after = canonicalForm?.canonical(step.next) ?? step.next
          var next = distances.known(after)
          if next == nil, far.known(after) == nil {
            if isNear(after, within: last - depth - 1) {
              next = distances.insert(StateNumbers.Key(after), 0).number
            } else {
              _ = far.insert(StateNumbers.Key(after), 0)
            }
          }
          guard let next else { continue }
          edges.append(DistanceGraph.Edge(from: Int32(place), to: Int32(next)))
        }
      }
      if violates { ends.append(place) }
      place += 1
    }
    if isPart { ends += place..<distances.count }
    let found = DistanceGraph(edges, count: distances.count).distances(to: ends)
    for number in found.indices { distances[number] = found[number] }
  }

  func deallocate() { distances.deallocate() }

  /// Returns whether the further lower bounds allow a violation within a number of events from a
  /// state of the open model.
  private func isNear(_ state: PackedState, within length: Int) -> Bool {
    guard let estimate else { return true }
    return estimate(state).map { $0 <= length } ?? false
  }

  /// Returns a lower bound of the number of events from a state of the exact model; `nil` if no
  /// violation is near enough.
  func distance(from state: PackedState) -> Int? {
    var state = state
    if let settings {
      guard state.settingsIndex < settings.count, let index = settings[state.settingsIndex] else {
        return 0
      }
      state.settingsIndex = index
    }
    if open.isKeyFree { state.key = PackedState.none }
    let number = distances.known(canonicalForm?.canonical(state) ?? state)
    let distance = number.map { distances[$0] } ?? (isPart ? 0 : DistanceGraph.unreachable)
    if distance == DistanceGraph.unreachable { return nil }
    guard isPart, let estimate else { return Int(distance) }
    return estimate(state).map { max($0, Int(distance)) }
  }
}
