// SPDX-License-Identifier: Apache-2.0

/// The cells of nodes: nodes of which a decision reads the same share them.
struct NodeDecisions {
  /// Situations in which a window that is shown is decided on alike.
  struct Placing {
    var situations: UInt64
    var bar: Int
    var cell: DecisionCell
  }

  private let model: CheckModel
  private let kernel: StepKernel
  private let layout: NodeLayout
  private var turnClasses: [PackedState: Int] = [:]
  private var placeClasses: [PackedState: Int] = [:]
  /// The class of each node's turns and, for each window, of its being shown there; -1 if not known yet.
  private var nodes: [Int32]
  private var shows: [Int32]
  private var turns: [DecisionCell] = []
  private var places: [DecisionCell] = []
  private var groups: [[Placing]] = []

  init(_ model: CheckModel, _ layout: NodeLayout) {
    self.model = model
    self.layout = layout
    kernel = model.kernel
    nodes = Array(repeating: -1, count: layout.present.count * layout.keys)
    shows = Array(repeating: -1, count: nodes.count * layout.windows)
  }

  /// What a turn of a node's device does.
  mutating func turn(_ code: UInt8, _ presence: Int, _ key: Int, settings: Int) -> NodeEffect {
    let node = presence &* layout.keys &+ key
    if nodes[node] < 0 {
      nodes[node] = Int32(turnClass(layout.state(presence, key, bit: 0)))
    }
    let slot = (Int(nodes[node]) &* 4 &+ Int(code) &- 1) &* NodeLayout.mostSettings &+ settings
    if !turns[slot].isFilled {
      turns[slot] = kernel.cell(code, 0, layout.state(presence, key, bit: settings * 20))
      turns[slot].isFilled = true
    }
    return effect(turns[slot], layout.present[presence], layout.hidden[presence])
  }

  /// What the same turn does without the hidden windows.
  mutating func turnOfShown(_ code: UInt8, _ presence: Int, _ key: Int, settings: Int) -> NodeEffect
  {
    var state = shown(layout.state(presence, key, bit: settings * 20), but: 0)
    state.hidden = 0
    return effect(kernel.cell(code, 0, state), state.present, 0)
  }

  /// A state without its hidden windows, but for some; as `StepProperties` looks at it.
  private func shown(_ state: PackedState, but own: UInt64) -> PackedState {
    var without = state
    without.present = state.shown | own & state.present
    if state.shown & state.keyBit == 0 { without.key = PackedState.none }
    return without
  }

  /// What showing a window does, in groups of situations.
  mutating func placings(_ window: Int, _ presence: Int, _ key: Int) -> [Placing] {
    groups[showClass(window, presence, key)]
  }

  private mutating func showClass(_ window: Int, _ presence: Int, _ key: Int) -> Int {
    let place = (presence &* layout.keys &+ key) &* layout.windows &+ window
    if shows[place] < 0 {
      shows[place] = Int32(placeClass(window, layout.state(presence, key, bit: 0)))
    }
    return Int(shows[place])
  }

  /// What showing a window does in one situation.
  mutating func place(_ window: Int, _ presence: Int, _ key: Int, bit: Int) -> NodeEffect {
    let number = showClass(window, presence, key)
    let cell = places[number * 60 + bit]
    return effect(cell, layout.present[presence], layout.hidden[presence])
  }

  /// What it does there without the hidden windows.
  mutating func placeOfShown(_ window: Int, _ presence: Int, _ key: Int, bit: Int) -> NodeEffect {
    let state = shown(layout.state(presence, key, bit: 0), but: 0)
    let cell = places[placeClass(window, state) * 60 + bit]
    return effect(cell, state.present, 0)
  }

  private func effect(_ cell: DecisionCell, _ present: UInt64, _ hidden: UInt64) -> NodeEffect {
    NodeEffect(cell, present: present, hidden: hidden, followers: model.followers)
  }

  private mutating func turnClass(_ state: PackedState) -> Int {
    let heard = kernel.heard(1, 0, state)
    if let known = turnClasses[heard] { return known }
    let number = turnClasses.count
    turnClasses[heard] = number
    let count = 4 * NodeLayout.mostSettings
    turns += Array(repeating: DecisionCell(), count: count)
    return number
  }

  private mutating func placeClass(_ window: Int, _ state: PackedState) -> Int {
    let heard = kernel.heard(TriggerCode.place, window, state)
    if let known = placeClasses[heard] { return known }
    let number = placeClasses.count
    placeClasses[heard] = number
    var found: [Placing] = []
    for bit in 0..<60 {
      guard bit / 20 < model.templates.count else {
        places.append(DecisionCell())
        continue
      }
      var there = state
      (there.bar, there.device, there.settingsIndex) = (bit & 3, bit / 4 % 5, bit / 20)
      let cell = kernel.cell(TriggerCode.place, window, there)
      places.append(cell)
      if let same = found.firstIndex(where: { $0.bar == bit & 3 && $0.cell == cell }) {
        found[same].situations |= 1 << UInt64(bit)
      } else {
        found.append(Placing(situations: 1 << UInt64(bit), bar: bit & 3, cell: cell))
      }
    }
    groups.append(found)
    return number
  }
}
