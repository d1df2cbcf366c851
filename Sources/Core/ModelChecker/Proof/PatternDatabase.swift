// SPDX-License-Identifier: Apache-2.0

/// A pattern database: lower bounds of the number of events to a violation of a property.
///
/// The pattern is the projection to observation classes. A bound is the sum of the window events that lead
/// to a class with a violation, and of the device events that the projection needs. If an output has to rotate,
/// another bound is the sum of the window events to the class in which one rotates first, and of the other
/// events that the projection needs. These are admissible heuristics (Culberson and Schaeffer, "Pattern
/// databases", 1998; Edelkamp, Lluch Lafuente and Leue, "Directed explicit model checking", 2001).
struct PatternDatabase {
  /// An observation class in which the property is violated, or an output rotates first.
  private struct Target {
    var context: PackedState
    /// Whether the violating step is the window event that leads to the class.
    var isEntering = false
    /// The class without the hidden windows, if one of these decides.
    var without: PackedState?
    /// The number of further events.
    var events: Int
    /// The number of further events to a violation if no output rotates.
    var still = 0

    /// Returns a lower bound of the number of window events from a state to the class, without the
    /// violating one.
    func windows(_ state: PackedState, _ classes: ObservationClasses) -> Int {
      max(0, classes.distance(from: state, to: context, without: without) - (isEntering ? 1 : 0))
    }
  }

  private static let never = Int(DistanceGraph.unreachable)

  private let classes: ObservationClasses
  /// For each situation, the classes with violations, and those in which an output rotates first; those with
  /// the fewest further events come first.
  private var targets: [[Target]]
  private var rotating: [[Target]]

  /// Creates the database of a property from a projection that was explored.
  init(_ projection: ObservationProjection, _ property: CheckProperty) {
    classes = projection.classes
    let (contexts, situations) = (projection.contexts, projection.situations)
    targets = Array(repeating: [], count: situations)
    rotating = targets
    // The steps between situations, of which only the events of the device have a cost.
    let steps = Set(
      projection.edges.map {
        let (from, to) = (Int($0.from), Int($0.to))
        let isEvent = max(from, to) < contexts.count * situations
        return DistanceGraph.Edge(
          from: Int32(from % situations), to: Int32(to % situations), cost: isEvent ? 1 : 0)
      })
    func rotates(_ edge: DistanceGraph.Edge) -> Bool {
      ObservationProjection.outputs(Int(edge.from) % situations)
        != ObservationProjection.outputs(Int(edge.to) % situations)
    }
    let graph = DistanceGraph(steps, count: situations)
    let still = DistanceGraph(steps.filter { !rotates($0) }, count: situations)
    var goals: Set<Int> = []
    for (context, places) in (projection.violations[property] ?? []).enumerated() {
      for (kind, places) in Dictionary(grouping: places, by: { $0.kind }) {
        let ends = places.map { $0.situation }
        let table = zip(graph.distances(to: ends), still.distances(to: ends)).map {
          (events: $0, still: $1)
        }
        for situation in targets.indices where table[situation].events < Self.never {
          targets[situation].append(
            Target(
              context: contexts[context], isEntering: kind.isEntering,
              without: kind.without.map { contexts[$0] }, events: Int(table[situation].events),
              still: Int(table[situation].still)))
        }
        let before = kind.isEntering ? contexts.indices : context..<(context + 1)
        goals.formUnion(ends.flatMap { end in before.map { projection.node($0, end) } })
      }
    }
    let distances = DistanceGraph(projection.edges, count: (contexts.count + 1) * situations)
      .distances(to: goals)
    var starts: [Int: [Int: UInt16]] = [:]
    for edge in projection.edges
    where rotates(edge) && distances[Int(edge.to)] < DistanceGraph.unreachable {
      let (context, before) = (Int(edge.to) / situations, Int(edge.from) % situations)
      let events = distances[Int(edge.to)] + UInt16(edge.cost)
      starts[context, default: [:]][before] = min(starts[context]?[before] ?? .max, events)
    }
    for (context, starts) in starts {
      for (situation, events) in still.distances(to: starts.map { ($0, $1) }).enumerated()
      where events < Self.never {
        rotating[situation].append(Target(context: contexts[context], events: Int(events)))
      }
    }
    for situation in targets.indices {
      targets[situation].sort { $0.events < $1.events }
      rotating[situation].sort { $0.events < $1.events }
    }
  }

  /// Returns a lower bound of the number of events from a state to a violating state, or to the one
  /// before a violating step; `nil` if none is reachable.
  func distance(from state: PackedState) -> Int? {
    var least = Self.never
    var first: Int?
    let situation = ObservationProjection.situation(of: state)
    for target in targets[situation] {
      if target.events >= least { break }
      let windows = target.windows(state, classes)
      least = min(least, target.still + windows)
      if target.still == target.events || target.events + windows >= least { continue }
      let rotation = first ?? self.rotation(from: state, situation)
      first = rotation
      least = min(least, max(target.events + windows, rotation))
    }
    return least < Self.never ? least : nil
  }

  /// Returns a lower bound of the number of events to a violation, if an output has to rotate before.
  private func rotation(from state: PackedState, _ situation: Int) -> Int {
    var least = Self.never
    for target in rotating[situation] {
      if target.events >= least { break }
      least = min(least, target.events + target.windows(state, classes))
    }
    return least
  }
}
