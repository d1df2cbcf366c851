// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// An abstraction of states for rule sets in which the participating windows decide
/// (`.participants`).
struct ParticipationAbstraction {
  /// The windows that participate if they are shown, and those that participate if they are hidden.
  var shown: UInt64 = 0
  var hidden: UInt64 = 0
  /// The windows without a root controller; a placing gives them the status bar's orientation.
  var rootless: UInt64 = 0
  /// Whether decisions read the page's answers, rather than only whether the page participates.
  var isPageAsked = false
  /// Whether one window decides for the scene (M-23).
  var isSceneWide = false
  /// The windows that decide for the scene, while shown, before all others.
  var deciders: UInt64 = 0

  @inline(__always)
  func windows(_ state: PackedState) -> UInt64 {
    state.shown & shown | state.present & state.hidden & hidden
  }
}

extension CheckModel {
  /// The participation abstraction of the model; `nil` if decisions depend on more than the
  /// participating windows.
  var takingPart: ParticipationAbstraction? {
    guard case .participants(let oneDecides, let following) = reads.windows else { return nil }
    let windows = stack.windows.map { $0.window }
    var part = ParticipationAbstraction()
    for index in windows.indices {
      var window = templates[0].windows[index]
      let bit = UInt64(1) << UInt64(index)
      if window.root == nil {
        part.rootless |= bit
        // The main window participates even without a root.
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
    // A window that participates only while hidden could not stand for the page, which is shown.
    guard part.hidden & ~part.shown == 0 else { return nil }
    part.isPageAsked = !following.isEmpty
    part.isSceneWide = oneDecides
    // A hidden key window can decide for the scene without being the page, which this abstraction
    // cannot express.
    return oneDecides && part.isPageAsked && part.hidden != 0 ? nil : part
  }
}

extension CheckModel {
  /// Returns the windows that can decide for the scene: by descending level, later windows first
  /// (M-23).
  func deciderOrder(_ part: ParticipationAbstraction) -> [Int] {
    let windows = stack.windows.map { $0.window }
    return ids.indices.filter { part.deciders & PackedState.bit($0) != 0 }
      .sorted { (windows[$0].level, $0) > (windows[$1].level, $1) }
  }
}

extension StepKernel {
  /// Returns the canonical form of a state; a decision does not distinguish states of the same
  /// form.
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
      // The placing of a window that does not participate, or has no root controller, depends on no
      // other window and not on the device.
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
      // A scene without windows leads to another decision, so one window stays present.
      plain.present = state.present & (0 &- state.present)
      plain.hidden = state.hidden & plain.present
    }
    // Decisions read whether the witnesses are present, even if they do not participate.
    let asked = unsafe tables.pointee.witnesses & state.present & ~plain.present
    plain.present |= asked
    plain.hidden |= asked
    return plain
  }

  /// Computes the canonical state if all windows decide together.
  ///
  /// Windows that consent to nothing more than the participating windows do are added as
  /// participants.
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
      together |= consents.closure(taking, state.present, page, of: part.shown)
      // If the state has no page, adding participants must not make one of them the page.
      if pageBit == 0 { together &= taking | part.hidden | ~pageable }
    }
    // If the page decides like any participant, states that differ only in the page are equivalent,
    // so the first participant is made the page.
    let shown = isFree ? together : pageBit
    plain.present = together | shown
    plain.hidden = together & part.hidden & ~shown
    plain.key = shown == 0 ? PackedState.none : shown.trailingZeroBitCount
  }

  /// Computes the canonical state if one window decides for the scene.
  ///
  /// All windows that would not decide before the deciding one become participants where possible.
  @inline(__always)
  private func decideForScene(
    _ state: PackedState, _ taking: UInt64, _ part: ParticipationAbstraction,
    _ plain: inout PackedState
  ) {
    let absent = unsafe tables.pointee.witnesses & ~state.present
    let page = page(state)
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
    if voters & state.keyBit != 0 {
      plain.present = all & ~absent
      plain.hidden = part.deciders | away
      plain.key = state.key
      return
    }
    let first = voters & (0 &- voters)
    if first == 0 {
      plain.present = taking
      plain.hidden = taking & state.hidden
      plain.key = PackedState.none
      return
    }
    if PackedState.bit(key) & voters & ~first != 0 {
      // The page would decide if it were key, so the windows of level 0 before it are hidden.
      away = pageable & (PackedState.bit(key) &- 1)
      key = PackedState.none
    }
    // No window that would be asked before the deciding one may be present.
    plain.present = all & ~absent & ~(part.shown & ~part.rootless & (first &- 1))
    plain.hidden = part.deciders | away
    plain.key = key
  }
}

/// The orientations that each window consents to, as bits, for decisions that all windows make
/// together (`RuleSet.consents`).
@safe
struct ConsentTable {
  // SAFETY: the tables that hold this value free it, once; the numbers of windows and patterns
  // bound every index.

  private let windows: Int
  private let witnesses: UInt64
  /// The number of pages that are distinguished: all windows and no page if windows answer as the page's
  /// does, otherwise one.
  private let pages: Int
  /// The consent bits of each window, for each combination of present witnesses and each page.
  private let bits: UnsafeMutablePointer<UInt32>

  /// Creates a table; `nil` if decisions depend on more than consents, or there are more than 6
  /// witnesses or 32 windows.
  init?(_ model: CheckModel, _ part: ParticipationAbstraction) {
    let witnesses = model.witnesses
    guard witnesses.nonzeroBitCount <= 6, model.ids.count <= 32 else { return nil }
    windows = model.ids.count
    pages = part.isPageAsked ? windows + 1 : 1
    var found: [UInt32] = []
    for pattern in 0..<(1 << witnesses.nonzeroBitCount) {
      var scene = model.templates[0]
      var rest = witnesses
      for place in 0..<witnesses.nonzeroBitCount {
        let index = rest.trailingZeroBitCount
        rest &= rest - 1
        if pattern >> place & 1 == 0 { scene.windows.removeAll { $0.id == model.ids[index] } }
      }
      for page in 0..<pages {
        if part.isPageAsked {
          let own = page < windows && !model.isFollower(page) ? model.ids[page] : nil
          for index in scene.windows.indices {
            scene.windows[index].isHidden = scene.windows[index].id != own
          }
          scene.keyHistory = own.map { [$0] } ?? []
        }
        guard let consents = model.rules.consents(in: scene) else { return nil }
        found += model.ids.map { consents[$0] ?? 0 }
      }
    }
    self.witnesses = witnesses
    unsafe bits = .allocate(capacity: found.count)
    unsafe bits.initialize(from: found, count: found.count)
  }

  func deallocate() { unsafe bits.deallocate() }

  /// Pages with which all windows refuse the same.
  struct Pages {
    /// One of the pages, or `PackedState.none`.
    let one: Int
    let windows: UInt64
    /// Whether the windows refuse the same without a page.
    let mayBeMissing: Bool
  }

  /// The pages that decisions distinguish by what windows refuse: each one if windows answer as the page's does,
  /// otherwise all together.
  var distinctPages: [Pages] {
    if pages == 1 { return [Pages(one: PackedState.none, windows: .max, mayBeMissing: true)] }
    return (0..<windows).map { Pages(one: $0, windows: PackedState.bit($0), mayBeMissing: false) }
      + [Pages(one: PackedState.none, windows: 0, mayBeMissing: true)]
  }

  /// Returns the windows of `able`, except absent witnesses, whose consent bits are all among those
  /// of the participating windows; none if no window participates.
  @inline(__always)
  func closure(_ taking: UInt64, _ present: UInt64, _ page: Int, of able: UInt64) -> UInt64 {
    let own = unsafe row(present, page)
    let together = union(of: taking, present, page)
    var closure: UInt64 = 0
    var rest = able & ~(witnesses & ~present)
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if unsafe own[index] & ~together == 0 { closure |= PackedState.bit(index) }
      rest &= rest &- 1
    }
    return taking == 0 ? 0 : closure
  }

  /// Returns the bits of what some windows refuse together, with these windows present and this page.
  @inline(__always)
  func union(of windows: UInt64, _ present: UInt64, _ page: Int) -> UInt32 {
    let own = unsafe row(present, page)
    var together: UInt32 = 0
    var rest = windows
    while rest != 0 {
      together |= unsafe own[rest.trailingZeroBitCount]
      rest &= rest &- 1
    }
    return together
  }

  /// Returns the bits of the orientations that a window refuses, with these windows present and this page.
  func bits(of window: Int, _ present: UInt64, _ page: Int) -> UInt32 {
    unsafe row(present, page)[window]
  }

  @inline(__always)
  private func row(_ present: UInt64, _ page: Int) -> UnsafeMutablePointer<UInt32> {
    var pattern = 0
    var place = 0
    var rest = witnesses
    while rest != 0 {
      let bit = rest & (0 &- rest)
      if present & bit != 0 { pattern |= 1 << place }
      place &+= 1
      rest &= rest &- 1
    }
    return unsafe bits + (pattern &* pages &+ min(page, pages &- 1)) &* windows
  }
}
