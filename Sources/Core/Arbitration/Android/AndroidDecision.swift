// SPDX-License-Identifier: Apache-2.0
import Orientation

struct AndroidDecision<Sink: DecisionSink>: DisplayDecision {
  let scene: Scene
  var sink: Sink
  let version: AndroidVersion

  var device: Device { scene.device }
  var settings: AndroidSettings { scene.device.android }
  var last: AndroidRotation { AndroidRotation(scene.statusBar.orientation, on: device.panel) }

  mutating func target() -> (orientation: InterfaceOrientation, source: WindowID?) {
    let found = walk(scene.indicesFromTop)
    return (rotation(for: found).orientation(on: device.panel), found.source)
  }
}

extension AndroidDecision {
  /// The sensor's rotation, inverted if the sensor is behind the display (AN-33); the display's
  /// current rotation if the sensor reports no upright orientation (AN-17).
  private var sensor: AndroidRotation {
    guard let felt = device.orientation.edgeUp.map({ AndroidRotation($0.transform) }) else {
      return last
    }
    return isReversed ? AndroidRotation(felt.transform.inverse) : felt
  }

  private var isReversed: Bool { version.knowsDeviceStates && settings.reversesSensor }

  private var user: AndroidRotation {
    device.userRotation.map { AndroidRotation($0, on: device.panel) } ?? .rotation0
  }

  mutating func rotation(for found: Found) -> AndroidRotation {
    guard pass(.rotationLock, !settings.isFixedToUserRotation, .an1) else { return user }
    let proposal = forced(against: found.request) ?? proposal(for: found)
    return limit(proposal, by: found)
  }

  /// Returns the rotation that the device's settings impose (AN-2 to AN-9, AN-29); `nil` if they
  /// impose none.
  private mutating func forced(against request: AndroidRequest) -> AndroidRotation? {
    guard pass(.rotationLock, settings.isDefaultDisplay, .an2) else { return user }
    let lid = settings.isLidOpen ? settings.lidOpenRotation : nil
    if let held = hold(lid, .an3) { return held }
    let dock = settings.dockAllowsSensor ? sensor : settings.dockRotation
    if let held = hold(settings.dock == .car ? dock : nil, .an4) { return held }
    let yields = version.deskDockYields && (request == .locked || request == .nosensor)
    if settings.dock == .desk, yields {
      _ = pass(.deviceSetting, true, .an29)
    } else if let held = hold(settings.dock == .desk ? dock : nil, .an5) {
      return held
    }
    let isPlugged = settings.isHDMIPlugged
    if let held = hold(isPlugged ? settings.demoHDMIRotation : nil, .an6) { return held }
    let undocked = isPlugged && settings.dock == nil ? settings.undockedHDMIRotation : nil
    if let held = hold(undocked, .an7) { return held }
    if let held = hold(settings.demoRotation, .an8) { return held }
    let upright = AndroidRotation.standard(.portrait, reverse: false, on: device)
    return hold(settings.isInVRMode ? upright : nil, .an9)
  }

  private mutating func hold(_ rotation: AndroidRotation?, _ rule: RuleID) -> AndroidRotation? {
    _ = pass(.deviceSetting, rotation == nil, rule)
    return rotation
  }

  /// Returns the rotation that the request, the sensor or the user proposes; `nil` if none of them
  /// proposes a rotation (AN-10 to AN-15).
  private mutating func proposal(for found: Found) -> AndroidRotation? {
    let request = found.request
    guard pass(.orientationLock, request != .locked, .an10, found.source) else { return last }
    guard pass(.deviceSetting, settings.supportsAutoRotation, .an11) else {
      guard version.knowsUserRotationWithoutSensor, settings.takesUserRotationWithoutAutoRotation
      else { return nil }
      _ = pass(.rotationLock, true, .an30)
      return user
    }
    let isFree = device.userRotation == nil
    let isHalfFolded = version.knowsDeviceStates && settings.isHalfFolded
    if isHalfFolded, !isFree { _ = pass(.deviceSetting, true, .an34) }
    if isReversed { _ = pass(.deviceOrientation, true, .an33) }
    if !isFree, !isHalfFolded, request.followsSensor, !request.overridesUserLock {
      _ = pass(.rotationLock, false, .an12)
      if isOffered(for: request) { _ = pass(.deviceOrientation, true, .an35, found.source) }
    } else if pass(.autorotate, request.followsSensor, .an12, found.source) {
      _ = pass(.deviceOrientation, device.orientation.edgeUp != nil, .an17)
      let allowed =
        sensor != .rotation180 || settings.allowsAllRotations || request.allowsHalfTurn
      return pass(.effectiveMask, allowed, .an13, found.source) ? sensor : last
    }
    guard pass(.rotationLock, isFree || !request.yieldsToUserLock, .an14) else { return user }
    _ = pass(.arbitration, true, .an15, found.source)
    return nil
  }

  /// Returns whether Android offers the user the sensor's rotation (AN-35); called only while
  /// rotation is locked.
  private func isOffered(for request: AndroidRequest) -> Bool {
    let offered = sensor
    guard version.offersRotation, offered != last else { return false }
    switch request {
    case .fullUser: return true
    case .userLandscape: return offered.shows(.landscape, on: device.panel)
    case .userPortrait:
      return offered == AndroidRotation.standard(.portrait, reverse: false, on: device)
    default: return offered != .rotation180 || settings.allowsAllRotations
    }
  }

  /// Returns the proposal if the request allows it, otherwise a rotation of the request's class
  /// (AN-16).
  ///
  /// Without a proposal and a class, returns rotation 0.
  private mutating func limit(_ proposal: AndroidRotation?, by found: Found) -> AndroidRotation {
    let panel = device.panel
    guard let shape = found.request.shape else { return proposal ?? .rotation0 }
    let fits = proposal.map { $0.shows(shape, on: panel) } ?? false
    _ = pass(.effectiveMask, fits || proposal == nil, .an16, found.source)
    if let proposal, fits { return proposal }
    if !found.request.isFixed, last.shows(shape, on: panel) { return last }
    if shape != panel, panel == .landscape || settings.reversesDefaultRotation {
      _ = pass(.effectiveMask, true, .an18, found.source)
    }
    return AndroidRotation.standard(shape, reverse: found.request.isReverse, on: device)
  }
}

extension AndroidDecision {
  struct Found {
    var request = AndroidRequest.unspecified
    var source: WindowID?
  }

  /// Returns the deciding request and its window among windows that are given by their indices, from top to
  /// bottom; `unspecified` without a window if no window decides, or the display ignores the request (AN-26,
  /// AN-28, AN-31).
  mutating func walk(_ order: [Int]) -> Found {
    let isLarge = version.ignoresOnLargeScreens && settings.isLargeScreen
    let ignores = device.ignoresOrientationRequest || isLarge
    if !ignores || version.obeyedRequests.isEmpty {
      return pass(.arbitration, !ignores, .an26) ? search(order) : Found()
    }
    let found = search(order)
    if version.obeyedRequests.contains(found.request) {
      _ = pass(.arbitration, true, .an28, found.source)
      return found
    }
    _ = pass(.arbitration, false, isLarge ? .an31 : .an26, found.source)
    return Found()
  }

  /// Returns the deciding request among windows whose indices are given from top to bottom (AN-19 to AN-25,
  /// AN-32).
  private mutating func search(_ order: [Int]) -> Found {
    var found = Found()
    for index in order {
      let window = scene.windows[index]
      let provides = !window.isFollower && window.android.mode == .fullscreen
      guard pass(.takesPart, provides, .an19, window.id) else { continue }
      // The request `behind` passes the decision to covered windows, which need not be visible.
      let counts = !window.isHidden || found.request == .behind
      guard pass(.takesPart, counts, .an25, window.id) else { continue }
      if window.android.isSystem {
        guard pass(.takesPart, window.android.mayRequest, .an32, window.id) else { continue }
      }
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
