// SPDX-License-Identifier: Apache-2.0

/// The nodes of a model with their cells: nodes of which a decision reads the same share them.
///
/// All searches of a model's nodes share one.
@safe
final class NodeDecisions {
  // SAFETY: the classes live as long as it does; node and window bound every index.

  /// Situations in which a window that is shown is decided on alike.
  struct Placing {
    var situations: UInt64
    var bar: Int
    var cell: DecisionCell
  }

  let model: CheckModel
  let kernel: StepKernel
  let layout: NodeLayout
  let devices: DeviceGroups
  // Nobody reads these while they are being changed: its methods call nothing that knows it.
  @exclusivity(unchecked) private var turnClasses: [PackedState: Int] = [:]
  @exclusivity(unchecked) private var placeClasses: [PackedState: Int] = [:]
  /// What was looked up last: with another key mostly the same is heard.
  @exclusivity(unchecked) private var lastTurn: (heard: PackedState?, number: Int) = (nil, 0)
  @exclusivity(unchecked) private var lastPlace: (heard: PackedState?, number: Int) = (nil, 0)
  @exclusivity(unchecked) private var turns: [DecisionCell] = []
  @exclusivity(unchecked) private var places: [DecisionCell] = []
  /// What showing a window does, class by class, and where each class begins.
  @exclusivity(unchecked) private var groups: [Placing] = []
  @exclusivity(unchecked) private var groupStarts = [0]
  /// The class of each node's turns and, for each window, of its being shown there; -1 if not known yet.
  private let turnNumbers: UnsafeMutablePointer<Int32>
  private let showNumbers: UnsafeMutablePointer<Int32>

  /// Nil where nodes cannot hold what happens, or are too many.
  init?(_ model: CheckModel) {
    guard let devices = DeviceGroups(model), let layout = NodeLayout(model, most: 1 << 17)
    else { return nil }
    self.model = model
    self.layout = layout
    self.devices = devices
    kernel = model.kernel
    let count = layout.present.count * layout.keys
    unsafe turnNumbers = .allocate(capacity: count)
    unsafe turnNumbers.initialize(repeating: -1, count: count)
    unsafe showNumbers = .allocate(capacity: count * layout.windows)
    unsafe showNumbers.initialize(repeating: -1, count: count * layout.windows)
  }

  /// How many nodes there are.
  var nodes: Int { layout.present.count * layout.keys }

  deinit {
    unsafe turnNumbers.deallocate()
    unsafe showNumbers.deallocate()
  }

  /// What a turn of a node's device does.
  @inline(__always)
  func turn(_ code: UInt8, _ presence: Int, _ key: Int, settings: Int) -> NodeEffect {
    let number = turnNumber(presence, key)
    let slot = (number &* 4 &+ Int(code) &- 1) &* NodeLayout.mostSettings &+ settings
    if unsafe !turns[slot].isFilled { fillTurn(slot, code, presence, key, settings) }
    return unsafe effect(turns[slot], layout.present[presence], layout.hidden[presence])
  }

  /// The class of a node's turns: in nodes of one class every turn is decided alike.
  @inline(__always)
  func turnNumber(_ presence: Int, _ key: Int) -> Int {
    let node = presence &* layout.keys &+ key
    let known = unsafe Int(turnNumbers[node])
    if known >= 0 { return known }
    let number = turnClass(layout.state(presence, key, bit: 0))
    unsafe turnNumbers[node] = Int32(number)
    return number
  }

  @inline(never)
  private func fillTurn(_ slot: Int, _ code: UInt8, _ presence: Int, _ key: Int, _ settings: Int) {
    unsafe turns[slot] = kernel.cell(code, 0, layout.state(presence, key, bit: settings * 20))
    unsafe turns[slot].isFilled = true
  }

  /// What the same turn does without the hidden windows.
  func turnOfShown(_ code: UInt8, _ presence: Int, _ key: Int, settings: Int) -> NodeEffect {
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

  /// The numbers of what showing a window does, in groups of situations.
  @inline(__always)
  func placings(_ window: Int, _ presence: Int, _ key: Int) -> Range<Int> {
    let number = showClass(window, presence, key)
    return unsafe groupStarts[number]..<groupStarts[number + 1]
  }

  /// One of these.
  @inline(__always)
  func placing(_ number: Int) -> Placing { unsafe groups[number] }

  @inline(__always)
  private func showClass(_ window: Int, _ presence: Int, _ key: Int) -> Int {
    let place = (presence &* layout.keys &+ key) &* layout.windows &+ window
    let known = unsafe Int(showNumbers[place])
    if known >= 0 { return known }
    let number = placeClass(window, layout.state(presence, key, bit: 0))
    unsafe showNumbers[place] = Int32(number)
    return number
  }

  /// What showing a window does in one situation.
  func place(_ window: Int, _ presence: Int, _ key: Int, bit: Int) -> NodeEffect {
    let number = showClass(window, presence, key)
    let cell = unsafe places[number * 60 + bit]
    return effect(cell, layout.present[presence], layout.hidden[presence])
  }

  /// What it does there without the hidden windows.
  func placeOfShown(_ window: Int, _ presence: Int, _ key: Int, bit: Int) -> NodeEffect {
    let state = shown(layout.state(presence, key, bit: 0), but: 0)
    let cell = unsafe places[placeClass(window, state) * 60 + bit]
    return effect(cell, state.present, 0)
  }

  @inline(__always)
  private func effect(_ cell: DecisionCell, _ present: UInt64, _ hidden: UInt64) -> NodeEffect {
    NodeEffect(cell, present: present, hidden: hidden, followers: kernel.followers)
  }

  private func turnClass(_ state: PackedState) -> Int {
    let heard = kernel.heard(1, 0, state)
    if unsafe heard == lastTurn.heard { return unsafe lastTurn.number }
    let known = unsafe turnClasses[heard]
    let number = unsafe known ?? turnClasses.count
    unsafe lastTurn = (heard, number)
    if known != nil { return number }
    unsafe turnClasses[heard] = number
    let count = 4 * NodeLayout.mostSettings
    unsafe turns += Array(repeating: DecisionCell(), count: count)
    return number
  }

  private func placeClass(_ window: Int, _ state: PackedState) -> Int {
    let heard = kernel.heard(TriggerCode.place, window, state)
    if unsafe heard == lastPlace.heard { return unsafe lastPlace.number }
    let known = unsafe placeClasses[heard]
    let number = unsafe known ?? placeClasses.count
    unsafe lastPlace = (heard, number)
    if known != nil { return number }
    unsafe placeClasses[heard] = number
    var found: [Placing] = []
    for bit in 0..<60 {
      guard bit / 20 < model.templates.count else {
        unsafe places.append(DecisionCell())
        continue
      }
      var there = state
      (there.bar, there.device, there.settingsIndex) = (bit & 3, bit / 4 % 5, bit / 20)
      let cell = kernel.cell(TriggerCode.place, window, there)
      unsafe places.append(cell)
      if let same = found.firstIndex(where: { $0.bar == bit & 3 && $0.cell == cell }) {
        found[same].situations |= 1 << UInt64(bit)
      } else {
        found.append(Placing(situations: 1 << UInt64(bit), bar: bit & 3, cell: cell))
      }
    }
    unsafe groups += found
    unsafe groupStarts.append(groups.count)
    return number
  }
}
