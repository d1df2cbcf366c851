// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Sensing
import Testing

import Configuration
import Formats

/// The schema for editors accepts and rejects what the reader does.
@Suite struct SchemaTests {
  /// A program that prints for each of some documents whether a list of schemas finds it valid.
  private static let program = """
    import json, sys
    from jsonschema import Draft202012Validator as Validator
    schema, *documents = json.load(open(sys.argv[1]))
    Validator.check_schema(schema)
    print(json.dumps([Validator(schema).is_valid(document) for document in documents]))
    """

  /// Mistakes for the reader only: the schema cannot compile expressions or compare two values.
  private static let beyondSchema =
    [
      "windows: [{title: {regex: \"(\"}}]", "windows: [{title: {regex: '(a)\\2'}}]",
      "outputs: [{match: D*, policy: {follow: DP-1}}]",
    ] + SensorPlacementTests.mistakes.map(\.text).filter(SensorPlacementTests.isBeyondSchema)

  static let good =
    [
      "{}", "outputs: []", "windows: []", "judge: rot8", "judge: {}", "judge: {name: android}",
      "keyboard: {}", "keyboard: {disable: turned, touchpad: false}", "hooks: {}",
      "keyboard: {on-screen: tablet-mode}", "gnome: {}", "gnome: {orientation-lock: true}",
      "keyboard: {disable: tablet-mode}", "hooks: {before: [a], after: [[b, c], [d]]}",
      "hooks: {tablet-mode: [a, b], lock: [[c]], posture: [d], output: [[e], [f, g]]}",
      "hooks: {after: [/opt/My Program/run, a b]}", "hooks: {wait: 0, timeout: 100}",
      "hooks: {wait: 800, timeout: 600000}",
      "other-writers: overrule", "outputs: [{match: '*', policy: leave}]",
      "outputs: [{match: a, policy: {fixed: 90}}, {match: b, policy: {fixed: flipped-180}}]",
      "outputs: [{match: HDMI-*, policy: {follow: eDP-1}}]",
      "outputs: [{match: eDP-2, policy: auto, touch: 'ELAN9009:00 04F3:425A'}]",
      "outputs: [{match: eDP-2, policy: auto, touch: [a, b]}]",
      "windows: [{title: {regex: '^Talk [0-9]+$'}}]", "windows: [{role: dialog, supported: []}]",
      "windows: [{output: DP-*, autorotate: false}]", "rules: uikit-8+key-only",
      "policy: {supported: [portrait], preferred: landscape-left, veto: true, autorotate: false}",
      "output: [a, b]", "output: eDP-1", "desktop-entries: false", "suggest: true",
      "prove: true",
    ] + SensorPlacementTests.good

  private static let bad =
    ConfigurationErrorTests.mistakes.map(\.text).filter { !beyondSchema.contains($0) }
    + [
      "- a", "other-writers: fight", "hooks: {wait: -1}", "hooks: {timeout: 99}",
      "hooks: {wait: 801}", "hooks: {timeout: 600001}", "hooks: {before: []}",
      "hooks: {before: [[]]}", "hooks: {before: [[a], b]}", "hooks: {before: a}",
      "hooks: {after: ['']}", "hooks: {lock: a}", "hooks: {lock: [a b]}", "hooks: {locks: [a]}",
      "hooks: {after: [1]}", "hooks: {after: [\"a\\0\"]}",
      "keyboard: {disable: always}", "keyboard: {on-screen: turned}",
      "gnome: {orientation-lock: maybe}", "gnome: true", "gnome: {lock: true}",
      "keyboard: {disabled: never}", "keyboard: turned",
      "outputs: [{match: a}]", "outputs: [{policy: auto}]", "outputs: [{match: a, policy: on}]",
      "outputs: [{match: a, policy: {fixed: 45}}]", "outputs: [{match: a, touch: b}]",
      "outputs: [{match: a, policy: auto, touch: []}]",
      "outputs: [{match: a, policy: auto, touch: [b, b]}]",
      "outputs: [{match: a, policy: {}}]",
      "outputs: [{match: a, policy: {fixed: 90, follow: b}}]", "outputs: [a]",
      "windows: [{role: popup}]", "windows: [{title: {regexp: a}}]", "windows: [{title: {}}]",
      "windows: [{title: [a]}]", "windows: [{output: [a]}]", "rules: android+key-only",
      "judge: {name: rot8, settle: 100}", "judge: nobody", "judge: {settle: 1.5}",
      "desktop-entries: no", "suggest: always", "suggest: {}",
      "prove: often", "prove: [true]",
    ]
    + SensorPlacementTests.mistakes.map(\.text).filter { !SensorPlacementTests.isBeyondSchema($0) }

  /// Every threshold at both ends of its range and just beyond.
  private static let edges = ClassifierParameters.all.flatMap { parameter in
    let range = parameter.range
    return [range.lowerBound - 1, range.lowerBound, range.upperBound, range.upperBound + 1]
      .map { "judge: {\(parameter.name): \($0)}" }
  }

  private static var examples: [String] {
    Documentation.configurations.map(\.text) + [
      Documentation.text("examples/config/config.yaml")
    ]
      + RuleSetName.all.map { "rules: \($0)" } + [Configuration.exampleFile]
  }

  @Test func theSchemaAndTheReaderAgree() throws {
    let texts = Self.good + Self.bad + Self.edges + Self.examples
    var documents: [(text: String, json: JSONValue)] = []
    for text in texts where !Self.isBroken(text) {
      guard let document = try? Document.parse(text, file: "c") else { continue }
      documents.append((text, JSONValue(document.root)))
    }
    #expect(documents.count > 100)
    let schema = try JSONValue.parse(Documentation.text("docs/config.schema.json"), file: "schema")
    let verdicts = try Self.judge(.array([schema] + documents.map(\.json)))
    try #require(verdicts.count == documents.count)
    for (document, isValid) in zip(documents, verdicts) {
      let isRead = (try? Configuration.parse(document.text, file: "c")) != nil
      #expect(isRead == isValid, "\(document.text)")
    }
  }

  @Test(arguments: good + beyondSchema.map { "# beyond\n" + $0 })
  func theReaderAlsoRefusesMistakesBeyondTheSchema(text: String) {
    let isRead = (try? Configuration.parse(text, file: "c")) != nil
    #expect(isRead == !text.hasPrefix("# beyond"))
  }

  // A file of comments only is no document.
  private static func isBroken(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") }
  }

  private static func judge(_ input: JSONValue) throws -> [Bool] {
    let folder = ScratchFolder()
    let file = try folder.write(input.compact(), to: "input.json")
    // The program needs python3-jsonschema.
    let text = try Tool.run(["/usr/bin/python3", "-c", program, file])
    let verdicts = try JSONValue.parse(text, file: "verdicts").array ?? []
    return verdicts.compactMap(\.bool)
  }
}
