// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A smaller model that keeps only the observation class of a stack's windows, for stacks in which
/// all windows of an output rotate together.
///
/// An observation class is a set of states that a decision cannot distinguish. Every window event
/// is assumed to lead to any class (an over-approximation); the status bar, the second output, the
/// device and the settings are computed exactly. Windows that never rotate, such as those on an
/// output that does not rotate, keep their orientations; one that was added has any that the status bar had.
/// Windows that start with another orientation than their output's may have that one in every state.
struct ObservationProjection {
  /// A situation in which a property can be violated in an observation class.
  struct Place: Hashable {
    /// The circumstances besides the situation.
    struct Kind: Hashable {
      /// Whether the violating step is a window event that leads to the class; otherwise a state of
      /// the class, or an event in a state of the class, violates the property.
      var isEntering = false
      /// The class of the state without the hidden windows, one of which decides; `nil` if a shown one does.
      var without: Int?
    }

    /// The number of the situation and the second output's orientation
    /// (`ObservationProjection.situation(of:)`).
    var situation: Int
    var kind = Kind()
  }

  private let models: [CheckModel]
  private var model: CheckModel { models[0] }
  /// The observation classes of the first model.
  let classes: ObservationClasses
  /// The canonical state of each observation class; of several models, one state of the classes in which
  /// decisions read the same.
  let contexts: [PackedState]
  /// For each class, the index of its model; for each model, the class at the start.
  private let (owners, starts): ([Int], [Int])
  /// The steps from a class in a situation, or from any class in a situation, to a class in a situation
  /// (`node`); the cost is the number of events.
  private(set) var edges: [DistanceGraph.Edge] = []
  /// For each property and observation class, where the property can be violated.
  private(set) var violations: [CheckProperty: [[Place]]] = [:]
  private let kernels: [StepKernel]
  private let kernel: StepKernel
  private var found: PossibleFindings
  /// For each class and situation, whether they were reached together.
  private var known: [Bool]
  /// The situations to explore, each with an observation class for the device events, or with `nil`
  /// for the window events.
  private var waiting: [(context: Int?, situation: Int)] = []
  private var opened: Set<Int> = []
  /// For each class, the classes to which a state may belong after the hidden windows were removed.
  private let withoutHidden: [[Int]]
  /// For each class, the windows that can be the page in it.
  private let pages: [UInt64]
  /// The windows that no decision rotates; followers rotate with the status bar.
  private let still: UInt64
  /// The other windows that start with another orientation than their output's.
  private let apart: UInt64
  /// For `apart` windows, the orientations at the start, each combination in a state; `nil` stands for those
  /// of the outputs.
  private let variants: [PackedState?]
  /// The one of `variants` with the orientations of the states that are evaluated.
  private var variant: PackedState?
  /// Whether no decision after a window event, in any situation so far, rotates an output unless the event
  /// changes the class.
  private var isStable = true
  /// Whether every decision so far has rotated all windows of an output but those of `still`, together
  /// with the output, or none.
  private var isApplicable = true

  /// Creates a projection of models of one stack with different answers; `nil` if there are no or too many
  /// classes, an event has an unsupported trigger, or the windows do not all rotate together.
  init?(_ models: [CheckModel]) {
    let model = models[0]
    var (contexts, owners, pages): ([PackedState], [Int], [UInt64]) = ([], [], [])
    var (withoutHidden, turning): ([[Int]], UInt64) = ([], 0)
    var (numbers, starts): ([[Int]: Int], [Int]) = ([:], [])
    for (owner, model) in models.enumerated() {
      guard let classes = unsafe model.tables.pointee.observations,
        let own = classes.contexts(model.initial, all: model.all, most: 2_000)
      else { return nil }
      let places = own.map { context in
        let read = models.count == 1 ? [contexts.count] : model.read(in: context)
        let place = numbers[read, default: contexts.count]
        guard place == contexts.count else {
          pages[place] |= Self.pages(context, classes, model)
          return place
        }
        numbers[read] = place
        contexts.append(context)
        owners.append(owner)
        pages.append(Self.pages(context, classes, model))
        withoutHidden.append([])
        for code in 1...4 { turning |= model.kernel.cell(UInt8(code), 0, context).shown }
        return place
      }
      for (place, others) in zip(places, Self.withoutHidden(own, classes)) {
        let others = others.map { places[$0] }
        withoutHidden[place] += others.filter { !withoutHidden[place].contains($0) }
      }
      let start = classes.canonical(model.initial, all: model.all)
      guard let first = own.firstIndex(of: start) else { return nil }
      starts.append(places[first])
    }
    let still = model.all & ~(turning | model.followers)
    let apart = models.reduce(0) {
      $0 | $1.initial.present & ~still & ~$1.kernel.agreeing($1.initial)
    }
    var variants: [PackedState?] = [nil]
    for model in models where apart != 0 {
      var first = PackedState()
      (first.low, first.high) = (model.initial.low & apart, model.initial.high & apart)
      if !variants.contains(first) { variants.append(first) }
    }
    // A window that is added has the status bar's orientation, on the second output too.
    guard let classes = unsafe model.tables.pointee.observations, !model.ids.isEmpty,
      model.kernel.onSecond & model.addable == 0,
      models.allSatisfy({
        ($0.initial.low ^ model.initial.low | $0.initial.high ^ model.initial.high) & still == 0
      })
    else { return nil }
    let kinds: [CheckEvent.Kind] = [.show, .hide, .makeKey, .add, .remove]
    for index in model.ids.indices {
      for kind in kinds where model.kernel.trigger(kind, index) != TriggerCode.reconsider {
        return nil
      }
    }
    (self.models, self.classes, self.still, self.apart) = (models, classes, still, apart)
    self.variants = variants
    (self.contexts, self.owners, self.pages) = (contexts, owners, pages)
    (self.withoutHidden, self.starts) = (withoutHidden, starts)
    kernels = models.map { $0.kernel }
    kernel = model.kernel
    situations = PackedState.situations * (model.secondOutput == nil ? 1 : 4)
    known = Array(repeating: false, count: contexts.count * situations)
    found = PossibleFindings(windows: model.ids.count)
  }

  /// Returns, for each class, the classes to which a state may belong after the hidden windows were
  /// removed.
  private static func withoutHidden(
    _ contexts: [PackedState], _ classes: ObservationClasses
  ) -> [[Int]] {
    let places = contexts.map { classes.place($0) }
    return places.map { place in
      guard let place, !place.isAlone, classes.readsHidden(at: place.position) else { return [] }
      // If the hidden deciding window is removed, a window behind it decides, or none.
      return places.indices.filter { index in
        places[index].map { $0.isAlone || $0.position > place.position } ?? false
      }.sorted { left, right in
        // The class whose deciding window is nearest comes first.
        func position(_ index: Int) -> Int {
          places[index].map { $0.isAlone ? Int.max : $0.position } ?? Int.max
        }
        return position(left) < position(right)
      }
    }
  }

  /// Returns the windows that can be the page in a class.
  private static func pages(
    _ context: PackedState, _ classes: ObservationClasses, _ model: CheckModel
  ) -> UInt64 {
    let able =
      model.ids.indices.reduce(UInt64(0)) { able, window in
        classes.allows(window, context) ? able | PackedState.bit(window) : able
      } & ~model.followers
    // If decisions do not read the focus, or no window but a follower has it, any shown window can be the page.
    let isFree = !classes.readsFocus || context.keyBit & ~model.followers == 0
    return isFree ? able : able & context.keyBit
  }

  /// Whether the events of windows behind those in front (`ObservationClasses.front`) can wait until the
  /// windows are in front: such an event commutes with every other one, and no decision follows from it.
  ///
  /// Neither a decision nor a property reads then which of the shown windows is key.
  var isFrontFirst: Bool {
    classes.isFirst && isStable && !model.tracksKeyWindow && still | apart == 0
  }

  /// Explores the projection; returns `nil` if a decision does not rotate all windows together, or
  /// the model exceeds a limit.
  mutating func run() -> PossibleFindings? {
    for (start, model) in zip(starts, models) { reach(start, Self.situation(of: model.initial)) }
    while let (context, situation) = waiting.popLast() {
      for one in variants {
        variant = one
        if let context { turn(context, situation) } else { change(situation) }
      }
      guard isApplicable else { return nil }
    }
    if models.contains(where: { $0.broken != nil }) { return nil }
    judgeAdded()
    return found
  }

  /// The windows that no decision rotates, and that can be added.
  private var loose: UInt64 { still & model.addable }

  /// Records the orientations of `loose` windows, and where such a page differs from the status bar (P1).
  private mutating func judgeAdded() {
    guard loose != 0 else { return }
    let places = known.indices.filter { known[$0] }
    let bars = places.reduce(into: UInt8(0)) { $0 |= 1 << UInt8($1 % situations % 4) }
    for place in places where pages[place / situations] & loose != 0 {
      let (context, situation) = place.quotientAndRemainder(dividingBy: situations)
      for window in model.ids.indices where pages[context] & loose & PackedState.bit(window) != 0 {
        found.pages[window] |= bars
      }
      let isJudged = pages[context] & loose & ~model.elsewhere != 0
      if isJudged, bars & ~(1 << UInt8(situation % 4)) != 0 {
        record(.barAgrees, context, Place(situation: situation))
      }
    }
  }

  /// The number of situations, each with every orientation of the second output if there is one.
  let situations: Int

  /// Returns the number of a state's situation and of the second output's orientation.
  @inline(__always)
  static func situation(of state: PackedState) -> Int {
    state.second &* PackedState.situations &+ state.situation
  }

  /// Returns the orientations of both outputs in a situation, as one number.
  static func outputs(_ situation: Int) -> Int {
    situation / PackedState.situations * 4 + situation % 4
  }

  /// Returns the number of a class in a situation in `edges`; `nil` stands for any class, after one window
  /// event.
  func node(_ context: Int?, _ situation: Int) -> Int {
    (context ?? contexts.count) * situations + situation
  }

  private mutating func reach(_ context: Int, _ situation: Int) {
    if known[context * situations + situation] { return }
    known[context * situations + situation] = true
    waiting.append((context, situation))
    connect(node(context, situation), node(nil, situation), cost: 1)
    if opened.insert(situation).inserted { waiting.append((nil, situation)) }
    let current = variant
    for one in variants {
      variant = one
      judge(context, situation)
    }
    variant = current
  }

  private mutating func judge(_ context: Int, _ situation: Int) {
    let state = together(state(context, situation))
    let again = decide(TriggerCode.reconsider, context, situation)
    isStable = isStable && again.map { !kernel.differs($0.next, state, among: .max) } ?? false
    let pages = pages[context] & ~loose
    for window in model.ids.indices where PackedState.bit(window) & pages != 0 {
      found.pages[window] |= 1 << UInt8(state.orientation(window))
    }
    if PropertyFormula.split(isPage: pages, agrees: kernel.agreeing(state)) != 0 {
      record(.barAgrees, context, Place(situation: situation))
    }
  }

  /// Returns the state after a decision, whose windows are all shown, and whether the decision writes
  /// twice; `nil` if the decision raises an exception, or clears `isApplicable` because it rotates some
  /// windows of an output without the others.
  private mutating func decide(
    _ code: UInt8, _ context: Int, _ situation: Int
  ) -> (next: PackedState, isNotIdempotent: Bool)? {
    var state = together(state(context, situation))
    if code == TriggerCode.nothing { return (state, false) }
    let cell = kernels[owners[context]].cell(code, 0, state)
    if cell.mayRaise { return nil }
    // Windows that are absent from the class's canonical state do not have to rotate.
    let rotating = state.present & ~(still | model.followers)
    for hidden in [state.present, 0] {
      state.hidden = hidden
      let next = kernel.applied(cell, to: state).next
      isApplicable =
        isApplicable && (rotating & ~kernel.agreeing(next) == 0 || variant != nil && next == state)
      if hidden == 0, isApplicable { return (next, cell.isNotIdempotent) }
    }
    return nil
  }

  /// Returns a state in which the windows have the orientations of their outputs, unless no decision
  /// rotates them, or they have those of the start (`variant`).
  private func together(_ state: PackedState) -> PackedState {
    var state = state
    state.turn(~(kernel.onSecond | still), to: state.bar)
    state.turn(kernel.onSecond & ~still, to: state.second)
    if let variant {
      state.low = state.low & ~apart | variant.low
      state.high = state.high & ~apart | variant.high
    }
    return state
  }

  private func state(_ context: Int, _ situation: Int) -> PackedState {
    var state = contexts[context]
    (state.second, state.situation) = situation.quotientAndRemainder(
      dividingBy: PackedState.situations)
    return state
  }

  private mutating func change(_ situation: Int) {
    var after = state(0, situation)
    var settings = [after.settingsIndex]
    for index in model.ids.indices where PackedState.bit(index) & model.addable != 0 {
      let added = kernel.settingsAfterAdding(index, state(0, situation))
      if !settings.contains(added) { settings.append(added) }
    }
    for context in contexts.indices {
      for settingsIndex in settings {
        after.settingsIndex = settingsIndex
        step(TriggerCode.reconsider, context, Self.situation(of: after), from: situation)
      }
    }
  }

  private mutating func turn(_ context: Int, _ situation: Int) {
    let state = state(context, situation)
    for event in kernel.deviceEvents(state) {
      var after = state
      let code = kernel.applyDevice(event, &after)
      step(
        code, context, Self.situation(of: after), from: situation, cost: 1,
        isTurn: event.kind == .turn)
    }
    addHidden(context, situation)
    let together = together(state)
    if pages[context] & (kernel.oriented(together, together.device) | loose) != 0,
      TurnAndBack(kernels[owners[context]]).violation(in: together, anyPage: true) != nil
    {
      record(.turnAndBack, context, Place(situation: situation))
    }
  }

  /// Records the decisions that rotate an output when a window is added hidden (P2).
  private mutating func addHidden(_ context: Int, _ situation: Int) {
    let state = state(context, situation)
    let hidden = model.addable & kernel.hiddenWhenAdded
    for index in model.ids.indices where PackedState.bit(index) & hidden != 0 {
      var after = state
      after.settingsIndex = kernel.settingsAfterAdding(index, state)
      let rotates = classes(afterAdding: index, context).contains { other in
        decide(TriggerCode.reconsider, other, Self.situation(of: after)).map {
          kernel.differs($0.next, together(state), among: .max)
        } ?? false
      }
      if rotates { record(.hiddenIsSilent, context, Place(situation: situation)) }
    }
  }

  /// Returns the classes to which a state may belong after a window was added hidden.
  private func classes(afterAdding window: Int, _ context: Int) -> [Int] {
    // A hidden window behind one that passes decisions on may decide.
    if withoutHidden.contains(where: { !$0.isEmpty }) { return Array(contexts.indices) }
    guard classes.readsFocus, PackedState.bit(window) & kernel.keyWhenAdded != 0 else {
      return [context]
    }
    // The window takes the focus from the shown one.
    var state = contexts[context]
    state.key = PackedState.none
    // In each of several models the event can lead to another class.
    let unfocused = models.count > 1 ? nil : classes.canonical(state, all: model.all)
    return contexts.firstIndex { $0 == unfocused }.map { [$0] } ?? Array(contexts.indices)
  }

  private mutating func step(
    _ code: UInt8, _ context: Int, _ situation: Int, from before: Int, cost: Int = 0,
    isTurn: Bool = false
  ) {
    let place = Place(situation: before, kind: Place.Kind(isEntering: cost == 0))
    guard let (next, isNotIdempotent) = decide(code, context, situation) else {
      found.changes = true
      return record(.neverTraps, context, place)
    }
    let after = Self.situation(of: next)
    reach(context, after)
    connect(node(cost == 0 ? nil : context, before), node(context, after), cost: cost)
    guard code != TriggerCode.nothing else { return }
    /// Returns whether an output or a window has another orientation than after the decision.
    func differs(_ other: PackedState?) -> Bool {
      other.map { kernel.differs($0, next, among: .max) } ?? true
    }
    let start = together(state(context, situation))
    let moves = differs(start)
    if moves { (found.turns, found.changes) = (true, true) }
    let isLocked = kernel.isLocked(state(context, situation))
    if PropertyFormula.movesLocked(isTurn: isTurn, isLocked: isLocked, moves: moves) {
      record(.lockIsAbsolute, context, place)
    }
    if PropertyFormula.movesTwice(
      raises: false, writesTwice: isNotIdempotent, movesBar: kernel.movesBar(next, start),
      changesAgain: differs(decide(code, context, after)?.next))
    {
      record(.oneApply, context, place)
    }
    let without = withoutHidden[context].first { other in
      let without = decide(code, other, situation)
      return PropertyFormula.hiddenDecides(
        raises: false, raisesWithout: without == nil, differs: differs(without?.next))
    }
    if let without {
      let place = Place(
        situation: before, kind: Place.Kind(isEntering: cost == 0, without: without))
      record(.hiddenIsSilent, context, place)
    }
  }

  private mutating func connect(_ from: Int, _ next: Int, cost: Int) {
    // Distances are measured in one model only.
    if models.count > 1 { return }
    edges.append(DistanceGraph.Edge(from: Int32(from), to: Int32(next), cost: UInt8(cost)))
  }

  private mutating func record(_ property: CheckProperty, _ context: Int, _ place: Place) {
    found.violated.insert(PropertySet(property))
    guard violations[property]?[context].last != place else { return }
    violations[property, default: Array(repeating: [], count: contexts.count)][context].append(
      place)
  }
}
