// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Whether turns go otherwise when two windows of one level change places (P8).
struct OrderCheck {
  let exploration: Exploration
  /// Whether to look at every state even where all decisions are the same; for tests.
  var isLong = false

  /// What came of it.
  enum Result {
    case same(String)
    case differs(Counterexample)
    case notChecked(String)
    /// None was found, and not everything was looked at.
    case undecided(CheckLimit)
  }

  /// Turns every reachable state in both orders; `report` says whether to go on.
  func run(_ goesOn: () -> Bool) -> Result {
    let model = exploration.model
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
    // Looked at only where decisions differ: all states there are, with every window by itself.
    var whole: Exploration?
    for left in windows.indices {
      let next = windows.indices.first { $0 > left && windows[$0].level == windows[left].level }
      guard let next else { continue }
      guard let other = try? CheckModel(swapped(left, next)) else {
        return .notChecked("the stack in the other order cannot be checked")
      }
      other.adopt(model.templates.map { swapped($0, left, next) })
      // Where all decisions are the same there is no need to look at what they do to each state.
      if views?.areSame(in: other, left, next, goesOn) == true { continue }
      if let nodes = exploration.nodes, let found = nodes.order(in: other, left, next) {
        guard let path = found.path else { continue }
        let state = path.last?.next ?? model.initial
        if let turn = difference(found.state ?? state, model, other, left, next) {
          return .differs(counterexample(path, turn, left, next))
        }
      }
      for isAgain in [false, true] {
        let search: Exploration
        if !isAgain {
          // States of windows that are not told apart tell nothing of their order.
          guard exploration.symmetry == nil else { continue }
          search = exploration
        } else {
          if exploration.isWhole { continue }
          search = whole ?? wholeSearch(goesOn)
          whole = search
        }
        for index in 0..<search.space.count {
          if index & 4095 == 0, !goesOn() { return .undecided(.interrupted) }
          let state = search.space[index]
          guard let turn = difference(state, model, other, left, next) else { continue }
          return .differs(counterexample(search.path(to: index), turn, left, next))
        }
      }
    }
    // Where projections looked up every turn, the search adds none.
    let isOpen = whole != nil || exploration.possible == nil || exploration.nodes?.limit != nil
    if isOpen, let limit = whole?.limit ?? exploration.limit { return .undecided(limit) }
    return .same("every turn in every reachable state, with each two neighbours exchanged")
  }

  private func wholeSearch(_ goesOn: () -> Bool) -> Exploration {
    let search = Exploration(exploration.model, bounds: exploration.bounds)
    search.run(exploration.bounds) { _ in goesOn() }
    return search
  }

  private func difference(
    _ state: PackedState, _ model: CheckModel, _ other: CheckModel, _ left: Int, _ right: Int
  ) -> CheckEvent? {
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
    _ path: [Exploration.PathStep], _ turn: CheckEvent, _ left: Int, _ right: Int
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
      note: "with \(names[left]) and \(names[right]) created in the other order the last turn "
        + "goes otherwise")
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
