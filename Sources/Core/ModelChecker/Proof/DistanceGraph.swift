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
    distances(to: goals.reduce(into: [:]) { $0[$1] = 0 })
  }

  /// Returns the cost of a cheapest path from every place to a goal, with the cost at the goal.
  func distances(to goals: [Int: UInt16]) -> [UInt16] {
    var distances = Array(repeating: Self.unreachable, count: first.count - 1)
    for (goal, cost) in goals { distances[goal] = cost }
    let waiting = Dictionary(grouping: goals.keys) { goals[$0] ?? 0 }
    let last = waiting.keys.max() ?? 0
    var level: [Int] = []
    var length: UInt16 = 0
    while !level.isEmpty || length <= last {
      level += waiting[length] ?? []
      var next: [Int] = []
      while let place = level.popLast() {
        guard distances[place] == length else { continue }
        for index in first[place]..<first[place + 1] {
          let (from, distance) = (Int(edges[index].from), length + UInt16(edges[index].cost))
          guard distances[from] > distance else { continue }
          distances[from] = distance
          if distance == length { level.append(from) } else { next.append(from) }
        }
      }
      length += 1
      level = next
    }
    return distances
  }
}
