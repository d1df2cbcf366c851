// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  /// The page as it stands; the rule set knows which controller is topmost.
  func page(_ rules: any RuleSet) -> Page? {
    pageIndex.map { index in
      Page(
        window: windows[index].id, controller: rules.topmost(windows[index]),
        orientation: windows[index].orientation)
    }
  }
}
