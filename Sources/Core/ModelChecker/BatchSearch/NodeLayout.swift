// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The numbering of the nodes of a `NodeSearch`.
///
/// A node is a key window and a presence: which windows are shown, hidden or removed. The rest of a
/// state is a situation: settings, device and status bar. A bit set of 64 bits has one bit for each
/// situation, so it holds at most three settings.
@safe
final class NodeLayout {
  // SAFETY: the tables live from `init` to `deinit`; the numbers of presences and windows are those
  // of this layout.

  /// The maximum number of settings; each takes 20 bits of a bit set, one for each device
  /// orientation and status bar orientation.
  static let mostSettings = 3

  let windows: Int
  /// The number of possible key windows, including none; 1 if states do not contain the key window.
  let keys: Int
  let presences: Int
  let leaving: UInt64
  private let presents: UnsafeMutablePointer<UInt64>
  private let hiddens: UnsafeMutablePointer<UInt64>
  private let strides: UnsafeMutablePointer<Int>

  /// Creates a layout; `nil` if it would have more than `most` nodes.
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

  var nodes: Int { presences * keys }

  @inline(__always)
  func present(_ presence: Int) -> UInt64 { unsafe presents[presence] }

  /// Returns the hidden windows; removed windows count as hidden, but not as present.
  @inline(__always)
  func hidden(_ presence: Int) -> UInt64 { unsafe hiddens[presence] }

  @inline(__always)
  func shown(_ presence: Int) -> UInt64 { unsafe presents[presence] & ~hiddens[presence] }

  /// Returns the place value of a window in the number of a presence.
  ///
  /// The number has a digit for each window: 0 if the window is shown, 1 if hidden, 2 if removed.
  @inline(__always)
  func stride(_ window: Int) -> Int { unsafe strides[window] }

  func presence(_ state: PackedState) -> Int {
    (0..<windows).reduce(0) { number, index in
      let bit = PackedState.bit(index)
      let digit = state.present & bit == 0 ? 2 : state.hidden & bit == 0 ? 0 : 1
      return number + digit * stride(index)
    }
  }

  /// Returns the key index of a state: the index of its key window, or `windows` if there is none;
  /// 0 if states do not contain the key window.
  func key(_ state: PackedState) -> Int { keys == 1 ? 0 : min(state.key, windows) }

  @inline(__always)
  func window(ofKey key: Int) -> Int { keys == 1 || key == windows ? PackedState.none : key }

  /// Returns the state of a node in a situation in which all windows have the status bar's
  /// orientation.
  func state(_ presence: Int, _ key: Int, bit: Int = 0) -> PackedState {
    var state = PackedState()
    state.present = present(presence)
    state.hidden = hidden(presence)
    state.key = window(ofKey: key)
    state.situation = bit
    state.turn(state.present, to: state.bar)
    return state
  }

  /// Returns the bit set of all situations in which the status bar has a given orientation.
  @inline(__always)
  static func bars(_ bar: Int) -> UInt64 { 0x1111_1111_1111_1111 << UInt64(bar) }

  /// Returns the status bar orientations that occur in a bit set of situations, as four bits.
  @inline(__always)
  static func fold(_ situations: UInt64) -> UInt64 {
    var fold = situations | situations >> 32
    fold |= fold >> 16
    fold |= fold >> 8
    return (fold | fold >> 4) & 15
  }

  /// Returns a bit set of situations, shifted by `distance` bits towards higher situation numbers.
  @inline(__always)
  static func moved(_ situations: UInt64, by distance: Int) -> UInt64 {
    distance >= 0 ? situations &<< UInt64(distance) : situations &>> UInt64(-distance)
  }
}

extension CheckModel {
  var readsMore: Bool { if case .page = reach { false } else { true } }

  /// Whether the search by nodes is tried before the projections.
  ///
  /// The projections try every combination of present witnesses, which is slow for more than two.
  /// Of few windows there are few nodes, if more than the page decides.
  var isForNodes: Bool {
    readsMore ? ids.count <= 8 : reads.windows == .page && witnesses.nonzeroBitCount > 2
  }

  /// The windows whose removal must be tried as an event; for all others, hiding is equivalent.
  var leaving: UInt64 {
    guard hiddenMatters else { return 0 }
    if case .first(let order) = reads.windows, addable == 0 {
      // A hidden window can decide if the windows above it pass the decision on to the next one.
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

/// The windows whose orientations a search by nodes follows, and their bit sets of situations in a
/// node.
///
/// A slot belongs to one or two of these windows. It has one bit set for each combination of their
/// orientations.
struct NodeSlots {
  /// The windows of each slot: one, or two whose orientations are followed together.
  let members: [[Int]]
  /// The windows of which no orientation is known: neither followed nor assumed.
  let ignored: UInt64
  let followed: UInt64
  /// The windows that are assumed to have the status bar's orientation while shown.
  let steady: UInt64
  /// The windows among `steady` that are assumed to have the status bar's orientation while hidden,
  /// too.
  let steadyHidden: UInt64
  /// The number of bit sets of a node: one for all its situations, and those of the slots.
  let width: Int

  init(_ model: CheckModel, _ members: [[Int]], ignored: UInt64) {
    self.members = members
    self.ignored = ignored
    width = members.reduce(1) { $0 + 1 << (2 * $1.count) }
    followed = members.reduce(0) { $1.reduce($0) { $0 | PackedState.bit($1) } }
    steady = model.all & ~followed & ~ignored
    // A window that is shown without a decision must have had the status bar's orientation before.
    let unplaced = model.ids.indices.reduce(UInt64(0)) {
      model.kernel.trigger(.show, $1) == TriggerCode.nothing ? $0 | PackedState.bit($1) : $0
    }
    steadyHidden = steady & (unplaced | model.followers)
  }

  init(_ model: CheckModel, _ followed: UInt64, ignored: UInt64 = 0) {
    let members = model.ids.indices.filter { followed & PackedState.bit($0) != 0 }
    self.init(model, members.map { [$0] }, ignored: ignored)
  }

  @inline(__always)
  func live(_ present: UInt64, _ hidden: UInt64) -> UInt64 {
    present & (steady & ~hidden | steadyHidden)
  }

  @inline(__always)
  func offset(_ slot: Int) -> Int {
    // A slot of two windows is always the only one, so all preceding slots have four bit sets.
    1 &+ slot &* 4
  }

  /// Returns the index within a slot to which the bit set at the index `way` moves when some
  /// windows rotate to `target`.
  ///
  /// The index has two bits for the orientation of each window.
  func way(_ slot: Int, _ way: Int, turning: UInt64, to target: Int) -> Int {
    var way = way
    for (position, window) in members[slot].enumerated()
    where turning & PackedState.bit(window) != 0 {
      way = way & ~(3 << (2 * position)) | target << (2 * position)
    }
    return way
  }

  /// Returns the index in a node of the bit set for the orientations that a slot's windows have in
  /// a state; an absent window counts as portrait.
  func word(_ slot: Int, of state: PackedState) -> Int {
    let way = members[slot].enumerated().reduce(0) { way, member in
      let isThere = state.present & PackedState.bit(member.element) != 0
      return way | (isThere ? state.orientation(member.element) : 0) << (2 * member.offset)
    }
    return offset(slot) + way
  }
}
