// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Checks whether the order of creation matters where the order of use is read (P8).
///
/// The most recently used shown window counts, and if none was used, the topmost one: only then
/// does it matter which of two neighbours was created first.
struct UseOrderCheck {
  /// The largest number of nodes.
  private static let most = 60_000

  let exploration: Exploration
  private var model: CheckModel { exploration.model }

  init(_ exploration: Exploration) { self.exploration = exploration }

  /// Uses windows in every order, as far as that changes which ones were never used.
  func run(_ goesOn: () -> Bool) -> OrderCheck.Result {
    let able = Set(model.recentOrder)
    let unused = able.subtracting(model.keys)
    // For each window the neighbour below, if turns differ when that one counts.
    var rivals: [Int: Int] = [:]
    for upper in unused {
      let level = model.stack.windows[upper].window.level
      let lower = (0..<upper).last { model.stack.windows[$0].window.level == level }
      if let lower, unused.contains(lower), differs(upper, lower) { rivals[upper] = lower }
    }
    let proof = "turns depend on who was used last, and neighbours that were not used say the same"
    if rivals.isEmpty { return .same(proof) }
    let found = search(rivals, proof, givesKey: true, goesOn)
    guard case .undecided(.states) = found else { return found }
    // Paths without an explicit key event reach further; violations found on them count too.
    guard case .differs(let other) = search(rivals, proof, givesKey: false, goesOn) else {
      return found
    }
    return .differs(other)
  }

  /// Shows, hides and, with `givesKey`, focuses windows in every order.
  private func search(
    _ rivals: [Int: Int], _ proof: String, givesKey: Bool, _ goesOn: () -> Bool
  ) -> OrderCheck.Result {
    let leaving: UInt64 = model.hiddenMatters ? .max : 0
    var histories = KeyHistories(model)
    var played = PlayedStates(model.initial, history: histories.first())
    var list = TransitionList()
    defer { list.deallocate() }
    var index = 0
    var isOpen = false
    while index < played.nodes.count {
      let node = played.nodes[index]
      let upper = node.state.recent
      if let lower = rivals[upper], !histories.contains(node.history, upper),
        !histories.contains(node.history, lower),
        node.state.shown & PackedState.bit(lower) != 0
      {
        if let turns = turns(node.state, lower) {
          let path = played.way(to: index).map {
            Exploration.PathStep(event: $0.event, next: $0.state)
          }
          return .differs(counterexample(path + turns, upper, lower))
        }
        isOpen = true
      }
      if played.nodes.count > Self.most { return .undecided(.states(Self.most)) }
      if index & 1023 == 1023, !goesOn() { return .undecided(.interrupted) }
      list.removeAll()
      model.kernel.expand(node.state, leaving: leaving, into: &list)
      for position in 0..<list.count {
        let transition = list[position]
        let event = transition.event
        // A turn of the device uses no window.
        guard !event.isDevice, givesKey || event.kind != .makeKey,
          let history = histories.after(node.history, node.state, transition)
        else { continue }
        let step = model.kernel.decided(transition)
        if step.raises { continue }
        played.insert(
          PlayedStates.Node(state: step.next, history: history, parent: index, event: event))
      }
      index += 1
    }
    return isOpen ? .undecided(.unplayable) : .same(proof)
  }

  /// Returns whether any turn differs depending on which window counts.
  private func differs(_ one: Int, _ other: Int) -> Bool {
    var state = model.initial
    for settingsIndex in model.reachableRests().sorted() {
      for bar in 0..<4 {
        (state.settingsIndex, state.bar) = (settingsIndex, bar)
        for device in 0..<5 {
          state.device = device == 0 ? 1 : 0
          if next(state, device, counting: one) != next(state, device, counting: other) {
            return true
          }
        }
      }
    }
    return false
  }

  /// Returns the state after a turn when a window counts, with `hidden` and `recent` reset.
  private func next(_ state: PackedState, _ device: Int, counting window: Int) -> PackedState {
    var state = state
    (state.present, state.hidden) = (model.all, model.all & ~PackedState.bit(window))
    (state.key, state.recent) = (PackedState.none, window)
    model.kernel.step(CheckEvent(kind: .turn, index: device), state) { state = $1.next }
    (state.hidden, state.recent) = (0, PackedState.none)
    return state
  }

  /// Returns one turn, or a turn after another device event, that differs when the lower window
  /// counts.
  private func turns(_ state: PackedState, _ lower: Int) -> [Exploration.PathStep]? {
    let events =
      (0..<5).map { CheckEvent(kind: .turn, index: $0) }
      + [CheckEvent(kind: model.kernel.isLocked(state) ? .unlock : .lock)]
    let turns = events.filter { $0.kind == .turn }
    for events in turns.map({ [$0] }) + events.flatMap({ first in turns.map { [first, $0] } }) {
      var (here, there) = (state, state)
      there.recent = lower
      var path: [Exploration.PathStep] = []
      for event in events {
        if event.kind == .turn, event.index == here.device { break }
        model.kernel.step(event, here) { here = $1.next }
        model.kernel.step(event, there) { there = $1.next }
        path.append(Exploration.PathStep(event: event, next: here))
      }
      there.recent = here.recent
      if here != there { return path }
    }
    return nil
  }

  private func counterexample(
    _ path: [Exploration.PathStep], _ upper: Int, _ lower: Int
  ) -> Counterexample {
    var replayer = Replayer(model.stack)
    let names = model.stack.windows.map(\.window.name)
    let events = replayer.play(path, of: model)
    return Counterexample(
      events: events ?? [], isShortest: false,
      note: "with \(names[lower]) and \(names[upper]) created in the other order the last turn "
        + "goes otherwise")
  }
}
