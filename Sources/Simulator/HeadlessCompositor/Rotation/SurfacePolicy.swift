// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RotationProtocol
import WaylandServer

/// A surface's `swivel_policy_v1`: executes the actions of its `PolicySession`.
final class SurfacePolicy {
  private let resource: SwivelPolicyV1Resource
  private weak var surface: Surface?
  private unowned let manager: RotationManager
  private let id: PolicyID
  private var session: PolicySession
  /// Messages for the client, held back until all changes of a decision have been sent.
  private var outbox: [PolicySession.Message] = []

  init(_ resource: SwivelPolicyV1Resource, surface: Surface, manager: RotationManager) {
    self.resource = resource
    self.surface = surface
    self.manager = manager
    id = manager.compositor.rotationController.newPolicy()
    session = PolicySession(answerTimeout: manager.compositor.options.answerTimeout)
  }

  private var compositor: CompositorCore { manager.compositor }

  private var window: ShellWindow? {
    surface.flatMap { surface in compositor.windows.window(of: surface) }
  }

  func start() {
    surface?.rotation.policy = self
    compositor.rotationController.policySources[id] = { [weak self] in self?.ask($0, $1) }
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in end() }
  }

  var rootPolicy: PolicySource {
    switch session.stance {
    case .live:
      .live(
        LivePolicy(
          id: id, name: surface?.rotation.name ?? "client-\(id.rawValue)", ring: .client,
          fallback: session.lastAnswers ?? DeclaredPolicy()))
    case .declared(let policy): .declared(policy)
    case .undeclared, nil: .declared(DeclaredPolicy())
    }
  }

  /// Called when the surface is destroyed; afterwards only `destroy` has an effect.
  func surfaceGone() {
    surface = nil
    resource.makeInert()
    perform(session.end())
  }

  func expired(_ question: QuestionID) { perform(session.expired(question)) }

  /// Called when a decision has been made; `flush` sends the result for the window.
  func decided(_ verdict: Verdict) {
    if let window = window?.id { session.represent(window) }
    perform(session.decided(verdict))
  }

  func flush() {
    let messages = outbox
    outbox = []
    for message in messages { resource.send(message) }
  }

  private func ask(_ id: QuestionID, _ question: Question) {
    session.represent(question.window)
    let current = compositor.scene.window(question.window)?.orientation ?? .unknown
    perform(session.ask(id, question, current: current, at: compositor.now))
  }

  private func handle(_ request: SwivelPolicyV1Resource.Request) {
    guard let request = PolicySession.Request(request) else { return }
    perform(session.receive(request, at: compositor.now))
    flush()
  }

  private func perform(_ actions: [PolicySession.Action]) {
    let rotationController = compositor.rotationController
    for action in actions {
      switch action {
      case .send(let message): outbox.append(message)
      case .enqueue(let event): rotationController.handle(event)
      case .reject(let mistake): resource.reject(mistake)
      case .restate:
        if let window { rotationController.change(window, to: rootPolicy) }
      case .reconsider:
        session.reconsidering()
        if let window { rotationController.askAgain(window) }
      }
    }
  }

  private func end() {
    manager.forget(self)
    compositor.rotationController.policySources[id] = nil
    perform(session.end())
    guard let surface else { return }
    surface.rotation.policy = nil
    if let window { compositor.rotationController.change(window, to: rootPolicy) }
  }
}

/// A surface's settings for rotation, which a client may set before the surface has a window.
final class SurfaceRotation {
  struct Traits: OptionSet {
    let rawValue: UInt32

    static let follower = Traits(rawValue: 1)
    static let passive = Traits(rawValue: 2)
    static let exempt = Traits(rawValue: 4)
    static let rootless = Traits(rawValue: 8)
    static let all: Traits = [.follower, .passive, .exempt, .rootless]
  }

  var policy: SurfacePolicy?
  var window: RotationWindow?
  var name: String?
  var level: Int32?
  var traits: Traits = []
  var isHidden = false
}
