// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Numbers for the nodes of a `NodeSearch`: who is there and shown, and who is key.
///
/// What is left of a state is a set of situations, one bit for each: settings, device and bar. So 3
/// settings fit into a word.
struct NodeLayout {
  /// How many settings a word holds.
  static let mostSettings = 3
  /// The situations in which the bar stands in each orientation.
  static let bars: [UInt64] = (0..<4).map { 0x1111_1111_1111_1111 << UInt64($0) }

  let windows: Int
  /// How many keys there are, nobody among them; 1 where the key is left out.
  let keys: Int
  /// Who is there, and who is hidden, in each presence; who left is hidden and not there.
  let present: [UInt64]
  let hidden: [UInt64]
  /// What it adds to the number of a presence that a window is hidden, and once more that it left.
  let strides: [Int]
  /// The windows whose leaving is more than their hiding.
  let leaving: UInt64

  /// Nil where there are more than `most` presences and keys.
  init?(_ model: CheckModel, most: Int) {
    windows = model.ids.count
    keys = model.isKeyFree ? 1 : windows + 1
    leaving = model.leaving
    var strides: [Int] = []
    var count = 1
    for index in 0..<windows {
      strides.append(count)
      count *= leaving & PackedState.bit(index) == 0 ? 2 : 3
      guard count * keys <= most else { return nil }
    }
    self.strides = strides
    var present = [model.all]
    var hidden: [UInt64] = [0]
    for index in 0..<windows {
      let bit = PackedState.bit(index)
      let (there, away) = (present, hidden)
      present += there
      hidden += away.map { $0 | bit }
      guard leaving & bit != 0 else { continue }
      present += there.map { $0 & ~bit }
      hidden += away.map { $0 | bit }
    }
    (self.present, self.hidden) = (present, hidden)
  }

  /// The presence of a state.
  func presence(_ state: PackedState) -> Int {
    (0..<windows).reduce(0) { number, index in
      let bit = PackedState.bit(index)
      let digit = state.present & bit == 0 ? 2 : state.hidden & bit == 0 ? 0 : 1
      return number + digit * strides[index]
    }
  }

  /// The position of a state's key among the keys.
  func key(_ state: PackedState) -> Int { keys == 1 ? 0 : min(state.key, windows) }

  /// The window at a position among the keys.
  @inline(__always)
  func window(ofKey key: Int) -> Int { keys == 1 || key == windows ? PackedState.none : key }

  /// The bit of a situation.
  @inline(__always)
  static func bit(settings: Int, device: Int, bar: Int) -> Int {
    (settings &* 5 &+ device) &* 4 &+ bar
  }

  /// A state of a node, without how its windows are turned: all as the bar.
  func state(_ presence: Int, _ key: Int, bit: Int) -> PackedState {
    var state = PackedState()
    state.present = present[presence]
    state.hidden = hidden[presence]
    state.key = window(ofKey: key)
    state.bar = bit & 3
    state.device = bit / 4 % 5
    state.settingsIndex = bit / 20
    state.turn(state.present, to: state.bar)
    return state
  }

  /// The bars of some situations, whatever else there is of them, as four bits.
  @inline(__always)
  static func fold(_ situations: UInt64) -> UInt64 {
    var fold = situations | situations >> 32
    fold |= fold >> 16
    fold |= fold >> 8
    return (fold | fold >> 4) & 15
  }

  /// Some situations with another bar.
  @inline(__always)
  static func moved(_ situations: UInt64, by distance: Int) -> UInt64 {
    distance >= 0 ? situations << UInt64(distance) : situations >> UInt64(-distance)
  }
}

extension CheckModel {
  /// Whether decisions read more of other windows than which one is the page.
  var readsMore: Bool { if case .page = reach { false } else { true } }

  /// Whether nodes are searched at once: projections try everybody there and not whom others ask, which
  /// takes longest where many are asked, and where the page decides alone nodes are few.
  var isForNodes: Bool { readsMore || reads.windows == .page && witnesses.nonzeroBitCount > 2 }

  /// The windows that have to be tried leaving; of the others everything can happen that can happen
  /// while they are hidden.
  var leaving: UInt64 {
    guard hiddenMatters else { return 0 }
    if case .first(let order) = reads.windows, addable == 0 {
      // Whoever is heard although it is hidden, behind another one.
      return order.drop { !reads.behind.contains($0) }.reduce(0) { leaving, id in
        guard !reads.behind.contains(id), let index = ids.firstIndex(of: id) else { return leaving }
        return leaving | PackedState.bit(index)
      }
    }
    guard rules.scope == .window, addable == 0 else { return all }
    guard case .everything = reads.windows else {
      var leaving = witnesses
      guard reads.hidden else { return leaving }
      for index in ids.indices {
        var window = templates[0].windows[index]
        window.isHidden = true
        let isMain = ids[index] == templates[0].mainWindow
        if isMain || rules.isVoter(window, in: templates[0]) { leaving |= PackedState.bit(index) }
      }
      return leaving
    }
    return all
  }
}

/// What one decision does to a node: a cell applied to who is there.
struct NodeEffect {
  /// The windows that turn, before one raised an exception.
  var turning: UInt64
  var target: Int
  /// Whether the bar goes to the target.
  var writes: Bool
  var raises: Bool
  let cell: DecisionCell

  init(_ cell: DecisionCell, present: UInt64, hidden: UInt64, followers: UInt64) {
    self.cell = cell
    let shown = present & ~hidden
    let away = present & hidden
    let raising = shown & cell.raisingShown | away & cell.raisingHidden
    var turning = shown & cell.shown | away & cell.hidden
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    writes = cell.writesBar || turning & cell.writers != 0
    target = Int(cell.target)
    raises = cell.raises || raising != 0
    // Followers stand as the bar does.
    self.turning = writes ? turning | present & followers : turning
  }

  /// Where the bar is afterwards.
  @inline(__always)
  func bar(_ bar: Int) -> Int { writes ? target : bar }

  /// How a window is turned afterwards.
  @inline(__always)
  func turned(_ window: Int, _ orientation: Int) -> Int {
    turning & PackedState.bit(window) == 0 ? orientation : target
  }
}
