// SPDX-License-Identifier: Apache-2.0
import Orientation

struct UIKitDecision<Sink: DecisionSink> {
  private(set) var inquiry: UIKitInquiry<Sink>
  /// The status bar's orientation after the windows that have decided so far.
  private(set) var bar: InterfaceOrientation

  private var rules: UIKitRuleSet { inquiry.rules }
  private var scene: Scene {
    _read { yield inquiry.scene }
  }
  private var traits: UIKitTraits { rules.traits }

  init(rules: UIKitRuleSet, scene: Scene, answers: Answers, sink: Sink) {
    inquiry = UIKitInquiry(rules: rules, scene: scene, answers: answers, sink: sink)
    bar = scene.statusBar.orientation
  }

  mutating func run(_ trigger: DecisionTrigger) {
    switch trigger {
    case .turn(let target, let only): turn(to: target, only: only)
    case .place(let id): place(id)
    case .present(let id): present(id)
    case .update(let id): update(id)
    case .geometry(let id, let wanted): request(wanted, for: id)
    case .statusBar(let wanted): setStatusBar(wanted)
    case .reconsider: break
    }
  }

  private mutating func turn(_ window: Window, to orientation: InterfaceOrientation) {
    if window.orientation != orientation { inquiry.sink.move(.window(window.id, to: orientation)) }
    if window.controlsStatusBar { writeBar(orientation, by: window.id) }
  }

  /// Writes the status bar; writing the same orientation changes nothing (format:writer).
  private mutating func writeBar(_ orientation: InterfaceOrientation, by writer: WindowID) {
    guard bar != orientation else { return }
    bar = orientation
    inquiry.sink.move(.statusBar(to: orientation, by: .window(writer)))
  }

  private mutating func turnAll(to orientation: InterfaceOrientation, by decider: WindowID) {
    let windows = scene.windows
    for index in windows.indices
    where windows[index].orientation != orientation && rules.takesPart(windows[index], in: scene) {
      inquiry.sink.move(.window(windows[index].id, to: orientation))
    }
    writeBar(orientation, by: decider)
  }

  /// Decides about an orientation that the device requests (M-2, B-1 to B-3); under the arbitration
  /// `autonomous`, `only` limits the decision to one window.
  private mutating func turn(to target: InterfaceOrientation, only: WindowID?) {
    // The output of a real display server follows the device if there are no windows (W-4).
    if scene.windows.isEmpty, !scene.outputs.isEmpty {
      return inquiry.sink.move(.statusBar(to: target, by: nil))
    }
    switch traits.arbitration {
    case .autonomous: turnEachForItself(to: target, only: only)
    case .keyOnly, .sceneWide:
      guard let decider = decider() else { return recordMissingDecider() }
      let rule: RuleID = traits.arbitration == .sceneWide ? .m23 : .formatArbitration
      inquiry.gate(decider.id, .arbitration, isPassed: true, rule)
      guard !isDisabled(decider) else { return }
      if accepts(decider, target) { turnAll(to: target, by: decider.id) }
    case .intersection: turnIfAllAgree(to: target)
    }
  }

  private mutating func recordMissingDecider() {
    let rule: RuleID = traits.arbitration == .sceneWide ? .m23 : .formatVoter
    inquiry.gate(nil, .takesPart, isPassed: false, rule)
  }

  private mutating func turnEachForItself(to target: InterfaceOrientation, only: WindowID?) {
    if scene.windows.isEmpty { return recordMissingDecider() }
    for index in scene.windows.indices {
      if let only, scene.windows[index].id != only { continue }
      let window = scene.windows[index]
      guard takesPart(window), !isDisabled(window) else { continue }
      if accepts(window, target) { turn(window, to: target) }
      if inquiry.raised != nil { return }
    }
  }

  private mutating func turnIfAllAgree(to target: InterfaceOrientation) {
    var agreed = true
    for index in scene.windows.indices {
      let window = scene.windows[index]
      guard takesPart(window) else { continue }
      if isDisabled(window) || !accepts(window, target) { agreed = false }
      if inquiry.raised != nil { return }
    }
    guard agreed else { return }
    guard let decider = decider() else { return recordMissingDecider() }
    turnAll(to: target, by: decider.id)
  }

  private mutating func takesPart(_ window: Window) -> Bool {
    if rules.takesPart(window, in: scene) { return true }
    let rule: RuleID = window.isFollower ? .m9 : window.root == nil ? .m7 : .formatVoter
    inquiry.gate(window.id, .takesPart, isPassed: false, rule)
    return false
  }

  mutating func isDisabled(_ window: Window) -> Bool {
    guard window.disableCount > 0 else { return false }
    inquiry.gate(window.id, .disableCount, isPassed: false, .m15)
    inquiry.sink.move(.putOff(window.id))
    return true
  }

  /// Returns whether window, app and device allow an orientation (B-2, B-3, B-12, E-8); false after
  /// an exception or while an answer is missing.
  mutating func accepts(_ window: Window, _ target: InterfaceOrientation) -> Bool {
    guard let root = window.root else {
      // Without a root, the app's main window rotates by the masks of app and device (B-12).
      let mask =
        inquiry.isMultitasking ? .all : inquiry.appMask(window).intersection(scene.device.mask)
      let isPassed = mask.allows(target)
      inquiry.gate(window.id, .effectiveMask, isPassed: isPassed, .b12)
      return isPassed
    }
    let controller = root.topmost(traits)
    if isLocked(window, controller) { return false }
    guard inquiry.autorotates(window, controller, proposed: target) else { return false }
    guard let mask = inquiry.effectiveMask(window, controller, proposed: target) else {
      return false
    }
    let isPassed = mask.allows(target)
    inquiry.gate(window.id, .effectiveMask, isPassed: isPassed, .b3)
    return isPassed
  }

  mutating func isLocked(_ window: Window, _ controller: Controller) -> Bool {
    guard traits.hasOrientationLock, let prefersLock = controller.prefersOrientationLocked else {
      return false
    }
    inquiry.sink.asked(
      Asked(
        window: window.id, controller: controller.id, question: .orientationLocked,
        answer: .flag(prefersLock), origin: .written, rule: .e8))
    guard prefersLock, scene.isFullSize else { return false }
    inquiry.gate(window.id, .orientationLock, isPassed: false, .e8)
    return true
  }

  /// Returns the window that decides for all; `nil` if there is none (format:arbitration,
  /// format:scene).
  ///
  /// The decider is the page's window or, for the arbitration `sceneWide`, the topmost shown voter
  /// that fills the screen and may write the status bar. Without such a voter, the key window
  /// decides if it is a voter, else the first voter, else the main window.
  func decider() -> Window? { deciderIndex.map { scene.windows[$0] } }

  /// The index of the window that decides for all.
  private var deciderIndex: Int? {
    let windows = scene.windows
    guard traits.arbitration == .sceneWide else {
      return scene.pageIndex.flatMap { rules.takesPart(windows[$0], in: scene) ? $0 : nil }
    }
    var (best, first): (Int?, Int?)
    for index in windows.indices where rules.isVoter(windows[index], in: scene) {
      first = first ?? index
      guard !windows[index].isHidden, windows[index].size == nil, windows[index].controlsStatusBar
      else { continue }
      if let best, windows[best].level > windows[index].level { continue }
      best = index
    }
    if let best { return best }
    let key = scene.keyWindow.flatMap { scene.index(of: $0) }
    if let key, rules.isVoter(windows[key], in: scene) { return key }
    return first ?? windows.firstIndex { rules.takesPart($0, in: scene) }
  }

  private mutating func place(_ id: WindowID) {
    guard let window = scene.window(id) else { return }
    guard rules.takesPart(window, in: scene), let root = window.root else {
      return followBar(window)
    }
    switch traits.arbitration {
    case .autonomous:
      guard let target = placement(window, root.topmost(traits)) else { return }
      turn(window, to: target)
    case .keyOnly, .sceneWide:
      guard let decider = decider(), decider.id == id, let root = decider.root else {
        return followBar(window)
      }
      guard let target = placement(decider, root.topmost(traits)) else { return }
      turnAll(to: target, by: id)
    case .intersection: placeTogether(window)
    }
  }

  /// Returns the orientation in which a controller is placed; `nil` after an exception or while an
  /// answer is missing.
  private mutating func placement(
    _ window: Window, _ controller: Controller, followsDevice: Bool = true
  ) -> InterfaceOrientation? {
    let device = followsDevice ? scene.device.orientation.interface : nil
    let proposed = device ?? bar
    let turns = inquiry.autorotates(window, controller, proposed: proposed)
    if inquiry.isMissingAnswers { return nil }
    guard
      let mask = inquiry.effectiveMask(window, controller, proposed: proposed, raises: turns)
    else { return nil }
    return orientation(in: mask, preferring: turns ? device : nil)
  }

  /// Returns the first that the mask allows of: the device's orientation, the status bar's, any;
  /// the status bar's for an empty mask, which is no error if autorotation is refused.
  private func orientation(
    in mask: OrientationMask, preferring device: InterfaceOrientation?
  ) -> InterfaceOrientation {
    if let device, mask.allows(device) { return device }
    return mask.allows(bar) ? bar : mask.first ?? bar
  }

  private func orientationNearBar(in mask: OrientationMask) -> InterfaceOrientation? {
    if mask.allows(bar) { return bar }
    if let device = scene.device.orientation.interface, mask.allows(device) { return device }
    return mask.first
  }

  private mutating func followBar(_ window: Window) {
    guard window.orientation != bar else { return }
    inquiry.sink.move(.window(window.id, to: bar))
  }

  // Rotates all windows to the device's orientation if all accept it, else to the status bar's,
  // else to the first that all accept. If the result is the status bar's orientation, or no
  // orientation is accepted by all, only the given window rotates, to the status bar's orientation.
  private mutating func placeTogether(_ window: Window) {
    guard let common = commonMask() else { return }
    let target = orientation(in: common, preferring: scene.device.orientation.interface)
    guard target != bar, let decider = decider() else { return followBar(window) }
    turnAll(to: target, by: decider.id)
  }

  /// Returns the orientations that all windows that take part accept; one that refuses autorotation
  /// accepts only the status bar's, and one without a root is not asked.
  ///
  /// Returns `nil` after an exception or while an answer is missing.
  private mutating func commonMask() -> OrientationMask? {
    var common = OrientationMask.all
    for window in scene.windows {
      guard rules.takesPart(window, in: scene), let root = window.root else { continue }
      let controller = root.topmost(traits)
      let turns = inquiry.autorotates(window, controller, proposed: bar)
      if inquiry.isMissingAnswers { continue }
      let mask = inquiry.effectiveMask(window, controller, proposed: bar, raises: turns)
      if inquiry.raised != nil { return nil }
      common.formIntersection(turns ? mask ?? [] : bar.mask)
    }
    return inquiry.isMissingAnswers ? nil : common
  }

  /// Rotates a window, or all windows that rotate together, to the preferred orientation of a new
  /// topmost controller (format:presenting); under `intersection` only if all accept it.
  ///
  /// Without a preference, the controller's mask decides, and the status bar's orientation comes
  /// first.
  private mutating func present(_ id: WindowID) {
    guard let window = scene.window(id), let root = window.root, takesPart(window) else { return }
    if traits.arbitration != .autonomous {
      guard let decider = decider(), decider.id == id else { return }
    }
    guard let target = presentation(window, root.topmost(traits)) else { return }
    switch traits.arbitration {
    case .autonomous: turn(window, to: target)
    case .keyOnly, .sceneWide: turnAll(to: target, by: id)
    case .intersection:
      if target != bar { turn(to: target, only: nil) }
    }
  }

  private mutating func presentation(
    _ window: Window, _ controller: Controller
  ) -> InterfaceOrientation? {
    // Under multitasking no controller is asked and every orientation is allowed; the status bar
    // keeps its own (P-2).
    if inquiry.isMultitasking { return bar }
    guard let preferred = inquiry.askPreferred(window, controller) else { return nil }
    if let preferred {
      guard let own = inquiry.askSupported(window, controller, proposed: preferred) else {
        return nil
      }
      guard own.allows(preferred) else {
        inquiry.raise(.x3, window, controller)
        return nil
      }
      return preferred
    }
    let mask = inquiry.effectiveMask(window, controller, proposed: bar, raises: false)
    guard let mask else { return nil }
    if mask.isEmpty {
      // An empty intersection is an exception only for a controller that allows autorotation (B-5).
      guard inquiry.autorotates(window, controller, proposed: bar), !inquiry.isMissingAnswers else {
        return nil
      }
      _ = inquiry.effectiveMask(window, controller, proposed: bar)
      return nil
    }
    return orientationNearBar(in: mask)
  }

  /// Decides about an announced change of a mask, which can rotate the scene at once (E-2, E-3).
  private mutating func update(_ id: WindowID) {
    guard let window = windowAsked(for: id) else { return recordMissingDecider() }
    guard window.id == id, let root = window.root else {
      // Only the window that decides for the scene can rotate it.
      return inquiry.gate(id, .takesPart, isPassed: false, .e2)
    }
    if traits.arbitration == .intersection { return placeTogether(window) }
    let controller = root.topmost(traits)
    // A granted lock keeps the shown orientation as long as the mask contains it (E-8).
    let isHeld = isLocked(window, controller)
    guard let target = placement(window, controller, followsDevice: !isHeld) else { return }
    if let device = scene.device.orientation.interface {
      inquiry.gate(id, .effectiveMask, isPassed: target == device, .e2)
    }
    move(window, to: target)
  }

  /// Decides about a request for one of several orientations; fails with UIKit's error 101 if no
  /// requested orientation is allowed (E-4, E-5).
  private mutating func request(_ wanted: OrientationMask, for id: WindowID) {
    guard let window = windowAsked(for: id), let root = window.root else {
      return recordMissingDecider()
    }
    if wanted.legal.isEmpty {
      return inquiry.gate(window.id, .effectiveMask, isPassed: false, .e4)
    }
    let controller = root.topmost(traits)
    guard let mask = inquiry.effectiveMask(window, controller, proposed: bar) else { return }
    let common = mask.intersection(wanted)
    guard let target = orientationNearBar(in: common) else {
      // The requesting window receives the error, whichever window's mask caused it.
      return inquiry.raise(
        RotationError(
          name: .sceneError101, rule: .e5, window: id,
          controller: scene.window(id)?.root?.topmost(traits).id))
    }
    move(window, to: target)
  }

  private func windowAsked(for id: WindowID) -> Window? {
    guard traits.arbitration == .autonomous else { return decider() }
    return scene.window(id).flatMap { rules.takesPart($0, in: scene) ? $0 : nil }
  }

  private mutating func move(_ window: Window, to target: InterfaceOrientation) {
    if traits.arbitration == .autonomous {
      turn(window, to: target)
    } else {
      turnAll(to: target, by: window.id)
    }
  }

  /// Writes the status bar for the app, which has an effect only while the page's mask is 0 (B-11).
  private mutating func setStatusBar(_ wanted: InterfaceOrientation) {
    // Under multitasking no mask is requested, so an app cannot set the status bar itself (P-2).
    guard wanted != .unknown, !inquiry.isMultitasking, let page = scene.pageIndex,
      let controller = scene.windows[page].root?.topmost(traits)
    else { return recordMissingDecider() }
    let window = scene.windows[page]
    guard let mask = inquiry.controllerMask(window, controller, proposed: wanted) else { return }
    let isPassed = mask.rawValue == 0
    inquiry.gate(window.id, .effectiveMask, isPassed: isPassed, .b11)
    guard isPassed, bar != wanted else { return }
    bar = wanted
    inquiry.sink.move(.statusBar(to: wanted, by: .app))
  }

  /// Returns the contribution of a window that decides for all (`isAlone`), or that has to agree
  /// with all other windows.
  mutating func consent(
    of window: Window, to triggers: [DecisionTrigger], isAlone: Bool
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    if case .turn(let target, _)? = triggers.first, triggers.count == 1 {
      let accepts = !isDisabled(window) && accepts(window, target)
      if inquiry.isVoid { contribution.blockers = .stops }
      if !accepts { contribution.allowed = [] }
      return contribution
    }
    if isDisabled(window) { contribution.blockers = .refuses }
    guard let root = window.root else {
      contribution.allowed = inquiry.appMask(window)
      return contribution
    }
    let controller = root.topmost(traits)
    if isLocked(window, controller) { contribution.blockers = .refuses }
    let isHeld = !contribution.blockers.isEmpty
    let turns = inquiry.autorotates(window, controller, proposed: bar)
    let mask = inquiry.effectiveMask(window, controller, proposed: bar, raises: turns)
    // The mask of a window that refuses autorotation counts only if the window decides alone.
    if turns || isAlone { contribution.allowed = mask ?? [] }
    if !turns { contribution.blockers = .refuses }
    if inquiry.isVoid {
      contribution.blockers.insert(turns && !isHeld ? .stops : .mayStop)
    }
    return contribution
  }
}
