// SPDX-License-Identifier: Apache-2.0

/// A graph with edges of the costs 0 and 1, in which distances are measured backwards from goals.
struct DistanceGraph {
  struct Edge: Hashable {
    var from: Int32
    var to: Int32
    /// The cost, 0 or 1.
    var cost: UInt8 = 1
  }

  /// The distance of a place from which no goal is reachable.
  static let unreachable = UInt16.max

  /// The edges, ordered by the places to which they lead; those to each place begin at its index in
  /// `first`.
  private var edges: [Edge]
  private var first: [Int]

  /// Creates a graph with the places from 0 to `count` - 1.
  init(_ given: some Collection<Edge>, count: Int) {
    first = Array(repeating: 0, count: count + 1)
    for edge in given { first[Int(edge.to) + 1] += 1 }
    for place in 0..<count { first[place + 1] += first[place] }
    edges = Array(repeating: Edge(from: 0, to: 0), count: given.count)
    var next = first
    for edge in given {
      edges[next[Int(edge.to)]] = edge
      next[Int(edge.to)] += 1
    }
  }

  /// Returns the cost of a cheapest path from every place to the nearest goal, by a 0-1 breadth-first
  /// search.
  func distances(to goals: some Collection<Int>) -> [UInt16] {
    distances(to: goals.lazy.map { ($0, 0) })
  }

  /// Returns the cost of a cheapest path from every place to a goal, with the cost at the goal.
  func distances(to goals: some Sequence<(Int, UInt16)>) -> [UInt16] {
    var distances = Array(repeating: Self.unreachable, count: first.count - 1)
    var levels: [[Int]] = []
    func reach(_ place: Int, _ distance: UInt16) {
      if distances[place] <= distance { return }
      distances[place] = distance
      while levels.count <= Int(distance) { levels.append([]) }
      levels[Int(distance)].append(place)
    }
    for (goal, cost) in goals { reach(goal, cost) }
    var length = 0
    while length < levels.count {
      while let place = levels[length].popLast() {
        guard distances[place] == UInt16(length) else { continue }
        for index in first[place]..<first[place + 1] {
          reach(Int(edges[index].from), UInt16(length) + UInt16(edges[index].cost))
        }
      }
      length += 1
    }
    return distances
  }
}

/// A graph in which edges of some kinds, the ways, are told apart.
struct DistanceCut {
  private let graph: DistanceGraph
  private var ways: [[DistanceGraph.Edge]]

  /// Creates a cut; `way` returns the way of an edge, or `nil` for an edge that stays.
  init(
    _ edges: Set<DistanceGraph.Edge>, _ count: Int, ways: Int, _ way: (DistanceGraph.Edge) -> Int?
  ) {
    self.ways = Array(repeating: [], count: ways)
    var rest: [DistanceGraph.Edge] = []
    for edge in edges {
      if let way = way(edge) { self.ways[way].append(edge) } else { rest.append(edge) }
    }
    graph = DistanceGraph(rest, count: count)
  }

  /// Returns for each place the cost of a cheapest path to a goal without any of the ways, and by each way as the
  /// first one; `distances` are those in the whole graph.
  func distances(to goals: Set<Int>, _ distances: [UInt16]) -> [UInt16] {
    let without = graph.distances(to: goals)
    let first = ways.map { way in
      graph.distances(
        to: way.lazy.filter { distances[Int($0.to)] != DistanceGraph.unreachable }
          .map { (Int($0.from), distances[Int($0.to)] + UInt16($0.cost)) })
    }
    return without.indices.flatMap { place in [without[place]] + first.map { $0[place] } }
  }
}
