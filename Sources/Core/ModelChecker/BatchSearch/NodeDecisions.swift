// SPDX-License-Identifier: Apache-2.0

/// A cache of the decisions in a model's nodes, each computed once for an observation class, which
/// is a set of nodes that a decision cannot distinguish.
@safe
final class NodeDecisions {
  // SAFETY: the tables live from `init` to `deinit`; the numbers of nodes and windows bound every
  // index.

  /// A group of situations with one status bar orientation, in which showing a window leads to the
  /// same decision cell.
  struct Placing {
    var situations: UInt64
    var bar: Int
    var cell: DecisionCell
  }

  let model: CheckModel
  let kernel: StepKernel
  let layout: NodeLayout
  let devices: DeviceGroups
  // The compiler's exclusivity checks are off for speed: no method that changes these tables calls
  // code that reads them.
  @exclusivity(unchecked) private var turnClasses = StateNumbers()
  @exclusivity(unchecked) private var placeClasses = StateNumbers()
  @exclusivity(unchecked) private var turns: [DecisionCell] = []
  /// The groups of situations for the event that shows a window, ordered by the event's class;
  /// `groupStarts` has the index of each class's first group and, at the end, the number of groups.
  @exclusivity(unchecked) private var groups: [Placing] = []
  @exclusivity(unchecked) private var groupStarts = [0]
  /// For each node, the observation class for turns; for each node and window, the class for
  /// showing the window; -1 if not yet computed.
  private let turnNumbers: UnsafeMutablePointer<Int32>
  private let showNumbers: UnsafeMutablePointer<Int32>

  /// Creates an empty cache; `nil` if nodes cannot represent the model's events, or there are too
  /// many nodes.
  init?(_ model: CheckModel) {
    guard let devices = DeviceGroups(model), let layout = NodeLayout(model, most: 1 << 17)
    else { return nil }
    self.model = model
    self.layout = layout
    self.devices = devices
    kernel = model.kernel
    unsafe turnNumbers = Self.unknown(layout.nodes)
    unsafe showNumbers = Self.unknown(layout.nodes * layout.windows)
  }

  deinit {
    unsafe turnClasses.deallocate()
    unsafe placeClasses.deallocate()
    unsafe turnNumbers.deallocate()
    unsafe showNumbers.deallocate()
  }

  private static func unknown(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    unsafe numbers.initialize(repeating: -1, count: count)
    return unsafe numbers
  }

  /// Returns the observation class of a node for turns of the device.
  ///
  /// Every turn has the same decision cell in all nodes of one class.
  @inline(__always)
  func turnNumber(_ presence: Int, _ key: Int) -> Int {
    unsafe Self.known(turnNumbers, presence &* layout.keys &+ key) {
      turnClass(layout.state(presence, key))
    }
  }

  @inline(__always)
  private static func known(
    _ numbers: UnsafeMutablePointer<Int32>, _ place: Int, _ make: () -> Int
  ) -> Int {
    let known = unsafe Int(numbers[place])
    if known >= 0 { return known }
    let number = make()
    unsafe numbers[place] = Int32(number)
    return number
  }

  /// Returns the effect of a turn on a node; `number` is the node's observation class.
  @inline(__always)
  func turn(
    _ number: Int, _ code: UInt8, _ presence: Int, _ key: Int, settings: Int
  ) -> DecisionEffect {
    let slot = turnSlot(number, code, settings)
    if unsafe !turns[slot].isFilled {
      var state = layout.state(presence, key)
      state.settingsIndex = settings
      fillTurn(slot, code, state)
    }
    return unsafe effect(turns[slot], layout.present(presence), layout.hidden(presence))
  }

  /// Returns the effect of a turn on a node from which the hidden windows are removed.
  func turnOfShown(_ code: UInt8, _ presence: Int, _ key: Int, settings: Int) -> DecisionEffect {
    var state = shown(presence, key)
    state.settingsIndex = settings
    return effect(kernel.cell(code, 0, state), layout.shown(presence), 0)
  }

  @inline(__always)
  private func turnSlot(_ number: Int, _ code: UInt8, _ settings: Int) -> Int {
    (number &* 4 &+ Int(code) &- 1) &* NodeLayout.mostSettings &+ settings
  }

  @inline(never)
  private func fillTurn(_ slot: Int, _ code: UInt8, _ state: PackedState) {
    unsafe turns[slot] = kernel.cell(code, 0, state)
    unsafe turns[slot].isFilled = true
  }

  /// Returns the observation class of a node in which `window` was just shown, for the decision
  /// that follows.
  @inline(__always)
  func showNumber(_ window: Int, _ presence: Int, _ key: Int) -> Int {
    let place = (presence &* layout.keys &+ key) &* layout.windows &+ window
    return unsafe Self.known(showNumbers, place) {
      placeClass(window, layout.state(presence, key))
    }
  }

  /// Returns the observation class that `showNumber` gives for the node without its hidden windows.
  func showNumberOfShown(_ window: Int, _ presence: Int, _ key: Int) -> Int {
    placeClass(window, shown(presence, key))
  }

  /// Returns the indices, for `placing`, of the groups of a class that `showNumber` returned.
  @inline(__always)
  func placings(_ number: Int) -> Range<Int> {
    unsafe groupStarts[number]..<groupStarts[number + 1]
  }

  @inline(__always)
  func placing(_ number: Int) -> Placing { unsafe groups[number] }

  /// Returns a state of a node without its hidden windows; `StepProperties` compares with the same
  /// state.
  private func shown(_ presence: Int, _ key: Int) -> PackedState {
    var state = layout.state(presence, key)
    (state.present, state.hidden) = (state.shown, 0)
    if state.present & state.keyBit == 0 { state.key = PackedState.none }
    return state
  }

  @inline(__always)
  private func effect(_ cell: DecisionCell, _ present: UInt64, _ hidden: UInt64) -> DecisionEffect {
    DecisionEffect(cell, present: present, hidden: hidden, followers: kernel.followers)
  }

  private func turnClass(_ state: PackedState) -> Int {
    let observed = kernel.observationClass(1, 0, state)
    let known = unsafe turnClasses.count
    let number = unsafe turnClasses.number(observed)
    if number < known { return number }
    let count = 4 * NodeLayout.mostSettings
    unsafe turns += Array(repeating: DecisionCell(), count: count)
    return number
  }

  private func placeClass(_ window: Int, _ state: PackedState) -> Int {
    let observed = kernel.observationClass(TriggerCode.place, window, state)
    let known = unsafe placeClasses.count
    let number = unsafe placeClasses.number(observed)
    if number < known { return number }
    addPlaces(window, state)
    return number
  }

  @inline(never)
  private func addPlaces(_ window: Int, _ state: PackedState) {
    var found: [Placing] = []
    let settings = min(model.templates.count, NodeLayout.mostSettings)
    for bit in 0..<PackedState.situation(settings: settings, device: 0, bar: 0) {
      var there = state
      there.situation = bit
      let cell = kernel.cell(TriggerCode.place, window, there)
      if let same = found.firstIndex(where: { $0.bar == bit & 3 && $0.cell == cell }) {
        found[same].situations |= 1 << UInt64(bit)
      } else {
        found.append(Placing(situations: 1 << UInt64(bit), bar: bit & 3, cell: cell))
      }
    }
    unsafe groups += found
    unsafe groupStarts.append(groups.count)
  }
}
