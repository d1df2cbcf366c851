// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Desktop

@Suite struct OutputLayoutTests {
  private func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> Rectangle {
    Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  private func turn(_ boxes: [Rectangle], _ indices: Int...) -> [Rectangle] {
    let sizes = boxes.indices.map { index in
      indices.contains(index) ? boxes[index].size.swapped : boxes[index].size
    }
    let positions = OutputLayout.positions(of: boxes, resizedTo: sizes)
    return zip(positions, sizes).map { Rectangle(origin: $0, size: $1) }
  }

  @Test func neighbourOnTheRightFollows() {
    let boxes = [box(0, 0, 1280, 800), box(1280, 0, 1920, 1080)]
    #expect(turn(boxes, 0) == [box(0, 0, 800, 1280), box(800, 0, 1920, 1080)])
    #expect(turn(boxes, 1) == [box(0, 0, 1280, 800), box(1280, 0, 1080, 1920)])
    #expect(turn(turn(boxes, 0), 0) == boxes)
  }

  @Test func neighbourBelowFollows() {
    let boxes = [box(0, 0, 1280, 800), box(0, 800, 1280, 800)]
    #expect(turn(boxes, 0) == [box(0, 0, 800, 1280), box(0, 1280, 1280, 800)])
  }

  @Test func neighbourOnTheLeftKeepsTheCorner() {
    let boxes = [box(1280, 0, 1280, 800), box(0, 0, 1280, 800)]
    #expect(turn(boxes, 1) == [box(800, 0, 1280, 800), box(0, 0, 800, 1280)])
  }

  @Test func rowOfThreeStaysARow() {
    let boxes = [box(0, 0, 1280, 800), box(1280, 0, 1280, 800), box(2560, 0, 640, 480)]
    #expect(
      turn(boxes, 1) == [box(0, 0, 1280, 800), box(1280, 0, 800, 1280), box(2080, 0, 640, 480)])
  }

  @Test func severalOutputsRotateAtOnce() {
    let boxes = [box(0, 0, 1280, 800), box(1280, 0, 1280, 800), box(2560, 0, 640, 480)]
    #expect(
      turn(boxes, 0, 1, 2) == [
        box(0, 0, 800, 1280), box(800, 0, 800, 1280), box(1600, 0, 480, 640),
      ]
    )
    #expect(
      turn(boxes, 0, 2) == [box(0, 0, 800, 1280), box(800, 0, 1280, 800), box(2080, 0, 480, 640)])
    #expect(turn(turn(boxes, 0, 1, 2), 0, 1, 2) == boxes)
  }

  @Test func offsetIsKeptWhileTheEdgesStillTouch() {
    // The second output is at the lower end of a tall one, which becomes flat.
    let boxes = [box(0, 0, 800, 1280), box(800, 1000, 1280, 800)]
    #expect(turn(boxes, 0) == [box(0, 0, 1280, 800), box(1280, 799, 1280, 800)])
  }

  /// Outputs that share an edge or a corner do not overlap; a common row of pixels is an overlap.
  @Test(
    arguments: [
      (100, 0, false), (-100, 0, false), (0, 50, false), (0, -50, false), (100, 50, false),
      (99, 0, true), (-99, 0, true), (0, 49, true), (0, -49, true),
    ] as [(Int32, Int32, Bool)])
  func touchingOutputsDoNotOverlap(x: Int32, y: Int32, overlaps: Bool) {
    let first = OutputLayout.Box(box(0, 0, 100, 50))
    #expect(first.overlaps(OutputLayout.Box(box(x, y, 100, 50))) == overlaps)
  }

  @Test func wholeLayoutKeepsItsCorner() {
    let boxes = [box(-1280, 100, 1280, 800), box(0, 100, 1280, 800)]
    #expect(turn(boxes, 0) == [box(-1280, 100, 800, 1280), box(-480, 100, 1280, 800)])
  }

  @Test func outputsThatDoNotTouchStayUnlessInTheWay() {
    let apart = [box(0, 0, 100, 200), box(500, 0, 100, 100)]
    #expect(turn(apart, 0) == [box(0, 0, 200, 100), box(500, 0, 100, 100)])
    let close = [box(0, 0, 100, 200), box(150, 0, 100, 100)]
    #expect(turn(close, 0) == [box(0, 0, 200, 100), box(200, 0, 100, 100)])
  }

  @Test func mirroredOutputsMayOverlapAsBefore() {
    let boxes = [box(0, 0, 1280, 800), box(0, 0, 1280, 800)]
    #expect(turn(boxes, 0) == [box(0, 0, 800, 1280), box(0, 0, 1280, 800)])
  }

  @Test func nothingOverlapsInAnySquareOfFour() {
    for index in 0..<4 {
      let boxes = [
        box(0, 0, 1280, 800), box(1280, 0, 1280, 800), box(0, 800, 1280, 800),
        box(1280, 800, 1280, 800),
      ]
      let turned = turn(boxes, index)
      for first in turned.indices {
        for second in turned.indices.dropFirst(first + 1) {
          #expect(!overlap(turned[first], turned[second]), "\(index): \(turned)")
        }
      }
    }
  }

  @Test func absurdNumbersDoNotTrap() {
    let boxes = [box(.max, .min, .max, .max), box(.min, .max, -5, 0)]
    #expect(OutputLayout.positions(of: boxes, resizedTo: boxes.map(\.size.swapped)).count == 2)
    #expect(OutputLayout.positions(of: boxes, resizedTo: []).count == 2)
    #expect(OutputLayout.positions(of: [], resizedTo: [Size(width: 1, height: 1)]) == [])
  }

  private func overlap(_ first: Rectangle, _ second: Rectangle) -> Bool {
    first.origin.x < second.origin.x + second.size.width
      && second.origin.x < first.origin.x + first.size.width
      && first.origin.y < second.origin.y + second.size.height
      && second.origin.y < first.origin.y + first.size.height
  }
}
