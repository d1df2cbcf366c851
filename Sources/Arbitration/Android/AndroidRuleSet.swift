// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One rotation per display: the topmost window with a request, then a chain of gates.
///
/// The walk over the windows is AN-19 to AN-26, the chain AN-1 to AN-18. AN-27 needs a clock, which
/// a pure function has not, so an app that keeps changing its request is heard every time.
public struct AndroidRuleSet: RepairSearchable {
  /// The only variant.
  public init() {}

  /// android.
  public var id: String { "android" }

  /// Android's vocabulary.
  public var family: RuleSetFamily { .android }

  /// One orientation for the display.
  public var scope: OrientationScope { .display }

  /// Decides for the default display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = AndroidDecision(scene: scene, sink: sink)
    decision.run()
    sink = decision.sink
    return .decided
  }

  /// Every change of windows, requests, sensor or settings makes it look again.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    WholeDisplay(scene).triggers(for: event, before: before)
  }

  /// The orientation that the device asks for; none while the user's lock keeps it from the page.
  public func request(
    of event: Event, before: Scene, after scene: Scene
  ) -> InterfaceOrientation? {
    guard let wanted = WholeDisplay(scene).request(of: event, before: before) else { return nil }
    let isFree = scene.device.userRotation == nil && !scene.device.android.isFixedToUserRotation
    return isFree || pageRequest(in: scene)?.overridesUserLock == true ? wanted : nil
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

  /// The topmost shown window with a request that counts; all of them where one asks what is behind it.
  public func reads(in scene: Scene) -> ReadSet {
    if scene.device.ignoresOrientationRequest { return ReadSet(.first([]), hidden: false) }
    let asked = WholeDisplay(scene).windowsFromTop.filter { window in
      guard !window.isFollower else { return false }
      let request = window.android.effectiveRequest
      return request == .unspecified ? window.android.fillsParent : request != .unset
    }
    // Whoever is covered counts then, hidden or not (AN-21, AN-25).
    if asked.contains(where: { $0.android.effectiveRequest == .behind }) {
      return ReadSet(.everything)
    }
    return ReadSet(.first(asked.map(\.id)), hidden: false)
  }

  /// The request that would count if nothing lay above the page; nil when there is no page.
  private func pageRequest(in scene: Scene) -> AndroidRequest? {
    guard let page = scene.pageIndex else { return nil }
    let id = scene.windows[page].id
    let below = WholeDisplay(scene).windowsFromTop.drop { $0.id != id }
    var decision = AndroidDecision(scene: scene, sink: NullSink())
    return decision.walk(Array(below)).request
  }

  /// Windows ask for something else; a mask becomes the request that means it, if one does.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch intervention.subject {
    case .party(.window(let id)): amend(&scene, id, intervention.override)
    case .party(.device):
      let agrees = intervention.override != .refuses
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
