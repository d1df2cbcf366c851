// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// How bar, page and other windows stand after a decision: all that its goals look at.
package struct OrientationSummary: Hashable {
  var bar: InterfaceOrientation
  /// Nil where there is no page.
  var page: InterfaceOrientation?
  /// How the shown windows stand that are asked; a bit for each raw value.
  var shown: UInt8 = 0

  init(bar: InterfaceOrientation) { self.bar = bar }

  /// Reads it off a scene.
  package init(_ scene: Scene, _ rules: any RuleSet, seesOthers: Bool) {
    bar = scene.statusBar.orientation
    page = scene.pageIndex.map { scene.windows[$0].orientation }
    guard seesOthers else { return }
    for window in scene.windows where !window.isHidden && rules.isVoter(window, in: scene) {
      insert(window.orientation)
    }
  }

  /// Adds a shown window.
  mutating func insert(_ orientation: InterfaceOrientation) { shown |= 1 << orientation.rawValue }

  /// Whether nothing that is shown stands otherwise than the page and the bar.
  package var agrees: Bool {
    guard let page else { return true }
    return page == bar && shown & ~(1 << page.rawValue) == 0
  }
}
