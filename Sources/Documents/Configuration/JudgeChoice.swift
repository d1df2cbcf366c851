// SPDX-License-Identifier: Apache-2.0
import Formats
public import Sensing
import Text

/// The judge that computes device orientations from readings, with its thresholds.
public struct JudgeChoice: Equatable, Sendable {
  /// The judge's name, one of `JudgeName.all`.
  public var name: String
  /// The thresholds of the judge `swivel`; other judges have none.
  public var parameters: ClassifierParameters

  /// Creates a choice; by default the judge `swivel` with its default thresholds.
  public init(
    name: String = JudgeName.all[0], parameters: ClassifierParameters = ClassifierParameters()
  ) {
    self.name = name
    self.parameters = parameters
  }
}

extension JudgeChoice: ConfigurationTable {
  static var blank: JudgeChoice { JudgeChoice() }
  static var sample: String { "{name: swivel, settle: 100}" }

  private var hasThresholds: Bool { name == JudgeName.all[0] }

  static let keys: [ConfigurationKey<JudgeChoice>] =
    [.init("name", \.name, .judge, "The judge's name; only swivel has thresholds.")]
    + ClassifierParameters.keys.map { key in
      key.inside(\.parameters)
        .written { $0.hasThresholds }
        .refused { $0.hasThresholds ? nil : ConfigurationPhrase.noThresholds($0.name) }
    }

  static let schemaRules: [JSONValue.Member] = [
    .init(
      "if",
      [
        "required": ["name"],
        "properties": [
          "name": ["enum": .array(JudgeName.all.dropFirst().map { .string($0) })]
        ],
      ]), .init("then", ["maxProperties": 1]),
  ]
}

extension ClassifierParameters: ConfigurationTable {
  static var blank: ClassifierParameters { ClassifierParameters() }
  static var sample: String { "{settle: 100}" }

  static var keys: [ConfigurationKey<ClassifierParameters>] {
    all.map { parameter in
      .init(
        parameter.name, \.[parameter], .integer(parameter.range),
        "\(parameter.summary.dropLast()), in \(parameter.unit.rawValue).")
    }
  }
}

extension Codec<String> {
  fileprivate static let judge = choice(JudgeName.all.map { ($0, $0) })
}

extension Codec<JudgeChoice> {
  static let judge = map(
    orShort: Codec(schema: Codec<String>.judge.schema(), form: "a judge's name") {
      node throws(InputError) in
      JudgeChoice(name: try Codec<String>.judge.read(node))
    } write: {
      $0.map
    })
}
