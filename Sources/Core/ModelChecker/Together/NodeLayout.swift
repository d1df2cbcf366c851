// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Numbers for the nodes of a `NodeSearch`: who is there and shown, and who is key.
///
/// What is left of a state is a set of situations, one bit for each: settings, device and bar. So 3
/// settings fit into a word.
@safe
final class NodeLayout {
  // SAFETY: the tables live from `init` to `deinit`; presences and windows are numbers of this layout.

  /// How many settings a word holds.
  static let mostSettings = 3

  let windows: Int
  /// How many keys there are, nobody among them; 1 where the key is left out.
  let keys: Int
  let presences: Int
  /// The windows whose leaving is more than their hiding.
  let leaving: UInt64
  private let presents: UnsafeMutablePointer<UInt64>
  private let hiddens: UnsafeMutablePointer<UInt64>
  private let strides: UnsafeMutablePointer<Int>

  /// Nil where there are more than `most` presences and keys.
  init?(_ model: CheckModel, most: Int) {
    let windows = model.ids.count
    let leaving = model.leaving
    keys = model.isKeyFree ? 1 : windows + 1
    var strides: [Int] = []
    var count = 1
    for index in 0..<windows {
      strides.append(count)
      count *= leaving & PackedState.bit(index) == 0 ? 2 : 3
      guard count * keys <= most else { return nil }
    }
    (self.windows, self.leaving, presences) = (windows, leaving, count)
    unsafe self.strides = .allocate(capacity: windows)
    unsafe self.strides.initialize(from: strides, count: windows)
    unsafe presents = .allocate(capacity: count)
    unsafe hiddens = .allocate(capacity: count)
    unsafe (presents[0], hiddens[0]) = (model.all, 0)
    for index in 0..<windows {
      let (stride, bit) = (strides[index], PackedState.bit(index))
      for presence in 0..<stride {
        unsafe presents[stride + presence] = presents[presence]
        unsafe hiddens[stride + presence] = hiddens[presence] | bit
        if leaving & bit == 0 { continue }
        unsafe presents[2 * stride + presence] = presents[presence] & ~bit
        unsafe hiddens[2 * stride + presence] = hiddens[presence] | bit
      }
    }
  }

  deinit {
    unsafe strides.deallocate()
    unsafe presents.deallocate()
    unsafe hiddens.deallocate()
  }

  /// How many nodes there are.
  var nodes: Int { presences * keys }

  /// Who is there in a presence.
  @inline(__always)
  func present(_ presence: Int) -> UInt64 { unsafe presents[presence] }

  /// Who is hidden there; who left is hidden and not there.
  @inline(__always)
  func hidden(_ presence: Int) -> UInt64 { unsafe hiddens[presence] }

  /// Who is there and shown.
  @inline(__always)
  func shown(_ presence: Int) -> UInt64 { unsafe presents[presence] & ~hiddens[presence] }

  /// What it adds to the number of a presence that a window is hidden, and once more that it left.
  @inline(__always)
  func stride(_ window: Int) -> Int { unsafe strides[window] }

  /// The presence of a state.
  func presence(_ state: PackedState) -> Int {
    (0..<windows).reduce(0) { number, index in
      let bit = PackedState.bit(index)
      let digit = state.present & bit == 0 ? 2 : state.hidden & bit == 0 ? 0 : 1
      return number + digit * stride(index)
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
    state.present = present(presence)
    state.hidden = hidden(presence)
    state.key = window(ofKey: key)
    state.bar = bit & 3
    state.device = bit / 4 % 5
    state.settingsIndex = bit / 20
    state.turn(state.present, to: state.bar)
    return state
  }

  /// The situations in which the bar stands in an orientation.
  @inline(__always)
  static func bars(_ bar: Int) -> UInt64 { 0x1111_1111_1111_1111 << UInt64(bar) }

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
    distance >= 0 ? situations &<< UInt64(distance) : situations &>> UInt64(-distance)
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
