// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Orientation
import RotationProtocol
import RotationWire
import WaylandServer

/// One `swivel_policy_v1` for the windows that match: the shell of its session.
final class ClientPolicy {
  let id: PolicyID
  let appID: Glob?
  let title: Glob?
  /// What counts while it is silent and has not answered before, if not the configuration.
  private(set) var fallback: DeclaredPolicy?
  private let resource: SwivelPolicyV1Resource
  private let loop: EventLoop
  private let onReport: (ClientDesk.Report) -> Void
  private var session: PolicySession

  init(
    _ resource: SwivelPolicyV1Resource, id: PolicyID, appID: String?, title: String?,
    answerWithin: Int64, loop: EventLoop, onReport: @escaping (ClientDesk.Report) -> Void
  ) {
    self.resource = resource
    self.id = id
    self.appID = appID.map { Glob($0, hasJokers: true) }
    self.title = title.map { Glob($0, hasJokers: true) }
    self.loop = loop
    self.onReport = onReport
    session = PolicySession(answerWithin: answerWithin)
  }

  /// What verdicts call it; a pattern for titles stays out of recordings, like titles.
  var name: String { "client:" + (appID?.pattern ?? "title") }

  /// Whether another policy is for exactly the same windows.
  func hasSamePatterns(as other: ClientPolicy) -> Bool {
    appID == other.appID && title == other.title
  }

  /// Begins to listen to the client; `onEnd` is called when it takes the policy back or leaves.
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

  /// Ends the policy by the server's own wish.
  func finish(because reason: PolicySession.Reason) {
    perform(session.finish(reason))
    resource.makeInert()
  }

  /// A window came to it, or left it.
  func tell(_ change: PolicyChange) {
    perform(
      change.comes
        ? session.match(
          change.window, appID: change.appID, title: title == nil ? nil : change.title)
        : session.unmatch(change.window))
  }

  /// Answers a question at once if that can be done, else asks the client.
  func ask(_ id: QuestionID, _ question: Question, in scene: Scene) {
    let current = scene.window(question.window)?.orientation ?? .unknown
    perform(session.ask(id, question, current: current, at: now))
  }

  /// A question's time is up.
  func expired(_ id: QuestionID) { perform(session.expired(id)) }

  /// Tells the client what a decision did with its windows.
  func decided(_ verdict: Verdict) { perform(session.decided(verdict)) }

  private var now: Instant { Instant(nanoseconds: EventLoop.now) }

  private func perform(_ actions: [PolicySession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): resource.send(message)
      case .handIn(let event): onReport(.event(event))
      case .reject(let mistake): resource.reject(mistake)
      case .restate:
        // What is declared is asked for here. Only what silence means stands in the scene, and stays
        // for the windows that are there, since a change asks for no decision by itself.
        if session.stance == .live, !session.hasWindows { fallback = session.lastWord }
      case .reconsider:
        loop.schedule(after: 0) { [weak self] in
          guard let self else { return }
          session.reconsidering()
          onReport(.reconsider(id))
        }
      }
    }
  }
}
