// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RotationProtocol
import Testing
import WaylandClient

@testable import Daemon
@testable import HeadlessCompositor

/// A server of swivel-rotation, and one client with a policy for one window.
protocol ScriptedServer: AnyObject {
  var policy: SwivelPolicyV1Proxy { get }
  /// The error that ended the client's connection; `nil` while it lasts.
  var failure: WaylandError? { get }
  var arbiter: (scene: Scene, isWaiting: Bool) { get }

  /// Lets the window appear.
  func begin() throws
  func handle(_ event: Event) throws
  /// Lets the deadlines of all open questions pass.
  func expire() throws
  /// Lets all sides exchange messages until there are none left.
  func settle() throws
  /// Disconnects the client as by a crash.
  func leave() throws
}

/// The daemon's protocol server under a script.
final class ScriptedDaemon: ScriptedServer {
  private let stage: ClientStage
  private let peer: PolicyPeer
  let policy: SwivelPolicyV1Proxy

  init(_ rules: any RuleSet) throws {
    stage = try ClientStage(["app"], rules: rules, configuration: DeclaredPolicy())
    peer = try stage.peer()
    policy = try #require(try peer.manager?.getMatchPolicy(appId: "app", title: nil))
  }

  var failure: WaylandError? { peer.connection.failure }
  var arbiter: (scene: Scene, isWaiting: Bool) { (stage.arbiter.scene, stage.arbiter.isWaiting) }
  func begin() throws { try stage.pump() }
  func handle(_ event: Event) throws {
    stage.handle(event)
    try stage.pump()
  }
  func expire() throws { try stage.expire() }
  func settle() throws { try stage.pump() }
  func leave() throws { try stage.drop(peer) }
}

/// The compositor under a script.
final class ScriptedCompositor: ScriptedServer {
  private let stage: Stage
  private let window: TestToplevel
  let policy: SwivelPolicyV1Proxy

  init(_ rules: String) throws {
    stage = try Stage(rules: rules)
    let client = try stage.connect()
    window = try TestToplevel(client)
    policy = try client.bind(SwivelRotationManagerV1Proxy.self).getSurfacePolicy(
      surface: window.surface)
  }

  var failure: WaylandError? { window.client.failure }
  var arbiter: (scene: Scene, isWaiting: Bool) {
    (stage.compositor.scene, stage.compositor.core.rotationController.arbiter.isWaiting)
  }
  func begin() throws { try window.map() }
  func handle(_ event: Event) throws {
    stage.compositor.handle(event)
    stage.settle()
  }
  func expire() throws { stage.advance(by: .milliseconds(101)) }
  func settle() throws { stage.settle() }
  func leave() throws { stage.drop(window.client) }
}

/// A step of a script; serials count from the first query after the beginning.
enum ScriptStep: Sendable {
  case declare(UInt32, UInt32, UInt32 = 0)
  case setLive
  case answer(UInt32, UInt32, UInt32, UInt32 = 0)
  case invalidate
  case destroy
  case leave
  case turn(DeviceOrientation)
  case event(@Sendable (WindowID) -> Event)
  case expire
  /// The client has received exactly these events since the last step of this kind.
  case hear([String])
  /// The connection has ended with this error of `swivel_policy_v1`.
  case error(UInt32)
  /// The window shows this orientation, and no question is open.
  case stands(InterfaceOrientation)
  /// No question is open; the window may be gone.
  case nothingPending
}

/// Plays a script to a server.
final class ScriptPlayer {
  private let server: any ScriptedServer
  private var heard: [String] = []
  private var firstSerial: UInt32 = 0
  private var isBeginning = true
  private var agrees = true

  init(_ server: any ScriptedServer) {
    self.server = server
    server.policy.onEvent = { [unowned self] in take($0) }
  }

  /// Lets the window appear with the client's first requests, and forgets the resulting events.
  ///
  /// The client accepts its queries, unless it has declared answers; then it is silent.
  func begin(_ stance: [ScriptStep]) throws {
    for step in stance {
      try say(step)
      if case .declare = step { agrees = false }
    }
    try server.begin()
    try server.settle()
    if server.arbiter.isWaiting { try server.expire() }
    #expect(!server.arbiter.isWaiting && server.failure == nil)
    isBeginning = false
    heard = []
  }

  func play(_ steps: [ScriptStep], _ place: Comment) throws {
    for step in steps {
      switch step {
      case .turn(let orientation): try server.handle(.device(.turned(orientation)))
      case .event(let event):
        try server.handle(event(try #require(server.arbiter.scene.keyWindow, place)))
      case .expire: try server.expire()
      case .leave: try server.leave()
      case .hear(let words):
        #expect(heard == words, place)
        heard = []
      case .error(let code):
        guard case .protocolError("swivel_policy_v1", code, _)? = server.failure else {
          Issue.record("\(place): no error \(code) but \(server.failure.map { "\($0)" } ?? "none")")
          continue
        }
      case .stands(let orientation):
        #expect(server.arbiter.scene.windows.first?.orientation == orientation, place)
        #expect(!server.arbiter.isWaiting, place)
      case .nothingPending: #expect(!server.arbiter.isWaiting, place)
      default:
        try say(step)
        try server.settle()
      }
      if case .error = step { continue }
      if case .hear = step { #expect(server.failure == nil, place) }
    }
  }

  private func say(_ step: ScriptStep) throws {
    let policy = server.policy
    switch step {
    case .declare(let flag, let mask, let wish):
      try policy.declare(
        autorotate: flag, supported: .init(rawValue: mask), preferred: .init(rawValue: wish))
    case .setLive: try policy.setLive()
    case .answer(let serial, let flag, let mask, let wish):
      try policy.answer(
        serial: firstSerial + serial, autorotate: flag, supported: .init(rawValue: mask),
        preferred: .init(rawValue: wish))
    case .invalidate: try policy.invalidate()
    case .destroy: policy.destroy()
    default: Issue.record("a client cannot say \(step)")
    }
  }

  private func take(_ event: SwivelPolicyV1Proxy.Event) {
    switch event {
    case .deadline(let milliseconds): heard.append("deadline \(milliseconds)")
    // Windows of surfaces are not matched.
    case .matched, .unmatched: break
    case .query(let serial, _, let proposed, let current):
      guard !isBeginning else {
        firstSerial = serial
        if agrees { try? say(.answer(0, 1, 30)) }
        return
      }
      heard.append("query \(serial - firstSerial) \(proposed.rawValue) \(current.rawValue)")
    case .outcome(let serial, _, let source, let result, let orientation):
      let number = serial == 0 ? "-" : "\(serial - firstSerial)"
      let words = [
        PolicySession.Source(rawValue: source.rawValue).map { "\($0)" },
        PolicySession.Result(rawValue: result.rawValue).map { "\($0)" },
      ].map { $0 ?? "?" }
      heard.append("outcome \(number) \(words[0]) \(words[1]) \(orientation.rawValue)")
    case .finished(let reason): heard.append("finished \(reason.rawValue)")
    }
  }
}
