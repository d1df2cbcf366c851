// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A superset of the results that a check of a model can have, computed from smaller models
/// (projections).
///
/// A result outside this set is proved impossible. A projection follows only one window, or only
/// what decisions can distinguish, and allows everything else at any time. So every behaviour of
/// the whole model is also one of the projection. A search of the whole model may end as soon as it
/// has met all possible results.
struct PossibleFindings {
  /// The properties that may be violated in some state or step.
  var violated = PropertySet()
  /// For each window, the orientations that it may have as the page, one bit each.
  var pages: [UInt8]
  /// Whether a decision can rotate the page.
  var turns = false

  /// Creates an empty set for a number of windows.
  init(windows: Int) { pages = Array(repeating: 0, count: windows) }

  /// Returns the possible results of a model; `nil` if its decisions read too much for a
  /// projection.
  ///
  /// If all windows rotate together, the observation projection is returned too.
  static func of(
    _ model: CheckModel
  ) -> (findings: PossibleFindings, projection: ObservationProjection?)? {
    guard !model.raisesAtOnce else { return nil }
    if var projection = WindowProjection(model) { return projection.run().map { ($0, nil) } }
    guard var projection = ObservationProjection(model) else { return nil }
    return projection.run().map { ($0, projection) }
  }
}

/// Smaller models that follow one window each, for rule sets whose decisions read at most which
/// window is the page.
///
/// A projected state is the followed window, the status bar, the device and the settings. The other
/// windows may do at any time what they do in any of their states: rotate the status bar, be shown,
/// be the page.
struct WindowProjection {
  private typealias Place = ProjectedCells.Place

  private let model: CheckModel
  private let kernel: StepKernel
  private var cells: ProjectedCells
  private let removes: Bool
  private var found: PossibleFindings
  /// Whether a decision followed when a window was shown or added, by window, device, status bar
  /// and visibility.
  private var placings: [Bool]
  private var window = 0
  private var known: [Bool] = []
  private var waiting: [Place] = []

  /// Creates the projections; `nil` if decisions read more than the page, or events have
  /// unsupported triggers.
  init?(_ model: CheckModel) {
    guard let cells = ProjectedCells(model) else { return nil }
    self.cells = cells
    kernel = model.kernel
    let windows = model.ids.indices
    for index in windows {
      let isPlain = [CheckEvent.Kind.hide, .makeKey, .remove].allSatisfy { kind in
        model.kernel.trigger(kind, index) == TriggerCode.nothing
      }
      let isPlaced = [CheckEvent.Kind.show, .add].allSatisfy { kind in
        [TriggerCode.nothing, TriggerCode.place].contains(model.kernel.trigger(kind, index))
      }
      guard isPlain, isPlaced else { return nil }
    }
    self.model = model
    removes = model.hiddenMatters
    placings = Array(repeating: false, count: windows.count * 40)
    found = PossibleFindings(windows: windows.count)
  }

  /// Explores every window's projection; returns `nil` if a cell cannot hold a decision.
  mutating func run() -> PossibleFindings? {
    for window in model.ids.indices {
      guard follow(window), model.broken == nil else { return nil }
    }
    judgePlacings()
    // Decisions read the presence of witnesses even while these are hidden, so P2 may be violated.
    if model.witnesses != 0 { found.violated.insert(.hidden) }
    return model.broken == nil ? found : nil
  }

  /// Explores the projection of one window; returns false if an event has a trigger that is not
  /// supported.
  private mutating func follow(_ window: Int) -> Bool {
    self.window = window
    known = Array(repeating: false, count: Place.count)
    let initial = model.initial
    let bit = PackedState.bit(window)
    let isThere = initial.present & bit != 0
    reach(
      Place(
        presence: !isThere ? .absent : initial.hidden & bit != 0 ? .hidden : .shown,
        orientation: initial.orientation(window), bar: initial.bar, device: initial.device,
        settingsIndex: initial.settingsIndex))
    while let place = waiting.popLast() {
      judge(place)
      changeOwn(place)
      changeOthers(place)
      guard turn(place) else { return false }
    }
    return true
  }

  private mutating func reach(_ place: Place) {
    var place = place
    if !place.presence.isThere { place.orientation = 0 }
    guard !known[place.number] else { return }
    known[place.number] = true
    waiting.append(place)
  }

  private var bit: UInt64 { PackedState.bit(window) }
  private var canBePage: Bool { bit & model.followers == 0 }

  /// Applies showing, hiding, adding and removing the followed window.
  private mutating func changeOwn(_ place: Place) {
    var after = place
    switch place.presence {
    case .gone: return
    case .absent:
      var state = cells.context(place)
      state.settingsIndex = place.settingsIndex
      after.settingsIndex = kernel.settingsAfterAdding(window, state)
      after.presence = bit & kernel.hiddenWhenAdded != 0 ? .hidden : .shown
      after.orientation = place.bar
      settle(kernel.trigger(.add, window), after, place)
    case .shown:
      after.presence = .hidden
      reach(after)
    case .hidden:
      after.presence = .shown
      settle(kernel.trigger(.show, window), after, place)
    }
    guard removes, place.presence.isThere else { return }
    after = place
    after.presence = .gone
    reach(after)
  }

  /// Applies the decision that follows if the followed window is shown or added; for some windows,
  /// none follows.
  private mutating func settle(_ code: UInt8, _ place: Place, _ before: Place) {
    guard code == TriggerCode.place else { return reach(place) }
    let isHidden = place.presence == .hidden
    for choice in cells.placings(window, isHidden: isHidden, place)
    where choice.allows(window, place.presence) {
      placed(window, isHidden: isHidden, choice.cell, place, wasThere: before.presence.isThere)
    }
  }

  /// Applies showing and adding each window that is not followed, with the decisions that follow.
  private mutating func changeOthers(_ place: Place) {
    for index in model.ids.indices where index != window {
      let isAddable = PackedState.bit(index) & model.addable != 0
      var added = place
      if isAddable {
        added.settingsIndex = kernel.settingsAfterAdding(index, cells.context(place))
        reach(added)
      }
      let isAdded = isAddable && kernel.trigger(.add, index) == TriggerCode.place
      let addsHidden = PackedState.bit(index) & kernel.hiddenWhenAdded != 0
      let isShown = kernel.trigger(.show, index) == TriggerCode.place
      for isHidden in [false, true] {
        let after =
          (!isHidden && isShown ? [place.settingsIndex] : [])
          + (isAdded && addsHidden == isHidden ? [added.settingsIndex] : [])
        if after.isEmpty { continue }
        for choice in cells.placings(index, isHidden: isHidden, place)
        where choice.allows(window, place.presence) {
          for settingsIndex in after {
            var there = place
            there.settingsIndex = settingsIndex
            placed(index, isHidden: isHidden, choice.cell, there, wasThere: true)
          }
        }
      }
    }
  }

  /// Applies the decision that follows showing or adding a window, and records the possible
  /// violations.
  private mutating func placed(
    _ index: Int, isHidden: Bool, _ cell: DecisionCell, _ place: Place, wasThere: Bool
  ) {
    placings[(index * 5 + place.device) * 8 + place.bar * 2 + (isHidden ? 1 : 0)] = true
    let its = PackedState.bit(index)
    let isRaising = (isHidden ? cell.raisingHidden : cell.raisingShown) & its != 0
    let own = cells.own(cell, window, place.presence)
    if cell.raises || isRaising || own.raises {
      raise(isHidden: isHidden || own.raises && place.presence == .hidden)
      return
    }
    let turns = (isHidden ? cell.hidden : cell.shown) & its != 0
    let writes =
      cell.writesBar || turns && cell.writers & its != 0 || own.turns && cell.writers & bit != 0
    let bar = writes ? Int(cell.target) : place.bar
    let after = moved(place, cell, own.turns, bar)
    if isHidden,
      bar != place.bar || place.presence == .shown && after.orientation != place.orientation
    {
      found.violated.insert(.hidden)
    }
    if cell.isNotIdempotent { found.violated.insert(.apply) }
    if wasThere { note(place, after) }
    reach(after)
  }

  /// Returns the followed window's projected state after a decision.
  private func moved(_ place: Place, _ cell: DecisionCell, _ turns: Bool, _ bar: Int) -> Place {
    var after = place
    after.bar = bar
    if turns { after.orientation = Int(cell.target) }
    if bar != place.bar, bit & model.followers != 0 { after.orientation = bar }
    return after
  }

  private mutating func raise(isHidden: Bool) {
    found.violated.insert(.trap)
    // If a hidden window raises an exception, the shown windows asked after it do not rotate, so P2
    // may be violated.
    if isHidden { found.violated.insert(.hidden) }
  }

  /// Records whether a decision rotates the followed window while it can be the page.
  private mutating func note(_ before: Place, _ after: Place) {
    guard after.presence == .shown, canBePage, after.orientation == after.bar else { return }
    if after.orientation != before.orientation { found.turns = true }
  }

  /// Applies every device event; returns false for a trigger that is not supported.
  private mutating func turn(_ place: Place) -> Bool {
    let state = cells.context(place)
    let isLocked = kernel.isLocked(state)
    for event in kernel.deviceEvents(state) {
      var changed = state
      let code = kernel.applyDevice(event, &changed)
      var after = place
      (after.device, after.settingsIndex) = (changed.device, changed.settingsIndex)
      if code == TriggerCode.nothing {
        reach(after)
        continue
      }
      guard code <= 4 else { return false }
      if isLocked, event.kind == .turn { found.violated.insert(.lock) }
      for choice in cells.turns(code) where choice.allows(window, place.presence) {
        turned(after, choice.cell)
      }
      if !place.presence.isThere { turnedByNobody(code, after) }
    }
    return true
  }

  private mutating func turned(_ place: Place, _ cell: DecisionCell) {
    let own = cells.own(cell, window, place.presence)
    if cell.isNotIdempotent { found.violated.insert(.apply) }
    if cell.raises || own.raises { return raise(isHidden: place.presence == .hidden && own.raises) }
    let target = Int(cell.target)
    let writesOwn = own.turns && cell.writers & bit != 0
    if writesOwn, place.presence == .hidden, target != place.bar { found.violated.insert(.hidden) }
    let mustWrite = cell.writesBar || writesOwn || cells.always(cell) & ~bit != 0
    let mayWrite = mustWrite || cells.ever(cell) & ~bit != 0
    for bar in (mustWrite ? [] : [place.bar]) + (mayWrite ? [target] : []) {
      let after = moved(place, cell, own.turns, bar)
      note(place, after)
      reach(after)
    }
  }

  /// Applies a turn while no window is present; an output can follow the device then.
  private mutating func turnedByNobody(_ code: UInt8, _ place: Place) {
    guard removes || model.addable == model.all else { return }
    var state = cells.context(place)
    (state.present, state.hidden) = (0, 0)
    let cell = kernel.cell(code, 0, state)
    if cell.raises { return raise(isHidden: false) }
    if cell.isNotIdempotent { found.violated.insert(.apply) }
    if cell.writesBar { reach(moved(place, cell, false, Int(cell.target))) }
  }

  private mutating func judge(_ place: Place) {
    guard place.presence == .shown else { return }
    if canBePage {
      found.pages[window] |= 1 << UInt8(place.orientation)
      let agrees = place.orientation == place.bar
      if PropertyFormula.split(isPage: true, agrees: agrees) { found.violated.insert(.bar) }
    }
    let state = cells.context(place)
    guard place.device == place.bar, !kernel.isLocked(state) else { return }
    for other in 0..<4 where other != place.bar && !found.violated.contains(.back) {
      var between = state
      let there = kernel.applyDevice(CheckEvent(kind: .turn, index: other), &between)
      let here = kernel.applyDevice(CheckEvent(kind: .turn, index: place.bar), &between)
      // The method `turn(_:)` ends the projection if the trigger is not supported.
      guard there <= 4, here <= 4 else { return }
      let isLost = cells.turns(there, back: here).contains { choice in
        choice.page & bit != 0 && losesTurn(place, choice, asPage: true)
          || choice.shown & bit != 0 && losesTurn(place, choice, asPage: false)
      }
      if isLost { found.violated.insert(.back) }
    }
  }

  /// Returns whether turning the device away and back can violate P4.
  ///
  /// P4 can be violated if the followed window may end in another orientation, or if the status bar
  /// may while the window is the page.
  private func losesTurn(
    _ place: Place, _ choice: ProjectedCells.Choice, asPage isPage: Bool
  ) -> Bool {
    let (away, back) = (choice.cell, choice.back)
    let (first, second) = (
      cells.own(away, window, .shown), cells.own(back, window, .shown)
    )
    if away.raises || back.raises || first.raises || second.raises { return false }
    let orientation =
      second.turns ? Int(back.target) : first.turns ? Int(away.target) : place.orientation
    if orientation != place.orientation { return true }
    let isWritten = away.writesBar || cells.ever(away) != 0
    if bit & model.followers != 0, isWritten, place.orientation != place.bar { return true }
    // P4 is about the status bar only if the page, here this window, has the device's orientation.
    guard canBePage, isPage, place.orientation == place.bar else { return false }
    if back.writesBar || second.turns && back.writers & bit != 0 || cells.always(back) & ~bit != 0 {
      return Int(back.target) != place.bar
    }
    if away.writesBar || first.turns && away.writers & bit != 0 { return true }
    // The status bar may stay rotated if another window rotates it at the first turn, but not back
    // at the second.
    let one = away.shown & ~back.shown & ~away.raisingShown & away.writers
    let two = away.hidden & ~back.hidden & ~away.raisingHidden & away.writers
    return (one | two) & ~bit != 0
  }

  /// Records a possible violation of P5: repeating the decision after a window was shown may have
  /// another result.
  private mutating func judgePlacings() {
    for placing in placings.indices where placings[placing] && !found.violated.contains(.apply) {
      let (index, isHidden) = (placing / 40, placing % 2 == 1)
      let place = Place(
        presence: .absent, orientation: 0, bar: placing / 2 % 4, device: placing / 8 % 5,
        settingsIndex: model.initial.settingsIndex)
      for setting in cells.settings {
        guard let cell = cells.placing(index, isHidden: isHidden, place, setting) else { continue }
        let target = Int(cell.target)
        let own = PackedState.bit(index)
        let turns = (isHidden ? cell.hidden : cell.shown) & own != 0
        guard cell.writesBar || turns && cell.writers & own != 0, target != place.bar else {
          continue
        }
        var after = place
        after.bar = target
        guard let again = cells.placing(index, isHidden: isHidden, after, setting) else {
          continue
        }
        let fresh = again.shown & ~cell.shown | again.hidden & ~cell.hidden
        let moves = again.shown | again.hidden | (again.writesBar ? 1 : 0)
        if moves != 0, Int(again.target) != target || fresh != 0 { found.violated.insert(.apply) }
      }
    }
  }
}

/// The decision cells of a model for each setting of the windows that are not followed, grouped by
/// equal cells.
private struct ProjectedCells {
  /// The presence of the followed window; `gone` means removed.
  enum Presence: Int {
    case absent, shown, hidden, gone
    var isThere: Bool { self == .shown || self == .hidden }
  }

  /// A projected state: the followed window, the status bar, the device and the settings.
  struct Place {
    var presence: Presence
    var orientation: Int
    var bar: Int
    var device: Int
    var settingsIndex: Int

    /// The number of projected states.
    static let count = 16 * 5 * 4 * 4 * 4

    var number: Int {
      (((settingsIndex * 5 + device) * 4 + bar) * 4 + orientation) * 4 + presence.rawValue
    }
  }

  /// The facts that decisions read about the windows that are not followed: the page, and the
  /// absent witnesses (windows whose presence matters).
  struct Setting {
    var page: Int
    /// The absent windows among the witnesses, the windows whose presence decisions read.
    var absent: UInt64
  }

  /// A group of settings that have equal decision cells.
  struct Choice {
    let cell: DecisionCell
    /// The cell of turning back, if a turn back was requested; otherwise an empty cell.
    let back: DecisionCell
    /// The windows that, in some setting of the group, can be shown without being the page; can be
    /// the page; can be hidden; can be absent.
    fileprivate(set) var shown: UInt64 = 0
    fileprivate(set) var page: UInt64 = 0
    fileprivate(set) var hidden: UInt64 = 0
    fileprivate(set) var away: UInt64 = 0

    /// Returns whether a window can have a presence in one of these settings.
    func allows(_ window: Int, _ presence: Presence) -> Bool {
      let windows =
        switch presence {
        case .shown: shown | page
        case .hidden: hidden
        case .absent, .gone: away
        }
      return windows & PackedState.bit(window) != 0
    }
  }

  private let model: CheckModel
  private let kernel: StepKernel
  private let witnesses: UInt64
  private let removes: Bool
  let readsPage: Bool
  /// All combinations of a page, or no page, with a set of absent witnesses; if decisions do not
  /// read the page, only those without a page.
  let settings: [Setting]
  /// The memo tables of the groups for turns and for shown windows; `nil` until they are requested.
  private var turns: [[Choice]?] = Array(repeating: nil, count: 25)
  private var placings: [[Choice]?]

  /// Creates empty memo tables; `nil` if decisions read more windows than the page.
  init?(_ model: CheckModel) {
    guard case .page(let matters) = model.reach else { return nil }
    self.model = model
    kernel = model.kernel
    readsPage = matters
    removes = model.hiddenMatters
    witnesses = model.witnesses
    let windows = model.ids.indices
    let pages = matters ? windows.filter { PackedState.bit($0) & model.followers == 0 } : []
    var absences: [UInt64] = [0]
    for index in windows where witnesses & PackedState.bit(index) != 0 {
      guard removes || model.addable & PackedState.bit(index) != 0 else { continue }
      absences += absences.map { $0 | PackedState.bit(index) }
    }
    placings = Array(repeating: nil, count: windows.count * 40)
    settings = (pages + [PackedState.none]).flatMap { page in
      absences.filter { PackedState.bit(page) & $0 == 0 }.map { Setting(page: page, absent: $0) }
    }
  }

  /// Returns the groups of settings for a turn and a turn back; `TriggerCode.nothing` stands for no
  /// turn.
  mutating func turns(_ code: UInt8, back: UInt8 = TriggerCode.nothing) -> [Choice] {
    let slot = Int(code) * 5 + Int(back)
    if let known = turns[slot] { return known }
    let place = Place(
      presence: .absent, orientation: 0, bar: 0, device: 0,
      settingsIndex: model.initial.settingsIndex)
    let found = choices { setting in
      let state = context(place, setting)
      func cell(_ code: UInt8) -> DecisionCell {
        code == TriggerCode.nothing ? DecisionCell() : kernel.cell(code, 0, state)
      }
      return (cell(code), cell(back))
    }
    turns[slot] = found
    return found
  }

  /// Returns the groups of settings with equal decisions after the window at `index` was shown or
  /// added.
  mutating func placings(_ index: Int, isHidden: Bool, _ place: Place) -> [Choice] {
    let slot = (index * 5 + place.device) * 8 + place.bar * 2 + (isHidden ? 1 : 0)
    if let known = placings[slot] { return known }
    let found = choices { setting in
      placing(index, isHidden: isHidden, place, setting).map { ($0, DecisionCell()) }
    }
    placings[slot] = found
    return found
  }

  /// Returns the groups of settings in which the decision and the one on turning back have equal
  /// cells.
  private func choices(_ decide: (Setting) -> (DecisionCell, DecisionCell)?) -> [Choice] {
    var choices: [Choice] = []
    for setting in settings {
      guard let (cell, back) = decide(setting) else { continue }
      let known = choices.firstIndex { $0.cell == cell && $0.back == back }
      if known == nil { choices.append(Choice(cell: cell, back: back)) }
      let place = known ?? choices.count - 1
      for window in model.ids.indices {
        let bit = PackedState.bit(window)
        if allows(setting, window, .shown) {
          let isPage = !readsPage || setting.page == window
          if isPage { choices[place].page |= bit } else { choices[place].shown |= bit }
        }
        if allows(setting, window, .hidden) { choices[place].hidden |= bit }
        if allows(setting, window, .absent) { choices[place].away |= bit }
      }
    }
    return choices
  }

  /// Returns whether a setting is possible while a window is shown, hidden or absent.
  private func allows(_ setting: Setting, _ window: Int, _ presence: Presence) -> Bool {
    let bit = PackedState.bit(window)
    let isMissing = setting.absent & bit != 0
    if presence.isThere ? isMissing : witnesses & bit != 0 && !isMissing { return false }
    guard readsPage else { return true }
    if setting.page == window { return presence == .shown }
    return setting.page != PackedState.none || presence != .shown || bit & model.pageable == 0
  }

  /// Returns a state with the page and the absent witnesses of a setting; all windows but the page
  /// are hidden.
  func context(_ place: Place, _ setting: Setting? = nil) -> PackedState {
    var state = model.initial
    let page = setting?.page ?? PackedState.none
    state.present = model.all & ~(setting?.absent ?? 0)
    state.hidden = state.present & ~PackedState.bit(page)
    state.key = page
    (state.bar, state.device) = (place.bar, place.device)
    state.settingsIndex = place.settingsIndex
    return state
  }

  /// Returns the cell of the decision after a window was shown or added; `nil` if the setting is
  /// impossible.
  func placing(
    _ index: Int, isHidden: Bool, _ place: Place, _ setting: Setting
  ) -> DecisionCell? {
    var state = context(place, setting)
    let own = PackedState.bit(index)
    guard setting.absent & own == 0 else { return nil }
    state.hidden = isHidden ? state.hidden | own : state.hidden & ~own
    guard !readsPage || kernel.page(state) == setting.page else { return nil }
    return kernel.cell(TriggerCode.place, index, state)
  }

  /// Returns whether a window rotates, and whether it raises an exception, in a decision.
  func own(
    _ cell: DecisionCell, _ window: Int, _ presence: Presence
  ) -> (turns: Bool, raises: Bool) {
    let bit = PackedState.bit(window)
    return switch presence {
    case .shown: (cell.shown & bit != 0, cell.raisingShown & bit != 0)
    case .hidden: (cell.hidden & bit != 0, cell.raisingHidden & bit != 0)
    case .absent, .gone: (false, false)
    }
  }

  /// Returns the windows that rotate the status bar, either while shown or while hidden.
  func ever(_ cell: DecisionCell) -> UInt64 {
    (cell.shown & ~cell.raisingShown | cell.hidden & ~cell.raisingHidden) & cell.writers
  }

  /// Returns the windows that rotate the status bar in any case, shown or hidden; empty if windows
  /// can be removed.
  func always(_ cell: DecisionCell) -> UInt64 {
    removes ? 0 : cell.shown & cell.hidden & cell.writers & ~model.addable
  }
}
