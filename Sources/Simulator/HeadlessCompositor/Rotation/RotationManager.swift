// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RotationProtocol
import WaylandABI
import WaylandServer

/// The server of swivel-rotation-v1, by which clients answer for their windows and receive the
/// results.
final class RotationManager {
  unowned let compositor: CompositorCore
  private var policies: [SurfacePolicy] = []
  private var streams: [VerdictStream] = []
  /// The actions to call as soon as no decision is pending.
  private var whenDecided: [() -> Void] = []

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(SwivelRotationManagerV1Resource.self, version: 1) {
      [unowned self] manager in
      var offered: SwivelRotationManagerV1.Capability = [.surfacePolicies, .windows]
      if compositor.options.trustsClients { offered.formUnion([.verdicts, .devices]) }
      manager.onRequest = { [unowned self, unowned manager] in handle($0, by: manager) }
      manager.capabilities(capabilities: offered)
    }
  }

  private func handle(
    _ request: SwivelRotationManagerV1Resource.Request,
    by manager: SwivelRotationManagerV1Resource
  ) {
    func post(_ error: SwivelRotationManagerV1.ErrorCode, _ message: String) {
      manager.post(error, message)
    }
    switch request {
    case .destroy: break
    case .getSurfacePolicy(let id, let resource):
      guard let surface = resource.surface else { return }
      guard surface.rotation.policy == nil else {
        return post(.alreadyExists, "the surface already has a policy")
      }
      let policy = SurfacePolicy(id, surface: surface, manager: self)
      policies.append(policy)
      policy.start()
    case .getMatchPolicy:
      post(.notOffered, "this server has surfaces: make a policy for one of them")
    case .getWindow(let id, let resource):
      guard let surface = resource.surface else { return }
      guard surface.rotation.window == nil else {
        return post(.alreadyExists, "the surface already has such an object")
      }
      RotationWindow(id, surface: surface, manager: self).start()
    case .getVerdicts(let id):
      guard compositor.options.trustsClients else {
        return post(.notOffered, "this client may not watch decisions")
      }
      let stream = VerdictStream(id)
      streams.append(stream)
      id.onDestroy = { [unowned self] in streams.removeAll { $0 === stream } }
    case .getDevice(let id):
      guard compositor.options.trustsClients else {
        return post(.notOffered, "this client may not say how the device is held")
      }
      serve(id)
    }
  }

  func forget(_ policy: SurfacePolicy) { policies.removeAll { $0 === policy } }

  /// Sends a window's state and transform to its client, if they have changed; must precede the
  /// configure event with the new size.
  func describe(_ window: ShellWindow) { window.surface.rotation.window?.describe(window) }

  private func describeAll() {
    for window in compositor.windows.all { describe(window) }
  }

  func expired(_ question: QuestionID) {
    for policy in policies { policy.expired(question) }
  }

  /// Called when a decision has been made; the next one may begin at once.
  func note(_ verdict: Verdict) {
    for policy in policies { policy.decided(verdict) }
  }

  /// Sends clients the states of windows, the policies' messages and then the verdicts; calls the
  /// waiting actions if no decision is pending.
  func publish(_ verdicts: [Verdict]) {
    describeAll()
    for policy in policies { policy.flush() }
    for verdict in verdicts {
      for stream in streams { stream.send(verdict) }
    }
    guard !compositor.rotationController.arbiter.isWaiting else { return }
    let actions = whenDecided
    whenDecided = []
    for action in actions { action() }
  }

  private func serve(_ device: SwivelDeviceV1Resource) {
    device.onRequest = { [unowned self, unowned device] request in
      switch request {
      case .destroy: break
      case .turn(let value):
        guard value.rawValue <= 6,
          let orientation = DeviceOrientation(rawValue: UInt8(value.rawValue))
        else {
          return device.post(
            SwivelDeviceV1.ErrorCode.invalidOrientation,
            "\(value.rawValue) is no device orientation: 0 to 6 are")
        }
        forward(.turned(orientation), from: device)
      case .lock(let locked): forward(.rotationLock(locked != 0), from: device)
      }
    }
  }

  private func forward(_ event: DeviceEvent, from device: SwivelDeviceV1Resource) {
    guard whenDecided.count < 1024 else { return device.client.refuseMemory() }
    whenDecided.append { [unowned self] in
      device.done(decision: UInt32(clamping: compositor.rotationController.decisions - 1))
    }
    compositor.rotationController.handle(.device(event))
  }
}

/// A surface's `swivel_window_v1`: the client's settings and commands for its window, and the
/// window's state for the client.
final class RotationWindow {
  let resource: SwivelWindowV1Resource
  private weak var surface: Surface?
  private unowned let manager: RotationManager
  private var lastState: UInt32?
  private var lastTurn: (transform: Transform, orientation: InterfaceOrientation)?

  init(_ resource: SwivelWindowV1Resource, surface: Surface, manager: RotationManager) {
    self.resource = resource
    self.surface = surface
    self.manager = manager
  }

  private var compositor: CompositorCore { manager.compositor }

  private var window: ShellWindow? {
    surface.flatMap { surface in compositor.windows.window(of: surface) }
  }

  func start() {
    surface?.rotation.window = self
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      if surface?.rotation.window === self { surface?.rotation.window = nil }
    }
    if let window { describe(window) }
  }

  /// Called when the surface is destroyed; afterwards only `destroy` has an effect.
  func surfaceGone() {
    surface = nil
    resource.makeInert()
  }

  /// Called when the window is unmapped; the next `describe` sends the complete state.
  func forget() {
    lastState = nil
    lastTurn = nil
  }

  func describe(_ window: ShellWindow) {
    guard let id = window.id, let output = window.output else { return }
    let scene = compositor.scene
    let state: UInt32 = window.isHidden ? 1 : scene.keyWindow == id ? 2 : 0
    if state != lastState {
      lastState = state
      resource.state(state: SwivelWindowV1.State(rawValue: state))
    }
    let turn = (
      transform: window.target.followed(by: output.transform),
      orientation: compositor.rotationController.orientation(of: window)
    )
    if lastTurn.map({ $0 != turn }) ?? true {
      lastTurn = turn
      resource.transform(transform: turn.transform.wire, orientation: turn.orientation.wire)
    }
  }

  private func handle(_ request: SwivelWindowV1Resource.Request) {
    guard let rotation = surface?.rotation else { return }
    switch request {
    case .destroy: break
    case .setName(let name):
      let text = name.string
      guard (1...64).contains(text.utf8.count) else {
        return post(.invalidName, "a name has 1 to 64 bytes, this one \(text.utf8.count)")
      }
      rotation.name = text
    case .setLevel(let level):
      rotation.level = level
      if window != nil { compositor.windows.restacked() }
    case .setTraits(let value):
      let traits = SurfaceRotation.Traits(rawValue: value.rawValue)
      guard traits.isSubset(of: .all) else {
        return post(.invalidTrait, "\(value.rawValue) holds a bit that is no trait")
      }
      guard !traits.contains(.exempt) || compositor.options.trustsClients else {
        return post(.notOffered, "this client may not have diagnostic windows")
      }
      rotation.traits = traits
    case .hide: surface.map { compositor.windows.setHidden(true, $0) }
    case .show: surface.map { compositor.windows.setHidden(false, $0) }
    case .makeKey:
      if let window, window.isVisible { compositor.seat.keyboard.focus(window) }
    }
  }

  private func post(_ error: SwivelWindowV1.ErrorCode, _ message: String) {
    resource.post(error, message)
  }
}

/// The stream of decisions to one client (`swivel_verdicts_v1`).
private final class VerdictStream {
  private let resource: SwivelVerdictsV1Resource
  private var lost: UInt32 = 0

  /// The number of unread bytes from which on verdicts are dropped for a client.
  private static let maximumWaiting: Int32 = 64 * 1024

  init(_ resource: SwivelVerdictsV1Resource) { self.resource = resource }

  func send(_ verdict: Verdict) {
    guard resource.isAlive else { return }
    guard resource.client.unreadBytes < Self.maximumWaiting else {
      lost += 1
      return
    }
    if lost > 0 {
      resource.lost(count: lost)
      lost = 0
    }
    let decision = UInt32(clamping: verdict.step)
    resource.begin(
      decision: decision, milliseconds: UInt32(truncatingIfNeeded: verdict.at.milliseconds),
      event: verdict.event.word, proposed: (verdict.requested ?? .unknown).wire)
    for asked in verdict.asked {
      resource.asked(
        window: name(asked.window, verdict), controller: asked.controller,
        question: asked.question.rawValue, answer: asked.answer.word,
        origin: asked.origin.rawValue, rule: asked.rule.rawValue)
    }
    for gate in verdict.gates {
      resource.gate(
        window: gate.window.map { name($0, verdict) }, gate: gate.gate.rawValue,
        passed: gate.isPassed ? 1 : 0, rule: gate.rule.rawValue)
    }
    for move in verdict.moves { send(move, verdict) }
    for conflict in verdict.conflicts {
      let culprits = conflict.culprits.map { culprit in culprit.name { name($0, verdict) } }
      resource.conflict(
        kind: conflict.kind.rawValue, since: UInt32(clamping: conflict.since),
        culprits: culprits.joined(separator: "\n"))
    }
    resource.end(
      decision: decision, outcome: verdict.outcome.rawValue,
      page: (verdict.page?.orientation ?? .unknown).wire,
      bar: verdict.after.statusBar.orientation.wire)
  }

  private func send(_ move: Move, _ verdict: Verdict) {
    switch move {
    case .window(let id, let orientation):
      resource.moved(
        window: name(id, verdict),
        from: (verdict.before.window(id)?.orientation ?? .unknown).wire, to: orientation.wire)
    case .statusBar(let orientation, let writer):
      let name: String? =
        switch writer {
        case .app: "app"
        case .window(let id): name(id, verdict)
        case nil: nil
        }
      resource.statusBar(to: orientation.wire, writer: name)
    case .output, .putOff: break
    }
  }

  private func name(_ id: WindowID, _ verdict: Verdict) -> String {
    let window = verdict.after.window(id) ?? verdict.before.window(id)
    return window?.name ?? "window-\(id.rawValue)"
  }
}

extension Answer {
  fileprivate var word: String {
    switch self {
    case .flag(let value): value ? "true" : "false"
    case .mask(let mask):
      InterfaceOrientation.fallbackOrder.filter { mask.contains($0.mask) }.map(\.name)
        .joined(separator: " ")
    case .orientation(let value): value?.name ?? "none"
    }
  }
}

extension Event {
  fileprivate var word: String {
    switch self {
    case .setUp: "set-up"
    case .observe: "observe"
    case .device(.turned): "device"
    case .device: "device-setting"
    case .app: "app"
    case .window(_, .remove): "remove"
    case .window(_, .show): "show"
    case .window(_, .hide): "hide"
    case .window(_, .makeKey): "make-key"
    case .window: "window"
    case .add, .addExempt: "add"
    case .output: "output"
    case .answer, .abstained, .policyFailed, .deadline, .applied: "answer"
    }
  }
}
