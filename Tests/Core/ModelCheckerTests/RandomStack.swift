// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation

@testable import ModelChecker

/// A seeded generator of stacks, with every way in which windows can depend on each other.
struct RandomStack {
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(Int(truncatingIfNeeded: seed)) }

  mutating func next() -> UInt64 { random.next() }

  mutating func chance(_ oneIn: UInt64) -> Bool { random.chance(oneIn) }

  mutating func pick<Value>(_ values: [Value]) -> Value { random.pick(values) }

  mutating func stack(_ rules: any RuleSet, windows count: Int) -> CheckStack {
    var device = Device(idiom: chance(3) ? .pad : .phone, hasHomeButton: chance(2))
    device.orientation = pick(DeviceOrientation.allCases)
    device.isRotationLocked = chance(6)
    if chance(3) { device.panel = .landscape }
    if rules.family == .chromeos {
      device.chromeOS = ChromeOSSettings(
        posture: chance(6) ? pick(ChromeOSSettings.Posture.allCases) : .tablet,
        isSplit: chance(12), rotatesInClamshell: chance(6))
      if chance(5) { device.userLock = pick(OrientationLock.allCases) }
    }
    if rules.family == .android {
      device.ignoresOrientationRequest = chance(6)
      device.android.isLargeScreen = chance(6)
      device.android.reversesSensor = chance(6)
      device.android.isHalfFolded = chance(6)
      device.android.takesUserRotationWithoutAutoRotation = chance(2)
      device.android.supportsAutoRotation = !chance(8)
    }
    var app = App(supported: chance(2) ? nil : mask().orientations)
    app.requiresFullScreen = !chance(3)
    if chance(4) { app.delegate = DelegateMasks(standard: mask()) }
    var scene = Scene(device: device, app: app)
    if rules.family == .desktop {
      scene.outputs = [
        Output(
          id: OutputID(0), name: "eDP-1", panel: device.panel, policy: chance(8) ? .leave : .auto),
        Output(id: OutputID(1), name: "DP-1", policy: .leave),
      ]
    }
    let forwards = chance(4)
    let windows = (0..<Int32(count)).map {
      window($0, of: rules.family, forwards: forwards, count: count)
    }
    let later = chance(2) ? 1 : 0
    scene.windows = Array(windows.dropLast(later))
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
    if !chance(6), !scene.windows.isEmpty { scene.keyHistory = [pick(scene.windows).id] }
    // Earlier key windows count under rules that read the order of use.
    if rules.family == .chromeos, chance(2), !scene.windows.isEmpty {
      let earlier = pick(scene.windows).id
      if !scene.keyHistory.contains(earlier) { scene.keyHistory.insert(earlier, at: 0) }
    }
    let addable = windows.suffix(later).map { window in
      var window = window
      // A lock to current in a new window makes more settings than a state holds.
      if window.chromeOS.lock == .current { window.chromeOS.lock = .natural }
      return CheckStack.Entry(window: window, isKey: chance(2), isThere: false)
    }
    return CheckStack(rules: rules, scene: scene, addable: addable)
  }

  private mutating func window(
    _ number: Int32, of family: RuleSetFamily, forwards: Bool, count: Int
  ) -> Window {
    var window = Window(id: WindowID(number), name: "w\(number)", root: nil)
    window.level = pick([0, 0, 0, 1000, 2000])
    window.isHidden = chance(3)
    window.isFollower = chance(8)
    window.controlsStatusBar = !chance(5)
    window.disableCount = chance(12) ? 1 : 0
    window.shell.mayVeto = chance(3)
    if chance(6) { window.shell.cure = pick(Mitigation.allCases) }
    if chance(8) { window.shell.output = OutputID(pick([0, 1])) }
    if chance(8) { window.shell.isMinimized = true }
    if chance(8) { window.shell.isFullscreen = true }
    if chance(5) { window.android.request = pick(AndroidRequest.allCases) }
    if family == .chromeos {
      window.chromeOS = ChromeOSTraits(
        lock: chance(4) ? nil : pick(OrientationLock.allCases), owner: pick([.app, .app, .user]),
        isFloated: chance(8), isApp: !chance(6))
      window.chromeOS.isOnExternalDisplay = chance(8)
    }
    if family == .android {
      window.android.fillsParent = !chance(5)
      if chance(6) { window.android.mode = pick(TaskMode.allCases) }
      window.android.isSystem = chance(8)
    }
    guard !chance(7) else { return window }
    var policy = DeclaredPolicy()
    if chance(2) { policy.autorotate = chance(2) }
    if chance(2) { policy.supported = mask() }
    if chance(8) { policy.preferred = .landscapeRight }
    if chance(6) { policy.legacy = mask() }
    var root = Controller(id: "\(window.name).root", policy: .declared(policy))
    if forwards, chance(3) { root.forwardsTo = WindowID(Int32(next() % UInt64(count))) }
    window.root = root
    return window
  }

  /// Returns a copy of a desktop's stack in which two outputs rotate, with windows on each and without
  /// followers, which only UIKit has.
  mutating func withTwoOutputs(_ stack: CheckStack) -> CheckStack {
    var stack = stack
    stack.scene.outputs = [
      Output(id: OutputID(0), name: "eDP-1", panel: stack.scene.device.panel),
      Output(id: OutputID(1), name: "DSI-1", panel: chance(3) ? .landscape : .portrait),
    ]
    for index in stack.windows.indices {
      stack.windows[index].window.shell.output = OutputID(pick([0, 1]))
      stack.windows[index].window.isFollower = false
      let window = stack.windows[index].window
      if let own = stack.scene.index(of: window.id) { stack.scene.windows[own] = window }
    }
    return stack
  }

  mutating func mask() -> OrientationMask {
    pick([.all, .allButUpsideDown, .landscape, .portrait, .landscapeLeft, [], .init(rawValue: 1)])
  }

  mutating func event(in model: CheckModel, _ state: PackedState) -> CheckEvent? {
    var events: [CheckEvent] = [CheckEvent(kind: .lock), CheckEvent(kind: .unlock)]
    for index in model.ids.indices {
      for kind in [CheckEvent.Kind.show, .hide, .makeKey, .add, .remove] {
        events.append(CheckEvent(kind: kind, index: index))
      }
    }
    for device in 0..<5 { for _ in 0..<3 { events.append(CheckEvent(kind: .turn, index: device)) } }
    let possible = events.filter { model.isPossible($0, state) }
    return possible.isEmpty ? nil : pick(possible)
  }
}

extension CheckModel {
  /// Returns whether an event can happen and would have an effect.
  func isPossible(_ event: CheckEvent, _ state: PackedState) -> Bool {
    let bit = UInt64(1) << UInt64(event.index)
    switch event.kind {
    case .show: return state.present & state.hidden & bit != 0
    case .hide: return state.shown & bit != 0
    case .makeKey: return state.present & bit != 0 && state.key != event.index
    case .remove: return state.present & bit != 0
    case .add: return addable & ~state.present & ~state.hidden & bit != 0
    case .turn: return state.device != event.index
    case .lock: return !templates[state.settingsIndex].device.isRotationLocked
    case .unlock: return templates[state.settingsIndex].device.isRotationLocked
    }
  }
}
