// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// `swivel plugins check` survives whatever a plug-in does, and says what that was.
@Suite struct PluginCheckTests {
  private func check(_ file: String, _ options: [String] = []) throws -> Command {
    try Swivel.run(["plugins", "check", file] + options, within: 120)
  }

  @Test func theExamplePluginsPassTheCheck() throws {
    let bench = try PluginBench()
    try bench.buildExamples()
    for name in ["majority", "portrait-reader"] {
      // By its manifest, and by its library.
      for file in ["\(name).swivel-plugin.json", "lib\(name).so"] {
        let result = try check("\(bench.path)/\(file)")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("the plug-in was stopped"))
        #expect(!result.output.contains("problem"))
      }
    }
    let json = try check("\(bench.path)/majority.swivel-plugin.json", ["--json"]).output
    #expect(try JSONValue.parse(json, file: "output")["ok"]?.bool == true)
  }

  @Test(arguments: [
    (
      "segv", "*(volatile int *)8 = 1; return 0;",
      "crashes at the step \"confirm to unknown from portrait\": SIGSEGV"
    ),
    ("abort", "if (query->proposed == 3) abort(); return 1;", "confirm to landscape-right"),
    (
      "leave", "exit(7);",
      "ends the process at the step \"confirm to unknown from portrait\", with exit"
    ),
    (
      "mask", "answer->given = 2; answer->supported = 64; return 0;",
      "the mask 0x40, which has bits"
    ),
    ("fault", "return -1;", "confirm broke its contract: confirm returned -1"),
    ("quiet", "return 1;", "never has an opinion"),
  ])
  func pluginMisbehaviourIsReported(id: String, body: String, message: String) throws {
    let bench = try PluginBench()
    let file = try bench.policy(id, confirm: body, head: "#include <stdlib.h>")
    let result = try check(file)
    #expect(result.output.contains(message), "\(result.output)\(result.errors)")
    #expect(result.status == (id == "quiet" ? 0 : 1))
  }

  /// A plug-in can hang after it has closed the descriptor of the report, too.
  @Test(arguments: ["", "close(3); "])
  func aHangingPluginIsEndedAtTheTimeout(before: String) throws {
    let bench = try PluginBench()
    let file = try bench.policy(
      "hang", confirm: "\(before)for (;;) pause();", head: "#include <unistd.h>")
    let result = try check(file, ["--timeout", "3"])
    #expect(result.status == 1)
    #expect(result.output.contains("hangs at the step \"confirm to unknown"), "\(result.output)")
  }

  @Test func aSlowPluginIsWarnedAboutMuting() throws {
    let bench = try PluginBench()
    let slow = try bench.policy(
      "slow", confirm: "usleep(20000); return 1;", head: "#include <unistd.h>")
    #expect(try check(slow).output.contains("after three such calls the daemon mutes the plug-in"))
  }

  @Test func invalidPathsManifestsAndTimeoutsAreReported() throws {
    let missing = try check("/nowhere/at/all.swivel-plugin.json")
    #expect(missing.status == 2 && missing.errors.contains("there is no such file"))
    let bench = try PluginBench()
    let other = try bench.directory.write("{}", to: "other.txt")
    let stray = try check(other)
    #expect(stray.status == 2 && stray.errors.contains("no manifest names this library"))
    let broken = try bench.directory.write("{\"swivel-plugin\": 9}", to: "b.swivel-plugin.json")
    let result = try check(broken)
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("problem"))
    #expect(try check(broken, ["--timeout", "0"]).status == 2)
  }

  @Test func theListShowsStatesAndBrokenManifests() throws {
    let bench = try PluginBench()
    try bench.buildExamples()
    _ = try bench.directory.write("{\"swivel-plugin\": 1}", to: "bad.swivel-plugin.json")
    let config = try bench.directory.write("plugins: [majority]\n", to: "config.yaml")
    let result = try Swivel.run(
      ["plugins", "list", "--plugin-dir", bench.path, "--config", config])
    #expect(result.status == 1)
    let lines = result.output.components(separatedBy: "\n")
    func line(_ name: String) -> String { lines.first { $0.hasPrefix("\(name) ") } ?? "" }
    #expect(line("majority").contains("2     rule-set  listed"), "\(result.output)")
    #expect(line("line-sensor").contains("sensor    unused"))
    #expect(line("steady").contains("1     policy    built-in"))
    #expect(line("bad").contains("broken"))
    #expect(result.output.contains("bad.swivel-plugin.json:1:1: found no key \"id\""))
    let json = try Swivel.run(
      ["plugins", "list", "--plugin-dir", bench.path, "--config", config, "--json"])
    let plugins = try JSONValue.parse(json.output, file: "output")["plugins"]?.array ?? []
    #expect(plugins.contains { $0["name"] == "majority" && $0["state"] == "listed" })
  }
}
