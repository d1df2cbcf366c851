// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel run` that cannot begin says why, and touches nothing.
@Suite(.serialized) struct RunRefusalTests {
  @Test func anUnknownOutputIsReportedWithTheValidOnes() throws {
    let compositor = try Compositor(.phoc, outputs: 2)
    let result = try compositor.run(Swivel.path, Swivel.replay + ["--output", "HEADLES-1"])
    #expect(result.status == 2)
    #expect(
      result.errors.hasSuffix(
        "swivel: --output: there is no output \"HEADLES-1\"; valid here: HEADLESS-1, "
          + "HEADLESS-2; did you mean \"HEADLESS-1\"?\n"), "\(result.errors)")
    #expect(try compositor.outputs().map(\.transform) == ["normal", "normal"])
  }

  @Test func readingsFromAPipeAreAwaitedWithAWordAboutTheirForm() throws {
    let command = "sleep 0.1 | '\(Swivel.path)' run --sensor replay:/dev/stdin"
    let result = try Command.run("/bin/sh", ["-c", command])
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "swivel: waits for the readings of /dev/stdin until it ends, and answers no other command "
          + "before: the line time_ms,x,y,z, then "),
      "\(result.errors)")
    #expect(result.errors.components(separatedBy: "waits for").count == 2)
  }

  @Test func aMissingDisplayIsReportedWithItsRemedy() throws {
    let nowhere = try Swivel.run(Swivel.replay)
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("XDG_RUNTIME_DIR is not set"))
    #expect(nowhere.errors.contains("from a terminal of the desktop session"))

    let directory = try RuntimeDirectory()
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    let empty = try Command.run(Swivel.path, Swivel.replay, environment: environment)
    #expect(empty.status == 1)
    // Nothing precedes the reason, such as the missing session bus.
    #expect(empty.errors.contains("WAYLAND_DISPLAY is not set"))
    #expect(!empty.errors.contains("session bus"), "\(empty.errors)")

    environment["WAYLAND_DISPLAY"] = "wayland-7"
    let gone = try Command.run(Swivel.path, Swivel.replay, environment: environment)
    #expect(gone.status == 1)
    #expect(gone.errors.contains("\(directory.path)/wayland-7"))
    #expect(gone.errors.contains("there is no such socket"))
  }

  @Test func theSocketOfADeadCompositorIsReported() throws {
    let compositor = try Compositor(.phoc)
    compositor.process.send(SIGKILL)
    _ = try compositor.process.waitForExit()
    let result = try compositor.run(Swivel.path, Swivel.replay)
    #expect(result.status == 1)
    #expect(result.errors.contains("no compositor listens there any more"))
  }

  @Test func missingOutputManagementIsReported() throws {
    let result = try Compositor(.weston).run(Swivel.path, Swivel.replay)
    #expect(result.status == 1)
    #expect(result.errors.contains("zwlr_output_manager_v1"))
    #expect(result.output.isEmpty)
  }

  @Test func invalidFilesAndOptionsAreReportedBeforeAnyRotation() throws {
    let compositor = try Compositor(.phoc)
    let directory = try RuntimeDirectory()
    let config = try directory.write("rules: desktop\nwindow: []\n", to: "config.yaml")
    let trace = try directory.write("time_ms,x,y,z\n0,0,9.8\n", to: "trace.csv")
    let empty = try directory.write("time_ms,x,y,z\n0,0,0,0\n", to: "empty.csv")
    let cases: [([String], String)] = [
      (Swivel.replay + ["--config", config], "\(config):2:1: found unknown key \"window\""),
      (Swivel.replay + ["--config", "/no/file"], "/no/file: there is no such file"),
      (["run", "--sensor", "replay:\(trace)"], "\(trace):2:"),
      (["run", "--sensor", "replay:\(empty)"], "no sample that can be used"),
      (["run", "--sensor", "replay:/no/trace"], "/no/trace: there is no such file"),
      (["run", "--sensor", "ioi"], "unknown sensor \"ioi\"; valid: auto, proxy, iio"),
      (["run", "--follow", "never"], "--follow: \"never\" is none of auto, always, tablet-mode"),
      (Swivel.replay + ["--rules", "desktop+x"], "--rules: unknown rule set \"desktop+x\""),
      (Swivel.replay + ["--replay-speed", "0"], "--replay-speed"),
      (Swivel.replay + ["--replay-speed", "fast"], "'fast' is invalid"),
      (Swivel.replay + ["--no-such-option"], "Unknown option"),
      (["frobnicate"], "unknown command \"frobnicate\"; `swivel help` shows the commands"),
      (["stop"], "unknown command \"stop\"; did you mean `swivel quit`?"),
      (["sensor"], "docs/sensors.md; did you mean `swivel doctor` or `swivel status`?"),
      (
        ["hooks"], "\"hooks\"; the page about hooks is docs/hooks.md; did you mean `swivel config`?"
      ),
      (
        ["help", "frobnicate"], "unknown command \"frobnicate\"; `swivel help` shows the commands"
      ),
      (["window"], "did you mean `swivel windows`?"),
      (["rotate"], "no orientation is given; valid here: left, 180, right, portrait"),
      (Swivel.replay + ["--verbose"], "; --explain prints the reasons of each decision"),
      (["history", "10"], "`swivel history -n 10` lists the last decisions"),
      (["config", "unset", "policy"], "no command removes a key: delete its lines in the file"),
      (["check"], "`swivel config check` checks the configuration"),
    ]
    for (arguments, message) in cases {
      let result = try compositor.run(Swivel.path, arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors.hasPrefix("swivel: "), "\(result.errors)")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func theHelpOfATopicNamesItsPage() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(Swivel.packageRoot)/docs")
      .filter { $0.hasSuffix(".md") }
    #expect(pages.count > 20)
    for page in pages {
      let result = try Swivel.run(["help", String(page.dropLast(3))])
      let isCommand = result.output.contains("USAGE: swivel ")
      #expect(
        isCommand
          ? result.status == 0
          : result.status == 2 && result.errors.contains("is docs/\(page)"),
        "\(page): \(result.output)\(result.errors)")
    }
  }

  /// An indented line that is wider is broken by the argument parser, as if it were prose.
  @Test func theHelpOfEachCommandFits80Columns() throws {
    let wide = Command.plainEnvironment.merging(["COLUMNS": "400"]) { $1 }
    func help(_ words: [String], _ environment: [String: String]) throws -> [Substring] {
      let result = try Command.run(Swivel.path, ["help"] + words, environment: environment)
      #expect(result.status == 0, "\(words)")
      return result.output.split(separator: "\n", omittingEmptySubsequences: false)
    }
    func subcommands(of words: [String]) throws -> [String] {
      let lines = try help(words, wide).drop { $0 != "SUBCOMMANDS:" }.dropFirst()
      return lines.prefix { $0 != "" }.map { String($0.split(separator: " ")[0]) }
    }
    let named = try subcommands(of: ["--all"])
    #expect(named.count > 30)
    for name in named {
      for words in try [[name]] + subcommands(of: [name]).map({ [name, $0] }) {
        let narrow = try help(words, Command.plainEnvironment)
        let prose = try help(words, wide).prefix { $0 != "ARGUMENTS:" && $0 != "OPTIONS:" }
        for line in narrow + prose.filter({ $0.hasPrefix("  ") }) where line.count > 80 {
          Issue.record("help \(words.joined(separator: " ")): \(line)")
        }
      }
    }
  }

  /// After `make demo` only two programs are there: what the others need is said.
  @Test(arguments: [["suggest"], ["overlay"], ["tablet", "--", "foot"]])
  func aProgramThatIsNotBuiltIsNamedWithTheRemedy(arguments: [String]) throws {
    let directory = try RuntimeDirectory()
    let alone = "\(directory.path)/swivel"
    // Copied by another process: one that is started here meanwhile would hold the copy open.
    #expect(try Command.run("cp", [Swivel.path, alone]).status == 0)
    let result = try Command.run(
      alone, arguments,
      environment: Command.plainEnvironment.merging(["PATH": directory.path]) { $1 })
    #expect(result.status == 1)
    let place = "is neither in \(directory.path) nor in PATH"
    #expect(result.errors.contains(place), "\(result.errors)")
    #expect(result.errors.contains("`make build`"))
  }
}
