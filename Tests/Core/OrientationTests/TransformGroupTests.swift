// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

@Suite struct TransformGroupTests {
  @Test func transformsFormAGroup() {
    for a in Transform.allCases {
      #expect(a.followed(by: .normal) == a)
      #expect(Transform.normal.followed(by: a) == a)
      #expect(a.followed(by: a.inverse) == .normal)
      for b in Transform.allCases {
        for c in Transform.allCases {
          #expect(a.followed(by: b).followed(by: c) == a.followed(by: b.followed(by: c)))
        }
      }
    }
  }

  @Test func compositionAgreesWithGeometry() {
    let content = Size(width: 7, height: 4)
    for a in Transform.allCases {
      for b in Transform.allCases {
        for point in [Point(x: 0, y: 0), Point(x: 2, y: 1), Point(x: 7, y: 4)] {
          let stepwise = b.apply(to: a.apply(to: point, in: content), in: a.apply(to: content))
          #expect(a.followed(by: b).apply(to: point, in: content) == stepwise)
        }
      }
    }
  }

  @Test func ninetyPutsTheOriginAtTheLowerLeft() {
    let content = Size(width: 800, height: 1280)
    #expect(Transform.rotated90.apply(to: Point(x: 0, y: 0), in: content) == Point(x: 0, y: 800))
    #expect(Transform.rotated90.apply(to: content) == Size(width: 1280, height: 800))
    // flipped-90 is the transpose: the origin stays, x and y change places.
    #expect(Transform.flipped90.apply(to: Point(x: 3, y: 5), in: content) == Point(x: 5, y: 3))
    #expect(Transform.flipped.apply(to: Point(x: 0, y: 0), in: content) == Point(x: 800, y: 0))
  }

  @Test func rectanglesKeepTheirArea() {
    let content = Size(width: 80, height: 50)
    let rectangle = Rectangle(origin: Point(x: 10, y: 5), size: Size(width: 20, height: 7))
    for transform in Transform.allCases {
      let image = transform.apply(to: rectangle, in: content)
      #expect(Int(image.size.width) * Int(image.size.height) == 140)
      let back = transform.inverse.apply(to: image, in: transform.apply(to: content))
      #expect(back == rectangle)
    }
    #expect(
      Transform.rotated90.apply(to: rectangle, in: content)
        == Rectangle(origin: Point(x: 5, y: 50), size: Size(width: 7, height: 20)))
  }
}
