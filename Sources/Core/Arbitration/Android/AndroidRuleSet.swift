// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Android's rules: one rotation per display, from the topmost request and a chain of gates.
///
/// The walk over the windows is AN-19 to AN-26, the chain AN-1 to AN-18. Rule AN-27 needs a clock,
/// which a pure function lacks, so every change of an app's request takes effect.
public final class AndroidRuleSet: DisplayRuleSet {
  /// The traits of the version of Android.
  public let version: AndroidVersion

  /// Creates the rule set of a version; the default is the oldest version, whose rule set is named
  /// `android`.
  public init(_ version: AndroidVersion = .android12) { self.version = version }

  /// The name of the version's rule set.
  public var id: String { version.name }

  /// Android's table of primary orientations (AN-18).
  public var primaries: PrimaryOrientations { .android }

  /// The rule set's family, which is Android's.
  public var family: RuleSetFamily { .android }

  /// Decides the rotation of the display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    AndroidDecision(scene: scene, sink: sink, version: version).run(&sink)
  }

  /// Applies an event to the scene; a rotation lock makes the shown orientation the user's
  /// rotation, and its end removes the user's rotation.
  public func apply(_ event: DeviceEvent, to scene: inout Scene) {
    scene.apply(event)
    if case .rotationLock(let isLocked) = event {
      scene.device.userRotation = isLocked ? scene.statusBar.orientation : nil
    }
  }

  /// Sets the user's rotation to the shown orientation if rotation is locked without a stored one.
  public func resolveSettings(of scene: inout Scene) {
    if scene.device.isRotationLocked, scene.device.userRotation == nil {
      scene.device.userRotation = scene.statusBar.orientation
    }
  }

  /// Returns the events that lock rotation to one orientation, since Android has no lock to a class
  /// of orientations.
  ///
  /// The orientation is the shown one if the lock allows it, otherwise the first that it allows.
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [
      .device(.rotationLock(true)),
      .device(.setting(.userRotation(scene.orientation(within: lock, by: primaries)))),
    ]
  }

  /// Returns whether the user's settings let the device rotate the display, whatever the
  /// orientation: rotation is not fixed (AN-1), and it is either unlocked, or the page's request
  /// overrides the lock.
  public func userAllows(_ orientation: InterfaceOrientation, in scene: Scene) -> Bool {
    !scene.device.android.isFixedToUserRotation
      && (scene.device.userRotation == nil || pageRequest(in: scene)?.overridesUserLock == true)
  }
}

extension AndroidRuleSet {
  /// Returns whether a window is shown, is no follower, and has a request that may decide.
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    !window.isHidden && !window.isFollower && window.android.mayRequest
      && window.android.effectiveRequest != .unset
  }

  /// Returns whether the request that decides without the windows above the page allows an
  /// orientation; false without a page.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let request = pageRequest(in: scene) else { return false }
    return request.mask(on: scene.device, showing: scene.statusBar.orientation)
      .allows(orientation)
  }

  /// Returns the read set: the topmost shown window that makes a request.
  ///
  /// If its request is `behind`, the next window below with another request is read too, even if
  /// hidden (AN-21, AN-25).
  /// No window is read if the device ignores all requests.
  public func reads(in scene: Scene) -> ReadSet {
    var reads = ReadSet(.first([]), hidden: false, requests: AndroidRequest.allCases)
    if version.obeyedRequests.isEmpty, scene.device.ignoresOrientationRequest { return reads }
    let asked = scene.windowsFromTop.filter { window in
      guard !window.isFollower, window.android.mayRequest else { return false }
      let request = window.android.effectiveRequest
      return request == .unspecified ? window.android.fillsParent : request != .unset
    }
    reads.windows = .first(asked.map { $0.id })
    reads.behind = asked.filter { $0.android.effectiveRequest == .behind }.map { $0.id }
    reads.hidden = !reads.behind.isEmpty
    return reads
  }

  /// Returns the request that would decide if no window were above the page; `nil` without a page.
  private func pageRequest(in scene: Scene) -> AndroidRequest? {
    guard let page = scene.pageIndex else { return nil }
    let below = scene.indicesFromTop.drop { $0 != page }
    var decision = AndroidDecision(scene: scene, sink: NullSink(), version: version)
    return decision.walk(Array(below)).request
  }

  /// Resets the settings, then frees rotation if `agrees`, otherwise fixes the shown orientation.
  public func amendDevice(_ scene: inout Scene, agrees: Bool) {
    scene.device.userRotation = agrees ? nil : scene.statusBar.orientation
    scene.device.android = AndroidSettings()
    scene.device.android.isFixedToUserRotation = !agrees
    scene.device.android.allowsAllRotations = agrees
  }

  /// Replaces a window's request by one that has the same effect as the changed answer, if there is
  /// such a request.
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
