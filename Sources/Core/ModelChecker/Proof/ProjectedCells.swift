// SPDX-License-Identifier: Apache-2.0

/// The decision cells of some models for each setting of the windows that are not followed, grouped by
/// equal cells.
struct ProjectedCells {
  /// A group of settings that have equal decision cells.
  struct Choice {
    let cell: DecisionCell
    /// The cell of turning back, if a turn back was requested; otherwise an empty cell.
    let back: DecisionCell
    /// The number of the group (`ProjectedCells.groups`).
    fileprivate(set) var group: Int
    /// The windows that, in some setting of the group, can be as these sets say.
    fileprivate(set) var windows = ProjectionSetting.Windows()

    /// Returns whether a window can be absent, shown or hidden, as it is in a state, in some
    /// setting of the group.
    func allows(_ window: Int, _ state: PackedState) -> Bool {
      let bit = PackedState.bit(window)
      if state.present & bit == 0 { return windows.away & bit != 0 }
      return (state.hidden & bit == 0 ? windows.shown | windows.page : windows.hidden) & bit != 0
    }
  }

  /// Settings in which a decision reads the same; unless the decision changes only the window that is shown or
  /// added (`isApart`), the first setting allows what the others allow.
  private struct SameReading {
    var places: [Int]
    let isApart: Bool
  }

  /// Settings in which a decision has the same effect, and the windows that can be as the sets say in some of
  /// them.
  struct Alike {
    let places: [Int]
    let windows: ProjectionSetting.Windows
  }

  private let model: CheckModel
  private let kernels: [StepKernel]
  private let removes: Bool
  /// The settings of all models, model by model.
  let settings: [ProjectionSetting]
  /// For each setting, the index of its model.
  private let owners: [Int]
  /// For each window that is shown or added, and then for turns, lists of settings in which a decision reads
  /// the same; those of a list have different needs.
  private let alike: [[SameReading]]
  /// The lists that were requested so far.
  private var lists: [Int: [Alike]] = [:]
  /// The settings of each group, by their indices.
  private(set) var groups: [[Int]] = []
  /// The memo tables of the groups for turns and for shown windows; `nil` until they are requested.
  private var turns: [[Choice]?] = Array(repeating: nil, count: 25)
  private var placings: [[Choice]?]
  /// For each situation, the windows that can be shown in it, and those that can be hidden; `nil` if
  /// all can.
  private var able: [ProjectionSetting.Need]?
  /// The groups that are possible in a situation, by their places in the tables above.
  private var possible: [Int: [Choice]] = [:]
  /// The settings (`ProjectionSetting.whole`) in which a requested decision depends on the presence
  /// of a witness, which can be hidden; the value is whether decisions after showing a window do.
  private(set) var readers: [PackedState: Bool] = [:]
  /// For each setting, a number that settings of one model share if they differ only in the witnesses that are
  /// absent; empty if witnesses are always present.
  private let wholes: [Int]
  /// Whether decisions can depend on hidden windows otherwise.
  let mayReadHidden: Bool
  /// Whether a turn can have another effect if all windows are hidden than if there are none.
  let distinguishesHiddenFromNone: Bool

  /// Creates empty memo tables for models of one stack with different answers; `nil` if the settings of a
  /// model cannot be listed.
  init?(_ models: [CheckModel]) {
    var owned: [(setting: ProjectionSetting, owner: Int)] = []
    var readsHidden = false
    for (owner, model) in models.enumerated() {
      guard let own = ProjectionSetting.all(of: model) else { return nil }
      owned += own.map { ($0, owner) }
      readsHidden =
        unsafe readsHidden || model.tables.pointee.takingPart.map { $0.hidden != 0 } ?? false
    }
    if models.count > 1 {
      // Settings with all witnesses come first, and those that allow more windows before others.
      owned.sort {
        let (left, right) = ($0.setting, $1.setting)
        return (left.absent.nonzeroBitCount, right.windows.count)
          < (right.absent.nonzeroBitCount, left.windows.count)
      }
    }
    let (settings, owners) = (owned.map { $0.setting }, owned.map { $0.owner })
    (model, self.settings, self.owners) = (models[0], settings, owners)
    let windows = models[0].ids.indices
    if unsafe models[0].tables.pointee.consents != nil {
      // The union of the participants' refusals does not depend on the window that is shown or added.
      let lists = Self.alike(settings, owners, models, nil)
      alike = windows.map { _ in lists } + [lists]
    } else {
      alike = (windows.map(Optional.some) + [nil]).map { Self.alike(settings, owners, models, $0) }
    }
    kernels = models.map { $0.kernel }
    removes = models.contains { $0.hiddenMatters }
    placings = Array(repeating: nil, count: model.ids.count * 40)
    let mayBeAbsent = settings.contains { $0.absent != 0 }
    var numbers: [[PackedState: Int]] = Array(repeating: [:], count: models.count)
    wholes = settings.indices.prefix(mayBeAbsent ? settings.count : 0).map { index in
      let known = numbers[owners[index]][settings[index].whole]
      numbers[owners[index]][settings[index].whole] = known ?? index
      return known ?? index
    }
    // Of settings that read the same union, those with all witnesses can read different ones.
    let isUnclear = unsafe mayBeAbsent && models.count > 1 && model.tables.pointee.consents != nil
    mayReadHidden = readsHidden || isUnclear
    distinguishesHiddenFromNone = alike[model.ids.count].contains {
      let place = $0.places[0]
      return models[owners[place]].distinguishesHiddenFromNone(settings[place])
    }
  }

  /// Returns lists of settings in which a decision on a turn or, with `placed`, a decision after this window
  /// was shown or added reads the same.
  private static func alike(
    _ settings: [ProjectionSetting], _ owners: [Int], _ models: [CheckModel], _ placed: Int?
  ) -> [SameReading] {
    var (places, lists): ([ProjectionSetting.Reading: [Int]], [SameReading]) = ([:], [])
    for index in settings.indices {
      let (windows, owner) = (settings[index].windows, owners[index])
      let reading = settings[index].reading(placed, in: models[owner])
      let place = places[reading]?.first {
        reading.isApart
          || models.count > 1 && settings[lists[$0].places[0]].windows.contains(windows)
      }
      guard let place else {
        places[reading, default: []].append(lists.count)
        lists.append(SameReading(places: [index], isApart: reading.isApart))
        continue
      }
      // A setting with absent witnesses is compared with the one of the same model with all witnesses.
      let isMet = lists[place].places.contains {
        settings[$0].windows.contains(windows)
          && (models.count > 1 && reading.isApart || settings[$0].needs == settings[index].needs)
      }
      if !isMet || models[owner].witnesses != 0 { lists[place].places.append(index) }
    }
    return lists
  }

  /// Restricts the settings in each situation to those whose windows can be shown or hidden in it.
  mutating func restrict(to able: [ProjectionSetting.Need]) {
    self.able = able
    possible = [:]
  }

  /// Returns the groups of settings for a turn and a turn back in a situation; `TriggerCode.nothing` stands for
  /// no turn.
  mutating func turns(
    _ code: UInt8, back: UInt8 = TriggerCode.nothing, in situation: Int
  ) -> [Choice] {
    let slot = Int(code) * 5 + Int(back)
    let found =
      turns[slot] ?? choices(nil) { ($0.cell(code, in: $1), $0.cell(back, in: $1)) }
    turns[slot] = found
    return possible(found, slot, in: situation)
  }

  mutating func placings(
    _ index: Int, isHidden: Bool, _ state: PackedState, in situation: Int
  ) -> [Choice] {
    let slot = (index * 5 + state.device) * 8 + state.bar * 2 + (isHidden ? 1 : 0)
    let found =
      placings[slot]
      ?? choices(index, isHidden: isHidden) {
        ($0.placing(index, isHidden: isHidden, state, in: $1), DecisionCell())
      }
    placings[slot] = found
    return possible(found, turns.count + slot, in: situation, placed: PackedState.bit(index))
  }

  /// Returns the groups without the settings that need a window other than `placed` to be shown or
  /// hidden which cannot be so in the situation.
  private mutating func possible(
    _ choices: [Choice], _ slot: Int, in situation: Int, placed: UInt64 = 0
  ) -> [Choice] {
    guard let able else { return choices }
    let key = slot * PackedState.situations + situation
    if let known = possible[key] { return known }
    let (shown, hidden) = (able[situation].shown | placed, able[situation].hidden | placed)
    let found = choices.compactMap { choice -> Choice? in
      let group = groups[choice.group].filter {
        settings[$0].needs.allSatisfy { $0.shown & shown | $0.hidden & hidden != 0 }
      }
      if group.isEmpty { return nil }
      groups.append(group)
      return Choice(
        cell: choice.cell, back: choice.back, group: groups.count - 1, windows: windows(in: group))
    }
    possible[key] = found
    return found
  }

  /// Returns the lists of settings in which the decision on turns, or on showing or adding a window, has the same
  /// effect, without those in which the window cannot be shown or hidden.
  mutating func alike(_ placed: Int?, isHidden: Bool = false) -> [Alike] {
    let slot = placed.map { $0 * 2 + (isHidden ? 1 : 0) } ?? -1
    if let known = lists[slot] { return known }
    let own = placed.map { PackedState.bit($0) } ?? 0
    let found = alike[placed ?? model.ids.count].flatMap { reading -> [Alike] in
      let places = reading.places.filter { place in
        let (windows, needs) = (settings[place].windows, settings[place].needs)
        return isHidden
          ? windows.hidden & own != 0 && needs.allSatisfy { $0.shown & ~own | $0.hidden != 0 }
          : placed == nil || (windows.shown | windows.page) & own != 0
      }
      // Without the first setting, no other one may allow what the rest allow.
      let isWhole = reading.isApart || places.first == reading.places[0]
      let lists = isWhole ? [places] : places.map { [$0] }
      return lists.filter { !$0.isEmpty }.map { Alike(places: $0, windows: windows(in: $0)) }
    }
    lists[slot] = found
    return found
  }

  /// Returns the windows that can be as the sets say in some of the settings at these indices.
  private func windows(in places: [Int]) -> ProjectionSetting.Windows {
    places.reduce(into: ProjectionSetting.Windows()) { $0.formUnion(settings[$1].windows) }
  }

  /// Returns the settings grouped by the cells that `decide` returns for their indices; adds to `readers`.
  private mutating func choices(
    _ placed: Int?, isHidden: Bool = false,
    _ decide: (ProjectedCells, Int) -> (DecisionCell, DecisionCell)
  ) -> [Choice] {
    var choices: [Choice] = []
    let own = placed.map { PackedState.bit($0) } ?? 0
    // For each number of `wholes`, the place of the choice of the setting in which all witnesses are present.
    var known: [Int?] = Array(repeating: nil, count: wholes.count)
    for list in alike(placed, isHidden: isHidden) {
      let first = list.places[0]
      let (cell, back) = decide(self, first)
      let place = choices.firstIndex { $0.cell == cell && $0.back == back } ?? choices.count
      if place == choices.count {
        choices.append(Choice(cell: cell, back: back, group: groups.count))
        groups.append([])
      }
      groups[choices[place].group] += list.places
      choices[place].windows.formUnion(list.windows)
      if wholes.isEmpty { continue }
      for index in list.places where settings[index].absent == 0 { known[wholes[index]] = place }
      let absent = settings[first].absent
      let isSame = known[wholes[first]].map {
        cell.isSame(as: choices[$0].cell, for: own, without: absent)
          && back.isSame(as: choices[$0].back, for: own, without: absent)
      }
      if absent == 0 || isSame == true { continue }
      let whole = settings[first].whole
      readers[whole] = placed != nil || readers[whole] == true
    }
    return choices
  }

  /// Returns the cell of the decision on a turn in the setting at an index; an empty cell for no turn.
  func cell(_ code: UInt8, in place: Int) -> DecisionCell {
    code == TriggerCode.nothing
      ? DecisionCell() : kernels[owners[place]].cell(code, 0, settings[place].state)
  }

  /// Returns the cell of the decision after a window was shown or added in the setting at an index.
  func placing(
    _ index: Int, isHidden: Bool, _ projected: PackedState, in place: Int
  ) -> DecisionCell {
    let (own, setting) = (PackedState.bit(index), settings[place])
    var state = setting.state
    state.situation = projected.situation
    state.present |= own
    state.hidden = isHidden ? state.hidden | own : state.hidden & ~own
    if isHidden, state.key == index {
      // Another window is the page, since this one is hidden.
      let others = setting.state.shown & ~(own | model.followers)
      state.key = others == 0 ? PackedState.none : others.trailingZeroBitCount
    }
    return kernels[owners[place]].cell(TriggerCode.place, index, state)
  }

  /// Returns the windows that rotate the status bar while they are shown or while they are hidden,
  /// without an exception.
  func ever(_ cell: DecisionCell) -> UInt64 {
    (cell.shown & ~cell.raisingShown | cell.hidden & ~cell.raisingHidden) & cell.writers
  }

  /// Returns the windows that are always present and rotate the status bar, shown or hidden, whatever the
  /// windows answer.
  func always(_ cell: DecisionCell) -> UInt64 {
    removes || kernels.count > 1 ? 0 : cell.shown & cell.hidden & cell.writers & ~model.addable
  }
}
