// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Configuration
import Daemon
import Formats
import Orientation
import Plugins
import Recording
import Text

struct ReplaySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Decide a recording again, and report whether every decision is the same.",
    discussion: """
      Every event is decided again by the same function, in the recorded order. The hash covers \
      everything in the decisions, including what the file does not show.

      The recording contains the answers of plug-ins and clients, which are used again whether \
      those plug-ins are available or not. With --compare the available plug-ins, including those \
      named by --plugin, are asked the same questions again.

      EXIT CODES
        0  every decision is the same, bit for bit
        1  a decision differs, and the first one is shown; or a policy answers
           otherwise (--compare)
        2  the file is no recording, or not one of this version
      """)

  @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
  var file: String

  @OptionGroup var json: JSONOption

  @OptionGroup var plugins: PluginOption

  @Flag(help: "Ask the policies again, and report answers that differ from the recorded ones.")
  var compare = false

  func run() throws {
    let list = try plugins.list()
    defer { list.stop() }
    let replay = try Replay(path: file, added: list.ruleSet)
    var document = Self.json(replay)
    var lines = [text(replay)]
    var differs = replay.divergence != nil
    if compare, !differs {
      let comparison = try PolicyComparison(
        RecordingReader(path: file, added: list.ruleSet), asking: list)
      lines.append(comparison.text)
      differs = !comparison.differences.isEmpty
      document = .object((document.object ?? []) + [.init("comparison", comparison.json)])
    }
    json.print(document, or: lines.joined(separator: "\n"))
    if differs { throw ExitCode(1) }
  }

  private func text(_ replay: Replay) -> String {
    var lines: [String] = []
    if let divergence = replay.divergence {
      lines = [
        "decision \(divergence.decision) differs (line \(divergence.line) of \(file))",
        "  recorded  \(divergence.expected.isEmpty ? "nothing" : divergence.expected)",
        "  now       \(divergence.actual.isEmpty ? "nothing" : divergence.actual)",
      ]
      if replay.program != ProgramVersion.text {
        lines.append("  recorded by swivel \(replay.program), this is \(ProgramVersion.text)")
      }
    } else {
      lines = ["identical, \(counted(replay.decisions, "decision")), chain \(replay.chain)"]
    }
    if replay.isTruncated {
      lines.append("the recording ends in the middle of a line, which was left out")
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ replay: Replay) -> JSONValue {
    let divergence = replay.divergence.map { found in
      JSONValue.object([
        .init("decision", .int(Int64(found.decision))), .init("line", .int(Int64(found.line))),
        .init("recorded", .string(found.expected)), .init("now", .string(found.actual)),
      ])
    }
    return [
      "identical": .bool(replay.divergence == nil), "decisions": .int(Int64(replay.decisions)),
      "events": .int(Int64(replay.events)), "chain": .string(replay.chain),
      "truncated": .bool(replay.isTruncated), "program": .string(replay.program),
      "divergence": divergence ?? .null,
    ]
  }
}

/// A comparison of a recording's answers with those that the policies return to the same questions
/// now.
///
/// The comparison changes no decision: the recorded answers decide.
private struct PolicyComparison: Sendable {
  struct Difference: Sendable, Equatable {
    /// The line number, in the recording, of the event that caused the question.
    let line: Int
    let decision: Int
    let policy: String
    /// The question, and the window that was asked.
    let question: String
    let recorded: String
    let now: String
  }

  private(set) var questions = 0
  private(set) var asked: [String] = []
  /// The names of the recording's policies that are not available.
  private(set) var missing: [String] = []
  private(set) var differences: [Difference] = []

  /// A question whose recorded answer has not been read yet.
  private struct Open {
    var line: Int
    var decision: Int
    var policy: String
    var question: Question
    var now: Event
  }

  private var open: [UInt64: Open] = [:]

  /// Replays a recording, and asks the policies in `list` the recorded questions.
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
  var text: String {
    var lines: [String] = []
    for name in missing { lines.append("policy \(name) is not here; name it with --plugin") }
    let who = asked.isEmpty ? "no policy" : asked.joined(separator: ", ")
    lines.append(
      "asked \(who) again: \(counted(questions, "question")), \(differences.count) answered differently"
    )
    for found in differences.prefix(20) {
      lines.append(
        "  decision \(found.decision) (line \(found.line)): \(found.policy) to \(found.question): "
          + "recorded \(found.recorded), now \(found.now)")
    }
    if differences.count > 20 { lines.append("  … and \(differences.count - 20) more") }
    return lines.joined(separator: "\n")
  }

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
