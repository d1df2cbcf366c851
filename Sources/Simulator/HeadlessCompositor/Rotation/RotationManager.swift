// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandABI
import WaylandServer

/// Serves swivel-rotation-v1: clients answer for their windows and are sent the results.
final class RotationManager {
  unowned(unsafe) let compositor: HeadlessCompositor
  private var policies: [SurfacePolicy] = []
  private var streams: [VerdictStream] = []
  /// The actions that wait for the current decision.
  private var whenDecided: [() -> Void] = []

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offer() {
    unsafe compositor.display.offer(SwivelRotationManagerV1Resource.self, version: 1) {
      [unowned self] manager in
      var offered: SwivelRotationManagerV1.Capability = [.surfacePolicies, .windows]
      if unsafe compositor.options.trustsClients { offered.formUnion([.verdicts, .devices]) }
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
      guard unsafe compositor.options.trustsClients else {
        return post(.notOffered, "this client may not watch decisions")
      }
      let stream = VerdictStream(id)
      streams.append(stream)
      id.onRequest = { _ in }
      id.onDestroy = { [unowned self] in streams.removeAll { $0 === stream } }
    case .getDevice(let id):
      guard unsafe compositor.options.trustsClients else {
        return post(.notOffered, "this client may not say how the device is held")
      }
      serve(id)
    }
  }

  func forget(_ policy: SurfacePolicy) { policies.removeAll { $0 === policy } }

  /// Sends a window's turn to its client, which must precede the configure with its size.
  func tell(_ window: ShellWindow) { window.surface.rotation.window?.describe(window) }

  private func tellAll() {
    for window in unsafe compositor.windows.all { tell(window) }
  }

  func expired(_ question: QuestionID) {
    for policy in policies { policy.expired(question) }
  }

  /// Called when a decision has been made; the next may begin at once.
  func note(_ verdict: Verdict) {
    for policy in policies { policy.decided(verdict) }
  }

  /// Sends verdicts to clients, after everything that the decisions changed was sent.
  func tell(_ verdicts: [Verdict]) {
    tellAll()
    for policy in policies { policy.flush() }
    for verdict in verdicts {
      for stream in streams { stream.send(verdict) }
    }
    guard unsafe !compositor.rotationController.arbiter.isWaiting else { return }
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
        take(.turned(orientation), from: device)
      case .lock(let locked): take(.rotationLock(locked != 0), from: device)
      }
    }
  }

  private func take(_ event: DeviceEvent, from device: SwivelDeviceV1Resource) {
    guard whenDecided.count < 1024 else { return device.client.refuseMemory() }
    whenDecided.append { [unowned self] in
      unsafe device.done(decision: UInt32(clamping: compositor.rotationController.decisions - 1))
    }
    unsafe compositor.rotationController.handle(.device(event))
  }
}
