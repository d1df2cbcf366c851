// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One rotation for the internal display: the lock of the window used last, against the user's.
///
/// Locks are CR-8 to CR-16, CR-18 and CR-19. The steps from one sample to an orientation (CR-3 to
/// CR-6) belong to a judge; here the orientation that is felt counts as a steady stream of samples.
/// CR-17 holds because the arbiter takes in one event at a time.
public struct ChromeOSRuleSet: RepairSearchable {
  /// The only variant.
  public init() {}

  /// chromeos.
  public var id: String { "chromeos" }

  /// ChromeOS's vocabulary.
  public var family: RuleSetFamily { .chromeos }

  /// One orientation for the display.
  public var scope: OrientationScope { .display }

  /// Decides for the internal display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = ChromeOSDecision(scene: scene, sink: sink)
    decision.run()
    sink = decision.sink
    return .decided
  }

  /// Every change of windows, locks, sensor or settings makes it look again.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    WholeDisplay(scene).triggers(for: event, before: before)
  }

  /// The orientation that the device asks for; none in clamshell or against the user's lock.
  public func request(
    of event: Event, before: Scene, after scene: Scene
  ) -> InterfaceOrientation? {
    guard let wanted = WholeDisplay(scene).request(of: event, before: before),
      scene.device.chromeOS.allowsAutoRotation
    else { return nil }
    var decision = ChromeOSDecision(scene: scene, sink: NullSink())
    let found = decision.resolve()
    return found.isUsers && !found.lock.mask(on: scene.device.panel).allows(wanted) ? nil : wanted
  }
}

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
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch intervention.subject {
    case .party(.window(let id)): amend(&scene, id, intervention.override)
    case .party(.device):
      scene.device.chromeOS.posture = .tablet
      let isRefused = intervention.override == .refuses
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
