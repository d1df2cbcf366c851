// SPDX-License-Identifier: Apache-2.0

/// What a model decides, asked for one window while the others are left open.
struct ProjectedCells {
  /// How the followed window is there.
  enum Presence: Int {
    case absent, shown, hidden, gone
    var isThere: Bool { self == .shown || self == .hidden }
  }

  /// One state of a projection.
  struct Place {
    var presence: Presence
    var orientation: Int
    var bar: Int
    var device: Int
    var settingsIndex: Int

    /// How many numbers there are.
    static let count = 16 * 5 * 4 * 4 * 4

    var number: Int {
      (((settingsIndex * 5 + device) * 4 + bar) * 4 + orientation) * 4 + presence.rawValue
    }
  }

  /// What decisions read of the other windows.
  struct Setting {
    var page: Int
    /// The windows that are not there, of those of which that is read.
    var absent: UInt64
  }

  private let model: CheckModel
  private let kernel: StepKernel
  private let witnesses: UInt64
  private let removes: Bool
  let readsPage: Bool
  /// Every page and nobody, or only that where no decision reads it, with whoever is not there.
  let settings: [Setting]

  /// Nil where decisions read more than the page.
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
    settings = (pages + [PackedState.none]).flatMap { page in
      absences.filter { PackedState.bit(page) & $0 == 0 }.map { Setting(page: page, absent: $0) }
    }
  }

  /// Whether the others can be like this while a window is there like that.
  func allows(_ setting: Setting, _ window: Int, _ presence: Presence) -> Bool {
    let bit = PackedState.bit(window)
    let isMissing = setting.absent & bit != 0
    if presence.isThere ? isMissing : witnesses & bit != 0 && !isMissing { return false }
    guard readsPage else { return true }
    if setting.page == window { return presence == .shown }
    return setting.page != PackedState.none || presence != .shown || bit & model.pageable == 0
  }

  /// A state with a page, and everybody else hidden.
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

  /// What a window's placing does; nil where that cannot be.
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

  /// Whether a cell turns a window, and whether it raises by it.
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

  /// The windows that write the bar in some state of theirs without raising anything.
  func ever(_ cell: DecisionCell) -> UInt64 {
    (cell.shown & ~cell.raisingShown | cell.hidden & ~cell.raisingHidden) & cell.writers
  }

  /// The windows that write the bar however they are.
  func always(_ cell: DecisionCell) -> UInt64 {
    removes ? 0 : cell.shown & cell.hidden & cell.writers & ~model.addable
  }
}
