// SPDX-License-Identifier: Apache-2.0

/// The decisions of windows that have to agree which change if the hidden windows are removed (P2).
///
/// A decision reads what the participants refuse together. Hidden windows add refusals if they
/// participate while hidden, and their presence is read if other windows forward questions to them.
/// So all pairs of refusals are listed, with the hidden windows and without them, and compared.
struct HiddenInfluence {
  /// The windows that can be shown, and those that can be hidden, in the states of a class.
  typealias Windows = ProjectionSetting.Windows

  private let model: CheckModel
  private let part: ParticipationAbstraction
  private let consents: ConsentTable
  /// Whether a decision after a window was shown is compared, instead of turns.
  private let isPlacing: Bool
  /// The maximum number of results.
  private let most: Int
  private var found: [Windows] = []
  /// The number of pairs of refusals so far.
  private var pairs = 0

  /// Returns up to `most` classes of states in which the hidden windows change a turn or, with
  /// `isPlacing`, the decision after a window was shown.
  ///
  /// The result is `nil` if windows do not have to agree, or there are too many classes.
  static func list(in model: CheckModel, isPlacing: Bool, atMost most: Int) -> [Windows]? {
    guard let part = unsafe model.tables.pointee.takingPart,
      let consents = unsafe model.tables.pointee.consents
    else { return nil }
    var list = HiddenInfluence(
      model: model, part: part, consents: consents, isPlacing: isPlacing, most: most)
    return list.run() ? list.found : nil
  }

  private init(
    model: CheckModel, part: ParticipationAbstraction, consents: ConsentTable, isPlacing: Bool,
    most: Int
  ) {
    (self.model, self.part, self.consents) = (model, part, consents)
    (self.isPlacing, self.most) = (isPlacing, most)
  }

  private mutating func run() -> Bool {
    // Each witness is absent, hidden or shown.
    var patterns: [(hidden: UInt64, absent: UInt64)] = [(0, 0)]
    for index in model.ids.indices where model.witnesses & PackedState.bit(index) != 0 {
      let bit = PackedState.bit(index)
      patterns += patterns.flatMap { [($0.hidden | bit, $0.absent), ($0.hidden, $0.absent | bit)] }
    }
    for pattern in patterns {
      for pages in consents.distinctPages where found.count < most {
        if !compare(hidden: pattern.hidden, absent: pattern.absent, pages) { return false }
      }
    }
    return true
  }

  /// Compares the decisions with some witnesses hidden, some absent and the others shown, with some pages;
  /// returns false if there are too many classes.
  private mutating func compare(hidden: UInt64, absent: UInt64, _ pages: ConsentTable.Pages) -> Bool
  {
    let there = model.all & ~absent
    let witnesses = model.witnesses & there & ~hidden
    /// Returns the refusals of a shown window: in the upper half with the hidden windows, in the lower
    /// half without them. A hidden window has only the upper half.
    func refusals(_ window: Int) -> UInt64 {
      UInt64(consents.bits(of: window, there, pages.one)) << 32
        | UInt64(consents.bits(of: window, there & ~hidden, pages.one))
    }
    let upper: UInt64 = 0xFFFF_FFFF << 32
    var unions: Set<UInt64> = [0]
    for window in model.ids.indices where PackedState.bit(window) & part.shown & there != 0 {
      let bit = PackedState.bit(window)
      var choices = bit & hidden == 0 ? [refusals(window)] : []
      if bit & part.hidden & ~witnesses != 0 { choices.append(refusals(window) & upper) }
      if bit & (hidden | witnesses) == 0 || choices.isEmpty { choices.append(0) }
      unions = Set(unions.flatMap { union in choices.map { union | $0 } })
      guard unions.count <= 1_024 else { return false }
    }
    pairs += unions.count
    guard pairs <= 8_192 else { return false }
    let outside = there & ~part.shown & ~hidden
    for union in unions.sorted() where union >> 32 != union & 0xFFFF_FFFF {
      var (shown, gone) = (witnesses, UInt64(0))
      for window in model.ids.indices where PackedState.bit(window) & part.shown & there != 0 {
        let bit = PackedState.bit(window)
        if bit & hidden == 0, refusals(window) & ~union == 0 { shown |= bit }
        if bit & part.hidden != 0, refusals(window) & upper & ~union != 0 { gone |= bit }
      }
      let able = Windows(shown: shown | outside, hidden: there & ~gone & ~witnesses)
      // The page is a window that does not participate, any that does, or none.
      let free = shown & ~model.followers & pages.windows
      let others = outside & ~model.followers & pages.windows
      for bit in model.ids.indices.map({ PackedState.bit($0) & others }) + [free & (0 &- free)]
      where bit != 0 {
        compare(able, shown: shown | bit, page: bit.trailingZeroBitCount)
      }
      if pages.mayBeMissing, witnesses & model.pageable == 0 {
        compare(
          Windows(shown: able.shown & ~model.pageable, hidden: able.hidden),
          shown: shown & ~model.pageable, page: PackedState.none)
      }
      if found.count >= most { return true }
    }
    // Without a shown window, the scene is empty if the hidden ones are removed.
    if pages.mayBeMissing, witnesses == 0, found.count < most {
      compare(Windows(hidden: there), shown: 0, page: PackedState.none)
    }
    return true
  }

  private mutating func compare(_ windows: Windows, shown: UInt64, page: Int) {
    var state = model.initial
    state.present = windows.hidden | shown
    state.hidden = state.present & ~shown
    state.key = page
    var without = state
    without.present = shown
    if isPlacing ? isPlaced(state, without) : isTurned(state, without) { found.append(windows) }
  }

  private func isTurned(_ state: PackedState, _ without: PackedState) -> Bool {
    (1...4).contains { differs($0, 0, state, without) }
  }

  private func isPlaced(_ state: PackedState, _ without: PackedState) -> Bool {
    model.ids.indices.contains { window in
      guard state.shown & part.shown & ~part.rootless & PackedState.bit(window) != 0,
        [CheckEvent.Kind.show, .add].contains(where: {
          model.kernel.trigger($0, window) == TriggerCode.place
        })
      else { return false }
      return (0..<20).contains { situation in
        var (state, without) = (state, without)
        (state.device, state.bar) = (situation / 4, situation % 4)
        (without.device, without.bar) = (situation / 4, situation % 4)
        return differs(TriggerCode.place, window, state, without)
      }
    }
  }

  private func differs(
    _ code: UInt8, _ window: Int, _ state: PackedState, _ without: PackedState
  ) -> Bool {
    func effect(_ state: PackedState) -> DecisionEffect {
      DecisionEffect(
        model.kernel.cell(code, window, state), present: state.present, hidden: state.hidden,
        followers: 0)
    }
    return !effect(state).isSame(as: effect(without), for: state.shown)
  }
}
