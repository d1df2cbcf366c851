// SPDX-License-Identifier: Apache-2.0
import CWaylandClient
import EventLoop
import Glibc
import WaylandClient

/// Another program that answers for windows over swivel-rotation-v1: well, badly, late or never.
final class VirtualClient {
  /// Without a handler, libwayland prints each protocol error on standard error.
  private static let silence: Void = unsafe wl_log_set_handler_client { _, _ in }

  private let manner: FaultPlan.Manner
  private let agenda: Agenda
  private let loop: EventLoop
  private let connection: Connection
  private let registry: WlRegistryProxy
  private var manager: SwivelRotationManagerV1Proxy?
  private var policy: SwivelPolicyV1Proxy?
  private var tokens: [Token] = []

  /// Creates a client on a socket of its own, in the daemon's loop.
  init(_ descriptor: Int32, _ manner: FaultPlan.Manner, _ agenda: Agenda, on loop: EventLoop) throws
  {
    Self.silence
    (self.manner, self.agenda, self.loop) = (manner, agenda, loop)
    connection = try Connection(adopting: descriptor)
    registry = try connection.registry()
    registry.onEvent = { [weak self] in self?.handle($0) }
    let source = try loop.add(connection.fileDescriptor, for: .readable) { [weak self] _ in
      guard let self, (try? connection.wait(.zero)) == nil else { return }
      leave()
    }
    tokens = [source, loop.prepare { [weak self] in _ = try? self?.connection.flush() }]
  }

  deinit { leave() }

  /// Disconnects as by a crash.
  func leave() {
    guard !tokens.isEmpty else { return }
    for token in tokens { loop.remove(token) }
    tokens = []
    shutdown(connection.fileDescriptor, Int32(SHUT_RDWR))
  }

  private func handle(_ event: WlRegistryProxy.Event) {
    guard case .global(let name, let interface, _) = event,
      interface.string == SwivelRotationManagerV1Proxy.interfaceName
    else { return }
    manager = try? registry.bind(name: name, as: SwivelRotationManagerV1Proxy.self, version: 1)
    policy = try? manager?.getMatchPolicy(appId: "mpv", title: nil)
    policy?.onEvent = { [weak self] in self?.handle($0) }
    if case .declares = manner {
      try? policy?.declare(
        autorotate: 1, supported: [.landscapeLeft, .landscapeRight], preferred: .none)
    } else {
      try? policy?.setLive()
    }
  }

  private func handle(_ event: SwivelPolicyV1Proxy.Event) {
    guard case .query(let serial, _, _, _) = event else { return }
    switch manner {
    case .agrees, .declares: answer(serial, 1)
    case .refuses: answer(serial, 0)
    case .isSilent: break
    case .isLate: agenda.after(.milliseconds(101)) { [weak self] in self?.answer(serial, 0) }
    case .leaves: agenda.after(.zero) { [weak self] in self?.leave() }
    case .lies: answer(serial + 7, 1)
    }
  }

  private func answer(_ serial: UInt32, _ autorotate: UInt32) {
    try? policy?.answer(
      serial: serial, autorotate: autorotate,
      supported: [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight],
      preferred: .none)
  }
}
