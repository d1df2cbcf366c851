// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension AndroidRuleSet {
  /// Whether a window has a say: shown, and not one that leaves its request unset.
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    !window.isHidden && !window.isFollower && window.android.effectiveRequest != .unset
  }

  /// Whether the page's own request allows an orientation, whatever lies above it.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let request = pageRequest(in: scene) else { return false }
    return request.mask(on: scene.device, showing: scene.statusBar.orientation)
      .allows(orientation)
  }

  /// The request that would count if nothing lay above the page; nil when there is no page.
  func pageRequest(in scene: Scene) -> AndroidRequest? {
    guard let page = scene.pageIndex else { return nil }
    let id = scene.windows[page].id
    let below = scene.windowsFromTop.drop { $0.id != id }
    var decision = AndroidDecision(scene: scene, sink: NullSink())
    return decision.walk(Array(below)).request
  }

  /// Windows ask for something else; a mask becomes the request that means it, if one does.
  public func amend(_ scene: inout Scene, with amendment: Intervention) {
    switch amendment.subject {
    case .party(.window(let id)): amend(&scene, id, amendment.override)
    case .party(.device):
      let agrees = amendment.override != .refuses
      scene.device.userRotation = agrees ? nil : scene.statusBar.orientation
      scene.device.android = AndroidSettings()
      scene.device.android.isFixedToUserRotation = !agrees
      scene.device.android.allowsAllRotations = agrees
    case .party(.app), .party(.delegate), .lock: break
    }
  }

  private func amend(_ scene: inout Scene, _ id: WindowID, _ override: Intervention.Override) {
    guard let index = scene.index(of: id) else { return }
    switch override {
    case .leaves: scene.amendWindow(id, .leaves)
    case .agrees: scene.windows[index].android.request = .fullSensor
    case .refuses: scene.windows[index].android.request = .locked
    case .follows: scene.windows[index].android.request = pageRequest(in: scene)
    case .standard: scene.windows[index].android.request = nil
    case .shows: break
    case .supports(let mask):
      let showing = scene.statusBar.orientation
      let meant = AndroidRequest.allCases.first {
        $0 != .unset && $0 != .behind && $0.mask(on: scene.device, showing: showing) == mask
      }
      if let meant { scene.windows[index].android.request = meant }
    }
  }

  /// The topmost window with a request decides.
  public func aggregation(in scene: Scene) -> Aggregation { .one }
}
