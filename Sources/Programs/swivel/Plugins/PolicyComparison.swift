// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Plugins
import Recording

/// The questions of a recording put to policies again, and their answers held against those of then.
///
/// What was decided is not changed by it: the recorded answers decide.
struct PolicyComparison: Sendable {
  /// One answer that is another one now.
  struct Difference: Sendable, Equatable {
    /// The line of the recording with the event that called for the question.
    let line: Int
    /// The decision that the question belongs to.
    let decision: Int
    /// The policy's name.
    let policy: String
    /// What was asked, and of which window.
    let question: String
    /// What was answered then.
    let recorded: String
    /// What is answered now.
    let now: String
  }

  /// How many questions were put again.
  private(set) var questions = 0
  /// The policies that were asked, each once.
  private(set) var asked: [String] = []
  /// The policies of the recording that are not here.
  private(set) var missing: [String] = []
  /// What differs, in order.
  private(set) var differences: [Difference] = []

  /// A question that the recording has not answered yet.
  private struct Open {
    var line: Int
    var decision: Int
    var policy: String
    var question: Question
    var now: Event
  }

  private var open: [UInt64: Open] = [:]

  /// Plays a recording and asks the policies of a list along the way.
  init(_ reader: RecordingReader, asking list: PluginList) throws(InputError) {
    let host = PolicyHost()
    for policy in list.policies {
      host.register(
        policy.policy, name: policy.name, ring: policy.ring,
        budget: CallBudget(limit: policy.budget))
    }
    var player = RecordingPlayer(reader)
    var decision = 0
    while let step = try player.next() {
      compare(step.event)
      for effect in step.effects {
        switch effect {
        case .ask(let id, let question):
          put(id, question, player.arbiter.sceneInQuestion, host, step.line, decision)
        case .report(let verdict):
          host.finish(verdict)
          decision = verdict.step + 1
        default: continue
        }
      }
    }
    host.stop()
  }

  private mutating func put(
    _ id: QuestionID, _ question: Question, _ scene: Scene, _ host: PolicyHost, _ line: Int,
    _ decision: Int
  ) {
    guard let policy = scene.policy(question.policy) else { return }
    var own = question
    guard let found = host.policy(named: policy.name) else {
      if !missing.contains(policy.name) { missing.append(policy.name) }
      return
    }
    own.policy = found
    guard let now = host.answer(id, own, in: scene) else { return }
    questions += 1
    if !asked.contains(policy.name) { asked.append(policy.name) }
    open[id.rawValue] = Open(
      line: line, decision: decision, policy: policy.name, question: question, now: now)
  }

  private mutating func compare(_ event: Event) {
    let id: QuestionID
    switch event {
    case .answer(let found, _, _), .abstained(let found, _), .policyFailed(let found),
      .deadline(.question(let found)):
      id = found
    default: return
    }
    guard let open = open.removeValue(forKey: id.rawValue) else { return }
    let (recorded, now) = (Self.words(event), Self.words(open.now))
    guard recorded != now else { return }
    differences.append(
      Difference(
        line: open.line, decision: open.decision, policy: open.policy,
        question: "\(open.question.kind.rawValue) of window \(open.question.window.rawValue)",
        recorded: recorded, now: now))
  }

  private static func words(_ event: Event) -> String {
    switch event {
    case .answer(_, .flag(let flag), _): flag ? "YES" : "NO"
    case .answer(_, .mask(let mask), _):
      "[\(mask.orientations.map(\.name).joined(separator: ", "))]"
    case .answer(_, .orientation(let wish), _): wish?.name ?? "nothing"
    case .abstained: "no opinion"
    case .policyFailed: "a fault"
    default: "silence"
    }
  }
}

extension PolicyComparison {
  /// What came of it, for people.
  var text: String {
    var lines: [String] = []
    for name in missing { lines.append("policy \(name) is not here; name it with --plugin") }
    let who = asked.isEmpty ? "no policy" : asked.joined(separator: ", ")
    lines.append(
      "asked \(who) again: \(questions) questions, \(differences.count) answered otherwise")
    for found in differences.prefix(20) {
      lines.append(
        "  decision \(found.decision) (line \(found.line)): \(found.policy) to \(found.question): "
          + "recorded \(found.recorded), now \(found.now)")
    }
    if differences.count > 20 { lines.append("  … and \(differences.count - 20) more") }
    return lines.joined(separator: "\n")
  }

  /// The same as JSON.
  var json: JSONValue {
    [
      "questions": .int(Int64(questions)), "asked": .array(asked.map { .string($0) }),
      "missing": .array(missing.map { .string($0) }),
      "differences": .array(
        differences.map { found in
          [
            "line": .int(Int64(found.line)), "decision": .int(Int64(found.decision)),
            "policy": .string(found.policy), "question": .string(found.question),
            "recorded": .string(found.recorded), "now": .string(found.now),
          ]
        }),
    ]
  }
}

extension Scene {
  fileprivate func policy(_ id: PolicyID) -> LivePolicy? {
    for window in windows {
      if case .live(let policy)? = window.root?.policy, policy.id == id { return policy }
    }
    return nil
  }
}
