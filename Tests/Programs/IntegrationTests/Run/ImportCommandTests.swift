// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel import`, `trace` and `export` as processes: exit codes, streams, files.
@Suite(.serialized) struct ImportCommandTests {
  static let dumps = "\(Swivel.packageRoot)/Tests/Documents/ImportTests/Dumps"

  static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "swivel-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
  }

  @Test func anAndroidDumpIsImportedExplainedAndRepaired() throws {
    try Self.inFolder { folder in
      let file = "\(folder)/phone.yaml"
      let dumps = ["\(Self.dumps)/phone-36-window.txt", "\(Self.dumps)/phone-36-activities.txt"]
      let made = try Swivel.run(["import", "android"] + dumps + ["-o", file])
      #expect(made.status == 0 && made.output == "\(file): written\n", "\(made.errors)")
      #expect(made.errors.contains("swivel: unknown: whether all four rotations are allowed"))
      #expect(try Swivel.run(["simulate", "--check", file]).status == 0)
      #expect(
        try Swivel.run(["explain", file]).output.contains("org.example.player/.FilmActivity"))
      let cure = ["whatif", file, "org.example.player/.FilmActivity=leave"]
      #expect(try Swivel.run(cure).output.contains("landscape-right"))
    }
  }

  /// What a dump leaves open is looked at in full.
  @Test func anIncompleteDumpIsCheckedWithAnyAnswers() throws {
    try Self.inFolder { folder in
      let file = "\(folder)/old.yaml"
      let made = try Swivel.run(
        ["import", "android", "\(Self.dumps)/phone-24.txt", "-o", file])
      #expect(made.status == 0 && made.errors.contains("what org.example.notes/.Main asks for"))
      let check = try Swivel.run(["check", "--answers", "any", file], within: 120)
      #expect([0, 1].contains(check.status), "\(check.errors)")
      #expect(check.output.contains("(android, 2 windows") && !check.output.contains("limit of"))
    }
  }

  @Test func aDecisionThatDiffersExitsWithOneInEveryFormat() throws {
    try Self.inFolder { folder in
      let text = try String(contentsOfFile: "\(Self.dumps)/tablet-36-window.txt", encoding: .utf8)
        .replacingOccurrences(
          of: "10:00:05.000 ROTATION_90 to ROTATION_0",
          with: "10:00:05.000 ROTATION_90 to ROTATION_180")
      let file = "\(folder)/other.txt"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      for form in [[], ["--self-check"], ["--json"], ["--explain"]] {
        let result = try Swivel.run(["import", "android", file] + form)
        #expect(result.status == 1 && !result.output.isEmpty, "\(form)")
      }
      let checked = try Command.run(
        "\(Swivel.packageRoot)/Tests/Tools/check-public-dumps", [folder, Swivel.path])
      #expect(checked.status == 1)
      #expect(checked.output.contains("other.txt: 4 decisions, 3 the same, 1 different, 0 open"))
    }
    let same = try Command.run(
      "\(Swivel.packageRoot)/Tests/Tools/check-public-dumps",
      [Self.dumps, Swivel.path])
    #expect(same.output.contains("phone-24.txt: 1 decision, 1 the same, 0 different, 0 open"))
  }

  @Test(arguments: [
    (["import", "android", "/dev/null"], "regular file|not a file|nothing"),
    (["import", "android", "--display", "9", "DUMP"], "no display 9; valid here: 0"),
    (["import", "session", "DUMP"], "no list of windows or outputs"),
    (["import", "uikit", "DUMP"], "neither windows nor controllers"),
    (["import", "android", "DUMP", "--json", "--explain"], "exclude one another"),
    (["trace"], "either a recording or scenario, or --live"),
    (["trace", "--live", "0"], "0.1 to 86400"),
    (["export", "sideways"], "valid here: normal"),
    (["export", "left-up", "--matrix", "1,2"], "three rows of three"),
  ])
  func invalidArgumentsAreReported(arguments: [String], words: String) throws {
    let result = try Swivel.run(
      arguments.map { $0 == "DUMP" ? "\(Self.dumps)/phone-36-window.txt" : $0 })
    #expect(result.status == 2, "\(result.errors)")
    let found = words.split(separator: "|").contains { result.errors.contains($0) }
    #expect(found, "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func everyCommandHasHelpWithExamples() throws {
    for command in [
      ["import"], ["import", "android"], ["import", "uikit"], ["import", "session"], ["trace"],
      ["export"],
    ] {
      let help = try Swivel.run(command + ["--help"])
      #expect(help.status == 0)
      #expect(command == ["import"] || help.output.contains("EXAMPLES"), "\(command)")
    }
  }

  @Test func tracesAreWrittenLiveAndForAWholeRun() throws {
    let compositor = try Compositor(.phoc)
    let trace = "\(compositor.runtimeDirectory)/all.pftrace"
    let live = "\(compositor.runtimeDirectory)/live.pftrace"
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let made = try compositor.run(Swivel.path, ["trace", "--live", "0.2", "-o", live])
    #expect(made.status == 0, "\(made.errors)")
    let bytes = try Data(contentsOf: URL(filePath: live))
    #expect(String(decoding: bytes, as: UTF8.self).contains("HEADLESS-1 in flight"))
    #expect(!FileManager.default.fileExists(atPath: "\(live).jsonl"))
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)

    let second = try Swivel.start(Swivel.replay + ["--trace", trace], on: compositor)
    defer { second.stop() }
    _ = try second.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    second.send(SIGINT)
    #expect(try second.waitForExit() == 0)
    let whole = try Data(contentsOf: URL(filePath: trace))
    #expect(String(decoding: whole, as: UTF8.self).contains("confirmed: 90"))
    #expect(!FileManager.default.fileExists(atPath: "\(trace).jsonl"))
  }

  @Test func aRunningSessionIsExportedAsAScenario() throws {
    let compositor = try Compositor(.sway)
    let foot = try ChildProcess(
      "foot", ["--app-id=terminal", "--title=secret", "sh", "-c", "sleep 60"],
      environment: compositor.clientEnvironment)
    defer { foot.stop() }
    let config = "\(compositor.runtimeDirectory)/rules.yaml"
    try "windows:\n  - {app-id: terminal, autorotate: false}\n"
      .write(toFile: config, atomically: true, encoding: .utf8)
    var text = ""
    try Deadline.waitUntil("the window") {
      text = try compositor.run(Swivel.path, ["windows", "--scenario", "--config", config]).output
      return text.contains("terminal")
    }
    #expect(text.contains("policy: {autorotate: false}") && !text.contains("secret"))
    let file = "\(compositor.runtimeDirectory)/desk.yaml"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try Swivel.run(["simulate", file]).status == 0)
    // What sway prints of it makes the same windows.
    let tree = try compositor.run("swaymsg", ["-t", "get_tree", "-r"]).output
    let dump = "\(compositor.runtimeDirectory)/tree.json"
    try tree.write(toFile: dump, atomically: true, encoding: .utf8)
    let imported = try Swivel.run(["import", "session", dump, "--config", config])
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output.contains("policy: {autorotate: false}"))
  }
}
