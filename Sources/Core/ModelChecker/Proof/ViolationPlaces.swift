// SPDX-License-Identifier: Apache-2.0

/// The places in the projections to single windows at which properties can be violated: lower bounds
/// of the number of events from a state to a violation.
///
/// A bound is the sum of the device events that a window's projection needs, and of the windows that
/// have to be shown or hidden, or made the page, before the decision that violates the property or,
/// if the status bar has to rotate on the way, before the first decision that rotates the status bar.
/// No event counts as both, so the sum is an admissible heuristic.
struct ViolationPlaces {
  /// The requirements of the violating decision on all windows.
  struct Goal: Hashable {
    let property: CheckProperty
    var alternatives: [Alternative]
    /// Whether the violating step itself shows or adds a window.
    var isPlacing: Bool
    /// The window that has to be the page; `nil` if the page does not matter.
    var page: Int?
  }

  /// One possible requirement on all windows.
  struct Alternative: Hashable {
    /// The windows that can be shown, those that can be hidden, and those that can be absent.
    private var shown: UInt64
    private var hidden: UInt64
    private var away: UInt64
    /// The needs that are counted; no two have a common window, so each costs an event of its own.
    private var needs: [ProjectionSetting.Need] = []
    /// The fewest events, even if the windows already meet the requirement.
    private var least = 0

    static let anything = Alternative(
      ProjectionSetting.Windows(shown: .max, hidden: .max, away: .max))
    static let nothing = Alternative(ProjectionSetting.Windows(away: .max))

    init(_ windows: ProjectionSetting.Windows, needs: [ProjectionSetting.Need] = []) {
      (shown, hidden, away) = (windows.shown | windows.page, windows.hidden, windows.away)
      for need in needs {
        let isApart = self.needs.allSatisfy {
          ($0.shown | $0.hidden) & (need.shown | need.hidden) == 0
        }
        if isApart { self.needs.append(need) }
      }
    }

    /// Returns the alternative that takes at least a number of events.
    func taking(_ events: Int) -> Alternative {
      var other = self
      other.least = events
      return other
    }

    /// Returns the alternative in which only some windows can be shown, and only some hidden.
    func limited(toShown shown: UInt64, hidden: UInt64) -> Alternative {
      var limited = self
      limited.shown &= shown
      limited.hidden &= hidden
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
    /// is needed if another window than `page`, the key window, has to be the page, unless the key window
    /// has to be hidden or may meet a need.
    @inline(__always)
    func distance(from state: PackedState, absent: UInt64, leaving page: UInt64 = 0) -> Int? {
      if absent & ~away != 0 { return nil }
      let (shown, hidden) = (state.shown, state.present & state.hidden)
      let wrong = shown & ~self.shown | hidden & ~self.hidden
      var distance = wrong.nonzeroBitCount + (page & ~wrong == 0 ? 0 : 1)
      for need in needs where need.shown & (shown | wrong) | need.hidden & (hidden | wrong) == 0 {
        if need.hidden & page == 0 || page & wrong != 0 { distance += 1 }
      }
      return max(least, distance)
    }

    /// Returns the least distance from a state that meets another alternative, for a stack of the windows
    /// `all`, of which `lost` cannot be added again after a removal; `nil` if there is none.
    func distance(after other: Alternative, all: UInt64, lost: UInt64) -> Int? {
      let removed = ~(other.shown | other.hidden) & lost
      if removed & ~away != 0 { return nil }
      // A window that may be neither hidden here nor shown there has to be shown, and vice versa.
      let wrong = (~other.shown & ~hidden | ~other.hidden & ~shown) & ~away & all
      let unmet = needs.count { $0.shown & other.shown | $0.hidden & other.hidden == 0 }
      return max(wrong.nonzeroBitCount, unmet)
    }

    /// Returns whether another alternative is never farther.
    func isCovered(by other: Alternative) -> Bool {
      other.least <= least && shown & ~other.shown == 0 && hidden & ~other.hidden == 0
        && away & ~other.away == 0
        && other.needs.allSatisfy { needs.contains($0) }
    }
  }

  /// A goal, with the number of device events from each projected state of a window to a violation: in general, and
  /// if the status bar does not rotate; without distances if the violation depends on no window's projected state.
  private struct Target {
    var goal: Goal
    var window = 0
    var distances: [(shortest: UInt16, still: UInt16)] = []
    /// For each of `rotations`, the number of window events to the violation after the rotation; `never` if
    /// the violation is not possible then.
    var after: [[Int]] = []
  }

  /// A number of events that no list of events has.
  private static let never = 1 << 14

  /// The properties whose violations are measured.
  private var properties: PropertySet
  private var targets: [Target] = []
  /// The places and the graph of the window that is followed.
  private var places: [Goal: Set<Int>] = [:]
  private var edges: [DistanceGraph.Edge] = []
  /// The decisions that rotate the status bar, by the orientation before.
  private var rotations: [[Alternative]] = Array(repeating: [], count: 4)
  /// The windows whose orientation is a dead variable while they are hidden.
  private let overwritten: UInt64
  private let followers: UInt64
  private let all: UInt64
  private let addable: UInt64

  init(of properties: PropertySet, in model: CheckModel, overwritten: UInt64) {
    (self.properties, self.overwritten) = (properties, overwritten)
    (followers, all, addable) = (model.followers, model.all, model.addable)
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

  /// Adds the requirements of a decision that rotates the status bar from an orientation.
  mutating func addRotation(from bar: Int, _ alternatives: [Alternative], isPlacing: Bool) {
    rotations[bar] += alternatives.map { $0.taking(isPlacing ? 1 : 0) }
  }

  /// Adds an edge between two projected states; the cost is the number of device events, 0 or 1.
  mutating func addEdge(_ from: Int, _ next: Int, _ cost: Int) {
    edges.append(DistanceGraph.Edge(from: Int32(from), to: Int32(next), cost: UInt8(cost)))
  }

  /// Computes the distances of all projected states of a window, after the window was followed.
  mutating func endWindow(_ window: Int) {
    let graph = DistanceGraph(places.isEmpty ? [] : edges, count: Self.numbers)
    let still = DistanceGraph(
      places.isEmpty ? [] : edges.filter { Self.bar(Int($0.from)) == Self.bar(Int($0.to)) },
      count: Self.numbers)
    for (var goal, numbers) in places {
      goal.alternatives = Self.nearest(goal.alternatives)
      let distances = zip(graph.distances(to: numbers), still.distances(to: numbers))
      targets.append(
        Target(
          goal: goal, window: window, distances: distances.map { (shortest: $0, still: $1) }))
    }
    (places, edges) = ([:], [])
  }

  /// Called after the last window: keeps the nearest requirements of rotations only, and computes the
  /// distances after these.
  mutating func end() {
    rotations = rotations.map { Self.nearest($0) }
    let (all, lost) = (all, all & ~addable)
    for index in targets.indices {
      targets[index].after = rotations.map { rotations in
        rotations.map { rotation in
          targets[index].goal.alternatives.compactMap {
            $0.distance(after: rotation, all: all, lost: lost)
          }.min() ?? Self.never
        }
      }
    }
  }

  /// Returns a lower bound of the number of events from a state to a violating state, or to the one
  /// before a violating step; `nil` if none is reachable.
  func distance(from state: PackedState) -> Int? {
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: rotations[state.bar].count) {
      unsafe distance(from: state, rotating: $0)
    }
  }

  /// Returns the lower bound; `before` is memory for the numbers of window events before each rotation.
  @inline(__always)
  private func distance(
    from state: PackedState, rotating before: UnsafeMutableBufferPointer<Int>
  ) -> Int? {
    var least = Self.never
    let absent = all & ~addable & ~state.present
    unsafe before.initialize(repeating: -1)
    for index in targets.indices {
      var device: (shortest: UInt16, still: UInt16) = (0, 0)
      if !targets[index].distances.isEmpty {
        let number = Self.number(of: state, targets[index].window, overwritten: overwritten)
        device = targets[index].distances[number]
      }
      if Int(device.shortest) >= least { continue }
      let windows = events(state, index)
      least = min(least, Int(device.still) + windows)
      if device.still == device.shortest || Int(device.shortest) + windows >= least { continue }
      var rotating = Self.never
      for place in before.indices {
        let after = targets[index].after[state.bar][place]
        if after >= rotating { continue }
        if unsafe before[place] < 0 {
          let count = rotations[state.bar][place].distance(from: state, absent: absent)
          unsafe before[place] = count ?? Self.never
        }
        rotating = unsafe min(rotating, before[place] + after)
      }
      // The violating step itself may show or add a window.
      if targets[index].goal.isPlacing, rotating < Self.never { rotating -= 1 }
      least = min(least, Int(device.shortest) + max(windows, rotating))
    }
    return least < Self.never ? least : nil
  }

  /// Returns a lower bound of the number of window events before the violation of a target.
  @inline(__always)
  private func events(_ state: PackedState, _ index: Int) -> Int {
    let page = targets[index].goal.page.map { leaving(state, for: $0) } ?? 0
    var least = Self.never
    for place in targets[index].goal.alternatives.indices {
      let distance = targets[index].goal.alternatives[place].distance(
        from: state, absent: all & ~addable & ~state.present, leaving: page)
      if let distance { least = min(least, distance) }
    }
    return targets[index].goal.isPlacing && least < Self.never ? max(0, least - 1) : least
  }

  /// Returns the key window if it is the page, and has to be hidden or another one made key before
  /// `window` is the page.
  private func leaving(_ state: PackedState, for window: Int) -> UInt64 {
    addable != 0 || state.key == window ? 0 : state.shown & state.keyBit & ~followers
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
