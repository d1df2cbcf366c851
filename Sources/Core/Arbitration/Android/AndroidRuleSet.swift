// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One rotation per display: the topmost window with a request, then a chain of gates.
///
/// The walk over the windows is AN-19 to AN-26, the chain AN-1 to AN-18. AN-27 needs a clock, which
/// a pure function has not, so an app that keeps changing its request is heard every time.
public struct AndroidRuleSet: DisplayRuleSet {
  /// The only variant.
  public init() {}

  /// android.
  public var id: String { "android" }

  /// Android's.
  public var family: RuleSetFamily { .android }

  /// Decides for the default display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    AndroidDecision.run(in: scene, sink: &sink)
  }

  /// Has the user's lock hold what is shown.
  public func take(_ event: DeviceEvent, into scene: inout Scene) {
    scene.take(event)
    if case .rotationLock(let isLocked) = event {
      scene.device.userRotation = isLocked ? scene.statusBar.orientation : nil
    }
  }

  /// Resolves a lock without a rotation to what is shown.
  public func settle(_ scene: inout Scene) {
    if scene.device.isRotationLocked, scene.device.userRotation == nil {
      scene.device.userRotation = scene.statusBar.orientation
    }
  }

  /// Locks rotation and chooses the rotation, since Android knows no lock to a class.
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [
      .device(.rotationLock(true)),
      .device(.setting(.userRotation(scene.orientation(within: lock)))),
    ]
  }

  /// Whether the user's lock is open, or does not hold the page.
  public func userAllows(_ orientation: InterfaceOrientation, in scene: Scene) -> Bool {
    scene.device.userRotation == nil && !scene.device.android.isFixedToUserRotation
      || pageRequest(in: scene)?.overridesUserLock == true
  }
}

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

  /// The topmost shown window with a request that counts, or the next one behind it.
  public func reads(in scene: Scene) -> ReadSet {
    var reads = ReadSet(.first([]), hidden: false, requests: AndroidRequest.allCases)
    if scene.device.ignoresOrientationRequest { return reads }
    let asked = scene.windowsFromTop.filter { window in
      guard !window.isFollower else { return false }
      let request = window.android.effectiveRequest
      return request == .unspecified ? window.android.fillsParent : request != .unset
    }
    reads.windows = .first(asked.map(\.id))
    // Whoever is covered counts then, hidden or not (AN-21, AN-25).
    reads.behind = asked.filter { $0.android.effectiveRequest == .behind }.map(\.id)
    reads.hidden = !reads.behind.isEmpty
    return reads
  }

  /// The request that would count if nothing lay above the page; nil when there is no page.
  private func pageRequest(in scene: Scene) -> AndroidRequest? {
    guard let page = scene.pageIndex else { return nil }
    let id = scene.windows[page].id
    let below = scene.windowsFromTop.drop { $0.id != id }
    var decision = AndroidDecision(scene: scene, sink: NullSink())
    return decision.walk(Array(below)).request
  }

  /// The user's rotation and everything else that holds the display.
  public func amendDevice(_ scene: inout Scene, agrees: Bool) {
    scene.device.userRotation = agrees ? nil : scene.statusBar.orientation
    scene.device.android = AndroidSettings()
    scene.device.android.isFixedToUserRotation = !agrees
    scene.device.android.allowsAllRotations = agrees
  }

  /// A window requests something else.
  public func amend(_ scene: inout Scene, windowAt index: Int, _ override: Intervention.Override) {
    switch override {
    case .agrees: scene.windows[index].android.request = .fullSensor
    case .refuses: scene.windows[index].android.request = .locked
    case .follows: scene.windows[index].android.request = pageRequest(in: scene)
    case .standard: scene.windows[index].android.request = nil
    case .shows, .leaves: break
    case .supports(let mask):
      let showing = scene.statusBar.orientation
      let meant = AndroidRequest.allCases.first {
        $0 != .unset && $0 != .behind && $0.mask(on: scene.device, showing: showing) == mask
      }
      if let meant { scene.windows[index].android.request = meant }
    }
  }
}
