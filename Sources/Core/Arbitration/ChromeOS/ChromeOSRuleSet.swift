// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// ChromeOS's rules: the locks of one window, usually the last key window, and of the user limit
/// how the sensor rotates the internal display.
///
/// Rules CR-8 to CR-16, CR-18 and CR-19 are about locks. The steps from one sample to an
/// orientation (CR-3 to CR-6) belong to a judge; a judged orientation replaces a steady series of
/// samples here. CR-17 holds because the arbiter processes one event at a time.
public final class ChromeOSRuleSet: DisplayRuleSet {
  /// The table that defines the primary orientations of a landscape panel (CR-20).
  public let primaries: PrimaryOrientations

  /// Creates the rule set; the default is Chromium's current table.
  ///
  /// `w3c` is the table of early versions of ChromeOS, and of the rule set `chromeos` in recordings
  /// by Swivel 0.1.0.
  public init(_ primaries: PrimaryOrientations = .android) { self.primaries = primaries }

  /// The name: `chromeos`, or `chromeos-w3c` with W3C's table.
  public var id: String { primaries == .android ? "chromeos" : "chromeos-w3c" }

  /// The rule set's family, which is ChromeOS's.
  public var family: RuleSetFamily { .chromeos }

  /// Decides the orientation of the internal display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    ChromeOSDecision(scene: scene, sink: sink, primaries: primaries).run(&sink)
  }

  /// Applies an event to the scene; a lock without an orientation stores the shown orientation.
  public func apply(_ event: DeviceEvent, to scene: inout Scene) {
    scene.apply(event)
    switch event {
    case .rotationLock(let isLocked): scene.device.userLock = isLocked ? shownLock(scene) : nil
    case .setting(.userLock(.current)): scene.device.userLock = shownLock(scene)
    default: break
    }
  }

  /// Sets locks without an orientation, and a missing user's rotation, to the shown orientation.
  public func resolveSettings(of scene: inout Scene) {
    let isLocked = scene.device.isRotationLocked && scene.device.userLock == nil
    if isLocked || scene.device.userLock == .current { scene.device.userLock = shownLock(scene) }
    if scene.device.userRotation == nil {
      scene.device.userRotation = scene.statusBar.orientation
    }
    for index in scene.windows.indices {
      scene.windows[index].begin(showing: scene.statusBar.orientation)
    }
  }

  private func shownLock(_ scene: Scene) -> OrientationLock {
    OrientationLock(scene.statusBar.orientation, on: scene.device.panel, by: primaries)
  }

  /// Puts the device into tablet mode, since a laptop's screen does not rotate by default (CR-1).
  public func prepare(_ device: inout Device) { device.chromeOS.posture = .tablet }

  /// Returns whether the sensor may rotate and the user's lock, if in effect, allows an
  /// orientation.
  public func userAllows(_ orientation: InterfaceOrientation, in scene: Scene) -> Bool {
    guard scene.device.chromeOS.allowsAutoRotation else { return false }
    var decision = ChromeOSDecision(scene: scene, sink: NullSink(), primaries: primaries)
    let found = decision.resolve()
    return !found.isUsers
      || found.lock.mask(on: scene.device.panel, by: primaries).allows(orientation)
  }
}

extension ChromeOSRuleSet {
  /// Returns whether a window can decide (CR-10, CR-12, CR-19).
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    !window.isHidden && !window.isFollower && !window.chromeOS.isFloated
      && !scene.isExternal(window) && (window.chromeOS.isApp || window.chromeOS.lock != nil)
  }

  /// Returns the read set: in tablet mode without split screen the voter that was the key window
  /// last, or the topmost one if none was; otherwise no window.
  public func reads(in scene: Scene) -> ReadSet {
    let settings = scene.device.chromeOS
    guard settings.allowsAutoRotation, settings.posture == .tablet, !settings.isSplit else {
      return ReadSet(.first([]), hidden: false)
    }
    let able = scene.windowsFromTop.filter { window in
      var window = window
      window.isHidden = false
      return isVoter(window, in: scene)
    }
    var reads = ReadSet(.recent(able.map { $0.id }), hidden: false)
    // A lock to the current orientation is a lock to one of the others (CR-16).
    reads.locks = OrientationLock.allCases.filter { $0 != .current }
    return reads
  }

  /// Returns whether the page's own lock, if any, allows an orientation; false without a page.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let page = scene.pageIndex else { return false }
    return scene.windows[page].chromeOS.resolvedMask(on: scene.device.panel, by: primaries)
      .allows(orientation)
  }

  /// Puts the device into tablet mode; unlocks rotation if `agrees`, otherwise locks it to the
  /// shown orientation.
  public func amendDevice(_ scene: inout Scene, agrees: Bool) {
    scene.device.chromeOS.posture = .tablet
    scene.device.userLock = agrees ? nil : shownLock(scene)
  }

  /// Replaces a window's lock by one that has the same effect as the changed answer, if there is
  /// such a lock.
  public func amend(_ scene: inout Scene, windowAt index: Int, _ override: Intervention.Override) {
    switch override {
    case .agrees, .refuses:
      let current = shownLock(scene)
      scene.windows[index].chromeOS.lock = override == .agrees ? .any : current
      scene.windows[index].chromeOS.owner = .app
    case .follows:
      guard let page = scene.pageIndex else { return }
      scene.windows[index].chromeOS.lock = scene.windows[page].chromeOS.resolved(
        on: scene.device.panel, by: primaries)
      scene.windows[index].chromeOS.owner = scene.windows[page].chromeOS.owner
    case .standard: scene.windows[index].chromeOS.lock = nil
    case .shows, .leaves: break
    case .supports(let mask):
      let meant = OrientationLock.allCases.first {
        $0 != .current && $0.mask(on: scene.device.panel, by: primaries) == mask
      }
      if let meant { scene.windows[index].chromeOS.lock = meant }
    }
  }
}
