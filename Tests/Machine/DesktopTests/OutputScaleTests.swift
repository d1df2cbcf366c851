// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Desktop

/// wl_output rounds the scale up to a whole number; the logical size shows the exact one.
@Suite struct OutputScaleTests {
  private static let mode = Size(width: 1280, height: 800)

  struct Case {
    var logical: Size
    var whole: Int32
    var exact: Double

    init(_ width: Int32, _ height: Int32, of whole: Int32, _ exact: Double) {
      logical = Size(width: width, height: height)
      (self.whole, self.exact) = (whole, exact)
    }
  }

  @Test(arguments: [
    Case(1024, 640, of: 2, 1.25), Case(640, 400, of: 2, 2), Case(960, 600, of: 2, 4 / 3),
    Case(512, 320, of: 3, 2.5), Case(1280, 800, of: 1, 1),
    // A layout in pixels, and nonsense.
    Case(1280, 800, of: 2, 2), Case(7, 4, of: 1, 1), Case(0, 0, of: 2, 2),
  ])
  func theExactScaleFollowsFromTheLogicalSize(_ test: Case) {
    for transform in Transform.allCases {
      var facts = OutputFacts()
      facts.modeSize = Self.mode
      facts.transform = transform
      facts.logicalSize = transform.apply(to: test.logical)
      facts.scale = test.whole
      #expect(facts.exactScale == test.exact)
      facts.logicalSize = nil
      #expect(facts.exactScale == Double(test.whole))
    }
  }
}
