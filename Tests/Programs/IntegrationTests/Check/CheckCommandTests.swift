// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// `swivel check` as a process: exit codes, scripts that replay, limits, Ctrl-C, and Spin's model.
@Suite struct CheckCommandTests {
  private static let examples = "\(Swivel.packageRoot)/examples/scenarios"
  private static let story = "\(examples)/hidden-menu-window.yaml"
  private static let eight = "\(Swivel.packageRoot)/Benchmarks/check/eight-windows.yaml"

  private func scratch() throws -> String {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "swivel-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory.path
  }

  /// Every script that is printed is a scenario that holds its own expectation.
  @Test(arguments: [[], ["--answers", "any", "--limit", "200000"]])
  func counterexampleScriptsReproduceTheViolation(options: [String]) throws {
    let directory = try scratch()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let result = try Swivel.run(["check", Self.story, "--json"] + options, within: 120)
    #expect(result.status == 1)
    let json = try JSONValue.parse(result.output, file: "output")
    var played = 0
    for property in json["properties"]?.array ?? [] where property["result"] == "violated" {
      guard property["events"] != nil else { continue }
      let script = try #require(property["script"]?.string, "\(property.compact())")
      let file = "\(directory)/\(property["property"]?.string ?? "").yaml"
      try script.write(toFile: file, atomically: false, encoding: .utf8)
      let replay = try Swivel.run(["simulate", "--check", file])
      #expect(replay.status == 0, "\(replay.output)\(replay.errors)\(script)")
      played += 1
    }
    #expect(played > 1)
    let first = json["properties"]?[0]
    #expect(first?["property"] == "P1" && first?["result"] == "violated")
    #expect(first?["script"]?.string?.contains("outcome: split") == true)
  }

  @Test func keyOnlyRulesProveThatTheStackCannotSplit() throws {
    let result = try Swivel.run(["check", Self.story, "--rules", "uikit-8+key-only", "--time"])
    #expect(result.output.contains("P1  proved"))
    #expect(!result.output.contains("key-history: ") && result.errors.contains("key-history: "))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func reachingTheStateLimitReportsPartialResultsAndAdvice() throws {
    let command = ["check", Self.eight, "--rules", "uikit-8+key-only", "--limit", "5000", "--full"]
    let result = try Swivel.run(command)
    #expect(result.output.contains("ended by the limit of 5000 states"))
    #expect(result.output.contains("searched: every sequence of at most"))
    #expect(result.output.contains("--limit 50000"))
    let json = try JSONValue.parse(Swivel.run(command + ["--json"]).output, file: "output")
    #expect(json["advice"]?.array?.count == 3)
    let directory = try scratch()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let file = "\(directory)/plain.yaml"
    try "swivel: 1\nrules: uikit-16\nwindows: [{id: main}]\n"
      .write(toFile: file, atomically: false, encoding: .utf8)
    #expect(try Swivel.run(["check", file]).status == 0)
    #expect(try Swivel.run(["check", file, "--limit", "5", "--full"]).status == 3)
  }

  /// With every answer of eight windows there is no end; Ctrl-C gives what is known by then.
  @Test func interruptingACheckPrintsThePartialResult() throws {
    let process = try ChildProcess(
      Swivel.path,
      ["check", Self.eight, "--rules", "uikit-8+key-only", "--answers", "any", "--full"],
      environment: Command.plainEnvironment)
    defer { process.stop() }
    try Deadline.waitUntil("the signal to be held back") {
      // SIGINT is the second bit of the mask.
      let text = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? "0"
      let mask = UInt64(line.split(separator: "\t").last ?? "0", radix: 16) ?? 0
      return mask & 2 != 0
    }
    process.send(SIGINT)
    let status = try process.waitForExit()
    #expect(status == 3 || status == 1)
    #expect(process.output.contains("combinations of answers; ended by an interruption"))
  }

  /// A stack of diagnostic windows, or of none at all, is checked like any other.
  @Test(arguments: ["uikit-8", "uikit-16", "desktop", "android"])
  func aStackWithoutParticipatingWindowsIsProved(rules: String) throws {
    let directory = try scratch()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for windows in ["[{id: hud, diagnostic: true}]", "[]"] {
      let file = "\(directory)/story.yaml"
      try "swivel: 1\nrules: \(rules)\nwindows: \(windows)\n"
        .write(toFile: file, atomically: false, encoding: .utf8)
      let result = try Swivel.run(["check", file])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("proved: no window is asked"), "\(result.output)")
    }
  }

  /// A phone with one activity is not broken: what it shows is the platform's design.
  @Test func whatThePlatformMeansToDoIsSetApartFromFaults() throws {
    let directory = try scratch()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let file = "\(directory)/phone.yaml"
    try "swivel: 1\nrules: android\nwindows: [{id: film, key: true, request: unspecified}]\n"
      .write(toFile: file, atomically: false, encoding: .utf8)
    let result = try Swivel.run(["check", "--answers", "any", file])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasPrefix(
        "nothing is broken; by design of the platform: P3 (AN-13), P7 (AN-12) (android, "),
      "\(result.output)")
    #expect(!result.output.contains("VIOLATED"))
    #expect(result.output.contains("    AN-12: The sensor decides if the user left rotation free"))
    let json = try Swivel.run(["check", "--json", "--answers", "any", file])
    #expect(json.status == 0 && json.output.contains("\"by-design\": \"AN-12\""))
    // A laptop that is not folded does not rotate on ChromeOS.
    let laptop = try Swivel.run(
      ["check", "\(Swivel.packageRoot)/examples/platforms/chromeos-clamshell.yaml"])
    #expect(laptop.status == 0, "\(laptop.output)")
    #expect(
      laptop.output.hasPrefix(
        "nothing is broken; by design of the platform: P3 (CR-1), P10 (CR-1) (chromeos, "),
      "\(laptop.output)")
    // A fault beside them is still one.
    let fault = try Swivel.run(
      ["check", "\(Swivel.packageRoot)/examples/platforms/android-behind.yaml"])
    #expect(fault.status == 1 && fault.output.hasPrefix("broken: P2"), "\(fault.output)")
    #expect(fault.output.contains(", P8 (windows of one level"))
  }

  @Test func invalidOptionsAndAMissingDaemonAreReported() throws {
    for arguments in [
      [], [Self.story, "--live"], ["--live", "--rules", "uikit-8"], [Self.story, "--limit", "0"],
      ["/nowhere.yaml"], [Self.story, "--answers", "some"], [Self.story, "--promela", "x"],
    ] {
      let result = try Swivel.run(["check"] + arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.output == "" && result.errors != "", "\(arguments)")
    }
    let directory = try RuntimeDirectory()
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    let nobody = try Command.run(Swivel.path, ["check", "--live"], environment: environment)
    #expect(nobody.status == 4 && nobody.errors.contains("no daemon runs in this session"))
  }
}
