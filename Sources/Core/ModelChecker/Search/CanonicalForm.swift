// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The canonical form of states: of the states that differ only by an exchange of interchangeable
/// windows, or in dead variables, one is kept.
///
/// Interchangeable windows differ in nothing that decisions or properties read (symmetry); in the
/// canonical form their fields are sorted. The orientation of a hidden window is dead if it is
/// overwritten before anything reads it.
@safe
final class CanonicalForm {
  // SAFETY: `scratch` lives from `init` to `deinit` and has room for every window.

  /// The classes of two or more interchangeable windows, each in ascending order.
  let classes: [[Int]]
  /// The windows whose orientation is a dead variable while they are hidden; the canonical form has
  /// the orientation 0 for these.
  let overwritten: UInt64
  /// The classes that tell which windows are in front of a state (`ObservationClasses.front`); `nil` if no
  /// window's events wait.
  private let order: ObservationClasses?
  private let addable: UInt64
  private let scratch: UnsafeMutablePointer<UInt8>

  /// Creates the canonical form of a model's states; `nil` if every state is canonical.
  ///
  /// No windows are interchangeable if their order may matter. If windows decide one by one, all
  /// decision cells must have been filled before, since they determine which windows raise
  /// exceptions. Otherwise the observation projection must exist: then interchangeable windows always
  /// have equal orientations, so it does not matter which of them is the page.
  init?(_ model: CheckModel, _ projection: Projection? = nil) {
    overwritten = projection?.overwritten ?? 0
    order = unsafe projection?.isFrontFirst == true ? model.tables.pointee.observations : nil
    addable = model.addable
    let isObjecting = unsafe model.tables.pointee.observations?.isOrderFree == true
    let isOrderFree = model.readsMore ? isObjecting : model.isKeyFree && !model.anyRaises
    classes = isOrderFree ? Self.classes(of: model) : []
    guard !classes.isEmpty || overwritten != 0 || order != nil else { return nil }
    unsafe scratch = .allocate(capacity: PackedState.width)
  }

  deinit { unsafe scratch.deallocate() }

  /// Returns the classes of two or more windows that differ only in name and ID, and are in the
  /// same initial state.
  ///
  /// No class contains the initial key window, the main window, or a window to which another one hands
  /// its questions on; there are none if the app's delegate distinguishes windows.
  static func classes(of model: CheckModel) -> [[Int]] {
    guard model.stack.scene.app.delegate?.entries.isEmpty != false else { return [] }
    var classes: [[Int]] = []
    for index in model.ids.indices where model.initial.key != index {
      let isNamed = model.witnesses & PackedState.bit(index) != 0
      guard model.ids[index] != model.stack.scene.mainWindow, !isNamed else { continue }
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

  /// Returns a copy of a window without name and ID; `nil` if its root has child, presented or
  /// forwarding controllers.
  private static func nameless(_ window: Window) -> Window? {
    var window = window
    window.id = WindowID(0)
    window.name = ""
    guard let root = window.root else { return window }
    guard root.container == nil, root.presented == nil, root.forwardsTo == nil else { return nil }
    window.root?.id = ""
    return window
  }

  /// Whether each window keeps its identity and its orientation.
  var keepsWindows: Bool { classes.isEmpty && overwritten == 0 }

  var reductions: [CheckReduction] {
    (classes.isEmpty ? [] : [.alike]) + (overwritten == 0 ? [] : [.overwritten])
      + (order == nil ? [] : [.frontFirst])
  }

  /// Returns the windows whose events a search leaves out in a state: duplicates, and windows that wait.
  @inline(__always)
  func leftOut(_ state: PackedState) -> UInt64 { duplicates(state) | waiting(state) }

  /// Returns the windows whose events can wait until these windows are in front of a state.
  @inline(__always)
  func waiting(_ state: PackedState) -> UInt64 {
    guard let front = order?.front(state) else { return 0 }
    return ~(front | addable & ~(state.present | state.hidden))
  }

  /// Returns the windows that are interchangeable with a window, itself included.
  func alike(_ window: Int) -> [Int] { classes.first { $0.contains(window) } ?? [window] }

  func canonical(_ state: PackedState) -> PackedState {
    var state = state
    state.turn(state.present & state.hidden & overwritten, to: 0)
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

  /// Returns the sort key of a window: orientation, hidden, present, key.
  private static func field(_ window: Int, _ state: PackedState) -> UInt8 {
    let shift = UInt64(window)
    let planes =
      (state.low >> shift & 1) | (state.high >> shift & 1) << 1 | (state.hidden >> shift & 1) << 2
      | (state.present >> shift & 1) << 3
    return UInt8(truncatingIfNeeded: planes) | (state.key == window ? 16 : 0)
  }

  /// Returns the windows whose events are equivalent to those of an earlier window of their class.
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
