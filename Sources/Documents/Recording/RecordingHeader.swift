// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Orientation
import Text

/// What a recording starts from: the rules and the scene before the first event.
public struct RecordingHeader: Sendable {
  /// The version of the format that this program writes and reads.
  public static let schema = 1
  /// The name of the member that makes a file a recording, and holds its version.
  static let tag = "swivel-recording"

  /// How decisions are made.
  public let rules: any RuleSet
  /// The scene that the arbiter starts from.
  public let scene: Scene
  /// The diagnostic windows that are there from the start.
  public let exempt: [Window]
  /// The time in which a live policy has to answer.
  public let answerTimeout: Duration
  /// The version of the program that wrote the recording.
  public let program: String

  /// Takes what an arbiter is made of; `program` is the version of the one that records.
  public init(
    rules: any RuleSet, scene: Scene, exempt: [Window] = [],
    answerTimeout: Duration = .milliseconds(100),
    program: String
  ) {
    self.rules = rules
    self.scene = scene
    self.exempt = exempt
    self.answerTimeout = answerTimeout
    self.program = program
  }

  /// Takes an arbiter as it is now, for a recording of this program.
  public init(_ arbiter: Arbiter) {
    self.init(
      rules: arbiter.rules, scene: arbiter.scene, exempt: arbiter.exempt,
      answerTimeout: arbiter.answerTimeout, program: ProgramVersion.text)
  }

  /// The arbiter that the recording starts from.
  public var arbiter: Arbiter {
    Arbiter(rules: rules, scene: scene, exempt: exempt, answerTimeout: answerTimeout)
  }

  /// The header as one JSON object, the first line of a recording.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(Self.tag, Self.schema.recorded), .init("program", program.recorded),
      .init("rules", .string(rules.id)),
    ]
    if let traits = rules.uikit {
      // A scenario can overrule both, and the name does not tell.
      members.append(.init("arbitration", traits.arbitration.recorded))
      members.append(.init("hidden-counts", traits.hiddenCounts.recorded))
    }
    members.append(.init("answer-within", answerTimeout.milliseconds.recorded))
    members.append(.init("scene", scene.recorded))
    if !exempt.isEmpty { members.append(.init("exempt", exempt.recorded)) }
    return .object(members)
  }

  /// Reads a header; `mark` is the place that errors name.
  ///
  /// `added` knows the rule sets that are not in the catalog.
  public init(
    _ json: JSONValue, at mark: Mark, added: (String) -> (any RuleSet)? = { _ in nil }
  ) throws(InputError) {
    do throws(RecordProblem) {
      try self.init(json, added: added)
    } catch {
      throw mark.error(error.description)
    }
  }

  private init(_ json: JSONValue, added: (String) -> (any RuleSet)?) throws(RecordProblem) {
    guard let version = json[Self.tag]?.int else { throw RecordProblem("no recording") }
    guard version == Int64(Self.schema) else {
      throw RecordProblem("version \(version) of recordings, not \(Self.schema)")
    }
    var reader = try RecordReader(json)
    var (schema, rules, program) = (0, "", "")
    var arbitration: WindowArbitration?
    var hiddenCounts: Bool?
    var answerTimeout: Int64 = 100
    var scene = Scene.blank
    var exempt: [Window] = []
    try reader.field(Self.tag, &schema)
    try reader.field("program", &program)
    try reader.field("rules", &rules)
    try reader.field("arbitration", &arbitration)
    try reader.field("hidden-counts", &hiddenCounts)
    try reader.field("answer-within", &answerTimeout)
    try reader.field("scene", &scene)
    try reader.field("exempt", &exempt)
    try reader.finish()
    let made =
      added(rules)
      ?? RuleSetCatalog.make(rules, arbitration: arbitration, hiddenCounts: hiddenCounts)
    guard let made else {
      let helps = rules.hasPrefix(RuleSetCatalog.pluginPrefix)
      throw RecordProblem(
        "the unknown rule set \(UntrustedText(rules).quoted)"
          + (helps ? ", which a plug-in brings; name its manifest with --plugin" : ""))
    }
    self.init(
      rules: made, scene: scene, exempt: exempt, answerTimeout: .milliseconds(answerTimeout),
      program: program)
  }

  /// The hash that the chain of decisions starts with.
  var digest: UInt64 {
    var digest = RecordDigest()
    digest.add(rules.id)
    if let traits = rules.uikit {
      traits.arbitration.add(to: &digest)
      traits.hiddenCounts.add(to: &digest)
    }
    answerTimeout.milliseconds.add(to: &digest)
    scene.add(to: &digest)
    exempt.add(to: &digest)
    return digest.value
  }
}

/// Which version of the program this is.
public enum ProgramVersion {
  /// The version as it is printed and recorded.
  public static let text = "0.1.0"
}
