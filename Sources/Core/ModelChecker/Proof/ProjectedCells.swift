// SPDX-License-Identifier: Apache-2.0

/// The cells of a model for one followed window, with the other windows left open.
struct ProjectedCells {
  /// The presence of the followed window.
  enum Presence: Int {
    case absent, shown, hidden, gone
    var isThere: Bool { self == .shown || self == .hidden }
  }

  /// A state of a projection.
  struct Place {
    var presence: Presence
    var orientation: Int
    var bar: Int
    var device: Int
    var settingsIndex: Int

    /// The number of states.
    static let count = 16 * 5 * 4 * 4 * 4

    var number: Int {
      (((settingsIndex * 5 + device) * 4 + bar) * 4 + orientation) * 4 + presence.rawValue
    }
  }

  /// The part of the other windows that decisions read.
  struct Setting {
    var page: Int
    /// The absent windows, of those whose presence is read.
    var absent: UInt64
  }

  /// A set of settings with equal cells.
  struct Choice {
    let cell: DecisionCell
    /// The cell of turning back, if a second turn was requested.
    let back: DecisionCell
    /// The windows that in some setting can be shown while another is the page, can be the page,
    /// can be hidden, and can be absent.
    fileprivate(set) var shown: UInt64 = 0
    fileprivate(set) var page: UInt64 = 0
    fileprivate(set) var hidden: UInt64 = 0
    fileprivate(set) var away: UInt64 = 0

    /// Returns whether a window can have this presence.
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
  /// All settings: every page or none, if it is read, with every set of absent windows.
  let settings: [Setting]
  /// The choices of turns, and of placings in each situation; nil before the first request.
  private var turns: [[Choice]?] = Array(repeating: nil, count: 25)
  private var placings: [[Choice]?]

  /// Creates cells; nil if decisions read more than the page.
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

  /// Returns the choices of a turn followed by another; `TriggerCode.nothing` changes nothing.
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

  /// Returns the choices of placing a window.
  mutating func placings(_ index: Int, isHidden: Bool, _ place: Place) -> [Choice] {
    let slot = (index * 5 + place.device) * 8 + place.bar * 2 + (isHidden ? 1 : 0)
    if let known = placings[slot] { return known }
    let found = choices { setting in
      placing(index, isHidden: isHidden, place, setting).map { ($0, DecisionCell()) }
    }
    placings[slot] = found
    return found
  }

  /// Returns all settings, grouped by equal cells.
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

  /// Returns whether the other windows can have this setting while a window has this presence.
  private func allows(_ setting: Setting, _ window: Int, _ presence: Presence) -> Bool {
    let bit = PackedState.bit(window)
    let isMissing = setting.absent & bit != 0
    if presence.isThere ? isMissing : witnesses & bit != 0 && !isMissing { return false }
    guard readsPage else { return true }
    if setting.page == window { return presence == .shown }
    return setting.page != PackedState.none || presence != .shown || bit & model.pageable == 0
  }

  /// Returns a state with a page and all other windows hidden.
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

  /// Returns the cell of placing a window; nil if the setting is impossible.
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

  /// Returns whether a cell turns a window, and whether the window raises an exception.
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

  /// Returns the windows that write the bar if shown or if hidden, without an exception.
  func ever(_ cell: DecisionCell) -> UInt64 {
    (cell.shown & ~cell.raisingShown | cell.hidden & ~cell.raisingHidden) & cell.writers
  }

  /// Returns the windows that write the bar in every presence.
  func always(_ cell: DecisionCell) -> UInt64 {
    removes ? 0 : cell.shown & cell.hidden & cell.writers & ~model.addable
  }
}
