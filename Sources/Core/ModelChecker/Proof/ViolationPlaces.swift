// SPDX-License-Identifier: Apache-2.0

/// The places in the projections to single windows at which a property can be violated: lower bounds
/// of the number of events from a state to a violation.
///
/// A bound is the sum of the device events that a window's projection needs, and of the windows that
/// have to be shown or hidden before the decision that violates the property. No event counts as
/// both, so the sum is an admissible and consistent heuristic.
struct ViolationPlaces {
  /// The requirements of the violating decision on all windows.
  struct Goal: Hashable {
    var alternatives: [Alternative]
    /// Whether the violating step itself shows or adds a window.
    var isPlacing: Bool
  }

  /// One possible requirement on all windows.
  struct Alternative: Hashable {
    /// The windows that can be shown, and those that can be hidden.
    private var shown: UInt64
    private var hidden: UInt64
    /// The needs that are counted; no two have a common window, so each costs an event of its own.
    private var needs: [ProjectionSetting.Need] = []

    static let anything = Alternative(ProjectionSetting.Windows(shown: .max, hidden: .max))

    init(_ windows: ProjectionSetting.Windows, needs: [ProjectionSetting.Need] = []) {
      (shown, hidden) = (windows.shown | windows.page, windows.hidden)
      for need in needs {
        let isApart = self.needs.allSatisfy {
          ($0.shown | $0.hidden) & (need.shown | need.hidden) == 0
        }
        if isApart { self.needs.append(need) }
      }
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

    /// Returns the number of windows that have to be shown or hidden, from a state with these sets.
    ///
    /// A need is not counted if a window that has to be shown or hidden anyway may meet it.
    @inline(__always)
    func distance(shown: UInt64, hidden: UInt64) -> Int {
      let wrong = shown & ~self.shown | hidden & ~self.hidden
      var distance = wrong.nonzeroBitCount
      for need in needs where need.shown & (shown | wrong) | need.hidden & (hidden | wrong) == 0 {
        distance += 1
      }
      return distance
    }

    /// Returns whether another alternative is never farther.
    func isCovered(by other: Alternative) -> Bool {
      shown & ~other.shown == 0 && hidden & ~other.hidden == 0
        && other.needs.allSatisfy { needs.contains($0) }
    }
  }

  /// A goal, with the distances of the projected states to its places.
  private struct Target {
    /// The followed window.
    var window: Int
    /// The number of device events to a violation for each projected state of the window; empty if the
    /// violation depends on no window's projected state.
    var distances: [UInt16]
    var alternatives: [Alternative]
    var isPlacing: Bool
  }

  let property: CheckProperty
  /// Whether the property can also be violated where the projections do not say.
  var isUnknown = false
  private var targets: [Target] = []
  /// The places and the graph of the window that is followed.
  private var places: [Goal: Set<Int>] = [:]
  private var edges: Set<DistanceGraph.Edge> = []
  /// The windows whose orientation is a dead variable while they are hidden.
  private let overwritten: UInt64

  init(of property: CheckProperty, overwritten: UInt64) {
    (self.property, self.overwritten) = (property, overwritten)
  }

  /// The number of projected states of a window.
  static let numbers = PackedState.situations * 16

  /// Returns the number of a window's projected state; states that differ in a dead orientation have
  /// one number.
  @inline(__always)
  static func number(of state: PackedState, _ window: Int, overwritten: UInt64) -> Int {
    let bit = PackedState.bit(window)
    let isThere = state.present & bit != 0
    let isLive = isThere && state.hidden & overwritten & bit == 0
    let presence = (isThere ? 1 : 0) | (state.hidden & bit == 0 ? 0 : 2)
    return (state.situation * 4 + (isLive ? state.orientation(window) : 0)) * 4 + presence
  }

  mutating func add(_ goal: Goal, at number: Int) { places[goal, default: []].insert(number) }

  /// Adds places that depend on no projected state.
  mutating func addAnywhere(
    _ windows: [ProjectionSetting.Windows], isPlacing: Bool, to property: CheckProperty
  ) {
    guard property == self.property else { return }
    let goal = Goal(alternatives: windows.map { Alternative($0) }, isPlacing: isPlacing)
    targets.append(Self.target(goal, window: 0, distances: []))
  }

  /// Adds an edge between two projected states; the cost is the number of device events, 0 or 1.
  mutating func addEdge(_ from: Int, _ next: Int, _ cost: Int) {
    edges.insert(DistanceGraph.Edge(from: Int32(from), to: Int32(next), cost: UInt8(cost)))
  }

  /// Computes the distances of all projected states of a window, after the window was followed.
  mutating func endWindow(_ window: Int) {
    let graph = DistanceGraph(places.isEmpty ? [] : edges, count: Self.numbers)
    for (goal, numbers) in places {
      targets.append(Self.target(goal, window: window, distances: graph.distances(to: numbers)))
    }
    (places, edges) = ([:], [])
  }

  private static func target(_ goal: Goal, window: Int, distances: [UInt16]) -> Target {
    let all = Array(Set(goal.alternatives))
    let nearest = all.filter { one in !all.contains { $0 != one && one.isCovered(by: $0) } }
    return Target(
      window: window, distances: distances, alternatives: nearest, isPlacing: goal.isPlacing)
  }

  /// Returns a lower bound of the number of events from a state to a violating state, or to the one
  /// before a violating step; `nil` if none is reachable.
  func distance(from state: PackedState) -> Int? {
    let (shown, hidden) = (state.shown, state.present & state.hidden)
    var least = Int.max
    for target in targets {
      var device = 0
      if !target.distances.isEmpty {
        let distance = target.distances[
          Self.number(of: state, target.window, overwritten: overwritten)]
        if distance == DistanceGraph.unreachable { continue }
        device = Int(distance)
      }
      if device >= least { continue }
      var nearest = Int.max
      for alternative in target.alternatives {
        nearest = min(nearest, alternative.distance(shown: shown, hidden: hidden))
      }
      least = min(least, device + max(0, nearest - (target.isPlacing ? 1 : 0)))
    }
    return least == Int.max ? nil : least
  }
}
