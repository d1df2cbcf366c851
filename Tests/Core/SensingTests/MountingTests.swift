// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing
import Testing

/// The matrices between the axes of a sensor and those of the panel.
@Suite struct MountingTests {
  /// A matrix whose elements all differ, so that no two can be confused.
  private static let mixed: [Double] = [1, 2, 3, 4, 5, 6, 7, 8, 10]
  /// A quarter turn: x of the panel is -y of the sensor.
  private static let turned: [Double] = [0, -1, 0, 1, 0, 0, 0, 0, 1]

  @Test func aMatrixHasNineElements() {
    #expect(MountMatrix(elements: Self.mixed)?.elements == Self.mixed)
    #expect(MountMatrix(elements: Self.mixed + [1]) == nil)
    #expect(MountMatrix(elements: Array(Self.mixed.dropLast())) == nil)
  }

  @Test func aVectorIsMultipliedByTheRows() throws {
    let matrix = try #require(MountMatrix(elements: Self.mixed))
    #expect(matrix(SIMD3(2, 3, 5)) == SIMD3(23, 53, 88))
  }

  @Test func theFirstOfTwoMatricesIsAppliedFirst() throws {
    let first = try #require(MountMatrix(elements: Self.turned))
    let next = try #require(MountMatrix(elements: Self.mixed))
    let vector = SIMD3(2.0, 3, 5)
    #expect(first.followed(by: next)(vector) == next(first(vector)))
    #expect(next.followed(by: first)(vector) == first(next(vector)))
  }

  /// The axes of the sensor are the panel's: y is 1 g with the lower edge up.
  @Test(
    arguments: [
      (0, -1, PanelEdge.top), (1, 0, .left), (0, 1, .bottom), (-1, 0, .right), (1, 1, nil),
      (.nan, 1, nil),
    ] as [(Double, Double, PanelEdge?)])
  func theEdgeThatIsUpHasTheLargerComponent(x: Double, y: Double, edge: PanelEdge?) {
    #expect(MountMatrix.identity.edge(of: SIMD3(x, y, 0.5)) == edge)
  }

  @Test(arguments: PanelEdge.allCases)
  func aMatrixOutsideOfTheScreensPlaneHasNoEdgeUp(edge: PanelEdge) throws {
    #expect(MountMatrix.identity.edge(after: edge) == edge)
    #expect(try #require(MountMatrix(elements: Self.turned)).edge(after: edge) != nil)
    // The sensor leans by a third of its reading, out of the plane.
    let leaning = try #require(MountMatrix(elements: [1, 0, 0, 0, 1, 0, 0.3, 0.3, 1]))
    #expect(leaning.edge(after: edge) == nil)
    // A tenth out of the plane is within the tolerance of a mounting.
    let nearly = try #require(MountMatrix(elements: [1, 0, 0, 0, 1, 0, 0.1, 0.1, 1]))
    #expect(nearly.edge(after: edge) == edge)
  }
}
