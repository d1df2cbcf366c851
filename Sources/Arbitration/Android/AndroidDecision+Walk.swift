// SPDX-License-Identifier: Apache-2.0
import Orientation

extension AndroidDecision {
  /// What the walk found: a request, and the window that it comes from.
  struct Found {
    var request = AndroidRequest.unspecified
    var source: WindowID?
  }

  /// Looks for the window that decides, from the top (AN-19 to AN-26).
  mutating func walk(_ windows: [Window]) -> Found {
    var found = Found()
    guard pass(.arbitration, !device.ignoresOrientationRequest, .an26) else { return found }
    for window in windows where pass(.takesPart, !window.isFollower, .an19, window.id) {
      // Behind looks at what is covered, so visibility is not required there.
      let counts = !window.isHidden || found.request == .behind
      guard pass(.takesPart, counts, .an25, window.id) else { continue }
      let request = ask(window)
      guard pass(.takesPart, request != .unset, .an22, window.id) else { continue }
      if request == .behind {
        found = Found(request: .behind, source: window.id)
        _ = pass(.arbitration, true, .an21, window.id)
        continue
      }
      let isExplicit = request != .unspecified
      let rule: RuleID = isExplicit && window.android.fillsParent ? .an20 : .an23
      guard pass(.arbitration, isExplicit || window.android.fillsParent, rule, window.id) else {
        continue
      }
      return Found(request: request, source: window.id)
    }
    _ = pass(.arbitration, true, .an24, found.source)
    return found
  }

  private mutating func ask(_ window: Window) -> AndroidRequest {
    let request = window.android.effectiveRequest
    let mask = request.mask(on: device, showing: scene.statusBar.orientation)
    sink.asked(
      Asked(
        window: window.id, controller: nil, question: .supported, answer: .mask(mask),
        origin: window.android.request == nil ? .standard : .written,
        rule: request == .behind ? .an21 : .an20))
    return request
  }
}
