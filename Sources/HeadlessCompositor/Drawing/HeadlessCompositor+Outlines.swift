// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension HeadlessCompositor {
  /// The outlines of all windows on an output, the hidden ones too, each with its last answer.
  func outlines(on screen: Screen) -> [DrawItem] {
    let verdict = governor.verdict
    return ordered.filter { $0.isMapped && $0.screen === screen }.flatMap { window in
      guard let space = window.space else { return [DrawItem]() }
      let area = Rectangle(origin: window.origin, size: window.geometry.size)
      return WindowOutline(window: window.id, isHidden: window.isHidden, area: area, verdict)
        .items(in: space)
    }
  }
}
