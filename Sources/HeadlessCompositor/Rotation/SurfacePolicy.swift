// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

/// The root policy that a client states for a surface, or answers for when asked.
final class SurfacePolicy {
  let resource: SwivelPolicyV1Resource
  private weak var surface: Surface?
  private unowned(unsafe) let manager: RotationManager
  private let id: PolicyID
  private var isLive = false
  private var declared: DeclaredPolicy?
  /// What is asked at the moment, or was asked last.
  private var query = LiveQuery()
  private var deadline: Alarm?

  init(_ resource: SwivelPolicyV1Resource, surface: Surface, manager: RotationManager) {
    self.resource = resource
    self.surface = surface
    self.manager = manager
    id = manager.compositor.governor.newPolicy()
  }

  private var compositor: HeadlessCompositor { manager.compositor }

  private var window: ShellWindow? {
    surface.flatMap { surface in compositor.stack.first { $0.surface === surface } }
  }

  func start() {
    surface?.rotation.policy = self
    compositor.governor.answerers[id] = { [weak self] in self?.ask($0, $1) }
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in end() }
  }

  /// How a window that comes now is to be asked.
  var rootPolicy: Answerer {
    let declared = declared ?? DeclaredPolicy()
    return isLive
      ? .live(LivePolicy(id: id, name: name, ring: .client, fallback: declared))
      : .declared(declared)
  }

  /// What verdicts call it.
  private var name: String { surface?.rotation.name ?? "client-\(id.rawValue)" }

  /// The surface has gone: from now on only `destroy` has an effect.
  func surfaceGone() {
    surface = nil
    resource.makeInert()
    giveUp()
  }

  /// A decision has been made; tells what it did with the window.
  func decided(_ verdict: Verdict) {
    guard let id = window?.id, let after = verdict.after.window(id) else { return }
    let wasAsked = verdict.asked.contains { $0.window == id }
    let wasQueried = query.decision == verdict.step
    let hasTurned = verdict.moves.contains {
      if case .window(id, _) = $0 { true } else { false }
    }
    guard wasAsked || wasQueried || hasTurned else { return }
    let isPutOff = verdict.moves.contains(.putOff(id)) || verdict.outcome == .deferred
    let result: SwivelPolicyV1.Result =
      hasTurned
      ? .turned
      : isPutOff
        ? .deferred
        : verdict.error != nil
          ? .refused
          : verdict.requested.map { $0 != after.orientation } ?? false ? .stayed : .unchanged
    let source: SwivelPolicyV1.Source =
      wasQueried
      ? (query.isAnswered ? .answered : .timedOut) : wasAsked ? .declared : .unasked
    resource.outcome(
      serial: wasQueried ? query.serial : 0, window: 0, source: source, result: result,
      orientation: after.orientation.wire)
  }

  // MARK: Questions

  private func ask(_ question: QuestionID, _ asked: Question) {
    let governor = compositor.governor
    guard isLive, resource.isAlive else { return governor.handle(.policyFailed(question)) }
    if query.decision != governor.decisions {
      begin(proposing: asked.proposed, about: asked.window)
    }
    if let answer = query.answer {
      tell(answer, question, asked)
    } else if query.isOver {
      // It was silent once in this decision; waiting again would only delay it more.
      governor.handle(.deadline(.question(question)))
    } else {
      query.open.append((question, asked))
    }
  }

  private func begin(proposing proposed: InterfaceOrientation, about window: WindowID) {
    let current = compositor.scene.window(window)?.orientation ?? .unknown
    query = LiveQuery(serial: query.serial + 1, decision: compositor.governor.decisions)
    let within = compositor.options.answerWithin
    // Set before the arbiter's own deadline, so that it also comes before.
    deadline = compositor.clock.schedule(at: compositor.clock.now.advanced(milliseconds: within)) {
      [weak self] in
      self?.query.isOver = true
      self?.query.open = []
    }
    resource.query(
      serial: query.serial, window: 0, proposed: proposed.wire, current: current.wire)
  }

  private func answered(_ serial: UInt32, _ answer: DeclaredPolicy) {
    guard serial > 0, serial <= query.serial else {
      return post(.unknownSerial, "no query has the serial \(serial)")
    }
    guard serial == query.serial else { return }
    guard !query.isAnswered, !query.cameLate else {
      return post(.alreadyAnswered, "the query \(serial) was answered before")
    }
    guard !query.isOver else {
      query.cameLate = true
      return
    }
    deadline?.cancel()
    query.answer = answer
    declared = answer
    let open = query.open
    query.open = []
    for (question, asked) in open { tell(answer, question, asked) }
  }

  private func tell(_ policy: DeclaredPolicy, _ question: QuestionID, _ asked: Question) {
    let answer = policy.answer(asked.kind)
    compositor.governor.handle(answer.map { .answer(question, $0) } ?? .abstained(question))
  }

  private func giveUp() {
    deadline?.cancel()
    let open = query.open
    query.open = []
    query.isOver = true
    for (question, _) in open { compositor.governor.handle(.policyFailed(question)) }
  }

  private func end() {
    manager.forget(self)
    compositor.governor.answerers[id] = nil
    giveUp()
    guard let surface else { return }
    surface.rotation.policy = nil
    if let window { compositor.governor.change(window, to: .declared(DeclaredPolicy())) }
  }

  // MARK: Requests

  private func handle(_ request: SwivelPolicyV1Resource.Request) {
    switch request {
    case .destroy: break
    case .declare(let autorotate, let supported, let preferred):
      guard let policy = policy(autorotate, supported, preferred) else { return }
      declared = policy
      isLive = false
      if let window { compositor.governor.change(window, to: rootPolicy) }
    case .setLive:
      let wasLive = isLive
      isLive = true
      resource.deadline(milliseconds: UInt32(clamping: compositor.options.answerWithin))
      if !wasLive, let window { compositor.governor.change(window, to: rootPolicy) }
    case .answer(let serial, let autorotate, let supported, let preferred):
      guard let policy = policy(autorotate, supported, preferred) else { return }
      answered(serial, policy)
    case .invalidate:
      if let window { compositor.governor.askAgain(window) }
    }
  }

  private func policy(
    _ autorotate: UInt32, _ supported: SwivelPolicyV1.Orientations,
    _ preferred: SwivelPolicyV1.Orientation
  ) -> DeclaredPolicy? {
    guard autorotate <= 1 else {
      post(.invalidFlag, "autorotate is \(autorotate): 0 and 1 are valid")
      return nil
    }
    guard supported.rawValue & ~0b11110 == 0 else {
      post(.invalidMask, "\(supported.rawValue) holds a bit that is no orientation")
      return nil
    }
    guard let preferred = InterfaceOrientation(wire: preferred) else {
      post(.invalidOrientation, "\(preferred.rawValue) is no orientation: 0 to 4 are")
      return nil
    }
    let mask = OrientationMask(rawValue: supported.rawValue)
    return DeclaredPolicy(
      autorotate: autorotate == 1, supported: mask,
      preferred: preferred == .unknown ? nil : preferred, legacy: autorotate == 1 ? mask : [])
  }

  private func post(_ error: SwivelPolicyV1.ErrorCode, _ message: String) {
    resource.post(error: error.rawValue, message)
  }
}
