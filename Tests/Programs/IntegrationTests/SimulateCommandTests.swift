// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// `swivel simulate` as a process: exit codes, streams, and the same bytes every time.
@Suite struct SimulateCommandTests {
  static let story = "\(Swivel.packageRoot)/examples/scenarios/hidden-menu-window.yaml"

  static func examples() -> [String] {
    let root = "\(Swivel.packageRoot)/examples"
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("config/") }.sorted()
      .map { "\(root)/\($0)" }
  }

  @Test func theFirstLineNamesTheHiddenWindow() throws {
    let result = try Swivel.run(["simulate", Self.story])
    #expect(result.status == 0)
    let first = result.output.split(separator: "\n").first ?? ""
    #expect(first.contains("hidden window \"menu\""))
    #expect(!result.output.contains("\u{1B}"), "no colours in a pipe")
    let veto = "\(Swivel.packageRoot)/examples/scenarios/hidden-overlay-veto.yaml"
    let second = try Swivel.run(["simulate", veto])
    #expect(second.output.split(separator: "\n").first?.contains("\"overlay\" vetoes") == true)
  }

  @Test func everyExampleMeetsItsExpectations() throws {
    let result = try Swivel.run(["simulate", "--check"] + Self.examples(), within: 120)
    #expect(result.status == 0)
    #expect(result.output == "")
  }

  @Test func jsonIsOneDocumentAndNothingElse() throws {
    let result = try Swivel.run(["simulate", Self.story, "--format", "json"])
    #expect(result.errors == "")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    #expect((json as? [String: Any])?["rules"] as? String == "uikit-8")
  }

  /// The same file gives the same bytes whether hashing is seeded or not: every fourth example, and
  /// each one in the long run.
  @Test func outputDoesNotDependOnHashSeeding() throws {
    let stride = CaseCount.isLong ? 1 : 4
    for (number, path) in Self.examples().enumerated() where number % stride == 0 {
      let seeded = try Command.run(Swivel.path, ["simulate", path, "--format", "json"])
      let fixed = try Command.run(
        Swivel.path, ["simulate", path, "--format", "json"],
        environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
      #expect(!seeded.output.isEmpty && seeded.output == fixed.output, "\(path)")
    }
  }

  @Test func failedExpectationsAreListedWithTheirPlace() throws {
    let text = try String(contentsOfFile: Self.story, encoding: .utf8)
      .replacingOccurrences(of: "outcome: split", with: "outcome: turned")
    let file = FileManager.default.temporaryDirectory.appending(path: "wrong-\(getpid()).yaml")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Swivel.run(["simulate", "--check", file.path])
    #expect(result.status == 1)
    #expect(result.output.contains("after 1: outcome: wanted turned, got split"))
  }

  @Test func invalidInputIsReportedWithExitCodeTwo() throws {
    let missing = try Swivel.run(["simulate", "/nowhere.yaml"])
    #expect(missing.status == 2)
    #expect(missing.output == "")
    #expect(missing.errors.contains("/nowhere.yaml"))
    let rules = try Swivel.run(["simulate", Self.story, "--rules", "uikit-9"])
    #expect(rules.status == 2)
    #expect(rules.errors.contains("uikit-8"))
    #expect(try Swivel.run(["simulate"]).status == 2)
    #expect(try Swivel.run(["simulat"]).status == 2)
    #expect(try Swivel.run(["explain", Self.story, "--step", "9"]).status == 2)
  }

  @Test func aScenarioCanBeExplainedFromAPipe() throws {
    let command = "cat '\(Self.story)' | '\(Swivel.path)' explain /dev/stdin --short"
    let result = try Command.run("/bin/sh", ["-c", command])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.output == Swivel.run(["explain", Self.story, "--short"]).output)
  }

  @Test func helpAndVersionSucceed() throws {
    for arguments in [
      ["--help"], ["--version"], ["simulate", "--help"], ["explain", "--help"],
      ["compare", "--help"], ["rules", "--help"], ["run", "--help"],
    ] {
      let result = try Swivel.run(arguments)
      #expect(result.status == 0, "\(arguments)")
      #expect(result.errors == "", "\(arguments)")
      #expect(!result.output.isEmpty, "\(arguments)")
    }
  }

  @Test func everyRuleSetShowsItsRules() throws {
    let list = try Swivel.run(["rules"])
    for name in ["uikit-5", "uikit-27", "android", "chromeos", "desktop"] {
      #expect(list.output.contains(name))
      let shown = try Swivel.run(["rules", "show", name])
      #expect(shown.status == 0)
      #expect(shown.output.split(separator: "\n").count > 20, "\(name)")
    }
    #expect(try Swivel.run(["rules", "show", "C-5"]).output.hasPrefix("C-5"))
    #expect(try Swivel.run(["rules", "show", "Z-1"]).status == 2)
  }
}
