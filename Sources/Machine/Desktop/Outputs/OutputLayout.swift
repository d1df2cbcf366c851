// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The computation of the outputs' positions after some outputs have changed their sizes.
public enum OutputLayout {
  /// Returns the new position of every output, in the given order.
  ///
  /// Outputs that touched stay neighbours along the same edges as far as the new sizes allow. If
  /// all outputs formed one connected group, they still do. Outputs overlap only if they overlapped
  /// before. The top left corner of the whole layout stays in place.
  /// - Parameters:
  ///   - rectangles: the outputs' current rectangles, in logical pixels.
  ///   - sizes: their new sizes, in the same order; an output without one keeps its size.
  public static func positions(of rectangles: [Rectangle], resizedTo sizes: [Size]) -> [Point] {
    let old = rectangles.map { Box($0) }
    var new = old
    for (index, size) in zip(new.indices, sizes) {
      new[index].width = Int64(size.width)
      new[index].height = Int64(size.height)
    }

    // The walk from neighbour to neighbour begins at the top left, so that the origin stays in
    // place.
    var placed: Set<Int> = []
    let order = old.indices.sorted { (old[$0].y + old[$0].x, $0) < (old[$1].y + old[$1].x, $1) }
    for root in order where !placed.contains(root) {
      var queue = [root]
      placed.insert(root)
      while !queue.isEmpty {
        let parent = queue.removeFirst()
        for child in order where !placed.contains(child) {
          guard let edge = old[parent].edge(to: old[child]) else { continue }
          new[child].attach(at: edge, to: new[parent], asBefore: (old[parent], old[child]))
          placed.insert(child)
          queue.append(child)
        }
      }
    }
    separate(&new, asBefore: old, in: order)
    // Outputs that formed one connected group must still do so, since some display servers refuse a
    // layout with gaps.
    if isConnected(old), !isConnected(new) || overlaps(new) && !overlaps(old) {
      pack(&new, in: order)
    }
    return moved(new, toStartOf: old)
  }

  /// Pushes outputs right or down, past those that they did not overlap before.
  private static func separate(_ new: inout [Box], asBefore old: [Box], in order: [Int]) {
    for _ in new.indices {
      var isDone = true
      for (rank, second) in order.enumerated() {
        for first in order[..<rank]
        where new[first].overlaps(new[second]) && !old[first].overlaps(old[second]) {
          isDone = false
          if old[second].y >= old[first].maxY {
            new[second].y = new[first].maxY
          } else {
            new[second].x = new[first].maxX
          }
        }
      }
      if isDone { return }
    }
  }

  private static func moved(_ new: [Box], toStartOf old: [Box]) -> [Point] {
    let x = (old.map(\.x).min() ?? 0) - (new.map(\.x).min() ?? 0)
    let y = (old.map(\.y).min() ?? 0) - (new.map(\.y).min() ?? 0)
    return new.map {
      Point(x: Int32(clamping: $0.x + x), y: Int32(clamping: $0.y + y))
    }
  }

  enum Edge { case right, bottom, left, top }

  /// A rectangle in 64-bit integers, so that sums of a compositor's values cannot overflow.
  struct Box {
    var x: Int64
    var y: Int64
    var width: Int64
    var height: Int64

    init(_ rectangle: Rectangle) {
      x = Int64(rectangle.origin.x)
      y = Int64(rectangle.origin.y)
      width = Int64(rectangle.size.width)
      height = Int64(rectangle.size.height)
    }

    func moved(toX x: Int64, y: Int64) -> Box {
      var box = self
      (box.x, box.y) = (x, y)
      return box
    }

    var maxX: Int64 { x + width }
    var maxY: Int64 { y + height }

    func overlaps(_ other: Box) -> Bool {
      x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// Returns the edge along which the other box touches; `nil` if at most a corner is common.
    func edge(to other: Box) -> Edge? {
      if y < other.maxY && other.y < maxY {
        if other.x == maxX { return .right }
        if other.maxX == x { return .left }
      }
      if x < other.maxX && other.x < maxX {
        if other.y == maxY { return .bottom }
        if other.maxY == y { return .top }
      }
      return nil
    }

    /// Moves the box to the same edge of its parent as before, with the old offset, limited so that
    /// the two still touch.
    mutating func attach(
      at edge: Edge, to parent: Box, asBefore before: (parent: Box, child: Box)
    ) {
      switch edge {
      case .right, .left:
        x = edge == .right ? parent.maxX : parent.x - width
        y = parent.y + Self.offset(before.child.y - before.parent.y, height, parent.height)
      case .bottom, .top:
        y = edge == .bottom ? parent.maxY : parent.y - height
        x = parent.x + Self.offset(before.child.x - before.parent.x, width, parent.width)
      }
    }

    private static func offset(_ offset: Int64, _ length: Int64, _ parentLength: Int64) -> Int64 {
      max(min(offset, parentLength - 1), 1 - length)
    }
  }

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

  static func overlaps(_ boxes: [Box]) -> Bool {
    boxes.indices.contains { first in
      boxes[..<first].contains { $0.overlaps(boxes[first]) }
    }
  }

  /// Moves each output, in `order`, to the nearest free place beside an earlier one, if there is
  /// one.
  private static func pack(_ boxes: inout [Box], in order: [Int]) {
    var placed: [Int] = []
    for index in order {
      if let best = place(for: boxes[index], among: placed.map { boxes[$0] }) {
        boxes[index] = best
      }
      placed.append(index)
    }
  }

  private static func place(for box: Box, among placed: [Box]) -> Box? {
    let candidates = placed.flatMap { places(for: box, beside: $0) }
      .filter { candidate in !placed.contains { $0.overlaps(candidate) } }
    return candidates.min { distance($0, box) < distance($1, box) }
  }

  /// Returns the places along each edge: at the box's own offset, as far as the boxes touch, and at
  /// both ends.
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
