// SPDX-License-Identifier: Apache-2.0

/// Whose orientation a search of nodes follows, and where the words of a node say it.
struct NodeSlots {
  /// The windows that are followed: each by itself, or two together.
  let members: [[Int]]
  /// Whose orientation is neither followed nor known.
  let ignored: UInt64
  let followed: UInt64
  /// The windows that stand as the bar does while they are shown: all that are not followed.
  let steady: UInt64
  /// Those of them that do so while they are hidden too.
  let steadyHidden: UInt64
  /// How many words a node has: its situations, and for each slot those of each way to be turned.
  let width: Int

  init(_ model: CheckModel, _ members: [[Int]], ignored: UInt64) {
    self.members = members
    self.ignored = ignored
    width = members.reduce(1) { $0 + 1 << (2 * $1.count) }
    followed = members.reduce(0) { $1.reduce($0) { $0 | PackedState.bit($1) } }
    steady = model.all & ~followed & ~ignored
    // Whoever is not placed when it is shown has to stand right before.
    let unplaced = model.ids.indices.reduce(UInt64(0)) {
      model.kernel.trigger(.show, $1) == TriggerCode.nothing ? $0 | PackedState.bit($1) : $0
    }
    steadyHidden = steady & (unplaced | model.followers)
  }

  /// Some windows, each by itself.
  init(_ model: CheckModel, _ followed: UInt64, ignored: UInt64 = 0) {
    let members = model.ids.indices.filter { followed & PackedState.bit($0) != 0 }
    self.init(model, members.map { [$0] }, ignored: ignored)
  }

  /// The windows that have to stand as the bar without being followed.
  @inline(__always)
  func live(_ present: UInt64, _ hidden: UInt64) -> UInt64 {
    present & (steady & ~hidden | steadyHidden)
  }

  /// Where the words of a slot begin in those of a node.
  @inline(__always)
  func offset(_ slot: Int) -> Int {
    // Slots of one window come alone or are all there are.
    1 &+ slot &* 4
  }

  /// How the windows of a slot are turned once some windows have turned.
  func way(_ slot: Int, _ way: Int, turning: UInt64, to target: Int) -> Int {
    var way = way
    for (position, window) in members[slot].enumerated()
    where turning & PackedState.bit(window) != 0 {
      way = way & ~(3 << (2 * position)) | target << (2 * position)
    }
    return way
  }

  /// The word of a node that says how its windows are turned in a state.
  func word(_ slot: Int, of state: PackedState) -> Int {
    let way = members[slot].enumerated().reduce(0) { way, member in
      let isThere = state.present & PackedState.bit(member.element) != 0
      return way | (isThere ? state.orientation(member.element) : 0) << (2 * member.offset)
    }
    return offset(slot) + way
  }
}
