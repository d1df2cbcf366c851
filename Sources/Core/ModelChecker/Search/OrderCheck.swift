// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Two windows of one level, and the stack with their order of creation exchanged.
struct OrderRivals {
  var left: Int
  var right: Int
  /// The model of the exchanged stack.
  var other: CheckModel
  /// Whether device events have the same triggers in it.
  var asksTheSame: Bool
}

/// Checks whether turns differ when two windows of one level are exchanged (P8).
struct OrderCheck {
  let exploration: Exploration
  /// Whether to search every state even if all decisions are equal; for tests.
  var isLong = false

  /// The outcome of the check.
  enum Result {
    case same(String)
    case differs(Counterexample)
    case notChecked(String)
    /// No difference was found, but the search was incomplete.
    case undecided(CheckLimit)
  }

  /// The largest number of states that are searched without nodes.
  private static let most = 250_000

  private var model: CheckModel { exploration.model }

  /// Compares every turn of every reachable state in both orders; `goesOn` returns whether to
  /// continue.
  func run(_ goesOn: () -> Bool) -> Result {
    let windows = model.stack.windows.map(\.window)
    if windows.contains(where: { $0.root?.asksOthers == true }) {
      return .notChecked("a window hands its questions on to another one by its number")
    }
    if model.stack.scene.app.delegate?.entries.isEmpty == false {
      return .notChecked("the app's delegate tells windows apart by their numbers")
    }
    if case .page(matters: false) = model.reach, !model.anyRaises {
      return .same("each window turns by itself, whatever its place")
    }
    if !isLong, unsafe model.tables.pointee.heard?.isOrderFree == true {
      return .same("turns depend on the focus and on what others object to, not on their places")
    }
    if !model.recentOrder.isEmpty { return UseOrderCheck(exploration).run(goesOn) }
    let views = isLong ? nil : OrderViews(exploration, goesOn)
    var rivals: [OrderRivals] = []
    for left in windows.indices {
      let next = windows.indices.first { $0 > left && windows[$0].level == windows[left].level }
      guard let next else { continue }
      guard let other = try? CheckModel(swapped(left, next)) else {
        return .notChecked("the stack in the other order cannot be checked")
      }
      other.adopt(model.templates.map { swapped($0, left, next) })
      // If all decisions are equal, their effects on states are too.
      if views?.areSame(in: other, left, next, goesOn) == true { continue }
      rivals.append(
        OrderRivals(
          left: left, right: next, other: other,
          asksTheSame: OrderViews.asksTheSame(model, other, left, next)))
    }
    let proof = "every turn in every reachable state, with each two neighbours exchanged"
    if rivals.isEmpty {
      // Projections have looked up every turn, so the search would add none.
      let isOpen = exploration.possible == nil || exploration.nodes?.limit != nil
      if isOpen, let limit = exploration.limit { return .undecided(limit) }
      return .same(proof)
    }
    return differs(rivals, goesOn) ?? .same(proof)
  }

  /// Returns the first state in which a turn differs; nil if there is none.
  private func differs(_ rivals: [OrderRivals], _ goesOn: () -> Bool) -> Result? {
    // States under the symmetry do not distinguish the order of alike windows.
    if exploration.isWhole {
      return differs(rivals, in: exploration, from: 0, goesOn)
    }
    if !isLong {
      switch NodeOrder.look(exploration, rivals, goesOn) {
      case .same: return nil
      case .differs(let way, let number):
        if let found = differs(way, rivals[number]) { return found }
      case .open: break
      }
    }
    if let limit = exploration.limit {
      // Another search would get no further.
      let isKnown = exploration.symmetry == nil && exploration.nodes == nil
      let known = isKnown ? differs(rivals, in: exploration, from: 0, goesOn) : nil
      return known ?? .undecided(limit)
    }
    // Without the symmetry, and only up to the first difference.
    let search = Exploration(model, bounds: exploration.bounds, seeks: [])
    let most = min(exploration.bounds.states, Self.most)
    var looked = 0
    repeat {
      search.run(CheckBounds(states: looked + 1, memory: exploration.bounds.memory)) { _ in
        goesOn()
      }
      for pair in rivals where pair.other.templates.count < model.templates.count {
        pair.other.adopt(model.templates.map { swapped($0, pair.left, pair.right) })
      }
      if let found = differs(rivals, in: search, from: looked, goesOn) { return found }
      looked = search.count
      if case .states? = search.limit, looked <= most { continue }
      return search.limit.map { .undecided($0) }
    } while true
  }

  /// Returns the first state of a search, from an index on, in which a turn differs.
  private func differs(
    _ rivals: [OrderRivals], in search: Exploration, from first: Int, _ goesOn: () -> Bool
  ) -> Result? {
    var views = MirroredTurns(model, rivals)
    for index in first..<search.space.count {
      if index & 4095 == 0, !goesOn() { return .undecided(.interrupted) }
      let state = search.space[index]
      views.hear(state)
      for number in rivals.indices where !views.isMirrored(state, number) {
        let pair = rivals[number]
        guard let turn = difference(state, pair) else { continue }
        return .differs(counterexample(search.path(to: index), turn, pair))
      }
    }
    return nil
  }

  /// Returns the turn that differs at the end of a path of control parts.
  private func differs(_ way: [Exploration.PathStep], _ pair: OrderRivals) -> Result? {
    var state = model.initial
    var steps: [Exploration.PathStep] = []
    for step in way {
      var next: PackedState?
      model.kernel.step(step.event, state) { _, found in
        var plain = found.next
        (plain.low, plain.high) = (step.next.low, step.next.high)
        if next == nil, plain == step.next { next = found.next }
      }
      guard let next else { return nil }
      steps.append(Exploration.PathStep(event: step.event, next: next))
      state = next
    }
    return difference(state, pair).map { .differs(counterexample(steps, $0, pair)) }
  }

  private func difference(
    _ state: PackedState, _ pair: OrderRivals
  ) -> CheckEvent? {
    let (other, left, right) = (pair.other, pair.left, pair.right)
    for device in 0..<5 where device != state.device {
      let event = CheckEvent(kind: .turn, index: device)
      var here: PackedState?
      var there: PackedState?
      model.kernel.step(event, state) { here = $1.raises ? nil : $1.next }
      other.kernel.step(event, state.swapped(left, right)) {
        there = $1.raises ? nil : $1.next
      }
      guard here.map({ $0.swapped(left, right) }) != there else { continue }
      return event
    }
    return nil
  }

  private func counterexample(
    _ path: [Exploration.PathStep], _ turn: CheckEvent, _ pair: OrderRivals
  ) -> Counterexample {
    var path = path
    var next = path.last?.next ?? exploration.model.initial
    exploration.model.kernel.step(turn, next) { next = $1.next }
    path.append(Exploration.PathStep(event: turn, next: next))
    var replayer = Replayer(exploration.model.stack)
    let names = exploration.model.stack.windows.map(\.window.name)
    let events = replayer.play(path, of: exploration.model)
    return Counterexample(
      events: events ?? [], isShortest: events?.count == path.count,
      note: "with \(names[pair.left]) and \(names[pair.right]) created in the other order the last "
        + "turn goes otherwise")
  }

  private func swapped(_ scene: Scene, _ left: Int, _ right: Int) -> Scene {
    let ids = exploration.model.ids
    var scene = scene
    scene.windows.swapAt(left, right)
    scene.windows[left].id = ids[left]
    scene.windows[right].id = ids[right]
    return scene
  }

  private func swapped(_ left: Int, _ right: Int) -> CheckStack {
    var stack = exploration.model.stack
    stack.windows.swapAt(left, right)
    stack.windows[left].window.id = exploration.model.ids[left]
    stack.windows[right].window.id = exploration.model.ids[right]
    stack.scene.windows = stack.windows.filter(\.isThere).map(\.window)
    stack.scene.keyHistory = stack.scene.keyHistory.map { id in
      if id == exploration.model.ids[left] { return exploration.model.ids[right] }
      return id == exploration.model.ids[right] ? exploration.model.ids[left] : id
    }
    return stack
  }
}
