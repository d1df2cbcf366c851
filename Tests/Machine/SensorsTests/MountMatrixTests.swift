// SPDX-License-Identifier: Apache-2.0
import Sensing
import Sensors
import Testing

@Suite struct MountMatrixTests {
  @Test func matricesOfSysfsAndUdevAreRead() {
    #expect(MountMatrix("1, 0, 0; 0, 1, 0; 0, 0, 1") == .identity)
    #expect(MountMatrix("1,0,0;0,1,0;0,0,1\n") == .identity)
    #expect(MountMatrix("0, -1, 0; 1.0, 0, 0; 0, 0, 0.984")?.elements[8] == 0.984)
  }

  @Test(arguments: [
    "", "x", "1, 0, 0", "1, 0, 0; 0, 1, 0", "1, 0; 0, 1; 0, 0", "1, 0, 0; 0, 1, 0; 0, 0, nan",
    "1, 0, 0; 0, 1, 0; 0, 0, inf", "1, 0, 0; 0, 1, 0; 0, 0, 0", "0, 0, 0; 0, 1, 0; 0, 0, 1",
    "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 1", "1, 0, 0, 0; 0, 1, 0; 0, 0, 1",
    "1,0, 0,0, 0,0; 0,0, 1,0, 0,0; 0,0, 0,0, 1,0", "1e9, 0, 0; 0, 1, 0; 0, 0, 1", ";;", ",,;,,;,,",
  ])
  func malformedMatricesAreRefused(text: String) {
    #expect(MountMatrix(text) == nil)
  }

  @Test func theMatrixMultipliesAColumn() throws {
    let matrix = try #require(MountMatrix("0, -1, 0; 1, 0, 0; 0, 0, 1"))
    #expect(matrix(SIMD3(2, 3, 5)) == SIMD3(-3, 2, 5))
  }

  @Test func theDeterminantTellsTurnsFromReflectionsAndLosses() throws {
    #expect(MountMatrix.identity.determinant == 1)
    #expect(try #require(MountMatrix("0,-1,0;1,0,0;0,0,1")).determinant == 1)
    #expect(try #require(MountMatrix("-1,0,0;0,1,0;0,0,1")).determinant == -1)
    #expect(try #require(MountMatrix("1,0,0;0,1,0;0,1,0")).determinant == 0)
  }
}
