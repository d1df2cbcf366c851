// SPDX-License-Identifier: Apache-2.0

/// The windows whose orientations a search of nodes follows, and their place in a node's words.
struct NodeSlots {
  /// The followed windows: each by itself, or two together.
  let members: [[Int]]
  /// The windows whose orientations are neither followed nor known.
  let ignored: UInt64
  let followed: UInt64
  /// The windows with the bar's orientation while shown: all that are not followed.
  let steady: UInt64
  /// Those of them with the bar's orientation while hidden too.
  let steadyHidden: UInt64
  /// The number of a node's words: its situations, and for each slot those of each orientation.
  let width: Int

  init(_ model: CheckModel, _ members: [[Int]], ignored: UInt64) {
    self.members = members
    self.ignored = ignored
    width = members.reduce(1) { $0 + 1 << (2 * $1.count) }
    followed = members.reduce(0) { $1.reduce($0) { $0 | PackedState.bit($1) } }
    steady = model.all & ~followed & ~ignored
    // A window that is not placed when shown must have the right orientation before.
    let unplaced = model.ids.indices.reduce(UInt64(0)) {
      model.kernel.trigger(.show, $1) == TriggerCode.nothing ? $0 | PackedState.bit($1) : $0
    }
    steadyHidden = steady & (unplaced | model.followers)
  }

  /// Creates slots of single windows.
  init(_ model: CheckModel, _ followed: UInt64, ignored: UInt64 = 0) {
    let members = model.ids.indices.filter { followed & PackedState.bit($0) != 0 }
    self.init(model, members.map { [$0] }, ignored: ignored)
  }

  /// Returns the windows that must have the bar's orientation without being followed.
  @inline(__always)
  func live(_ present: UInt64, _ hidden: UInt64) -> UInt64 {
    present & (steady & ~hidden | steadyHidden)
  }

  /// Returns the start of a slot in a node's words.
  @inline(__always)
  func offset(_ slot: Int) -> Int {
    // All slots before have one window, as a slot of two windows is the only one.
    1 &+ slot &* 4
  }

  /// Returns the orientations of a slot's windows after some windows have turned.
  func way(_ slot: Int, _ way: Int, turning: UInt64, to target: Int) -> Int {
    var way = way
    for (position, window) in members[slot].enumerated()
    where turning & PackedState.bit(window) != 0 {
      way = way & ~(3 << (2 * position)) | target << (2 * position)
    }
    return way
  }

  /// Returns the word of a node for the orientations of a slot's windows in a state.
  func word(_ slot: Int, of state: PackedState) -> Int {
    let way = members[slot].enumerated().reduce(0) { way, member in
      let isThere = state.present & PackedState.bit(member.element) != 0
      return way | (isThere ? state.orientation(member.element) : 0) << (2 * member.offset)
    }
    return offset(slot) + way
  }
}
