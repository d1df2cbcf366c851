// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Windows that are alike in all that decisions and properties read, so that they are interchangeable.
///
/// Of the states that differ only in which of them is how, one stands for all: the one in which their
/// fields are sorted. See docs/design/check.md for why no property is lost by it.
@safe
final class WindowSymmetry {
  // SAFETY: `scratch` lives from `init` to `deinit` and has room for every window.

  /// The classes of at least two windows, each in rising order.
  let classes: [[Int]]
  /// Whether windows of one class must stand alike, because their order decides who is the page.
  private let mustStandAlike: Bool
  /// Whether windows of one class stood otherwise although they must not.
  private(set) var isBroken = false
  private let scratch: UnsafeMutablePointer<UInt8>

  /// The symmetry of a model; nil where no two windows are alike or their order may matter.
  ///
  /// For windows that decide each for itself all page cells have to be filled, to know who raises.
  init?(_ model: CheckModel) {
    let isObjecting = unsafe model.tables.pointee.heard?.isOrderFree == true
    guard model.isKeyFree ? !model.anyRaises : isObjecting else { return nil }
    let classes = Self.classes(of: model)
    guard !classes.isEmpty else { return nil }
    self.classes = classes
    mustStandAlike = !model.isKeyFree
    unsafe scratch = .allocate(capacity: PackedState.width)
  }

  deinit { unsafe scratch.deallocate() }

  /// The windows of a stack that are the same but for their names and numbers, also at the start.
  static func classes(of model: CheckModel) -> [[Int]] {
    guard model.stack.scene.app.delegate?.entries.isEmpty != false else { return [] }
    var classes: [[Int]] = []
    for index in model.ids.indices where model.initial.key != index {
      guard model.ids[index] != model.stack.scene.mainWindow else { continue }
      if let found = classes.firstIndex(where: { isAlike($0[0], index, model) }) {
        classes[found].append(index)
      } else {
        classes.append([index])
      }
    }
    return classes.filter { $0.count > 1 }
  }

  private static func isAlike(_ left: Int, _ right: Int, _ model: CheckModel) -> Bool {
    let initial = model.initial
    guard initial.swapped(left, right) == initial,
      model.stack.windows[left].isKey == model.stack.windows[right].isKey,
      model.stack.windows[left].isThere == model.stack.windows[right].isThere,
      let one = nameless(model.stack.windows[left].window),
      one == nameless(model.stack.windows[right].window)
    else { return false }
    return model.templates.allSatisfy { nameless($0.windows[left]) == nameless($0.windows[right]) }
  }

  /// A window without what only tells it apart; nil for one with more than a plain controller.
  private static func nameless(_ window: Window) -> Window? {
    var window = window
    window.id = WindowID(0)
    window.name = ""
    guard let root = window.root else { return window }
    guard root.container == nil, root.presented == nil, root.forwardsTo == nil else { return nil }
    window.root?.id = ""
    return window
  }

  /// The windows that are alike and that one of a class stands for, or the window alone.
  func alike(_ window: Int) -> [Int] { classes.first { $0.contains(window) } ?? [window] }

  /// The state that stands for all that differ in which of the alike windows is how.
  func canonical(_ state: PackedState) -> PackedState {
    var state = state
    for members in classes { sort(members, &state) }
    return state
  }

  private func sort(_ members: [Int], _ state: inout PackedState) {
    var isSorted = true
    for position in members.indices {
      let field = Self.field(members[position], state)
      unsafe scratch[position] = field
      if position > 0, unsafe scratch[position - 1] > field { isSorted = false }
    }
    if mustStandAlike { check(members.count) }
    if isSorted { return }
    for position in 1..<members.count {
      let field = unsafe scratch[position]
      var hole = position
      while hole > 0, unsafe scratch[hole - 1] > field {
        unsafe scratch[hole] = scratch[hole - 1]
        hole -= 1
      }
      unsafe scratch[hole] = field
    }
    for position in members.indices {
      let field = unsafe scratch[position]
      let bit = PackedState.bit(members[position])
      state.low = field & 1 == 0 ? state.low & ~bit : state.low | bit
      state.high = field & 2 == 0 ? state.high & ~bit : state.high | bit
      state.hidden = field & 4 == 0 ? state.hidden & ~bit : state.hidden | bit
      state.present = field & 8 == 0 ? state.present & ~bit : state.present | bit
      if field & 16 != 0 { state.key = members[position] }
    }
  }

  /// Everything of a state that is one window's: how it is turned, hidden, there, key.
  private static func field(_ window: Int, _ state: PackedState) -> UInt8 {
    let shift = UInt64(window)
    let planes =
      (state.low >> shift & 1) | (state.high >> shift & 1) << 1 | (state.hidden >> shift & 1) << 2
      | (state.present >> shift & 1) << 3
    return UInt8(truncatingIfNeeded: planes) | (state.key == window ? 16 : 0)
  }

  private func check(_ count: Int) {
    var stand: UInt8?
    for position in 0..<count where unsafe scratch[position] & 8 != 0 {
      let own = unsafe scratch[position] & 3
      if let stand, stand != own { isBroken = true }
      stand = own
    }
  }

  /// The windows of a sorted state whose events lead where those of another one of their class lead.
  func duplicates(_ state: PackedState) -> UInt64 {
    var duplicates: UInt64 = 0
    for members in classes {
      for position in 1..<members.count
      where Self.field(members[position], state) == Self.field(members[position - 1], state) {
        duplicates |= PackedState.bit(members[position])
      }
    }
    return duplicates
  }
}
