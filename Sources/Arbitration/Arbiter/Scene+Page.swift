// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  /// How the page is turned; nil if there is none.
  var pageOrientation: InterfaceOrientation? { pageIndex.map { windows[$0].orientation } }

  /// The page as it stands; the rule set knows which controller is topmost.
  func page(_ rules: any RuleSet) -> Page? {
    pageIndex.map { index in
      Page(
        window: windows[index].id, controller: rules.topmost(windows[index]),
        orientation: windows[index].orientation)
    }
  }
}
