// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Experiments
import Explanation
import Formats
import Import
import ModelChecker
import Recording
import Scenarios
import Text

// Playground: the commands of the program as a function from JSON to JSON.
//
// `scripts/build-playground-module` compiles this target and those that it imports to WebAssembly,
// for pages that have no program to ask. docs/design/playground-module.md describes requests and
// responses. The module has no libyaml: its `Document` reads the tree of a scenario, or simple text.

/// The answers of the playground's module.
public final class Playground {
  /// The scenario that was played last, with the parts of its request that determine it.
  fileprivate var played: (request: JSONValue, simulation: Simulation)?

  /// Creates a module that has played no scenario.
  public init() {}

  /// Returns the response to a request; both are JSON in UTF-8.
  ///
  /// `progress` is called during a check, with the number of states found so far.
  public func answer(_ request: [UInt8], progress: (Int) -> Void = { _ in }) -> String {
    var language = Language.english
    do throws(InputError) {
      let request = try PlaygroundRequest(request, of: self)
      language = request.style.language
      let answer = try request.answer(progress)
      return """
        {"ok":true,"result":\(answer.result.compact()),\
        "text":\(JSONValue.string(answer.text).compact())}
        """
    } catch {
      var members: [JSONValue.Member] = [
        .init("message", .string(error.message(language))), .init("file", .string(error.file)),
      ]
      if error.line > 0 {
        members += [
          .init("line", .int(Int64(error.line))), .init("column", .int(Int64(error.column))),
        ]
      }
      return JSONValue.object([.init("ok", false), .init("error", .object(members))]).compact()
    }
  }
}

private struct PlaygroundRequest {
  /// The JSON and the text that the program prints.
  typealias Answer = (result: JSONValue, text: String)

  private let request: JSONValue
  private let options: JSONValue
  private let playground: Playground

  init(_ bytes: [UInt8], of playground: Playground) throws(InputError) {
    self.playground = playground
    request = try JSONValue.parse(bytes, file: "request")
    options = request["options"] ?? .null
  }

  func answer(_ progress: (Int) -> Void) throws(InputError) -> Answer {
    switch request["command"]?.string {
    case "simulate":
      let simulation = try simulation()
      return (simulation.json, wantsText ? simulation.text(style: style) : "")
    case "explain": return try explanation()
    case "check": return try check(progress)
    case "compare":
      let names = try strings("rules")
      let comparison = try Comparison(file: file("scenario"), rules: names) {
        (name) throws(InputError) in try scenario(rules: name)
      }
      return (comparison.json, comparison.text)
    case "whatif":
      let (step, edits) = (try number("step"), try strings("answers"))
      let result =
        request["recording"] == nil
        ? try WhatIf(try scenario(rules: rules), step: step, edits: edits)
        : try WhatIf(try recording(), decision: step, edits: edits)
      return (result.json(style: style), result.text(style: style))
    case "replay":
      let replay = try Replay(try recording())
      return (
        ["chain": .string(replay.chain), "decisions": .int(Int64(replay.decisions))], replay.chain
      )
    case "rule-sets":
      let sets = RuleSetCatalog.names.map { name -> JSONValue in
        ["name": .string(name), "family": .string(RuleSetCatalog.family(name)?.rawValue ?? "")]
      }
      return (.array(sets), RuleSetCatalog.names.joined(separator: "\n"))
    case "import-android":
      let found = try AndroidImport([try dump()], display: try number("display"))
      return (found.json, found.scenario)
    case "import-uikit":
      let found = try UIKitImport([try dump()], rules: rules)
      return (
        [
          "swivel": 1, "scenario": .string(found.scenario),
          "notes": .array(found.notes.map { .string(UntrustedText($0).line) }),
        ], found.scenario
      )
    case let name:
      throw Mark(file: "request").error(
        "the command \(UntrustedText(name ?? "").quoted)", valid: Self.commands, near: name)
    }
  }

  private static let commands = [
    "simulate", "explain", "check", "compare", "whatif", "replay", "rule-sets", "import-android",
    "import-uikit",
  ]

  private func explanation() throws(InputError) -> Answer {
    let simulation = try simulation()
    let step = try number("step") ?? simulation.mostTelling
    guard simulation.steps.indices.contains(step) else {
      throw Mark(file: file("scenario")).error(
        "no step \(step); it has 0 to \(simulation.steps.count - 1)")
    }
    let details = ["short", "standard", "full"]
    let detail = options["detail"]?.string ?? "standard"
    guard details.contains(detail) else {
      throw Mark(file: "request").error(
        "the detail \(UntrustedText(detail).quoted)", valid: details, near: detail)
    }
    let explanation = simulation.explanation(
      step: step, style: style,
      check: options["checks"]?.bool == false ? nil : simulation.fixCheck)
    guard wantsText else { return (explanation.json, "") }
    let text = explanation.text(
      detail == "full" ? .full : detail == "short" ? .short : .standard)
    return (explanation.json, text)
  }

  private func check(_ progress: (Int) -> Void) throws(InputError) -> Answer {
    var options = ScenarioCheck.Options()
    options.bounds = CheckBounds(states: try number("states") ?? 1_000_000, memory: 256)
    options.withAnyAnswers = self.options["answers"]?.string == "any"
    let scenario = try scenario(rules: rules)
    do throws(CheckLimit) {
      let check = try ScenarioCheck(scenario, options: options) { state in
        progress(state.states)
        return true
      }
      return (check.json, check.text)
    } catch {
      throw Mark(file: scenario.file).error("this stack cannot be checked: \(error.description)")
    }
  }

  /// Whether a page uses the text of the response, which takes longer to make than the JSON.
  private var wantsText: Bool { options["text"]?.bool != false }

  private func file(_ kind: String) -> String { options["file"]?.string ?? kind }

  private var rules: String? { options["rules"]?.string }

  var style: TextStyle {
    TextStyle(language: Language(locale: request["language"]?.string ?? "en"))
  }

  private func scenario(rules: String?) throws(InputError) -> Scenario {
    guard let scenario = request["scenario"] else { throw missing("scenario") }
    let tree = scenario["yaml-tree"] ?? scenario
    return try Scenario.parse(
      tree.string ?? tree.compact(), file: file("scenario"), rules: rules)
  }

  /// Returns the played scenario; a page asks for the explanation of a step after the run.
  private func simulation() throws(InputError) -> Simulation {
    let key: JSONValue = [
      "scenario": request["scenario"] ?? .null, "rules": options["rules"] ?? .null,
      "file": .string(file("scenario")),
    ]
    if let played = playground.played, played.request == key { return played.simulation }
    let simulation = Simulation(try scenario(rules: rules))
    playground.played = (key, simulation)
    return simulation
  }

  private func recording() throws(InputError) -> RecordingReader {
    guard let text = request["recording"]?.string else { throw missing("recording") }
    return try RecordingReader(Array(text.utf8), file: file("recording"))
  }

  private func dump() throws(InputError) -> (file: String, bytes: [UInt8]) {
    guard let text = request["text"]?.string else { throw missing("text") }
    return (file("dump"), Array(text.utf8))
  }

  private func number(_ name: String) throws(InputError) -> Int? {
    guard let value = options[name], !value.isNull else { return nil }
    guard let number = value.int.flatMap({ Int(exactly: $0) }) else {
      throw Mark(file: "request").error("\(name) that is no whole number")
    }
    return number
  }

  private func strings(_ name: String) throws(InputError) -> [String] {
    guard let value = options[name], !value.isNull else { return [] }
    let texts = value.array?.compactMap { $0.string } ?? []
    guard let count = value.array?.count, texts.count == count else {
      throw Mark(file: "request").error("\(name) that is no list of texts")
    }
    return texts
  }

  private func missing(_ name: String) -> InputError {
    Mark(file: "request").error("a request without \(name)")
  }
}
