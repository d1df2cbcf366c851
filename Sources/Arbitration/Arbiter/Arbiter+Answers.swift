// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension Arbiter {
  /// A live policy answered; late, doubled and unknown answers are ignored.
  mutating func answered(
    _ id: QuestionID, _ reply: Reply, at now: Instant, _ run: inout EventRun
  ) {
    if reply.origin == .written, let question = question(id) { lastAnswers[question] = reply }
    settled(id, reply, at: now, &run)
  }

  private mutating func settled(
    _ id: QuestionID, _ reply: Reply, at now: Instant, _ run: inout EventRun
  ) {
    guard let index = pending?.outstanding.firstIndex(where: { $0.id == id }),
      let question = pending?.outstanding[index].question
    else { return }
    pending?.outstanding.remove(at: index)
    pending?.answers[question] = reply
    run.effects.append(.disarmDeadline(.question(id)))
    if let pending { proceed(pending, at: now, &run) }
  }

  /// A live policy was silent past its deadline: its last answer counts, else what it falls back to.
  mutating func timedOut(_ id: QuestionID, at now: Instant, _ run: inout EventRun) {
    guard let question = question(id) else { return }
    let answer = lastAnswers[question]?.answer ?? fallback(for: question).answer
    settled(id, Reply(answer: answer, origin: .timedOut), at: now, &run)
  }

  /// A live policy does not answer itself: what it falls back to does, under a word of its own.
  mutating func fellBack(
    _ id: QuestionID, _ origin: Origin?, took: Duration? = nil, at now: Instant,
    _ run: inout EventRun
  ) {
    guard let question = question(id) else { return }
    var reply = fallback(for: question)
    if let origin { reply.origin = origin }
    reply.elapsed = took
    // What it said before it lost its opinion, or broke its contract, is void.
    lastAnswers[question] = nil
    settled(id, reply, at: now, &run)
  }

  /// The event that lets a window be asked again under the rules that decide.
  public func askingAgain(_ window: WindowID) -> Event {
    let event = Event.window(window, .setNeedsUpdate)
    let isHeard = !rules.triggers(for: event, before: scene, after: scene).isEmpty
    // Sets that know no such request know one for all windows.
    return isHeard ? event : .app(.attemptRotation)
  }

  private func question(_ id: QuestionID) -> Question? {
    pending?.outstanding.first { $0.id == id }?.question
  }

  /// What is written down for a policy that does not answer, else the class's default.
  func fallback(for question: Question) -> Reply {
    let policy = sceneInQuestion.windows.lazy.compactMap { $0.root?.livePolicy(question.policy) }
      .first
    if let answer = policy?.fallback.answer(question.kind) {
      return Reply(answer: answer, origin: .written)
    }
    return Reply(answer: standardAnswer(question.kind), origin: .standard)
  }

  private func standardAnswer(_ kind: Question.Kind) -> Answer {
    switch kind {
    case .shouldAutorotate: .flag(true)
    case .supported, .appSupported:
      .mask(scene.device.idiom == .pad ? .all : .allButUpsideDown)
    case .legacy: .mask(.portrait)
    case .preferred: .orientation(nil)
    case .orientationLocked: .flag(false)
    }
  }
}

extension DeclaredPolicy {
  /// What is written down for a kind of question; nil for nothing.
  public func answer(_ kind: Question.Kind) -> Answer? {
    switch kind {
    case .shouldAutorotate: autorotate.map { .flag($0) }
    case .supported: supported.map { .mask($0) }
    case .preferred: preferred.map { .orientation($0) }
    case .legacy: legacy.map { .mask($0) }
    case .appSupported, .orientationLocked: nil
    }
  }

  /// The answer of a live policy to one question; no opinion where it has said nothing.
  ///
  public func event(_ id: QuestionID, _ kind: Question.Kind, took: Duration?) -> Event {
    let value = kind == .legacy ? answeringOldMethod.map { .mask($0) } : answer(kind)
    guard let value else { return .abstained(id, took: took) }
    return .answer(id, value, took: took)
  }

  /// The orientations to which the method of iOS 5 and earlier says yes: as written, else what the
  /// newer ones support, and none for a policy that does not rotate.
  public var answeringOldMethod: OrientationMask? {
    legacy ?? (autorotate == false ? [] : supported)
  }
}
