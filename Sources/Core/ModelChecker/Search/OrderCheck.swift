// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Two neighbouring windows of one level, with a model in which they were created in the opposite
/// order.
struct OrderRivals {
  var left: Int
  var right: Int
  var other: CheckModel
}

/// The check of P8: whether a turn's result depends on the order in which two windows were created.
struct OrderCheck {
  let states: Exploration
  /// Whether states are searched even if the decisions could prove P8; for tests.
  var isLong = false

  /// The maximum number of states if they are searched again for P8.
  private static let most = 1_000_000
  /// The number of states that are searched before the decisions are compared.
  private static let near = 4_000

  private var model: CheckModel { states.model }

  func run(_ goesOn: () -> Bool) -> CheckFinding.Result {
    if let reason = reasonAgainst { return .notChecked(reason) }
    if isFree, !isLong || !readsClasses {
      return .proved(
        readsClasses
          ? "turns depend on the focus and on what others object to, not on their places"
          : "each window turns by itself, whatever its place")
    }
    if !model.recentOrder.isEmpty { return UseOrderCheck(model).run(goesOn) }
    guard var rivals = try? rivals() else {
      return .notChecked("the stack in the other order cannot be checked")
    }
    // Violations of P8 are often near the start if decisions read observation classes, and comparing the
    // states there takes fewer decisions than comparing all decisions.
    if !isLong, readsClasses,
      case .violated(let example)? = differs(rivals, atMost: Self.near, goesOn)
    {
      return .violated(example)
    }
    if !isLong, let views = OrderViews(states) {
      // Equal decisions have equal effects on all states, so these windows need no further
      // comparison.
      rivals.removeAll { views.areSame(in: $0.other, $0.left, $0.right, goesOn) }
    }
    let proof = "every turn in every reachable state, with each two neighbours exchanged"
    if rivals.isEmpty {
      // If there are projections, they have computed the decision of every turn, so completing an
      // unfinished search would find no further difference.
      let isOpen = states.possible == nil
      if isOpen, let limit = states.limit { return .undecided(limit) }
      return .proved(proof)
    }
    return differs(rivals, goesOn) ?? .proved(proof)
  }

  /// The reason why P8 is not checked; `nil` if it is.
  private var reasonAgainst: String? {
    if model.forwarding != 0 {
      return "a window hands its questions on to another one by its number"
    }
    return model.stack.scene.app.delegate?.entries.isEmpty == false
      ? "the app's delegate distinguishes windows by their numbers" : nil
  }

  /// Returns each two neighbours of one level.
  private func rivals() throws(CheckLimit) -> [OrderRivals] {
    let windows = model.stack.windows.map { $0.window }
    var rivals: [OrderRivals] = []
    for left in windows.indices {
      let next = windows.indices.first { $0 > left && windows[$0].level == windows[left].level }
      guard let next else { continue }
      let stack = model.stack.exchanging(left, next)
      let other = try CheckModel(stack, like: model, exchanged: (left, next))
      rivals.append(OrderRivals(left: left, right: next, other: other))
    }
    return rivals
  }

  private var readsClasses: Bool { unsafe model.tables.pointee.observations != nil }

  /// Returns whether the decisions, or the ways to show windows and to make one key, show that no turn depends
  /// on the order, also if other answers led to a state.
  func isProved(_ goesOn: () -> Bool) -> Bool {
    guard reasonAgainst == nil else { return false }
    if isFree { return true }
    if !model.recentOrder.isEmpty { return UseOrderCheck(model).unusedNeighbours.isEmpty }
    guard unsafe model.tables.pointee.takingPart != nil || !model.readsMore else { return false }
    _ = model.reachableSettings()
    guard var rivals = try? rivals(), let views = OrderViews(states) else { return false }
    rivals.removeAll { views.areSame(in: $0.other, $0.left, $0.right, goesOn) }
    return rivals.isEmpty || differNowhere(rivals)
  }

  /// Returns whether the exchange of two windows changes no turn's decision in any state, by what no decision
  /// changes: the windows that are there, the shown ones and the key window; false if there are too many states.
  private func differNowhere(_ rivals: [OrderRivals]) -> Bool {
    var states = [model.initial]
    var (known, next, list) = (Set(states), 0, TransitionList())
    defer { list.deallocate() }
    while next < states.count, states.count < Self.near {
      if rivals.contains(where: { mayDiffer(states[next], $0) }) { return false }
      list.removeAll()
      model.kernel.expand(states[next], leaving: model.leaving, into: &list)
      for position in 0..<list.count where !list[position].kind.isDevice {
        var state = list[position].start
        state.turn(.max, to: 0)
        state.settingsIndex = model.initial.settingsIndex
        if known.insert(state).inserted { states.append(state) }
      }
      next += 1
    }
    return next == states.count
  }

  /// Whether no decision that was filled so far depends on the windows' places.
  private var isFree: Bool {
    if let classes = unsafe model.tables.pointee.observations { return classes.isOrderFree }
    // The first window of level 0 is the main window, which rotates even without a root controller
    // (B-12).
    let mainMatters = model.stack.windows.contains { $0.window.level == 0 && $0.window.root == nil }
    guard model.reach == .nothing else { return false }
    return !model.anyRaises && !mainMatters
  }

  /// Returns a violation, or the limit that leaves P8 undecided; `nil` if no turn differs.
  private func differs(_ rivals: [OrderRivals], _ goesOn: () -> Bool) -> CheckFinding.Result? {
    // The states found are compared if all were searched, and without symmetry, which does not
    // distinguish the interchangeable windows that P8 is about. They are also compared if a search
    // without symmetry reached a bound, at which another search would stop too. Otherwise the states
    // are searched again without symmetry.
    if states.isWhole || states.limit != nil && states.keepsWindows {
      return differs(rivals, in: states, from: 0, goesOn) ?? states.limit.map { .undecided($0) }
    }
    if let limit = states.limit { return .undecided(limit) }
    return differs(rivals, atMost: Self.most, goesOn)
  }

  /// Searches up to a number of states for a violation, without symmetry.
  private func differs(
    _ rivals: [OrderRivals], atMost most: Int, _ goesOn: () -> Bool
  ) -> CheckFinding.Result? {
    let form = states.keepsWindows ? states.canonicalForm : nil
    let search = Exploration(model, bounds: states.bounds, seeks: [], form: form)
    let bounds = CheckBounds(
      states: min(states.bounds.states, most), memory: states.bounds.memory)
    var looked = 0
    var found: CheckFinding.Result?
    func look() {
      for pair in rivals where pair.other.templates.count < model.templates.count {
        let templates = model.templates.map { $0.exchanging(pair.left, pair.right) }
        pair.other.adopt(templates, of: model)
      }
      found = found ?? differs(rivals, in: search, from: looked, goesOn)
      looked = search.space.count
    }
    search.run(bounds) { _ in
      look()
      return found == nil && goesOn()
    }
    look()
    return found ?? search.limit.map { .undecided($0) }
  }

  /// Returns a nearest violation in the states of a search from index `first` on; `nil` if there is
  /// none.
  ///
  /// Of up to 16 nearest ones, one that needs no further event to be replayed is preferred.
  private func differs(
    _ rivals: [OrderRivals], in search: Exploration, from first: Int, _ goesOn: () -> Bool
  ) -> CheckFinding.Result? {
    var found: Counterexample?
    var (length, left) = (0, 16)
    for index in first..<search.space.count where left > 0 {
      if index & 4095 == 0, !goesOn() { return .undecided(.interrupted) }
      let state = search.space[index]
      for pair in rivals where mayDiffer(state, pair) {
        guard let turn = difference(state, pair) else { continue }
        let path = search.path(to: index)
        if found != nil, path.count > length { return found.map { .violated($0) } }
        (length, left) = (path.count, left - 1)
        let example = counterexample(path, turn, pair)
        if example.isShortest { return .violated(example) }
        if found.map({ $0.events.count > example.events.count }) ?? true { found = example }
      }
    }
    return found.map { .violated($0) }
  }

  /// Returns whether the exchange of two windows can change a turn's decision in a state.
  private func mayDiffer(_ state: PackedState, _ pair: OrderRivals) -> Bool {
    let both = PackedState.bit(pair.left) | PackedState.bit(pair.right)
    // Windows behind those in front change no decision.
    if let front = unsafe model.tables.pointee.observations?.front(state) {
      return front & both != 0
    }
    let isTogether = unsafe model.tables.pointee.consents != nil
    // The main window rotates even without a root controller (B-12).
    let mainMatters =
      [pair.left, pair.right].contains { model.ids[$0] == model.stack.scene.mainWindow }
      && [pair.left, pair.right].contains { model.stack.windows[$0].window.root == nil }
    guard isTogether || !model.readsMore, !mainMatters else { return true }
    // Decisions depend on places at most by the page: one of the two is the page as the first shown window of
    // level 0, and no window that could be the page is key.
    return both & ~state.shown == 0 && state.shown & ~model.followers & state.keyBit == 0
      && PackedState.bit(model.kernel.page(state)) & both != 0
  }

  private func difference(_ state: PackedState, _ pair: OrderRivals) -> CheckEvent? {
    let mirror = state.swapped(pair.left, pair.right)
    return model.turn(in: state, differsFrom: mirror, in: pair.other) {
      $0.swapped(pair.left, pair.right)
    }
  }

  private func counterexample(
    _ path: [PathStep], _ turn: CheckEvent, _ pair: OrderRivals
  ) -> Counterexample {
    // The turn keeps the key window, and the replayer reads nothing else of the last state.
    let last = PathStep(event: turn, next: path.last?.next ?? model.initial)
    return model.counterexample(path + [last], pair.left, pair.right, mayBeShortest: true)
  }
}

/// The check of P8 for rule sets whose decisions read the order of use.
///
/// The most recently used shown window decides, or the topmost one if none was used. So the order
/// of creation matters only for two neighbours that were never used.
private struct UseOrderCheck {
  /// The maximum number of states of the search.
  private static let most = 60_000

  let model: CheckModel

  init(_ model: CheckModel) { self.model = model }

  /// For each window that was never used, the neighbour below if this was not used either.
  var unusedNeighbours: [Int: Int] {
    let unused = Set(model.recentOrder).subtracting(model.keys)
    return unused.reduce(into: [:]) { neighbours, upper in
      let level = model.stack.windows[upper].window.level
      let lower = (0..<upper).last { model.stack.windows[$0].window.level == level }
      if let lower, unused.contains(lower) { neighbours[upper] = lower }
    }
  }

  /// Searches all orders of use for a state in which the result of a turn depends on which of two
  /// unused windows decides.
  func run(_ goesOn: () -> Bool) -> CheckFinding.Result {
    // For each window the window below it, if turns differ depending on which of the two decides.
    let rivals = unusedNeighbours.filter { differs($0.key, $0.value) }
    let proof = "turns depend on the window used last, and unused neighbours answer the same"
    if rivals.isEmpty { return .proved(proof) }
    var search = HistorySearch(
      model, leaving: model.hiddenMatters ? .max : 0, CheckBounds(states: Self.most))
    let used = model.keys.reduce(UInt64(0)) { $0 | PackedState.bit($1) }
    // The windows that have to be hidden and those that have to be shown, for each two rivals.
    let goals = rivals.sorted { $0.key < $1.key }.map { upper, lower in
      let above = model.recentOrder.prefix { $0 != upper }.reduce(used) { $0 | PackedState.bit($1) }
      return (hidden: above, shown: PackedState.bit(upper) | PackedState.bit(lower))
    }
    var isOpen = false
    var last: (turns: [PathStep], upper: Int, lower: Int)?
    let found = search.run(
      estimate: { state, _ in
        goals.map {
          (state.shown & $0.hidden).nonzeroBitCount + ($0.shown & ~state.shown).nonzeroBitCount
        }.min()
      },
      // Device events do not change the order of use.
      allowed: { !$0.isDevice },
      isGoal: { key, histories in
        let upper = key.state.recent
        guard let lower = rivals[upper], !histories.contains(key.history, upper),
          !histories.contains(key.history, lower),
          key.state.shown & PackedState.bit(lower) != 0
        else { return false }
        isOpen = true
        last = turns(key.state, lower).map { ($0, upper, lower) }
        return last != nil
      },
      goesOn: { _ in goesOn() })
    switch found {
    case .found(let path):
      guard let last else { return .undecided(.unplayable) }
      return .violated(
        model.counterexample(path + last.turns, last.lower, last.upper, mayBeShortest: false))
    case .open(let limit): return .undecided(limit)
    case .none: return isOpen ? .undecided(.unplayable) : .proved(proof)
    }
  }

  private func differs(_ upper: Int, _ lower: Int) -> Bool {
    let shown = PackedState.bit(upper) | PackedState.bit(lower)
    var state = model.initial
    (state.present, state.hidden) = (model.all, model.all & ~shown)
    (state.key, state.recent) = (PackedState.none, upper)
    for settings in model.reachableSettings().sorted() {
      for number in 0..<8 {
        state.situation = PackedState.situation(
          settings: settings, device: number / 4, bar: number % 4)
        // A turn's decision depends on the position after it, so each of the five positions is
        // turned to from one other only.
        let turns = state.device == 0 ? 1..<5 : 0..<1
        if difference(state, state.counting(lower), turns) != nil { return true }
      }
    }
    return false
  }

  private func difference(
    _ here: PackedState, _ there: PackedState, _ turns: Range<Int> = 0..<5
  ) -> CheckEvent? {
    model.turn(in: here, differsFrom: there, in: model, turns) { $0.counting(here.recent) }
  }

  /// Returns the events after which a state differs, depending on whether `lower` or the upper
  /// window decides.
  ///
  /// The events are one turn, or a device event and a turn; returns `nil` if none make a
  /// difference.
  private func turns(_ state: PackedState, _ lower: Int) -> [PathStep]? {
    let other = state.counting(lower)
    if let turn = difference(state, other) { return [PathStep(event: turn, next: state)] }
    for event in model.kernel.deviceEvents(state) {
      let here = model.kernel.deviceStep(event, state).next
      let there = model.kernel.deviceStep(event, other).next
      guard let turn = difference(here, there) else { continue }
      return [PathStep(event: event, next: here), PathStep(event: turn, next: here)]
    }
    return nil
  }
}

extension PackedState {
  fileprivate func counting(_ window: Int) -> PackedState {
    var state = self
    state.recent = window
    return state
  }
}

extension CheckModel {
  /// Returns a turn that violates P8: its result in `here` is not that in `there`, a state of
  /// `other`, after `back` has exchanged the windows.
  fileprivate func turn(
    in here: PackedState, differsFrom there: PackedState, in other: CheckModel,
    _ turns: Range<Int> = 0..<5, back: (PackedState) -> PackedState
  ) -> CheckEvent? {
    turns.filter { $0 != here.device }.map { CheckEvent(kind: .turn, index: $0) }.first { turn in
      let own = kernel.deviceStep(turn, here)
      let exchanged = other.kernel.deviceStep(turn, there)
      return PropertyFormula.orderDecides(
        raises: own.raises, raisesExchanged: exchanged.raises,
        differs: own.next != back(exchanged.next))
    }
  }

  fileprivate func counterexample(
    _ path: [PathStep], _ left: Int, _ right: Int, mayBeShortest: Bool
  ) -> Counterexample {
    var replayer = Replayer(stack)
    let names = stack.windows.map { $0.window.name }
    let events = replayer.play(path, of: self)
    return Counterexample(
      events: events ?? [], isShortest: mayBeShortest && events?.count == path.count,
      note: "with \(names[left]) and \(names[right]) created in the other order the last turn goes "
        + "otherwise")
  }
}

/// The distinct decisions on turns in a search, each with a representative state.
///
/// There are fewer of these than states, since no decision on a turn reads the windows'
/// orientations.
struct OrderViews {
  /// A decision on a turn: the trigger code, and a state that stands for all states with the same
  /// cell.
  private struct View {
    var state: PackedState
    var code: UInt8
  }

  private let model: CheckModel
  private var views: [View] = []

  /// Creates the views; `nil` if decisions read more than the page, and the search is unfinished
  /// without projections, or the participants' settings cannot be listed.
  init?(_ search: Exploration) {
    model = search.model
    if unsafe model.tables.pointee.takingPart != nil || !model.readsMore {
      guard let found = Self.settingViews(model) else { return nil }
      views = found
    } else if search.limit != nil, search.possible == nil {
      return nil
    } else {
      // All cells of decisions on turns are filled by now, by the projections or by the finished
      // search.
      views = Self.contextViews(model)
    }
  }

  /// Returns a view for every setting (`ProjectionSetting`) and known turn, and others with one more
  /// window shown or hidden.
  ///
  /// The decision depends on the order only by the page or the first window that decides, so of two
  /// windows the exchange changes at most which of both it is.
  private static func settingViews(_ model: CheckModel) -> [View]? {
    let codes = unsafe model.tables.pointee.turnCodes
    guard let settings = ProjectionSetting.all(of: model) else { return nil }
    var nobody = model.initial
    (nobody.present, nobody.hidden, nobody.key) = (0, 0, PackedState.none)
    var states: Set<PackedState> = [nobody]
    for setting in settings {
      for key in Set([setting.state.key, PackedState.none]) {
        var state = setting.state
        state.key = key
        states.insert(state)
        for window in model.ids.indices {
          var more = state
          more.present |= PackedState.bit(window)
          if state.present & PackedState.bit(window) == 0 {
            more.hidden |= PackedState.bit(window)
            states.insert(more)
          }
          more.hidden &= ~PackedState.bit(window)
          states.insert(more)
        }
      }
    }
    // A page that does not participate, or that is asked for others, may be one by its place among several windows.
    let isPlaced =
      unsafe model.tables.pointee.takingPart.map {
        !$0.isSceneWide && model.pageable & ~($0.isPageAsked ? 0 : $0.shown) != 0
      } ?? false
    if isPlaced { states.formUnion(settings.flatMap { placed(model, $0.state) }) }
    return states.flatMap { state in codes.map { View(state: state, code: $0) } }
  }

  /// Returns, for each two neighbours of level 0, the state in which both are shown, none is key, and one
  /// of them is the page by its place: lower windows that could be the page are hidden.
  private static func placed(_ model: CheckModel, _ state: PackedState) -> [PackedState] {
    let level = model.ids.indices.filter { model.levelZero & PackedState.bit($0) != 0 }
    return zip(level, level.dropFirst()).map { left, right in
      var both = state
      let rivals = PackedState.bit(left) | PackedState.bit(right)
      both.present |= rivals
      both.hidden |= both.present & model.pageable & (PackedState.bit(right) &- 1)
      both.hidden &= ~rivals
      both.key = PackedState.none
      return both
    }
  }

  /// Returns a view for every decision on a turn that was computed, others with one more shown window, and those
  /// of `behind`.
  private static func contextViews(_ model: CheckModel) -> [View] {
    var views: [View] = []
    for (code, state) in unsafe model.tables.pointee.turns {
      views.append(View(state: state, code: code))
      // With two shown windows, exchanging them may change which of them decides.
      guard unsafe model.tables.pointee.observations != nil, state.shown != 0 else { continue }
      for other in model.ids.indices where state.shown & PackedState.bit(other) == 0 {
        var both = state
        both.hidden &= ~PackedState.bit(other)
        views.append(View(state: both, code: code))
      }
    }
    let codes = unsafe model.tables.pointee.turnCodes
    return views + codes.flatMap { code in behind(model).map { View(state: $0, code: code) } }
  }

  /// Returns states with one shown window that leaves the decision to the windows behind it, and up
  /// to two other windows, which are hidden.
  private static func behind(_ model: CheckModel) -> [PackedState] {
    let asking = unsafe model.tables.pointee.observations?.behind ?? 0
    var states: [PackedState] = []
    for first in model.ids.indices where asking & PackedState.bit(first) != 0 {
      for other in model.ids.indices {
        for third in model.ids.indices where third >= other {
          let hidden = (PackedState.bit(other) | PackedState.bit(third)) & ~PackedState.bit(first)
          var state = model.initial
          state.present = hidden | PackedState.bit(first)
          (state.hidden, state.key) = (hidden, PackedState.none)
          states.append(state)
        }
      }
    }
    return states
  }

  /// Returns whether every turn has the same cell if two windows are exchanged.
  ///
  /// If not, the turns may still have equal results, so the states must be compared one by one.
  func areSame(in other: CheckModel, _ left: Int, _ right: Int, _ goesOn: () -> Bool) -> Bool {
    for index in views.indices {
      if index & 4095 == 0, !goesOn() { return false }
      guard isSame(views[index], in: other, left, right) else { return false }
    }
    return model.broken == nil && other.broken == nil
  }

  private func isSame(_ view: View, in other: CheckModel, _ left: Int, _ right: Int) -> Bool {
    // The comparison ignores which window raises an exception first.
    let mirror = view.state.swapped(left, right)
    var here = model.kernel.cell(view.code, 0, view.state).swapped(left, right)
    var there = other.kernel.cell(view.code, 0, mirror)
    if model.readsMore {
      // A window that is not shown in a class's canonical state would decide if it were shown.
      let own = model.kernel.observationClass(view.code, 0, view.state).swapped(left, right)
      let others = other.kernel.observationClass(view.code, 0, mirror)
      let present = own.present & others.present
      let isEach = unsafe model.tables.pointee.takingPart != nil
      here.shown &= isEach ? own.shown & others.shown : present
      there.shown &= isEach ? own.shown & others.shown : present
      here.hidden &= present
      there.hidden &= present
    } else {
      // The windows by whose places the page is found are shown.
      here.hidden &= ~mirror.shown
      there.hidden &= ~mirror.shown
      here.raisingHidden &= ~mirror.shown
      there.raisingHidden &= ~mirror.shown
    }
    return here == there
  }
}
