// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Orientation
import Text

/// The beginning of a recording: the rule set and the scene before the first event.
public struct RecordingHeader: Sendable {
  /// The version of the format that this program writes and reads.
  public static let schema = 1
  /// The member that identifies a recording; its value is the format's version.
  static let tag = "swivel-recording"

  /// The rule set that makes the decisions.
  public let rules: any RuleSet
  /// The initial scene of the arbiter.
  public let scene: Scene
  /// The diagnostic windows before the first event.
  public let exempt: [Window]
  /// The time limit of a live policy's answer.
  public let answerTimeout: Duration
  /// The version of the program that wrote the recording.
  public let program: String

  /// Creates a header from the properties of an arbiter; `program` is the version of the recording
  /// program.
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

  /// Creates a header from an arbiter's current state, with this program's version.
  public init(_ arbiter: Arbiter) {
    self.init(
      rules: arbiter.rules, scene: arbiter.scene, exempt: arbiter.exempt,
      answerTimeout: arbiter.answerTimeout, program: ProgramVersion.text)
  }

  /// The arbiter before the first event.
  public var arbiter: Arbiter {
    Arbiter(rules: rules, scene: scene, exempt: exempt, answerTimeout: answerTimeout)
  }

  /// The header as one JSON object, the first line of a recording.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(Self.tag, Self.schema.recorded), .init("program", program.recorded),
      .init("rules", .string(RuleSetCatalog.recordedName(of: rules.id))),
    ]
    if let traits = rules.uikit {
      // A scenario can override both options, which the rule set's name does not show.
      members.append(.init("arbitration", traits.arbitration.recorded))
      members.append(.init("hidden-counts", traits.hiddenCounts.recorded))
    }
    members.append(.init("answer-within", answerTimeout.milliseconds.recorded))
    members.append(.init("scene", scene.recorded))
    if !exempt.isEmpty { members.append(.init("exempt", exempt.recorded)) }
    return .object(members)
  }

  /// Reads a header; `mark` is the place in error messages.
  ///
  /// `added` returns a plug-in's rule set by its recorded name, such as `plugin:majority`; `nil`
  /// for other names.
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
    let name = RuleSetCatalog.name(recorded: rules)
    let made =
      added(rules)
      ?? RuleSetCatalog.make(name, arbitration: arbitration, hiddenCounts: hiddenCounts)
    guard let made else {
      let quoted = UntrustedText(rules).quoted
      throw RecordProblem(
        rules.hasPrefix(RuleSetCatalog.pluginPrefix)
          ? "the rule set \(quoted) of a plug-in; name the plug-in's manifest with --plugin"
          : "the unknown rule set \(quoted)")
    }
    self.init(
      rules: made, scene: scene, exempt: exempt, answerTimeout: .milliseconds(answerTimeout),
      program: program)
  }

  /// The hash with which the hash chain over the effects begins.
  var digest: UInt64 {
    var digest = RecordDigest()
    digest.add(RuleSetCatalog.recordedName(of: rules.id))
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

/// The version of this program.
public enum ProgramVersion {
  /// The version, as it is printed and recorded.
  public static let text = "0.1.0"
}
