// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Which windows take part in a decision that is made for all of them at once.
///
/// Such rules read of a state who takes part and who may decide, and nothing else of its windows.
struct ParticipationAbstraction: Equatable {
  /// The windows that take part while they are shown, and while they are hidden.
  var shown: UInt64 = 0
  var hidden: UInt64 = 0
  /// The windows without a root: placed, they go where the bar is.
  var rootless: UInt64 = 0
  /// Whether a window answers what the page answers; if not, it only matters whether the page
  /// takes part.
  var isPageAsked = false
  /// Whether one window decides for the scene (M-23).
  var isSceneWide = false
  /// The windows that decide for the scene while they are shown; without one the key counts.
  var deciders: UInt64 = 0

  /// The windows of a state that take part.
  @inline(__always)
  func windows(_ state: PackedState) -> UInt64 {
    state.shown & shown | state.present & state.hidden & hidden
  }
}

extension ParticipationAbstraction {
  /// Who takes part once two windows have changed places and are as they were.
  func swapped(_ left: Int, _ right: Int) -> ParticipationAbstraction {
    var part = self
    part.shown = shown.swappingBits(left, right)
    part.hidden = hidden.swappingBits(left, right)
    part.rootless = rootless.swappingBits(left, right)
    part.deciders = deciders.swappingBits(left, right)
    return part
  }
}

extension CheckModel {
  /// Who takes part, if decisions depend on nothing else; the rule set says who does.
  var takingPart: ParticipationAbstraction? {
    guard case .participants(let oneDecides, let andPage) = reads.windows else { return nil }
    let windows = stack.windows.map(\.window)
    var part = ParticipationAbstraction()
    for index in windows.indices {
      var window = templates[0].windows[index]
      let bit = UInt64(1) << UInt64(index)
      if window.root == nil {
        part.rootless |= bit
        // The main window takes part without one.
        guard window.id == templates[0].mainWindow else { continue }
        window.root = Controller(id: "")
      }
      window.isHidden = false
      if rules.isVoter(window, in: templates[0]) { part.shown |= bit }
      let decides = window.size == nil && window.controlsStatusBar
      if decides, part.shown & ~part.rootless & bit != 0 { part.deciders |= bit }
      window.isHidden = true
      if rules.isVoter(window, in: templates[0]) { part.hidden |= bit }
    }
    // One that takes part hidden only could not stand for the page.
    guard part.hidden & ~part.shown == 0 else { return nil }
    part.isPageAsked = andPage
    part.isSceneWide = oneDecides
    // Who is hidden and decides as the key need not be the page.
    return oneDecides && andPage && part.hidden != 0 ? nil : part
  }
}

extension CheckModel {
  /// The windows that can decide for the scene: the highest level first, and there the last (M-23).
  func deciderOrder(_ part: ParticipationAbstraction) -> [Int] {
    let windows = stack.windows.map(\.window)
    return ids.indices.filter { part.deciders & PackedState.bit($0) != 0 }
      .sorted { (windows[$0].level, $0) > (windows[$1].level, $1) }
  }
}

extension StepKernel {
  /// The canonical state in which everything is as it is in this one for a decision.
  ///
  /// Hidden is whoever takes part hidden or shown, but for one window that takes part as the page.
  @inline(__always)
  func canonical(
    _ code: UInt8, _ window: Int, _ state: PackedState, _ part: ParticipationAbstraction
  )
    -> PackedState
  {
    var plain = state
    let taking = part.windows(state)
    let bit = UInt64(1) &<< UInt64(window)
    if code == TriggerCode.place, taking & ~part.rootless & bit == 0 {
      // It goes where the bar is, whatever else there is.
      plain.present = bit
      plain.key = PackedState.none
      plain.device = 0
      return plain
    }
    if part.isSceneWide {
      decideForScene(state, taking, part, &plain)
    } else {
      decideTogether(state, taking, part, &plain)
    }
    if plain.present == 0, state.present != 0 {
      // Nobody at all would be something else.
      plain.present = state.present & (0 &- state.present)
      plain.hidden = state.hidden & plain.present
    }
    // Of whom others ask it counts that they are there, also if they take no part.
    let asked = unsafe tables.pointee.witnesses & state.present & ~plain.present
    plain.present |= asked
    plain.hidden |= asked
    return plain
  }

  /// All who take part decide: whoever brings nothing that others do not bring takes part as well.
  @inline(__always)
  private func decideTogether(
    _ state: PackedState, _ taking: UInt64, _ part: ParticipationAbstraction,
    _ plain: inout PackedState
  ) {
    let page = page(state)
    let pageBit = PackedState.bit(page)
    let isFree = pageBit & taking != 0 && !part.isPageAsked
    var together = taking
    if let consents = unsafe tables.pointee.consents {
      together |= consents.closure(taking, state.present, of: part.shown)
      // Without a page nobody may become it.
      if pageBit == 0 { together &= taking | part.hidden | ~pageable }
    }
    let shownBit = isFree ? together & (0 &- together) : pageBit
    plain.present = together | shownBit
    plain.hidden = together & part.hidden & ~shownBit
    plain.key = shownBit == 0 ? PackedState.none : shownBit.trailingZeroBitCount
  }

  /// One window decides: all others that leave it the decision take part.
  @inline(__always)
  private func decideForScene(
    _ state: PackedState, _ taking: UInt64, _ part: ParticipationAbstraction,
    _ plain: inout PackedState
  ) {
    let absent = unsafe tables.pointee.witnesses & ~state.present
    let page = page(state)
    let isKeyPage = state.shown & ~followers & state.keyBit != 0
    var key = PackedState.none
    var away: UInt64 = 0
    if part.isPageAsked {
      if page != PackedState.none { key = page } else { away = pageable }
    }
    var above: UInt64 = 0
    for place in 0..<(unsafe tables.pointee.deciders.count) {
      let window = unsafe tables.pointee.deciders[place]
      if state.shown & window != 0 {
        plain.present = all & ~absent
        plain.hidden = above | away
        plain.key = key
        return
      }
      above |= window
    }
    let voters = taking & ~part.rootless
    if voters & state.keyBit != 0, !part.isPageAsked || isKeyPage {
      plain.present = all & ~absent
      plain.hidden = part.deciders | away
      plain.key = state.key
      return
    }
    let first = voters & (0 &- voters)
    if first == 0 || part.isPageAsked && PackedState.bit(key) & voters & ~first != 0 {
      plain.present = taking | PackedState.bit(key)
      plain.hidden = taking & state.hidden
      plain.key = part.isPageAsked ? state.key : PackedState.none
      if part.isPageAsked { plain.present = state.present }
      if part.isPageAsked { plain.hidden = state.hidden & state.present }
      return
    }
    // Nobody before it may have a say.
    plain.present = all & ~absent & ~(part.shown & ~part.rootless & (first &- 1))
    plain.hidden = part.deciders | away
    plain.key = key
  }
}

/// What each window brings into a decision that all make together.
@safe
struct ConsentTable {
  // SAFETY: the tables that hold it free it, once; windows and patterns bound every index.

  private let windows: Int
  private let witnesses: UInt64
  /// For each pattern of witnesses that are there, the bits of each window.
  private let bits: UnsafeMutablePointer<UInt32>

  /// Nil where decisions read more, or too many windows are asked by others.
  init?(_ model: CheckModel, _ part: ParticipationAbstraction) {
    let witnesses = model.witnesses
    guard !part.isPageAsked, !part.isSceneWide, witnesses.nonzeroBitCount <= 6,
      model.ids.count <= 32, model.addable == 0
    else { return nil }
    var found: [UInt32] = []
    for pattern in 0..<(1 << witnesses.nonzeroBitCount) {
      var scene = model.templates[0]
      var rest = witnesses
      for place in 0..<witnesses.nonzeroBitCount {
        let index = rest.trailingZeroBitCount
        rest &= rest - 1
        if pattern >> place & 1 == 0 { scene.windows.removeAll { $0.id == model.ids[index] } }
      }
      guard let consents = model.rules.consents(in: scene) else { return nil }
      found += model.ids.map { consents[$0] ?? 0 }
    }
    windows = model.ids.count
    self.witnesses = witnesses
    unsafe bits = .allocate(capacity: found.count)
    unsafe bits.initialize(from: found, count: found.count)
  }

  func deallocate() { unsafe bits.deallocate() }

  /// The windows that bring nothing but what those that take part bring.
  @inline(__always)
  func closure(_ taking: UInt64, _ present: UInt64, of able: UInt64) -> UInt64 {
    var pattern = 0
    var place = 0
    var rest = witnesses
    while rest != 0 {
      let bit = rest & (0 &- rest)
      if present & bit != 0 { pattern |= 1 << place }
      place &+= 1
      rest &= rest &- 1
    }
    let own = unsafe bits + pattern &* windows
    var together: UInt32 = 0
    rest = taking
    while rest != 0 {
      together |= unsafe own[rest.trailingZeroBitCount]
      rest &= rest &- 1
    }
    var closure: UInt64 = 0
    rest = able & ~(witnesses & ~present)
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if unsafe own[index] & ~together == 0 { closure |= PackedState.bit(index) }
      rest &= rest &- 1
    }
    return taking == 0 ? 0 : closure
  }
}
