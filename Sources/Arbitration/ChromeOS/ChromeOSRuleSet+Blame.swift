// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension ChromeOSRuleSet {
  /// Whether a window can have a say: shown on the internal display, not floated, an app's or
  /// locked.
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    !window.isHidden && !window.isFollower && !window.chromeOS.isFloated
      && !scene.isExternal(window) && (window.chromeOS.isApp || window.chromeOS.lock != nil)
  }

  /// Whether the page's own lock allows an orientation.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let page = scene.pageIndex else { return false }
    let lock = scene.windows[page].chromeOS.resolved ?? .any
    return lock.mask(on: scene.device.panel).allows(orientation)
  }

  /// Windows lock something else; a mask becomes the lock that means it, if one does.
  public func amend(_ scene: inout Scene, with amendment: Intervention) {
    switch amendment.subject {
    case .party(.window(let id)): amend(&scene, id, amendment.override)
    case .party(.device):
      scene.device.chromeOS.posture = .tablet
      let isRefused = amendment.override == .refuses
      scene.device.userLock = isRefused ? OrientationLock(scene.statusBar.orientation) : nil
    case .party(.app), .party(.delegate), .lock: break
    }
  }

  private func amend(_ scene: inout Scene, _ id: WindowID, _ override: Intervention.Override) {
    guard let index = scene.index(of: id) else { return }
    switch override {
    case .leaves: scene.amendWindow(id, .leaves)
    case .agrees, .refuses:
      let current = OrientationLock(scene.statusBar.orientation)
      scene.windows[index].chromeOS.lock = override == .agrees ? .any : current
      scene.windows[index].chromeOS.owner = .app
    case .follows:
      guard let page = scene.pageIndex else { return }
      scene.windows[index].chromeOS.lock = scene.windows[page].chromeOS.resolved
      scene.windows[index].chromeOS.owner = scene.windows[page].chromeOS.owner
    case .standard: scene.windows[index].chromeOS.lock = nil
    case .shows: break
    case .supports(let mask):
      let meant = OrientationLock.allCases.first {
        $0 != .current && $0.mask(on: scene.device.panel) == mask
      }
      if let meant { scene.windows[index].chromeOS.lock = meant }
    }
  }

  /// The window used last decides.
  public func aggregation(in scene: Scene) -> Aggregation { .one }
}
