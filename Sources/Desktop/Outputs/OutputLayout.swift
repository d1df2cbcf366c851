// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Puts outputs in place again after some of them have changed their sizes.
public enum OutputLayout {
  /// Returns the new position of every output, in the order given.
  ///
  /// Outputs that touched still touch, along the same edges as far as the new sizes allow; nothing
  /// overlaps that did not before; the top left corner of the whole stays where it is.
  /// - Parameters:
  ///   - rectangles: the outputs as they are, in logical pixels.
  ///   - sizes: their new sizes, in the same order; one that is left out stays as it is.
  public static func positions(of rectangles: [Rectangle], resizedTo sizes: [Size]) -> [Point] {
    let old = rectangles.map { Box($0) }
    var new = old
    for (index, size) in zip(new.indices, sizes) {
      new[index].width = Int64(size.width)
      new[index].height = Int64(size.height)
    }

    // Walk from neighbour to neighbour, beginning at the top left, so that the origin stays put.
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
    // What hung together still has to, since some display servers refuse a layout with gaps.
    if isConnected(old), !isConnected(new) || overlaps(new) && !overlaps(old) {
      pack(&new, in: order)
    }
    return moved(new, toStartOf: old)
  }

  /// Pushes outputs right or down until none lies on another.
  private static func separate(_ new: inout [Box], asBefore old: [Box], in order: [Int]) {
    // Each push moves one output past another, so the passes needed are bounded by their number.
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
}
