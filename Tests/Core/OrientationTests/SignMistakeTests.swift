// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

/// Mistakes that other programs made and corrected.
@Suite struct SignMistakeTests {
  @Test func swayCountsClockwise() {
    #expect(Transform(name: "90", in: .sway) == .rotated270)
    #expect(Transform.rotated90.name(in: .sway) == "270")
    #expect(Transform.flipped90.name(in: .sway) == "flipped-270")
  }

  @Test func reversingIsNotInverting() {
    #expect(Transform.flipped90.inverse == .flipped90)
    #expect(Transform.flipped90.withDirectionReversed == .flipped270)
  }

  @Test func rotatingTwiceIsHalfATurn() {
    #expect(Transform.rotated90.followed(by: .rotated90) == .rotated180)
  }

  @Test func proxyAccelerationReversesXAndYButNotZ() {
    #expect(Acceleration(proxyX: 1, y: 2, z: 3) == Acceleration(x: -1, y: -2, z: 3))
  }

  @Test func rot8HookWordsAreNotWireValues() {
    // rot8 calls transform 90 "270"; read with Wayland's words that rotates the wrong way.
    #expect(Transform(name: "270", in: .wayland) != Transform(name: "270", in: .sway))
  }
}
