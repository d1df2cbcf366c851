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
  var violated = PropertySet()
  /// For each window, the orientations that it may have as the page, one bit each.
  var pages: [UInt8]
  /// Whether a decision can rotate the page.
  var turns = false
  /// Whether a decision can rotate the status bar or a window, or raise an exception.
  var changes = false

  init(windows: Int) { pages = Array(repeating: 0, count: windows) }

  /// Returns the properties of which a search can find a violation, without some of these.
  func violated(except met: some Collection<CheckProperty>) -> PropertySet {
    met.reduce(violated.intersection(.searched)) { $0.subtracting(PropertySet($1)) }
  }

  /// Returns the results about some properties; about others, as if nothing were possible.
  func about(_ properties: PropertySet) -> PossibleFindings {
    var some = self
    some.violated.formIntersection(properties)
    if !properties.contains(PropertySet(.supportedIsReachable)) {
      some.pages = pages.map { _ in 0 }
    }
    some.turns = turns && properties.contains(PropertySet(.isNotVacuous))
    return some
  }

  /// Returns the possible results of models of one stack with different answers (`AnswerCover`), even if
  /// the answers changed between events, with the projection that gave them.
  ///
  /// The result is `nil` if a set-up raises an exception, or no projection applies.
  static func of(
    _ models: [CheckModel]
  ) -> (findings: PossibleFindings, projection: Projection)? {
    guard !models.contains(where: { $0.raisesAtOnce }) else { return nil }
    if var projection = WindowProjection(models) {
      return projection.run().map { ($0, .windows(projection)) }
    }
    guard var projection = ObservationProjection(models) else { return nil }
    return projection.run().map { ($0, .classes(projection)) }
  }
}

/// An explored projection.
enum Projection {
  case windows(WindowProjection)
  case classes(ObservationProjection)

  /// The windows whose orientation is a dead variable while they are hidden: decisions do not rotate
  /// them then, and the decision when they are shown rotates them from every orientation.
  var overwritten: UInt64 {
    if case .windows(let projection) = self { projection.overwritten } else { 0 }
  }

  /// Whether the events of windows behind those in front can wait
  /// (`ObservationProjection.isFrontFirst`).
  var isFrontFirst: Bool {
    if case .classes(let projection) = self { projection.isFrontFirst } else { false }
  }

  /// A function that returns, for a state, a lower bound of the number of events to a violation.
  typealias Estimate = (PackedState) -> Int?

  /// Measures the distances to the violations of some properties, which `estimate` returns; other distances are
  /// measured when they are requested.
  mutating func measure(_ properties: PropertySet) {
    guard case .windows(var projection) = self else { return }
    projection.measure(properties)
    self = .windows(projection)
  }

  /// Returns a lower bound of the number of events to a violating state, or to the one before a
  /// violating step; `nil` if the projection gives none.
  ///
  /// The function returns `nil` if no violation is reachable.
  func estimate(_ property: CheckProperty) -> Estimate? {
    switch self {
    case .windows(var projection): return projection.distances(to: property)?.distance
    case .classes(let projection): return PatternDatabase(projection, property).distance
    }
  }
}

/// Smaller models that follow one window each, for rule sets whose decisions read the page at most,
/// or the windows that participate.
///
/// A projected state is a packed state of the followed window alone, with the status bar, the device
/// and the settings. The other windows may do at any time what they do in any of their states:
/// rotate the status bar, be shown, be the page.
struct WindowProjection {
  /// A decision in the settings of a group (`ProjectedCells.groups`), or without windows.
  private struct Decision: Hashable {
    var group: Int?
    /// The windows that can be shown, and those that can be hidden.
    var shown = UInt64.max
    var hidden = UInt64.max
  }

  private let models: [CheckModel]
  private var model: CheckModel { models[0] }
  private let kernel: StepKernel
  private var cells: ProjectedCells
  private let removes: Bool
  private var found: PossibleFindings
  /// The windows whose orientation is a dead variable while they are hidden; none before a run ends.
  private(set) var overwritten: UInt64 = 0
  /// The windows whose orientation while they are hidden can matter, in the current run.
  private var live: UInt64 = 0
  /// Whether a decision followed when a window was shown or added, by window, device, status bar
  /// and visibility.
  private var placings: [Bool] = []
  private var window = 0
  private var known: [Bool] = []
  /// For each situation, the windows that can be shown in it, and those that can be hidden.
  private var able: [ProjectionSetting.Need] = []
  /// The numbers of the projected states to explore.
  private var waiting: [Int] = []
  /// The number of the projected state whose events are taken, and the number of device events (0 or 1) of the
  /// current one.
  private var (number, cost) = (0, 0)

  /// The decisions of which the places have the requirements, by list (`ViolationPlaces.decisions`).
  private var listed: [Int: Set<Decision>] = [:]
  /// The places of the violations of some properties: of the current run, and of the last one that ended.
  private var (places, measured): (ViolationPlaces?, ViolationPlaces?)

  /// Creates the projections; `nil` if decisions read more than the page, or window events have
  /// unsupported triggers.
  init?(_ models: [CheckModel]) {
    guard let cells = ProjectedCells(models) else { return nil }
    self.cells = cells
    self.models = models
    kernel = models[0].kernel
    removes = models.contains { $0.hiddenMatters }
    found = PossibleFindings(windows: models[0].ids.count)
    for index in model.ids.indices {
      let isPlain = [CheckEvent.Kind.hide, .makeKey, .remove].allSatisfy { kind in
        kernel.trigger(kind, index) == TriggerCode.nothing
      }
      let isPlaced = [CheckEvent.Kind.show, .add].allSatisfy { kind in
        [TriggerCode.nothing, TriggerCode.place].contains(kernel.trigger(kind, index))
      }
      guard isPlain, isPlaced else { return nil }
    }
  }

  /// Explores every window's projection, and returns the union of the possible findings; `nil` if a
  /// device event has an unsupported trigger or the model exceeds a limit.
  mutating func run() -> PossibleFindings? {
    let windows = model.ids.count
    let before = found
    (found, live) = (PossibleFindings(windows: windows), 0)
    placings = Array(repeating: false, count: windows * 40)
    able = Array(repeating: ProjectionSetting.Need(shown: 0), count: PackedState.situations)
    for window in model.ids.indices {
      guard follow(window), !isBroken else { return nil }
      places?.endWindow(window)
    }
    // Projected states without dead orientations do not tell which decisions rotate a window.
    if overwritten != 0 { (found.turns, found.changes) = (before.turns, before.changes) }
    let placed = model.ids.indices.filter { kernel.trigger(.show, $0) == TriggerCode.place }
    overwritten = placed.reduce(0) { $0 | PackedState.bit($1) } & ~(live | model.followers)
    judgePlacings()
    judgeHiddenWindows()
    return isBroken ? nil : found
  }

  private var isBroken: Bool { models.contains { $0.broken != nil } }

  /// Explores again, where a window counts as shown or hidden in a situation only if its own projection allows this,
  /// and measures the distances to the violations of some properties.
  mutating func measure(_ properties: PropertySet) {
    cells.restrict(to: able)
    places = ViolationPlaces(of: properties, in: model, overwritten: overwritten)
    listed = [:]
    measured = run() == nil ? nil : places
    measured?.end()
    places = nil
  }

  /// Returns lower bounds of the number of events to a violation of a property; `nil` if there are
  /// none.
  mutating func distances(to property: CheckProperty) -> ViolationPlaces? {
    if measured?.contains(property) != true { measure(PropertySet(property)) }
    return measured?.distances(to: property)
  }

  /// Records that a property can be violated in a state that follows from the current projected one, unless
  /// no setting allows this.
  ///
  /// The other windows are in a setting of `choice`, only windows of `shown` are shown, one of `need` is,
  /// and only windows of `hidden` are hidden; with `isPage`, the followed window is the page; with
  /// `isPlacing`, the violating event shows or adds a window.
  private mutating func record(
    _ property: CheckProperty, _ choice: ProjectedCells.Choice? = nil, shown: UInt64 = .max,
    need: UInt64 = 0, hidden: UInt64 = .max, isPage: Bool = false, isPlacing: Bool = false
  ) {
    guard isWanted(property) else { return }
    let further = need == 0 ? [] : [ProjectionSetting.Need(shown: need)]
    let possible = alternatives(choice?.group, further, isPage: isPage, isPlacing: isPlacing)
      .map { $0.limited(toShown: shown, hidden: hidden, page: isPage ? bit : .max) }
      .filter { $0.isPossible }
    if possible.isEmpty { return }
    found.violated.insert(PropertySet(property))
    guard places?.contains(property) == true else { return }
    let isSplit = places?.isSplit(number, window) == true
    let goal = ViolationPlaces.Goal(
      property: property, alternatives: possible, isPlacing: isPlacing, isSplit: isSplit)
    places?.add(goal, at: number)
  }

  /// Returns the settings of a group as requirements, with further needs; with `isPage`, only those in
  /// which the followed window can be the page.
  private func alternatives(
    _ group: Int?, _ needs: [ProjectionSetting.Need] = [], isPage: Bool = false, isPlacing: Bool
  ) -> [ViolationPlaces.Alternative] {
    guard let group else { return [.anything] }
    return cells.groups[group].map { cells.settings[$0] }
      .filter { !isPage || $0.windows.page & bit != 0 }
      .map {
        // A window that is shown or added may not be the page of its setting.
        let page = isPlacing ? .max : $0.windows.page
        return ViolationPlaces.Alternative($0.windows, page: page, needs: needs + $0.needs)
      }
  }

  /// Adds the requirements of a decision to a list (`ViolationPlaces.decisions`).
  private mutating func add(_ decision: Decision, to list: Int) {
    guard listed[list, default: []].insert(decision).inserted else { return }
    let isPlacing = ViolationPlaces.isPlacing(list)
    let needed = (decision.group.map { alternatives($0, isPlacing: isPlacing) } ?? [.nothing])
      .map { $0.limited(toShown: decision.shown, hidden: decision.hidden) }
      .filter { $0.isPossible }
    places?.addDecision(needed, to: list)
  }

  /// Returns whether a further violation of a property is to be recorded.
  private func isWanted(_ property: CheckProperty) -> Bool {
    places?.contains(property) == true || !found.violated.contains(PropertySet(property))
  }

  /// Explores the projection of one window; returns false if a device event has an unsupported
  /// trigger.
  private mutating func follow(_ window: Int) -> Bool {
    self.window = window
    known = Array(repeating: false, count: ViolationPlaces.numbers)
    for model in models {
      (number, cost) = (number(of: model.initial), 0)
      reach(model.initial)
    }
    var list = TransitionList()
    defer { list.deallocate() }
    while let number = waiting.popLast() {
      let state = projected(number)
      (self.number, cost) = (number, 0)
      judge(state)
      changeOthers(state)
      list.removeAll()
      kernel.expand(state, leaving: removes ? bit : 0, into: &list)
      for position in 0..<list.count {
        let way = list[position]
        guard way.kind.isDevice || way.index == window, way.kind != .makeKey else { continue }
        cost = way.kind.isDevice ? 1 : 0
        switch way.code {
        case TriggerCode.nothing: reach(way.start)
        case TriggerCode.place: place(window, way.start, isHidden: way.start.hidden & bit != 0)
        case 1...4: turn(way)
        default: return false
        }
      }
    }
    return true
  }

  /// Takes a step from the current projected state to another one, and records what rotates.
  private mutating func reach(_ state: PackedState, by decision: Decision? = nil) {
    let next = number(of: state)
    let (before, orientation, presence) = (number / 4 % 4, next / 4 % 4, next % 4)
    if state.bar != number / 16 % 4 { found.changes = true }
    if orientation != before, number & next & 1 == 1 {
      found.changes = true
      if presence == 1, canBePage, orientation == state.bar { found.turns = true }
    }
    let edge = DistanceGraph.Edge(from: Int32(number), to: Int32(next), cost: UInt8(cost))
    places?.add(edge)
    if var decision, let list = places?.list(splitting: window, edge) {
      if presence != 1 { decision.shown &= ~bit }
      if presence != 3 { decision.hidden &= ~bit }
      add(decision, to: list)
    }
    if known[next] { return }
    known[next] = true
    if presence == 1 { able[next / 16].shown |= bit }
    if presence == 3 { able[next / 16].hidden |= bit }
    waiting.append(next)
  }

  private func number(of state: PackedState) -> Int {
    ViolationPlaces.number(of: state, window, overwritten: overwritten)
  }

  /// Returns the projected state of a number.
  private func projected(_ number: Int) -> PackedState {
    var state = PackedState()
    state.situation = number / 16
    state.turn(bit, to: number / 4 % 4)
    if number & 1 != 0 { state.present = bit }
    if number & 2 != 0 { state.hidden = bit }
    return state
  }

  private var bit: UInt64 { PackedState.bit(window) }
  private var canBePage: Bool { bit & model.followers == 0 }

  private func isThere(_ state: PackedState) -> Bool { state.present & bit != 0 }

  /// Returns the effect of a decision on the followed window and, if given, on a window that was
  /// just shown or added.
  private func effect(
    _ cell: DecisionCell, _ state: PackedState, present: UInt64 = 0, hidden: UInt64 = 0
  ) -> DecisionEffect {
    // Followers rotate only if the status bar does, which the effect does not know.
    DecisionEffect(
      cell, present: state.present | present, hidden: state.hidden | hidden, followers: 0)
  }

  private mutating func changeOthers(_ state: PackedState) {
    for index in model.ids.indices where index != window {
      if kernel.trigger(.show, index) == TriggerCode.place {
        place(index, state, isHidden: false)
      }
      let other = PackedState.bit(index)
      guard other & model.addable != 0 else { continue }
      var added = state
      added.settingsIndex = kernel.settingsAfterAdding(index, state)
      reach(added)
      if kernel.trigger(.add, index) == TriggerCode.place {
        place(index, added, isHidden: other & kernel.hiddenWhenAdded != 0)
      }
    }
  }

  private mutating func place(
    _ index: Int, _ state: PackedState, isHidden: Bool
  ) {
    let its = PackedState.bit(index)
    let choices = cells.placings(index, isHidden: isHidden, state, in: number / 16)
    for place in choices.indices where choices[place].allows(window, state) {
      let choice = choices[place]
      placings[(index * 5 + state.device) * 8 + state.bar * 2 + (isHidden ? 1 : 0)] = true
      let cell = choice.cell
      let effect = effect(cell, state, present: its, hidden: isHidden ? its : 0)
      if index == window, !isHidden, effect.turning & bit == 0 { live |= bit }
      if effect.raises {
        raise(
          choice, isPlacing: true,
          isHidden: isHidden || state.present & state.hidden & cell.raisingHidden != 0)
        continue
      }
      let bar = effect.bar(state.bar)
      if isHidden, bar != state.bar || effect.turning & state.shown & bit != 0 {
        record(.hiddenIsSilent, choice, isPlacing: true)
      }
      if cell.isNotIdempotent { record(.oneApply, choice, isPlacing: true) }
      move(state, effect, bar: bar, by: Decision(group: choice.group))
    }
  }

  /// Reaches the state after a decision that gives the status bar an orientation.
  private mutating func move(
    _ state: PackedState, _ effect: DecisionEffect, bar: Int, by decision: Decision
  ) {
    if places != nil, bar != state.bar {
      add(decision, to: ViolationPlaces.list(rotating: state.bar, isPlacing: cost == 0))
    }
    var after = state
    after.bar = bar
    let following = bar == state.bar ? 0 : model.followers
    let turning = state.present & (effect.turning | following) & bit
    after.turn(turning, to: effect.target)
    live |= state.hidden & turning
    reach(after, by: decision)
  }

  private mutating func raise(
    _ choice: ProjectedCells.Choice?, isPlacing: Bool = false, isHidden: Bool
  ) {
    record(.neverTraps, choice, isPlacing: isPlacing)
    found.changes = true
    // If a hidden window raises an exception, the shown windows asked after it do not rotate, so P2
    // may be violated.
    if isHidden { record(.hiddenIsSilent, choice, isPlacing: isPlacing) }
  }

  private mutating func turn(_ way: Transition) {
    let state = way.start
    if PropertyFormula.movesLocked(
      isTurn: way.kind == .turn, isLocked: kernel.isLocked(state), moves: true)
    {
      record(.lockIsAbsolute)
    }
    let choices = cells.turns(way.code, in: number / 16)
    for place in choices.indices where choices[place].allows(window, state) {
      turned(state, choices[place])
    }
    // While no window is present, an output can follow the device.
    guard !isThere(state), removes || model.addable == model.all else { return }
    let cell = kernel.cell(way.code, 0, state)
    if cell.raises { return raise(nil, isHidden: false) }
    if cell.isNotIdempotent { record(.oneApply) }
    let effect = effect(cell, state)
    guard cell.writesBar else { return }
    move(state, effect, bar: effect.target, by: Decision())
  }

  private mutating func turned(_ state: PackedState, _ choice: ProjectedCells.Choice) {
    let cell = choice.cell
    let effect = effect(cell, state)
    let hidden = state.present & state.hidden
    if cell.isNotIdempotent { record(.oneApply, choice) }
    if effect.raises {
      raise(choice, isHidden: false)
      guard hidden & cell.raisingHidden != 0 else { return }
      // P2 is violated if no shown window raises an exception, or a shown one behind this one rotates
      // without the exception.
      record(.hiddenIsSilent, choice, shown: ~cell.raisingShown)
      let later = cell.shown & ~cell.raisingShown & ~(bit | bit &- 1)
      if later != 0 { record(.hiddenIsSilent, choice, need: later) }
      return
    }
    if hidden != 0, effect.turning & cell.writers != 0, effect.target != state.bar {
      // No shown window rotates the status bar, too, before one raises an exception.
      let asked = (cell.raisingShown & (0 &- cell.raisingShown)) &- 1
      record(.hiddenIsSilent, choice, shown: ~(cell.shown & cell.writers & asked | bit))
    }
    let mustWrite = effect.writes || cells.always(cell) & ~bit != 0
    let decision = Decision(group: choice.group)
    if !mustWrite {
      // No other window rotates the status bar.
      var still = decision
      (still.shown, still.hidden) = (~(cell.shown & cell.writers), ~(cell.hidden & cell.writers))
      move(state, effect, bar: state.bar, by: still)
    }
    if mustWrite || cells.ever(cell) & ~bit != 0 {
      move(state, effect, bar: effect.target, by: decision)
    }
  }

  private mutating func judge(_ state: PackedState) {
    guard state.shown & bit != 0 else { return }
    let orientation = state.orientation(window)
    if canBePage { found.pages[window] |= 1 << UInt8(orientation) }
    if PropertyFormula.split(isPage: canBePage, agrees: orientation == state.bar) {
      record(.barAgrees, hidden: ~bit, isPage: true)
    }
    for other in 0..<4 where other != state.bar && isWanted(.turnAndBack) {
      for choice in backs(state, after: other) {
        let isAny = mayDiffer(state, choice, asPage: false)
        let isLost = PropertyFormula.losesTurn(
          stands: state.device == state.bar, isLocked: kernel.isLocked(state)
        ) { (raises: false, differs: isAny || mayDiffer(state, choice, asPage: true)) }
        if isLost { record(.turnAndBack, choice, hidden: ~bit, isPage: !isAny) }
      }
    }
  }

  /// Returns the decisions on turning the device from the status bar's orientation and back.
  private mutating func backs(
    _ state: PackedState, after other: Int
  ) -> [ProjectedCells.Choice] {
    guard state.device == state.bar else { return [] }
    var between = state
    let there = kernel.applyDevice(CheckEvent(kind: .turn, index: other), &between)
    let here = kernel.applyDevice(CheckEvent(kind: .turn, index: state.bar), &between)
    // The method `follow(_:)` ends the projection if the trigger is not supported.
    guard there <= 4, here <= 4 else { return [] }
    return cells.turns(there, back: here, in: number / 16)
  }

  /// Returns whether two turns may have another result in a setting in which the followed window can be
  /// the page or, without `isPage`, shown without being the page.
  private func mayDiffer(
    _ state: PackedState, _ choice: ProjectedCells.Choice, asPage isPage: Bool
  ) -> Bool {
    let able = isPage ? choice.windows.page : choice.windows.shown
    return able & bit != 0 && differs(state, choice, asPage: isPage)
  }

  /// Returns whether two turns may change the orientation of the followed window, or the status bar
  /// while the window is the page.
  private func differs(
    _ state: PackedState, _ choice: ProjectedCells.Choice, asPage isPage: Bool
  ) -> Bool {
    let (away, back) = (effect(choice.cell, state), effect(choice.back, state))
    if away.raises || back.raises { return false }
    let orientation = state.orientation(window)
    if back.turned(window, away.turned(window, orientation)) != orientation { return true }
    let isWritten = away.cell.writesBar || cells.ever(away.cell) != 0
    if bit & model.followers != 0, isWritten, orientation != state.bar { return true }
    // P4 is about the status bar only if the page, here this window, has the device's orientation.
    guard canBePage, isPage, orientation == state.bar else { return false }
    if back.writes || cells.always(back.cell) & ~bit != 0 { return back.target != state.bar }
    if away.writes { return true }
    // The status bar may stay rotated if another window rotates it at the first turn, but not back
    // at the second.
    let (one, two) = (away.cell, back.cell)
    let shown = one.shown & ~two.shown & ~one.raisingShown & one.writers
    let hidden = one.hidden & ~two.hidden & ~one.raisingHidden & one.writers
    return (shown | hidden) & ~bit != 0
  }

  /// Records a possible violation of P5: repeating the decision after a window was shown may have
  /// another result.
  private mutating func judgePlacings() {
    for placing in placings.indices where placings[placing] && isWanted(.oneApply) {
      let (index, isHidden) = (placing / 40, placing % 2 == 1)
      var state = PackedState()
      (state.bar, state.device) = (placing / 2 % 4, placing / 8 % 5)
      state.settingsIndex = model.initial.settingsIndex
      for list in cells.alike(index, isHidden: isHidden) {
        let cell = cells.placing(index, isHidden: isHidden, state, in: list.places[0])
        let target = Int(cell.target)
        let own = PackedState.bit(index)
        let turns = (isHidden ? cell.hidden : cell.shown) & own != 0
        guard cell.writesBar || turns && cell.writers & own != 0, target != state.bar else {
          continue
        }
        var after = state
        after.bar = target
        let again = cells.placing(index, isHidden: isHidden, after, in: list.places[0])
        let fresh = again.shown & ~cell.shown | again.hidden & ~cell.hidden
        let moves = again.shown | again.hidden | (again.writesBar ? 1 : 0)
        guard moves != 0, Int(again.target) != target || fresh != 0 else { continue }
        found.violated.insert(.apply)
        places?.addAnywhere([list.windows], isPlacing: true, to: .oneApply)
      }
    }
  }

  /// Records possible violations of P2 through the hidden windows that decisions read.
  private mutating func judgeHiddenWindows() {
    // If no decision changes anything, with windows or without any, hidden windows change nothing.
    guard isWanted(.hiddenIsSilent), found.changes || cells.distinguishesHiddenFromNone else {
      return
    }
    for (model, isPlacing) in models.flatMap({ [($0, false), ($0, true)] }) {
      guard isWanted(.hiddenIsSilent) else { return }
      let most = places?.contains(.hiddenIsSilent) == true ? Int.max : 1
      guard let found = HiddenInfluence.list(in: model, isPlacing: isPlacing, atMost: most) else {
        return readHiddenWindows()
      }
      if found.isEmpty { continue }
      self.found.violated.insert(.hidden)
      places?.addAnywhere(found, isPlacing: isPlacing, to: .hiddenIsSilent)
    }
  }

  private mutating func readHiddenWindows() {
    if cells.mayReadHidden {
      found.violated.insert(.hidden)
      places?.leaveOut(.hiddenIsSilent)
    }
    if cells.distinguishesHiddenFromNone {
      found.violated.insert(.hidden)
      let hidden = ProjectionSetting.Windows(hidden: model.all)
      places?.addAnywhere([hidden], isPlacing: false, to: .hiddenIsSilent)
    }
    for setting in cells.settings {
      guard let isPlacing = cells.readers[setting.whole] else { continue }
      found.violated.insert(.hidden)
      places?.addAnywhere([setting.windows], isPlacing: isPlacing, to: .hiddenIsSilent)
    }
  }
}
