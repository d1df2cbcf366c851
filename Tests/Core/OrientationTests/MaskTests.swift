// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

@Suite struct MaskTests {
  @Test func rawValuesAreUIKits() {
    #expect(OrientationMask.portrait.rawValue == 2)
    #expect(OrientationMask.landscape.rawValue == 24)
    #expect(OrientationMask.allButUpsideDown.rawValue == 26)
    #expect(OrientationMask.all.rawValue == 30)
    #expect(InterfaceOrientation.landscapeRight.mask == .landscapeRight)
  }

  /// Rules: V-3.
  @Test func orientationRawValuesAreNotMasks() {
    // The orientation portrait (1) as a mask has no legal bit; upside down (2) is MaskPortrait.
    #expect(OrientationMask(rawValue: 1).legal.isEmpty)
    #expect(OrientationMask(rawValue: 2) == .portrait)
    #expect(!OrientationMask(rawValue: 1).allows(.unknown))
  }
}
