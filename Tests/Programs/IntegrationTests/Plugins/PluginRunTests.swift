// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// Plug-ins in the running daemon: real windows, a real compositor, real libraries.
@Suite(.serialized) struct PluginRunTests {
  private let bench: PluginBench

  init() throws {
    bench = try PluginBench()
    try bench.buildExamples()
  }

  private func startFoot(_ appID: String, on compositor: Compositor) throws -> ChildProcess {
    let foot = try ChildProcess(
      "foot", ["--app-id=\(appID)", "--title=private", "sh", "-c", "sleep 120"],
      environment: compositor.clientEnvironment)
    try Deadline.waitUntil("the window of \(appID)\n\(foot.errors)") {
      let windows = try compositor.run(Swivel.path, ["windows"]).output
      return windows.components(separatedBy: "\n").contains {
        $0.hasPrefix(appID) && $0.contains("focused")
      }
    }
    return foot
  }

  private func options(_ yaml: String) throws -> [String] {
    let config = try bench.directory.write(yaml, to: "config.yaml")
    return ["--config", config, "--plugin-dir", bench.path]
  }

  private func json(_ compositor: Compositor, _ arguments: [String]) throws -> JSONValue {
    try JSONValue.parse(compositor.run(Swivel.path, arguments).output, file: "output")
  }

  private static let reader = """
    plugins: [portrait-reader]
    windows: [{app-id: "reader*", plugin: portrait-reader}]

    """

  @Test func aBlockingPolicyPluginIsNamedInEveryReport() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("reader.film", on: compositor)
    defer { foot.stop() }
    let file = "\(bench.path)/session.jsonl"
    let swivel = try Swivel.start(
      Swivel.replay + options(Self.reader) + ["--record", file], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }

    let words = try compositor.run(Swivel.path, ["explain", "last"]).output
    #expect(words.contains("\"portrait-reader\" (library, ring 2)"), "\(words)")
    let document = try json(compositor, ["explain", "last", "--json"])
    let answer = try #require(document["answered-by"]?[0])
    #expect(answer["policy"] == "portrait-reader" && answer["ring"] == 2)
    #expect(answer["window"] == "reader.film" && (answer["nanoseconds"]?.int ?? 0) > 0)

    let status = try json(compositor, ["status", "--json"])
    #expect(status["outputs"]?[0]?["shows"] == "portrait")
    let state = status["plugins"]?.array ?? []
    let own = try #require(state.first { $0["name"] == "portrait-reader" })
    #expect(own["windows"] == 1 && own["muted"] == false)
    let list = try compositor.run(
      Swivel.path, ["plugins", "list", "--plugin-dir", bench.path]
    ).output
    #expect(
      list.components(separatedBy: "\n").contains {
        $0.hasPrefix("portrait-reader") && $0.contains("running")
      })

    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    let replay = try Swivel.run(["replay", file])
    #expect(replay.status == 0 && replay.output.hasPrefix("identical, "), "\(replay.output)")
    let manifest = "\(bench.path)/portrait-reader.swivel-plugin.json"
    let same = try Swivel.run(["replay", file, "--compare", "--plugin", manifest])
    #expect(same.status == 0, "\(same.output)\(same.errors)")
    #expect(same.output.contains("asked portrait-reader again"))
    #expect(same.output.contains(", 0 answered differently"))
    #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("private"))
  }

  /// The same name, another policy: the recording decides as it did, and the comparison tells.
  @Test func replayComparesARecordingWithAnotherPolicy() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("reader.film", on: compositor)
    defer { foot.stop() }
    let file = "\(bench.path)/session.jsonl"
    let swivel = try Swivel.start(
      Swivel.replay + options(Self.reader) + ["--record", file], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    let other = try PluginBench()
    let manifest = try other.policy(
      "portrait-reader",
      confirm: "answer->given = 2; answer->supported = SWIVEL_MASK_ALL; return 0;")
    let result = try Swivel.run(["replay", file, "--compare", "--plugin", manifest])
    #expect(result.status == 1)
    #expect(
      result.output.contains("recorded [portrait], now [portrait, portrait-upside-down"),
      "\(result.output)")
    let none = try Swivel.run(["replay", file, "--compare"])
    #expect(none.status == 0 && none.output.contains("policy portrait-reader is not here"))
  }

  @Test func aBuiltInPolicyAnswersForAWindow() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("page", on: compositor)
    defer { foot.stop() }
    let yaml = "windows: [{app-id: page, plugin: steady}]\n"
    let swivel = try Swivel.start(Swivel.replay + options(yaml), on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }
    let document = try json(compositor, ["explain", "last", "--json"])
    #expect(document["answered-by"]?[0]?["policy"] == "steady")
    #expect(document["answered-by"]?[0]?["ring"] == 1)
  }

  @Test func aRuleSetPluginDecidesAndReplays() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("terminal", on: compositor)
    defer { foot.stop() }
    let yaml = "plugins: [majority]\nrules: plugin:majority\n"
    let file = "\(bench.path)/vote.jsonl"
    let swivel = try Swivel.start(
      Swivel.replay + options(yaml) + ["--record", file], on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    let manifest = "\(bench.path)/majority.swivel-plugin.json"
    let replay = try Swivel.run(["replay", file, "--plugin", manifest])
    #expect(replay.status == 0 && replay.output.hasPrefix("identical, "), "\(replay.errors)")
    let without = try Swivel.run(["replay", file])
    #expect(without.status == 2 && without.errors.contains("--plugin"), "\(without.errors)")
    let trace = "\(bench.path)/vote.pftrace"
    let traced = try Swivel.run(["trace", file, "--plugin", manifest, "-o", trace])
    #expect(traced.status == 0, "\(traced.errors)")
    let bytes = try Data(contentsOf: URL(filePath: trace))
    #expect(String(decoding: bytes, as: UTF8.self).contains("swivel, rules plugin:majority"))
    let untraced = try Swivel.run(["trace", file, "-o", "\(trace).2"])
    #expect(untraced.status == 2 && untraced.errors.contains("--plugin"), "\(untraced.errors)")
  }

  @Test func aSensorPluginRotatesTheOutput() throws {
    let compositor = try Compositor(.sway)
    let fifo = "\(bench.path)/readings"
    #expect(mkfifo(fifo, 0o600) == 0)
    let yaml = "plugins: [{id: line-sensor, options: {fifo: \"\(fifo)\"}}]\n"
    let swivel = try Swivel.start(
      ["run", "--sensor", "plugin:line-sensor"] + options(yaml), on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil("the sensor\n\(swivel.errors)") {
      swivel.errors.contains("plug-in \"line-sensor\" (by descriptor)")
    }
    let writer = open(fifo, O_WRONLY)
    defer { close(writer) }
    // Left edge up, for as long as it takes to settle.
    try Deadline.waitUntil("the turn\n\(swivel.output)\(swivel.errors)") {
      _ = "1000 0 0\n".withCString { write(writer, $0, strlen($0)) }
      usleep(20_000)
      return swivel.output.contains("confirmed: HEADLESS-1")
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
  }

  /// Everything that can be wrong with libraries at once: each is named, and the daemon goes on.
  @Test func brokenPluginsAreNamedAndTheConfigurationAnswers() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("still", on: compositor)
    defer { foot.stop() }
    _ = try bench.directory.write(
      "{\"swivel-plugin\": 1, \"id\": \"old\", \"kind\": \"policy\", \"abi\": {\"major\": 7, "
        + "\"minor\": 0}, \"library\": \"libold.so\"}", to: "old.swivel-plugin.json")
    let mad = try bench.policy("mad", confirm: "return 99;")
    #expect(access(mad, R_OK) == 0)
    let yaml = """
      plugins:
        - old
        - nobody
        - mad
        - {id: portrait-reader, options: {patience: 99}}
      rules: plugin:gone
      windows:
        - {app-id: still, plugin: mad, autorotate: false}
        - {app-id: other, plugin: nobody}

      """
    let swivel = try Swivel.start(Swivel.replay + options(yaml), on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }
    for words in [
      "version 7.0 of the plug-in interface", "the plug-in \"nobody\", which is in none of",
      "found 99; valid here: a whole number from 0 to 20",
      "no plug-in brings the rule set \"plugin:gone\"; desktop decides instead",
      "there is no plug-in \"nobody\" to answer for windows",
      "plug-in \"mad\" broke its contract (confirm returned 99)",
    ] {
      #expect(swivel.errors.contains(words), "\(words)\n\(swivel.errors)")
    }
    let words = try compositor.run(Swivel.path, ["explain", "last"]).output
    #expect(words.contains("\"mad\" (library, ring 2) broke its contract"), "\(words)")
    let sensor = try Swivel.start(
      ["run", "--sensor", "plugin:nothing"] + options(yaml), on: compositor)
    #expect(try sensor.waitForExit() == 2)
    #expect(sensor.errors.contains("no plug-in brings the sensor \"nothing\""))
  }

  @Test func aPluginIsNamedBeforeItsLibraryIsLoaded() throws {
    let compositor = try Compositor(.phoc)
    _ = try bench.policy(
      "early", confirm: "return 0;",
      head: """
        #include <stdlib.h>
        __attribute__((constructor)) static void early(void) { abort(); }
        """)
    let swivel = try Swivel.start(
      Swivel.replay + options("plugins: [early]\n"), on: compositor)
    defer { swivel.stop() }
    #expect(try swivel.waitForExit() == -SIGABRT)
    #expect(
      swivel.errors.contains("plug-in \"early\" is a library in this process: a crash of it ends"))
  }
}
