// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Orientation
import RotationProtocol
import Scenarios
import WaylandABI
import WaylandServer

/// The server of `swivel-rotation-v1` on a socket of its own, for policies of other processes.
///
/// A client affects only the answers of the windows that its policies match. A client that
/// disconnects, hangs or breaks the protocol delays a decision by no more than its question's
/// deadline.
final class RotationProtocolServer {
  static let socketName = "swivel-0"
  /// The maximum number of policies of all clients together, since each is matched with every
  /// window.
  static let mostPolicies = 256
  /// The number below the first ID of a client's policy, above the IDs that `PolicyHost` assigns.
  private static let firstNumber: Int32 = 1_000_000

  private let display: Display
  private let loop: EventLoop
  private let onReport: (PolicyCoordinator.Report) -> Void
  private let answerTimeout: Duration
  private(set) var policies: [ClientPolicy] = []
  private var lastNumber = firstNumber

  /// Creates a server on a loop; it listens on the named socket, or on none for `nil`.
  init(
    on loop: EventLoop, answerTimeout: Duration, socket: String? = socketName,
    onReport: @escaping (PolicyCoordinator.Report) -> Void
  ) throws {
    self.loop = loop
    self.answerTimeout = answerTimeout
    self.onReport = onReport
    display = try Display()
    display.onFailure = { client, reason in
      onReport(.note("the policy client of process \(client.processID) was cut off: \(reason)"))
    }
    display.offer(SwivelRotationManagerV1Resource.self, version: 1) { [weak self] manager in
      self?.accept(manager)
    }
    if let socket { try display.listen(name: socket) }
    try display.serve(in: loop)
  }

  func adopt(_ descriptor: Int32) throws { try display.add(client: descriptor) }

  /// The clients' policies with their patterns, oldest first; a replacement keeps the old position.
  var matches: [PolicyResolver.ClientMatch] {
    policies.map {
      PolicyResolver.ClientMatch(
        id: $0.id, name: $0.name, appID: $0.appID, title: $0.title, fallback: $0.fallback)
    }
  }

  /// Asks a client's policy; returns false if the policy belongs to no connected client.
  func ask(_ id: QuestionID, _ question: Question, in scene: Scene) -> Bool {
    guard let policy = policy(question.policy) else { return false }
    policy.ask(id, question, in: scene)
    return true
  }

  func expired(_ id: QuestionID) {
    for policy in policies { policy.expired(id) }
  }

  func decided(_ verdict: Verdict) {
    for policy in policies { policy.decided(verdict) }
  }

  func publish(_ change: PolicyChange) { policy(change.policy)?.publish(change) }

  func stop() {
    for policy in policies { policy.finish(because: .stopping) }
    policies = []
    display.flush()
  }

  private func policy(_ id: PolicyID) -> ClientPolicy? { policies.first { $0.id == id } }

  private func accept(_ manager: SwivelRotationManagerV1Resource) {
    // The socket's mode excludes other users; this check excludes users to whom a descriptor was
    // passed.
    guard manager.client.isOwnUser else {
      return manager.client.disconnect(because: "it belongs to another user")
    }
    manager.onRequest = { [weak self, unowned manager] request in
      self?.handle(request, manager)
    }
    manager.capabilities(capabilities: .matchPolicies)
  }

  private func handle(
    _ request: SwivelRotationManagerV1Resource.Request, _ manager: SwivelRotationManagerV1Resource
  ) {
    switch request {
    case .destroy: break
    case .getMatchPolicy(let resource, let appID, let title):
      guard appID != nil || title != nil else {
        return manager.post(
          SwivelRotationManagerV1.ErrorCode.emptyMatch,
          "a match policy needs a pattern for the app id or for the title")
      }
      add(resource, appID: appID?.string, title: title?.string)
    case .getSurfacePolicy, .getWindow, .getVerdicts, .getDevice:
      manager.post(
        SwivelRotationManagerV1.ErrorCode.notOffered,
        "this server offers get_match_policy only; it has no surfaces")
    }
  }

  private func add(_ resource: SwivelPolicyV1Resource, appID: String?, title: String?) {
    guard policies.count < Self.mostPolicies else {
      return resource.finished(reason: .unavailable)
    }
    lastNumber &+= 1
    let policy = ClientPolicy(
      resource, id: PolicyID(lastNumber), appID: appID, title: title,
      answerTimeout: answerTimeout, loop: loop, onReport: onReport)
    if let index = policies.firstIndex(where: { $0.hasSamePatterns(as: policy) }) {
      // The new policy takes the old one's position, so that it matches the same windows.
      policies[index].finish(because: .replaced)
      policies[index] = policy
    } else {
      policies.append(policy)
    }
    policy.start { [weak self] ended in self?.remove(ended) }
    onReport(.needsSync)
  }

  private func remove(_ policy: ClientPolicy) {
    let before = policies.count
    policies.removeAll { $0 === policy }
    if policies.count != before { onReport(.needsSync) }
  }
}

/// One `swivel_policy_v1` object: executes the actions of its `PolicySession`.
final class ClientPolicy {
  let id: PolicyID
  let appID: Glob?
  let title: Glob?
  /// The answers that apply without the client's; `nil` for the configured ones.
  private(set) var fallback: DeclaredPolicy?
  private let resource: SwivelPolicyV1Resource
  private let loop: EventLoop
  private let onReport: (PolicyCoordinator.Report) -> Void
  private var session: PolicySession

  init(
    _ resource: SwivelPolicyV1Resource, id: PolicyID, appID: String?, title: String?,
    answerTimeout: Duration, loop: EventLoop,
    onReport: @escaping (PolicyCoordinator.Report) -> Void
  ) {
    self.resource = resource
    self.id = id
    self.appID = appID.map { Glob($0, hasJokers: true) }
    self.title = title.map { Glob($0, hasJokers: true) }
    self.loop = loop
    self.onReport = onReport
    session = PolicySession(answerTimeout: answerTimeout)
  }

  /// The name in verdicts; a pattern for titles is left out, since titles are not recorded.
  var name: String { "client:" + (appID?.pattern ?? "title") }

  func hasSamePatterns(as other: ClientPolicy) -> Bool {
    appID == other.appID && title == other.title
  }

  /// Begins to receive the client's requests; `onEnd` is called when the policy is destroyed.
  func start(onEnd: @escaping (ClientPolicy) -> Void) {
    resource.onRequest = { [weak self] in
      guard let self, let request = PolicySession.Request($0) else { return }
      perform(session.receive(request, at: now))
    }
    resource.onDestroy = { [weak self] in
      guard let self else { return }
      perform(session.end())
      onEnd(self)
    }
  }

  func finish(because reason: PolicySession.Reason) {
    perform(session.finish(reason))
    resource.makeInert()
  }

  func publish(_ change: PolicyChange) {
    perform(
      change.comes
        ? session.match(
          change.window, appID: change.appID, title: title == nil ? nil : change.title)
        : session.unmatch(change.window))
  }

  /// Asks the client, unless the session can answer the question at once.
  func ask(_ id: QuestionID, _ question: Question, in scene: Scene) {
    let current = scene.window(question.window)?.orientation ?? .unknown
    perform(session.ask(id, question, current: current, at: now))
  }

  func expired(_ id: QuestionID) { perform(session.expired(id)) }

  func decided(_ verdict: Verdict) { perform(session.decided(verdict)) }

  private var now: Instant { loop.now }

  private func perform(_ actions: [PolicySession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): resource.send(message)
      case .enqueue(let event): onReport(.event(event))
      case .reject(let mistake): resource.reject(mistake)
      case .restate:
        // The session is read at each question; the scene holds only the fallback for a client
        // without a reply. Windows keep their first fallback, since a changed fallback triggers no
        // decision.
        if session.stance == .live, !session.hasWindows { fallback = session.lastAnswers }
      case .reconsider:
        loop.schedule(after: .zero) { [weak self] in
          guard let self else { return }
          session.reconsidering()
          onReport(.reconsider(id))
        }
      }
    }
  }
}
