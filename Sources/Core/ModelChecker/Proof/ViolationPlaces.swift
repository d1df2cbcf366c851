// SPDX-License-Identifier: Apache-2.0

/// The places in the projections to single windows at which properties can be violated: lower bounds
/// of the number of events from a state to a violation.
///
/// A bound is the sum of the device events that a window's projection needs, and of the windows that
/// have to be shown or hidden, or made the page, before the decision that violates the property. If the
/// status bar has to rotate on the way, or a window to differ from it, the windows are those before and
/// after the first decision that does this. No event counts as both, so the sum is an admissible heuristic.
struct ViolationPlaces {
  /// The requirements of the violating decision on all windows.
  struct Goal: Hashable {
    let property: CheckProperty
    var alternatives: [Alternative]
    /// Whether the violating step itself shows or adds a window.
    var isPlacing: Bool
    /// Whether the violation needs a followed window and a status bar that differ.
    var isSplit = false
  }

  /// One possible requirement on all windows.
  struct Alternative: Hashable {
    /// The windows that can be shown, those that can be hidden, those that can be absent, and those that can be the
    /// page.
    private var shown: UInt64
    private var hidden: UInt64
    private var away: UInt64
    private var page: UInt64
    /// The needs that are counted; no two have a common window, so each costs an event of its own.
    private var needs: [ProjectionSetting.Need] = []

    static let anything = Alternative(
      ProjectionSetting.Windows(shown: .max, hidden: .max, away: .max))
    static let nothing = Alternative(ProjectionSetting.Windows(away: .max))

    init(
      _ windows: ProjectionSetting.Windows, page: UInt64 = .max,
      needs: [ProjectionSetting.Need] = []
    ) {
      (shown, hidden, away) = (windows.shown | windows.page, windows.hidden, windows.away)
      self.page = page
      for need in needs {
        let isApart = self.needs.allSatisfy {
          ($0.shown | $0.hidden) & (need.shown | need.hidden) == 0
        }
        if isApart { self.needs.append(need) }
      }
    }

    /// Returns the alternative in which only some windows can be shown, only some hidden, and only some the page.
    func limited(toShown shown: UInt64, hidden: UInt64, page: UInt64 = .max) -> Alternative {
      var limited = self
      limited.shown &= shown
      limited.hidden &= hidden
      limited.page &= page
      return limited
    }

    /// Whether the windows that can be shown and hidden meet each need.
    var isPossible: Bool {
      needs.allSatisfy { $0.shown & shown | $0.hidden & hidden != 0 }
    }

    /// Returns the number of windows that have to be shown or hidden, from a state; `nil` if one of `absent`,
    /// which cannot be added, has to be present.
    ///
    /// A need is not counted if a window that has to be shown or hidden anyway may meet it. One more event
    /// is needed if `key`, the key window that is the page, cannot be the page, unless the key window has to be
    /// hidden or may meet a need.
    @inline(__always)
    func distance(from state: PackedState, absent: UInt64, key: UInt64) -> Int? {
      if absent & ~away != 0 { return nil }
      let page = key & ~page
      let (shown, hidden) = (state.shown, state.present & state.hidden)
      let wrong = shown & ~self.shown | hidden & ~self.hidden
      var distance = wrong.nonzeroBitCount + (page & ~wrong == 0 ? 0 : 1)
      for need in needs where need.shown & (shown | wrong) | need.hidden & (hidden | wrong) == 0 {
        if need.hidden & page == 0 || page & wrong != 0 { distance += 1 }
      }
      return distance
    }

    /// Returns the least distance from a state that meets another alternative, for a stack of the windows
    /// `all`, of which `lost` cannot be added again after a removal; `nil` if there is none.
    func distance(after other: Alternative, all: UInt64, lost: UInt64) -> Int? {
      let removed = ~(other.shown | other.hidden) & lost
      if removed & ~away != 0 { return nil }
      // A window that may be neither hidden here nor shown there has to be shown, and vice versa.
      let wrong = (~other.shown & ~hidden | ~other.hidden & ~shown) & ~away & all
      let unmet = needs.count { $0.shown & other.shown | $0.hidden & other.hidden == 0 }
      return max(wrong.nonzeroBitCount, unmet, page & other.page == 0 ? 1 : 0)
    }

    /// Returns whether another alternative is never farther.
    func isCovered(by other: Alternative) -> Bool {
      shown & ~other.shown == 0 && hidden & ~other.hidden == 0
        && (away & ~other.away) | (page & ~other.page) == 0
        && other.needs.allSatisfy { needs.contains($0) }
    }
  }

  /// A goal, with the number of device events from each projected state of a window to a violation.
  private struct Target {
    var goal: Goal
    var window = 0
    /// The numbers of device events, for each projected state; empty if the violation depends on none.
    ///
    /// The first list has three numbers each: if the status bar does not rotate, and if a decision of one of the two
    /// lists rotates the status bar first. The second list, if the goal `isSplit`, has five: if the window and the
    /// status bar do not begin to differ, and if they do by a decision of one of the four lists.
    var cuts: [[UInt16]] = []
    /// For each of `decisions`, the number of window events to the violation afterwards; `never` if the
    /// violation is not possible then.
    var after: [[Int]] = []
  }

  /// A number of events that no list of events has.
  private static let never = 1 << 14

  /// The properties whose violations are measured.
  private var properties: PropertySet
  private var targets: [Target] = []
  /// The places and the graph of the window that is followed.
  private var places: [Goal: Set<Int>] = [:]
  private var edges: Set<DistanceGraph.Edge> = []
  /// The requirements of decisions, in lists.
  ///
  /// There are two lists for each orientation, of decisions that rotate the status bar from there: on events of the
  /// device, and when a window is shown or added. Four lists for each window have decisions after which the window
  /// and the status bar differ: two without a rotation of the status bar, two with one.
  private var decisions: [[Alternative]]
  /// The windows whose orientation is a dead variable while they are hidden.
  private let overwritten: UInt64
  private let followers: UInt64
  private let all: UInt64
  private let addable: UInt64

  init(of properties: PropertySet, in model: CheckModel, overwritten: UInt64) {
    (self.properties, self.overwritten) = (properties, overwritten)
    (followers, all, addable) = (model.followers, model.all, model.addable)
    decisions = Array(repeating: [], count: Self.list(splitting: model.ids.count))
  }

  /// Returns the place in `decisions` of those that rotate the status bar from an orientation.
  static func list(rotating bar: Int, isPlacing: Bool = false) -> Int {
    bar * 2 + (isPlacing ? 1 : 0)
  }

  /// Returns the first place in `decisions` of those after which a window and the status bar differ.
  private static func list(splitting window: Int) -> Int { 8 + window * 4 }

  /// Returns whether the decisions of a list follow when a window is shown or added.
  static func isPlacing(_ list: Int) -> Bool { list % 2 == 1 }

  /// Returns the list of an edge's decision if the window and the status bar differ after the decision, but not before.
  func list(splitting window: Int, _ edge: DistanceGraph.Edge) -> Int? {
    let (from, next) = (Int(edge.from), Int(edge.to))
    guard measuresSplits, isSplit(next, window), !isSplit(from, window) else { return nil }
    let rotates = Self.bar(from) != Self.bar(next)
    return Self.list(splitting: window) + (rotates ? 2 : 0) + (edge.cost == 0 ? 1 : 0)
  }

  /// The number of projected states of a window.
  static let numbers = PackedState.situations * 16

  /// Returns the number of a window's projected state: the situation, the orientation unless the window is absent
  /// or the orientation is a dead variable, whether the window is present, and whether it is hidden or was removed.
  @inline(__always)
  static func number(of state: PackedState, _ window: Int, overwritten: UInt64) -> Int {
    let bit = PackedState.bit(window)
    let presence = (state.present & bit == 0 ? 0 : 1) | (state.hidden & bit == 0 ? 0 : 2)
    let isLive = presence == 1 || presence == 3 && overwritten & bit == 0
    return (state.situation &* 4 &+ (isLive ? state.orientation(window) : 0)) &* 4 &+ presence
  }

  /// Returns whether the violations of a property are measured.
  func contains(_ property: CheckProperty) -> Bool {
    properties.contains(PropertySet(property))
  }

  /// Leaves out a property that can also be violated where the projections do not say.
  mutating func leaveOut(_ property: CheckProperty) {
    properties.subtract(PropertySet(property))
  }

  /// Returns the bounds for one property; `nil` if its violations were not measured.
  func distances(to property: CheckProperty) -> ViolationPlaces? {
    guard contains(property) else { return nil }
    var one = self
    one.targets = targets.filter { $0.goal.property == property }
    return one
  }

  /// Adds a place of a goal.
  mutating func add(_ goal: Goal, at number: Int) { places[goal, default: []].insert(number) }

  /// Adds places that depend on no projected state.
  mutating func addAnywhere(
    _ windows: [ProjectionSetting.Windows], isPlacing: Bool, to property: CheckProperty
  ) {
    guard contains(property) else { return }
    let alternatives = windows.map { windows in
      // Which windows can be absent is not known.
      var windows = windows
      windows.away = .max
      return Alternative(windows)
    }
    let goal = Goal(
      property: property, alternatives: Self.nearest(alternatives), isPlacing: isPlacing)
    targets.append(Target(goal: goal))
  }

  /// Adds the requirements of a decision to a list.
  mutating func addDecision(_ alternatives: [Alternative], to list: Int) {
    decisions[list] += alternatives
  }

  /// Whether the violations of P1 or P4 are measured, which windows cause that differ from the status bar.
  var measuresSplits: Bool { contains(.barAgrees) || contains(.turnAndBack) }

  /// Returns whether a window and the status bar differ in a projected state; false if the window's orientation
  /// is unknown.
  func isSplit(_ number: Int, _ window: Int) -> Bool {
    let isLive = number % 4 == 1 || number % 4 == 3 && overwritten & PackedState.bit(window) == 0
    return isLive && number / 4 % 4 != Self.bar(number)
  }

  /// Adds an edge between two projected states; the cost is the number of device events, 0 or 1.
  mutating func add(_ edge: DistanceGraph.Edge) { edges.insert(edge) }

  /// Computes the distances of all projected states of a window, after the window was followed.
  mutating func endWindow(_ window: Int) {
    defer { (places, edges) = ([:], []) }
    if places.isEmpty { return }
    let states = edges.reduce(0) { max($0, Int($1.from), Int($1.to)) }
    let count = 1 + max(states, places.values.joined().max() ?? 0)
    let graph = DistanceGraph(edges, count: count)
    let bars = DistanceCut(edges, count, ways: 2) { edge in
      let isRotation = Self.bar(Int(edge.from)) != Self.bar(Int(edge.to))
      return isRotation ? (edge.cost == 0 ? 1 : 0) : nil
    }
    let splits = DistanceCut(edges, count, ways: 4) {
      list(splitting: window, $0).map { $0 - Self.list(splitting: window) }
    }
    var known: [Set<Int>: [[UInt16]]] = [:]
    for (var goal, numbers) in places {
      goal.alternatives = Self.nearest(goal.alternatives)
      var cuts = known[numbers] ?? []
      if cuts.count < (goal.isSplit ? 2 : 1) {
        let distances = graph.distances(to: numbers)
        cuts = [bars.distances(to: numbers, distances)]
        if goal.isSplit { cuts.append(splits.distances(to: numbers, distances)) }
        known[numbers] = cuts
      }
      targets.append(Target(goal: goal, window: window, cuts: cuts))
    }
  }

  /// Called after the last window: keeps the nearest requirements of decisions only, and computes the
  /// distances after these.
  mutating func end() {
    decisions = decisions.map { Self.nearest($0) }
    let (all, lost) = (all, all & ~addable)
    for index in targets.indices {
      let own = Self.list(splitting: targets[index].window)
      let lists = Array(0..<8) + (targets[index].cuts.count > 1 ? Array(own..<(own + 4)) : [])
      targets[index].after = decisions.indices.map { list in
        guard lists.contains(list) else { return [] }
        return decisions[list].map { decision in
          targets[index].goal.alternatives.compactMap {
            $0.distance(after: decision, all: all, lost: lost)
          }.min() ?? Self.never
        }
      }
    }
  }

  /// Returns a lower bound of the number of events from a state to a violating state, or to the one
  /// before a violating step; `nil` if none is reachable.
  func distance(from state: PackedState) -> Int? {
    let list = Self.list(rotating: state.bar)
    let counts = (decisions[list].count, decisions[list + 1].count)
    return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: counts.0 + counts.1) {
      unsafe $0.initialize(repeating: -1)
      return unsafe distance(
        from: state, rotating: UnsafeMutableBufferPointer(rebasing: $0[..<counts.0]),
        UnsafeMutableBufferPointer(rebasing: $0[counts.0...]))
    }
  }

  /// Returns the lower bound; `turned` and `placed` are memory for the numbers of window events before each
  /// rotation.
  @inline(__always)
  private func distance(
    from state: PackedState, rotating turned: UnsafeMutableBufferPointer<Int>,
    _ placed: UnsafeMutableBufferPointer<Int>
  ) -> Int? {
    var least = Self.never
    for index in targets.indices {
      let window = targets[index].window
      let number = Self.number(of: state, window, overwritten: overwritten)
      if !targets[index].cuts.isEmpty {
        // No violation follows a projected state that was not reached.
        guard number * 3 < targets[index].cuts[0].count else { continue }
        let shortest = targets[index].cuts[0][number * 3..<number * 3 + 3].min() ?? 0
        if Int(shortest) >= least { continue }
      }
      let windows = events(state, index)
      var bound = windows
      for cut in targets[index].cuts.indices where bound < least {
        let (list, ways) =
          cut == 0 ? (Self.list(rotating: state.bar), 2) : (Self.list(splitting: window), 4)
        let place = number * (ways + 1)
        var events = min(least, Int(targets[index].cuts[cut][place]) + windows)
        for way in 0..<ways {
          let device = Int(targets[index].cuts[cut][place + 1 + way])
          if device + windows >= events { continue }
          let first = unsafe self.events(
            state, index, before: list + way, cut > 0 ? nil : way == 0 ? turned : placed,
            above: windows)
          events = min(events, device + max(windows, first))
        }
        bound = max(bound, events)
      }
      least = min(least, bound)
    }
    return least < Self.never ? least : nil
  }

  /// Returns a lower bound of the number of window events before the violation of a target, if a decision of a list
  /// has to be made before, or a number that is no greater than `windows`; `known` holds the numbers before each
  /// decision that are known.
  @inline(__always)
  private func events(
    _ state: PackedState, _ index: Int, before list: Int,
    _ known: UnsafeMutableBufferPointer<Int>?, above windows: Int
  ) -> Int {
    let (absent, key) = (all & ~addable & ~state.present, key(state))
    var least = Self.never
    for place in decisions[list].indices {
      let after = targets[index].after[list][place]
      if after >= least { continue }
      var events = unsafe known?[place] ?? -1
      if events < 0 {
        let count = decisions[list][place].distance(from: state, absent: absent, key: key)
        // An event that shows or adds a window counts, even if the windows meet the requirement before.
        events = max(Self.isPlacing(list) ? 1 : 0, count ?? Self.never)
        unsafe known?[place] = events
      }
      least = min(least, events + after)
      if least <= windows { break }
    }
    // The violating step itself may show or add a window.
    return targets[index].goal.isPlacing && least < Self.never ? least - 1 : least
  }

  /// Returns a lower bound of the number of window events before the violation of a target.
  @inline(__always)
  private func events(_ state: PackedState, _ index: Int) -> Int {
    let (absent, key) = (all & ~addable & ~state.present, key(state))
    var least = Self.never
    for place in targets[index].goal.alternatives.indices {
      let distance = targets[index].goal.alternatives[place].distance(
        from: state, absent: absent, key: key)
      if let distance { least = min(least, distance) }
    }
    return targets[index].goal.isPlacing && least < Self.never ? max(0, least - 1) : least
  }

  /// Returns the key window if it is the page, and has to be hidden or another one made key before another
  /// window is the page; none if a window that is added may become key.
  @inline(__always)
  private func key(_ state: PackedState) -> UInt64 {
    addable != 0 ? 0 : state.shown & state.keyBit & ~followers
  }

  private static func bar(_ number: Int) -> Int { number / 16 % 4 }

  /// Returns the alternatives without those that are never nearer than another one.
  private static func nearest(_ alternatives: [Alternative]) -> [Alternative] {
    let all = Set(alternatives)
    return all.filter { one in
      // Of two alternatives that differ only in the order of their needs both stay.
      !all.contains { one.isCovered(by: $0) && !$0.isCovered(by: one) }
    }
  }
}
