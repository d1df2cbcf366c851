// SPDX-License-Identifier: Apache-2.0
import Orientation

extension OutputLayout {
  /// Whether a walk from neighbour to neighbour reaches every output.
  static func isConnected(_ boxes: [Box]) -> Bool {
    guard !boxes.isEmpty else { return true }
    var reached: Set<Int> = [0]
    var queue = [0]
    while let box = queue.popLast() {
      for other in boxes.indices where !reached.contains(other) {
        guard boxes[box].edge(to: boxes[other]) != nil else { continue }
        reached.insert(other)
        queue.append(other)
      }
    }
    return reached.count == boxes.count
  }

  /// Whether any output lies on another.
  static func overlaps(_ boxes: [Box]) -> Bool {
    boxes.indices.contains { first in
      boxes[..<first].contains { $0.overlaps(boxes[first]) }
    }
  }

  /// Moves outputs, no farther than needed, until each touches another and none lies on another.
  static func pack(_ boxes: inout [Box], in order: [Int]) {
    var placed: [Int] = []
    for index in order {
      if let best = place(for: boxes[index], among: placed.map { boxes[$0] }) {
        boxes[index] = best
      }
      placed.append(index)
    }
  }

  /// The free place beside a placed output that is nearest to where a box is; nil if none is placed.
  private static func place(for box: Box, among placed: [Box]) -> Box? {
    let candidates = placed.flatMap { places(for: box, beside: $0) }
      .filter { candidate in !placed.contains { $0.overlaps(candidate) } }
    return candidates.min { distance($0, box) < distance($1, box) }
  }

  /// Places along each edge: where the box is, as far as it still touches, and at both ends.
  private static func places(for box: Box, beside other: Box) -> [Box] {
    var result: [Box] = []
    let rows = [box.y, other.y, other.maxY - box.height]
    for y in rows.map({ max(min($0, other.maxY - 1), other.y + 1 - box.height) }) {
      for x in [other.maxX, other.x - box.width] { result.append(box.moved(toX: x, y: y)) }
    }
    let columns = [box.x, other.x, other.maxX - box.width]
    for x in columns.map({ max(min($0, other.maxX - 1), other.x + 1 - box.width) }) {
      for y in [other.maxY, other.y - box.height] { result.append(box.moved(toX: x, y: y)) }
    }
    return result
  }

  private static func distance(_ first: Box, _ second: Box) -> Int64 {
    abs(first.x - second.x) + abs(first.y - second.y)
  }
}
