// SPDX-License-Identifier: Apache-2.0
import Desktop
import Fixtures
import Orientation
import Testing

/// The properties of every layout that a compositor can have, and of all outputs that rotate in it.
@Suite struct OutputLayoutPropertyTests {
  private static let sizes = [
    Size(width: 1280, height: 800), Size(width: 1920, height: 1080), Size(width: 800, height: 1280),
    Size(width: 640, height: 480), Size(width: 3440, height: 1440), Size(width: 720, height: 1440),
  ]

  /// Returns connected outputs that do not overlap, each beside one before it.
  private func layout(_ numbers: inout SplitMix) -> [Rectangle] {
    var boxes = [
      Rectangle(
        origin: Point(x: 0, y: 0), size: Self.sizes.randomElement(using: &numbers) ?? Self.sizes[0])
    ]
    let count = Int.random(in: 1...5, using: &numbers)
    for _ in 0..<100 where boxes.count < count {
      let size = Self.sizes.randomElement(using: &numbers) ?? Self.sizes[0]
      let other = boxes[Int.random(in: 0..<boxes.count, using: &numbers)]
      let along = Int32.random(in: -400...400, using: &numbers)
      let origin =
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: Point(x: other.maxX, y: other.origin.y + along)
        case 1: Point(x: other.origin.x - size.width, y: other.origin.y + along)
        case 2: Point(x: other.origin.x + along, y: other.maxY)
        default: Point(x: other.origin.x + along, y: other.origin.y - size.height)
        }
      let box = Rectangle(origin: origin, size: size)
      if !boxes.contains(where: { $0.overlaps(box) }), boxes.contains(where: { $0.touches(box) }) {
        boxes.append(box)
      }
    }
    return boxes
  }

  @Test func rotatedLayoutsStayDisjointConnectedAndAnchored() {
    var numbers = SplitMix(seed: 1)
    for round in 0..<5000 {
      let boxes = layout(&numbers)
      let index = Int.random(in: 0..<boxes.count, using: &numbers)
      // One output rotates in every second round, several in the others.
      let areTurned = boxes.indices.map { other in
        other == index || round % 2 == 1 && Bool.random(using: &numbers)
      }
      var turned = boxes
      for index in turned.indices where areTurned[index] {
        turned[index].size = boxes[index].size.swapped
      }
      let positions = OutputLayout.positions(of: boxes, resizedTo: turned.map(\.size))
      for index in turned.indices { turned[index].origin = positions[index] }
      for first in turned.indices {
        for second in turned.indices where first < second {
          #expect(!turned[first].overlaps(turned[second]), "\(round): \(boxes) -> \(turned)")
        }
      }
      #expect(isConnected(turned), "\(round): \(boxes), \(areTurned) -> \(turned)")
      #expect(turned.map(\.origin.x).min() == boxes.map(\.origin.x).min())
      #expect(turned.map(\.origin.y).min() == boxes.map(\.origin.y).min())
    }
  }

  private func isConnected(_ boxes: [Rectangle]) -> Bool {
    var reached: Set<Int> = [0]
    var queue = [0]
    while let box = queue.popLast() {
      for other in boxes.indices where !reached.contains(other) && boxes[box].touches(boxes[other])
      {
        reached.insert(other)
        queue.append(other)
      }
    }
    return reached.count == boxes.count
  }
}

extension Rectangle {
  fileprivate var maxX: Int32 { origin.x + size.width }
  fileprivate var maxY: Int32 { origin.y + size.height }

  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    meetsInX(other) && meetsInY(other)
  }

  /// Returns whether the two share a piece of an edge that is longer than a point.
  fileprivate func touches(_ other: Rectangle) -> Bool {
    (maxX == other.origin.x || other.maxX == origin.x) && meetsInY(other)
      || (maxY == other.origin.y || other.maxY == origin.y) && meetsInX(other)
  }

  private func meetsInX(_ other: Rectangle) -> Bool {
    origin.x < other.maxX && other.origin.x < maxX
  }

  private func meetsInY(_ other: Rectangle) -> Bool {
    origin.y < other.maxY && other.origin.y < maxY
  }
}
