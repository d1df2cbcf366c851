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
    return oneDecides && andPage ? nil : part
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
      plain.present = taking
      plain.hidden = taking & (state.hidden & part.deciders | part.hidden & ~part.deciders)
      let isKeyRead = state.shown & part.deciders == 0 && taking & state.keyBit != 0
      plain.key = isKeyRead ? state.key : PackedState.none
    } else {
      let page = page(state)
      let pageBit = PackedState.bit(page)
      let isFree = pageBit & taking != 0 && !part.isPageAsked
      let shownBit = isFree ? taking & (0 &- taking) : pageBit
      plain.present = taking | shownBit
      plain.hidden = taking & part.hidden & ~shownBit
      plain.key = shownBit == 0 ? PackedState.none : shownBit.trailingZeroBitCount
    }
    if plain.present == 0, state.present != 0 {
      // Nobody at all would be something else.
      plain.present = state.present & (0 &- state.present)
      plain.hidden = state.hidden & plain.present
    }
    return plain
  }
}
