// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

/// Rectangles as sets of pixels: the right and the lower edge lie outside.
@Suite struct RectangleTests {
  private static func rectangle(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32)
    -> Rectangle
  {
    Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  @Test func theExtentIsTheDistanceBetweenTheEdges() {
    #expect(Rectangle(left: 3, top: 5, right: 10, bottom: 25) == Self.rectangle(3, 5, 7, 20))
    #expect(Rectangle(left: -4, top: -6, right: 1, bottom: -1) == Self.rectangle(-4, -6, 5, 5))
  }

  @Test func theUnionIsTheSmallestRectangleAroundBoth() {
    let (first, second) = (Self.rectangle(2, 3, 4, 5), Self.rectangle(10, 1, 1, 1))
    #expect(first.union(second) == Self.rectangle(2, 1, 9, 7))
    #expect(second.union(first) == Self.rectangle(2, 1, 9, 7))
  }

  @Test(arguments: [(0, 9), (9, 0), (0, 0)] as [(Int32, Int32)])
  func anEmptyRectangleAddsNothingToAUnion(width: Int32, height: Int32) {
    let (pixels, empty) = (Self.rectangle(5, 5, 2, 2), Self.rectangle(50, 60, width, height))
    #expect(pixels.union(empty) == pixels)
    #expect(empty.union(pixels) == pixels)
  }

  @Test(arguments: [(1, 9), (9, 1), (1, 1)] as [(Int32, Int32)])
  func asLittleAsOnePixelCountsInAUnion(width: Int32, height: Int32) {
    let (pixels, thin) = (Self.rectangle(0, 0, 2, 2), Self.rectangle(5, 5, width, height))
    let both = Self.rectangle(0, 0, 5 + width, 5 + height)
    #expect(pixels.union(thin) == both && thin.union(pixels) == both)
  }

  @Test func theIntersectionHoldsThePixelsOfBoth() {
    let first = Self.rectangle(0, 0, 10, 10)
    #expect(first.intersection(Self.rectangle(9, 8, 5, 5)) == Self.rectangle(9, 8, 1, 2))
    #expect(first.intersection(Self.rectangle(-5, 2, 7, 3)) == Self.rectangle(0, 2, 2, 3))
    #expect(first.intersection(first) == first)
  }

  @Test(arguments: [(10, 0), (0, 10), (-10, 0), (0, -10), (20, 0), (0, 20)] as [(Int32, Int32)])
  func rectanglesThatOnlyTouchShareNoPixel(x: Int32, y: Int32) {
    #expect(Self.rectangle(0, 0, 10, 10).intersection(Self.rectangle(x, y, 10, 10)) == nil)
  }

  @Test func nothingIsARectangleWithoutPixelsAtTheOrigin() {
    #expect(Rectangle.nothing == Self.rectangle(0, 0, 0, 0))
    #expect(Rectangle.nothing.intersection(Self.rectangle(-5, -5, 10, 10)) == nil)
  }
}
