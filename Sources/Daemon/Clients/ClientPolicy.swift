// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Orientation
import Plugins
import Scenarios
import WaylandServer

/// One `swivel_policy_v1`: what a client says of the windows that match.
final class ClientPolicy {
  /// How the policy answers.
  enum Mode: Equatable {
    /// Not yet said: as if it were not there.
    case none
    case declared(DeclaredPolicy)
    case live
  }

  let id: PolicyID
  let appID: Glob?
  let title: Glob?
  private let resource: SwivelPolicyV1Resource
  private let answerWithin: Int64
  private let onReport: (ClientDesk.Report) -> Void
  private(set) var mode = Mode.none
  private(set) var windows: [ClientWindow] = []
  private var lastWindow: UInt32 = 0
  private var lastSerial: UInt32 = 0
  /// Whether it was silent in the decision that is being made; then nobody waits for it again.
  private var isSilent = false
  private var isFinished = false

  init(
    _ resource: SwivelPolicyV1Resource, id: PolicyID, appID: String?, title: String?,
    answerWithin: Int64, onReport: @escaping (ClientDesk.Report) -> Void
  ) {
    self.resource = resource
    self.id = id
    self.appID = appID.map { Glob($0, hasJokers: true) }
    self.title = title.map { Glob($0, hasJokers: true) }
    self.answerWithin = answerWithin
    self.onReport = onReport
  }

  /// What verdicts call it; a pattern for titles stays out of recordings, like titles.
  var name: String { "client:" + (appID?.pattern ?? "title") }

  /// Whether another policy is for exactly the same windows.
  func hasSamePatterns(as other: ClientPolicy) -> Bool {
    appID == other.appID && title == other.title
  }

  /// Begins to listen to the client; `onEnd` is called when it takes the policy back or leaves.
  func start(onEnd: @escaping (ClientPolicy) -> Void) {
    resource.onRequest = { [weak self] in self?.handle($0) }
    resource.onDestroy = { [weak self] in
      guard let self, !isFinished else { return }
      isFinished = true
      failOpen()
      onEnd(self)
    }
  }

  /// Ends the policy by the server's own wish.
  func finish(because reason: SwivelPolicyV1.Reason) {
    guard !isFinished else { return }
    isFinished = true
    resource.finished(reason: reason)
    resource.makeInert()
    failOpen()
  }

  // What it left open is unanswered at once.
  private func failOpen() {
    let open = windows.flatMap { $0.query?.waiting ?? [] }
    windows = []
    for question in open { onReport(.event(.policyFailed(question.id))) }
  }
}

extension ClientPolicy {
  /// A window belongs to it from now on.
  func match(_ change: PolicyChange) {
    lastWindow &+= 1
    windows.append(ClientWindow(id: change.window, number: lastWindow))
    resource.matched(
      window: lastWindow, appId: change.appID, title: title == nil ? nil : change.title)
  }

  /// A window belongs to it no longer.
  func unmatch(_ window: WindowID) {
    guard let index = windows.firstIndex(where: { $0.id == window }) else { return }
    let gone = windows.remove(at: index)
    resource.unmatched(window: gone.number)
    for question in gone.query?.waiting ?? [] {
      onReport(.event(.policyFailed(question.id)))
    }
  }

  /// Answers a question at once if that can be done, else asks the client.
  func ask(_ id: QuestionID, _ question: Question, in scene: Scene) {
    guard let index = windows.firstIndex(where: { $0.id == question.window }), !isFinished else {
      return onReport(.event(.policyFailed(id)))
    }
    switch mode {
    case .none: onReport(.event(.abstained(id)))
    case .declared(let answer): onReport(.event(answer.event(id, question.kind, took: nil)))
    case .live:
      if let known = windows[index].said {
        onReport(.event(known.event(id, question.kind, took: nil)))
      } else if isSilent {
        onReport(.event(.deadline(.question(id))))
      } else if windows[index].query != nil {
        windows[index].query?.waiting.append((id, question.kind))
      } else {
        query(index, id, question, scene)
      }
    }
  }

  private func query(_ index: Int, _ id: QuestionID, _ question: Question, _ scene: Scene) {
    lastSerial &+= 1
    windows[index].query = ClientWindow.Query(
      serial: lastSerial, waiting: [(id, question.kind)], asked: EventLoop.now)
    windows[index].newest = lastSerial
    windows[index].isAnswered = false
    let current = scene.window(question.window)?.orientation ?? .unknown
    resource.query(
      serial: lastSerial, window: windows[index].number,
      proposed: SwivelPolicyV1.Orientation(question.proposed),
      current: SwivelPolicyV1.Orientation(current))
  }

  /// A question's time is up; true when it was one of these.
  func expired(_ id: QuestionID) -> Bool {
    guard
      let index = windows.firstIndex(where: {
        $0.query?.waiting.contains { $0.id == id } == true
      })
    else { return false }
    isSilent = true
    windows[index].query?.waiting.removeAll { $0.id == id }
    return true
  }

  /// Tells the client what a decision did with its windows.
  func finish(_ verdict: Verdict) {
    for index in windows.indices {
      let window = windows[index]
      let turned = verdict.moves.contains {
        if case .window(window.id, _) = $0 { true } else { false }
      }
      let asked = verdict.asked.first { $0.window == window.id && $0.by?.name == name }
      if asked != nil || turned {
        resource.outcome(
          serial: window.query?.serial ?? 0, window: window.number, source: source(asked),
          result: result(window.id, verdict, turned: turned),
          orientation: SwivelPolicyV1.Orientation(
            verdict.after.window(window.id)?.orientation ?? .unknown))
      }
      windows[index].query = nil
      windows[index].said = nil
    }
    isSilent = false
  }

  private func source(_ asked: Asked?) -> SwivelPolicyV1.Source {
    guard let asked else { return .unasked }
    switch mode {
    case .declared: return .declared
    case .none: return .unasked
    case .live: return asked.origin == .timedOut ? .timedOut : .answered
    }
  }

  private func result(
    _ window: WindowID, _ verdict: Verdict, turned: Bool
  ) -> SwivelPolicyV1.Result {
    if turned { return .turned }
    switch verdict.outcome {
    case .exception, .refused: return .refused
    case .deferred: return .deferred
    default: break
    }
    let current = verdict.after.window(window)?.orientation
    return verdict.requested == nil || verdict.requested == current ? .unchanged : .stayed
  }
}

extension ClientPolicy {
  private func handle(_ request: SwivelPolicyV1Resource.Request) {
    switch request {
    case .destroy: break
    case .declare(let autorotate, let supported, let preferred):
      guard let answer = read(autorotate, supported, preferred) else { return }
      mode = .declared(answer)
    case .setLive:
      mode = .live
      resource.deadline(milliseconds: UInt32(clamping: answerWithin))
    case .answer(let serial, let autorotate, let supported, let preferred):
      guard let answer = read(autorotate, supported, preferred) else { return }
      take(answer, serial)
    case .invalidate: onReport(.reconsider(id))
    }
  }

  private func take(_ answer: DeclaredPolicy, _ serial: UInt32) {
    guard serial > 0, serial <= lastSerial else {
      return resource.post(
        error: SwivelPolicyV1.ErrorCode.unknownSerial.rawValue,
        "the query \(serial) was never sent; the last one is \(lastSerial)")
    }
    // An older one, or a window that has gone meanwhile: it may have been under way.
    guard let index = windows.firstIndex(where: { $0.newest == serial }) else { return }
    guard !windows[index].isAnswered else {
      return resource.post(
        error: SwivelPolicyV1.ErrorCode.alreadyAnswered.rawValue,
        "the query \(serial) has an answer already")
    }
    windows[index].isAnswered = true
    guard let query = windows[index].query, !query.waiting.isEmpty else { return }
    windows[index].said = answer
    windows[index].query?.waiting = []
    // All answers of one query took the same time, which counts once.
    var took: Int64? = EventLoop.now - query.asked
    for (question, kind) in query.waiting {
      onReport(.event(answer.event(question, kind, took: took)))
      took = nil
    }
  }

  /// What a client says; nil, and the end of its connection, when that is nonsense.
  private func read(
    _ autorotate: UInt32, _ supported: SwivelPolicyV1.Orientations,
    _ preferred: SwivelPolicyV1.Orientation
  ) -> DeclaredPolicy? {
    guard autorotate <= 1 else {
      resource.post(
        error: SwivelPolicyV1.ErrorCode.invalidFlag.rawValue,
        "autorotate is \(autorotate), which is neither 0 nor 1")
      return nil
    }
    let mask = OrientationMask(rawValue: supported.rawValue)
    guard mask == mask.legal else {
      resource.post(
        error: SwivelPolicyV1.ErrorCode.invalidMask.rawValue,
        "supported is \(supported.rawValue), which has bits that are no orientation")
      return nil
    }
    guard let number = UInt8(exactly: preferred.rawValue),
      let wish = InterfaceOrientation(rawValue: number)
    else {
      resource.post(
        error: SwivelPolicyV1.ErrorCode.invalidOrientation.rawValue,
        "preferred is \(preferred.rawValue), which is no orientation")
      return nil
    }
    return DeclaredPolicy(
      autorotate: autorotate == 1, supported: mask, preferred: wish == .unknown ? nil : wish)
  }
}

extension SwivelPolicyV1.Orientation {
  fileprivate init(_ orientation: InterfaceOrientation) {
    self.init(rawValue: UInt32(orientation.rawValue))
  }
}
