// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Foundation
import Orientation
import WaylandClient

@testable import Daemon

/// The server of clients' policies with an arbiter, on one thread, driven step by step by a test.
final class ClientStage {
  let loop: EventLoop
  private(set) var arbiter: Arbiter
  private(set) var verdicts: [Verdict] = []
  private(set) var notes: [String] = []
  private(set) var wishes = 0
  private var deadlines: [DeadlineID] = []
  private var driver = EffectDriver()
  private var peers: [PolicyPeer] = []
  private var ownServer: RotationProtocolServer?
  private var policySources: [WindowID: PolicySource] = [:]
  private let configuration: DeclaredPolicy

  /// Creates applications' windows on a portrait output; the first has the focus, others may veto.
  init(
    _ applications: [String], rules: any RuleSet = DesktopRuleSet(),
    configuration: DeclaredPolicy = DeclaredPolicy(autorotate: false)
  ) throws {
    self.configuration = configuration
    loop = try EventLoop()
    let windows = applications.enumerated().map { index, appID in
      Window(
        id: WindowID(Int32(index + 1)), name: appID, root: Controller(id: appID),
        shell: ShellTraits(appID: appID, title: "title of \(appID)", mayVeto: index > 0))
    }
    var scene = Scene(
      outputs: [Output(id: OutputID(1), name: "eDP-1")], windows: windows, key: WindowID(1))
    scene.device.orientation = .portrait
    arbiter = Arbiter(rules: rules, scene: scene)
    ownServer = try RotationProtocolServer(on: loop, answerTimeout: .milliseconds(100), socket: nil)
    {
      [weak self] in
      self?.receive($0)
    }
  }

  var server: RotationProtocolServer {
    guard let ownServer else { preconditionFailure("the server is there from the start") }
    return ownServer
  }

  /// Connects another client, which has bound the manager on return.
  func peer() throws -> PolicyPeer {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    try server.adopt(pair[0])
    let peer = try PolicyPeer(adopting: pair[1])
    peers.append(peer)
    try pump()
    return peer
  }

  /// Disconnects a client as by a crash.
  func drop(_ peer: PolicyPeer) throws {
    shutdown(peer.connection.fileDescriptor, Int32(SHUT_RDWR))
    peers.removeAll { $0 === peer }
    try pump()
  }

  /// Lets clients and server exchange their messages, in eight rounds.
  func pump() throws {
    for _ in 0..<8 {
      for peer in peers where peer.connection.failure == nil {
        _ = try? peer.connection.wait(.zero)
      }
      try loop.turn(waitingAtMost: .zero)
      // Timers that are due at once fire in the next iteration.
      try loop.turn(waitingAtMost: .milliseconds(1))
    }
  }

  func turn(_ held: DeviceOrientation) throws {
    handle(.device(.turned(held)))
    try pump()
  }

  /// Lets the deadlines of all open questions pass.
  func expire() throws {
    let due = deadlines
    deadlines = []
    for id in due {
      if case .question(let question) = id { server.expired(question) }
      handle(.deadline(id))
    }
    try pump()
  }

  private func receive(_ report: PolicyCoordinator.Report) {
    switch report {
    case .event(let event): handle(event)
    case .needsSync: loop.schedule(after: .zero) { [weak self] in self?.synchronize() }
    case .reconsider(let policy):
      wishes += 1
      let windows = policySources.filter { live($0.value)?.id == policy }.keys.sorted()
      for window in windows { handle(arbiter.askingAgain(window)) }
    case .note(let text): notes.append(text)
    }
  }

  /// Assigns each window to the newest policy that matches, as the daemon's resolver does.
  private func synchronize() {
    var resolver = PolicyResolver()
    resolver.clients = server.matches
    for window in arbiter.scene.windows {
      let policySource = resolver.policySource(
        appID: window.shell.appID, title: window.shell.title, .init(answers: configuration))
      let old =
        policySources.updateValue(policySource, forKey: window.id) ?? .declared(configuration)
      guard policySource != old else { continue }
      let (before, after) = (live(old)?.id, live(policySource)?.id)
      for (id, comes) in [(before, false), (after, true)] {
        guard let id, before != after else { continue }
        server.publish(
          PolicyChange(
            policy: id, window: window.id, appID: window.shell.appID, title: window.shell.title,
            comes: comes))
      }
      handle(.window(window.id, .setRoot(Controller(id: window.name, policy: policySource))))
    }
  }

  private func live(_ policySource: PolicySource) -> LivePolicy? {
    if case .live(let policy) = policySource { policy } else { nil }
  }

  /// Handles an event as from the daemon's session or sensor.
  func handle(_ event: Event) {
    guard driver.enqueue(event) else { return }
    while let step = driver.next() {
      switch step {
      case .decide(let event): driver.decided(arbiter.handle(event, at: .zero))
      case .execute(let effect): execute(effect)
      }
    }
  }

  private func execute(_ effect: Effect) {
    switch effect {
    case .ask(let id, let question):
      if !server.ask(id, question, in: arbiter.sceneInQuestion) { handle(.policyFailed(id)) }
    case .armDeadline(let id, _): deadlines.append(id)
    case .disarmDeadline(let id): deadlines.removeAll { $0 == id }
    case .report(let verdict):
      server.decided(verdict)
      verdicts.append(verdict)
    case .rotateOutput, .outputReport: break
    }
    if let report = InstantDisplay.report(on: effect) { handle(report) }
  }
}
