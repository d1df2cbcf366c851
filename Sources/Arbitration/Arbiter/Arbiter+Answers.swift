// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Arbiter {
  /// A live policy answered; late, doubled and unknown answers are ignored.
  mutating func answered(_ id: QuestionID, _ reply: Reply, at now: Instant) -> [Effect] {
    guard let index = pending?.outstanding.firstIndex(where: { $0.id == id }),
      let question = pending?.outstanding[index].question
    else { return [] }
    pending?.outstanding.remove(at: index)
    pending?.answers[question] = reply
    if reply.origin == .written { lastAnswers[question] = reply }
    return [.disarmDeadline(.question(id))] + proceed(at: now)
  }

  /// A live policy was silent or broke its contract: its last answer counts, else the default.
  mutating func silenced(_ id: QuestionID, _ origin: Origin, at now: Instant) -> [Effect] {
    guard let found = pending?.outstanding.first(where: { $0.id == id }) else { return [] }
    let last = lastAnswers[found.question]?.answer ?? standardAnswer(found.question.kind)
    return answered(id, Reply(answer: last, origin: origin), at: now)
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
