// SPDX-License-Identifier: Apache-2.0

/// A pattern database: lower bounds of the number of events to a violation of P4.
///
/// The pattern is the projection to observation classes. A bound is the sum of the window events
/// that lead to a class, and of the device events that the projection needs. No event counts as
/// both, so the sum is an admissible and consistent heuristic (Culberson and Schaeffer, "Pattern
/// databases", 1998; Edelkamp, Lluch Lafuente and Leue, "Directed explicit model checking", 2001).
struct PatternDatabase {
  /// An observation class in which P4 can be violated, and the number of device events to a
  /// violating situation.
  private struct Target {
    var context: PackedState
    var distance: Int
  }

  /// The distance if no violation is reachable.
  private static let unreachable = Int.max / 2

  private let classes: ObservationClasses
  /// For each situation, the observation classes with violations of P4, those with the fewest
  /// device events first.
  private var targets: [[Target]]

  /// Creates the database from a projection that was explored.
  init(_ projection: ObservationProjection) {
    classes = projection.classes
    targets = Array(repeating: [], count: PackedState.situations)
    var tables: [[Int]: [Int]] = [:]
    for (number, ends) in projection.lostTurns.enumerated() where !ends.isEmpty {
      let table = tables[ends] ?? Self.distances(to: ends, projection)
      tables[ends] = table
      for situation in targets.indices where table[situation] < Self.unreachable {
        targets[situation].append(
          Target(context: projection.contexts[number], distance: table[situation]))
      }
    }
    for situation in targets.indices {
      targets[situation].sort { $0.distance < $1.distance }
    }
  }

  /// Returns a lower bound of the number of events from a state to a violation of P4; `nil` if none
  /// is reachable.
  func distance(from state: PackedState) -> Int? {
    var least = Self.unreachable
    for target in targets[state.situation] {
      if target.distance >= least { break }
      least = min(least, target.distance + classes.distance(from: state, to: target.context))
    }
    return least < Self.unreachable ? least : nil
  }

  /// Returns the distance of every situation to the nearest situation of `ends`, by a 0-1
  /// breadth-first search.
  private static func distances(
    to ends: [Int], _ projection: ObservationProjection
  ) -> [Int] {
    var distances = Array(repeating: unreachable, count: PackedState.situations)
    var level = ends
    for end in ends { distances[end] = 0 }
    var number = 0
    while !level.isEmpty {
      var next: [Int] = []
      while let place = level.popLast() {
        guard distances[place] == number else { continue }
        for edge in projection.before[place] where distances[edge.situation] > number + edge.cost {
          distances[edge.situation] = number + edge.cost
          if edge.cost == 0 { level.append(edge.situation) } else { next.append(edge.situation) }
        }
      }
      number += 1
      level = next
    }
    return distances
  }
}
