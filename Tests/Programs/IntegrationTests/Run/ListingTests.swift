// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What `swivel` prints without touching anything.
@Suite(.serialized) struct ListingTests {
  @Test func outputsAreListedAsATableAndAsJSON() throws {
    let compositor = try Compositor(.phoc)
    let table = try compositor.run(Swivel.path, ["outputs"]).output
    let lines = table.components(separatedBy: "\n")
    #expect(lines[0].hasPrefix("OUTPUT      TRANSFORM  MODE"))
    // Newer versions of phoc tell no refresh rate of an output without a screen.
    let refresh = try #require(compositor.outputs().first).refresh
    let rate = refresh > 0 ? "@" + String(format: "%.1f", refresh) : ""
    #expect(lines[1].hasPrefix("HEADLESS-1  normal     1280x800\(rate) "))
    #expect(lines[1].contains("yes"))

    let json = try compositor.run(Swivel.path, ["outputs", "--json"]).output
    let outputs = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(outputs.count == 1)
    #expect(outputs[0]["name"] as? String == "HEADLESS-1")
    #expect(outputs[0]["size"] as? [Int] == [1280, 800])
    #expect(outputs[0]["can-turn"] as? Bool == true)
    #expect(outputs[0]["turns"] as? String == "yes")

    let file = "\(compositor.runtimeDirectory)/outputs.yaml"
    for (policy, turns) in [
      ("{fixed: 180}", "fixed 180"), ("{follow: DP-1}", "follows DP-1"), ("leave", "no"),
    ] {
      try "outputs: [{match: HEADLESS-1, policy: \(policy)}]\n".write(
        toFile: file, atomically: false, encoding: .utf8)
      let table = try compositor.run(Swivel.path, ["outputs", "--config", file])
      #expect(table.output.contains(" \(turns) "), "\(table.output)\(table.errors)")
    }
  }

  @Test func westonsOutputIsListedAsNotRotatable() throws {
    let compositor = try Compositor(.weston)
    let result = try compositor.run(Swivel.path, ["outputs"])
    #expect(result.status == 0)
    #expect(result.output.contains("1280x800"))
    #expect(!result.output.contains("yes"))
    let windows = try compositor.run(Swivel.path, ["windows"])
    #expect(windows.status == 1)
    #expect(windows.errors.contains("zwlr_foreign_toplevel_manager_v1"))
  }

  @Test func helpHasExamplesAndGoesToStandardOutput() throws {
    let help = try Swivel.run(["--help"])
    #expect(help.status == 0 && help.errors.isEmpty)
    for word in ["EXAMPLES", "EXIT CODES", "swivel run --sensor replay:", "outputs", "windows"] {
      #expect(help.output.contains(word))
    }
    let all = try Swivel.run(["help", "--all"])
    #expect(all.status == 0 && all.output == help.output)
    let run = try Swivel.run(["help", "run"]).output
    for word in ["--replay-speed", "GNOME, KDE Plasma  ", "sway  ", "Hyprland  ", "niri  "] {
      #expect(run.contains(word), "\(run)")
    }
    #expect(try Swivel.run(["--version"]).output == "0.1.0\n")
  }

  /// The overview fits on a terminal of the usual size, and names every command once.
  @Test func helpOnOneScreenNamesEveryCommandAndTheCompositors() throws {
    let help = try Swivel.run(["help"])
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(try Swivel.run([]).output == help.output)
    let lines = help.output.split(separator: "\n")
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(help.output)")
    for word in ["sway", "Hyprland", "KDE Plasma", "GNOME", "swivel help --all"] {
      #expect(help.output.contains(word))
    }
    let dump = try Swivel.run(["--experimental-dump-help"]).output
    let json = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    let commands = ((json?["command"] as? [String: Any])?["subcommands"] as? [[String: Any]] ?? [])
      .compactMap { $0["commandName"] as? String }.filter { $0 != "help" }
    #expect(commands.count > 30)
    let words = lines.filter { $0.hasPrefix("  ") }
      .flatMap { $0.split { !($0.isLetter || $0 == "-") }.map(String.init) }
    for command in commands { #expect(words.contains(command), "\(command)") }
  }
}
