// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// The orientations of bar, page and other windows after a decision, on which its goals depend.
package struct OrientationSummary: Hashable {
  var bar: InterfaceOrientation
  /// The page's orientation; nil without a page.
  var page: InterfaceOrientation?
  /// The orientations of the shown voters; a bit for each raw value.
  var shown: UInt8 = 0

  init(bar: InterfaceOrientation) { self.bar = bar }

  /// Creates the summary of a scene.
  package init(_ scene: Scene, _ rules: any RuleSet, seesOthers: Bool) {
    bar = scene.statusBar.orientation
    page = scene.pageIndex.map { scene.windows[$0].orientation }
    guard seesOthers else { return }
    for window in scene.windows where !window.isHidden && rules.isVoter(window, in: scene) {
      insert(window.orientation)
    }
  }

  /// Adds the orientation of a shown window.
  mutating func insert(_ orientation: InterfaceOrientation) { shown |= 1 << orientation.rawValue }

  /// Whether bar, page and shown windows have the same orientation.
  package var agrees: Bool {
    guard let page else { return true }
    return page == bar && shown & ~(1 << page.rawValue) == 0
  }
}
