// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

/// Readings are relative to the panel's scan-out, so how the panel is mounted makes no difference.
@Suite struct PanelMountingTests {
  /// Quarter turns by which a panel is mounted against the casing.
  static let mountings = 0..<4

  @Test(arguments: mountings, [("normal", 0), ("left-up", 1), ("bottom-up", 2), ("right-up", 3)])
  func aReadingMeansTheSameTransformOnEveryPanel(
    mounting: Int, reading: (word: String, wire: UInt8)
  ) throws {
    let casing = Size(width: 800, height: 1280)
    let mode = Transform(flipped: false, quarterTurns: mounting).apply(to: casing)
    let panel = PanelNature(mode: mode)
    #expect(panel == (mounting % 2 == 0 ? .portrait : .landscape))
    let edge = try #require(PanelEdge(proxyName: reading.word))
    #expect(edge.transform.rawValue == reading.wire)
    let shown = InterfaceOrientation(transform: edge.transform, on: panel)
    #expect(shown.transform(on: panel) == edge.transform)
    // Only the name of the orientation depends on the panel.
    #expect(shown.isLandscape == (edge.transform.swapsDimensions == (panel == .portrait)))
  }
}
