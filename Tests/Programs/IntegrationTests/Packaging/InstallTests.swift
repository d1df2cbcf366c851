// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `make install` with the programs of this build: what lies where, and whether those whom it is
/// meant for understand it.
@Suite(.serialized) struct InstallTests {
  /// The tree is made once; the programs are not optimised, which changes nothing here.
  @Test func installedFilesAreCompleteAndValid() throws {
    let tree = try Tree()
    try everyCommandHasAPageThatIsRenderedWithoutComplaint(tree)
    try programsLieBesideOneAnotherAndRun(tree)
    try theUnitIsOneThatSystemdTakes(tree)
    try theDesktopFileNamesTheProgram(tree)
    try theExtensionsOfGNOMEShellAreWhole(tree)
    try theAppletOfPlasmaIsWhole(tree)
    try pkgConfigFindsHeaderAndProtocol(tree)
    try completionsAreUnderstoodByTheirShells(tree)
  }

  private final class Tree {
    let directory: RuntimeDirectory
    let dump: [String: Any]

    init() throws {
      directory = try RuntimeDirectory()
      let build = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent().path
      let result = try Command.run(
        "/bin/sh",
        [
          "-c",
          "prefix=/usr DESTDIR='\(directory.path)' "
            + "'\(Swivel.packageRoot)/scripts/install-package' '\(build)'",
        ], environment: ProcessInfo.processInfo.environment, within: 120)
      guard result.status == 0 else { throw Deadline.Passed(description: result.errors) }
      let help = try Swivel.run(["--experimental-dump-help"])
      let json = try JSONSerialization.jsonObject(with: Data(help.output.utf8))
      dump = (json as? [String: Any])?["command"] as? [String: Any] ?? [:]
    }

    func path(_ name: String) -> String { "\(directory.path)/usr/\(name)" }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  }

  private func theDesktopFileNamesTheProgram(_ tree: Tree) throws {
    let path = tree.path("share/applications/io.github.swivel.Swivel.desktop")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("Exec=/usr/bin/swivel"))
    #expect(lines.contains("X-KDE-Wayland-Interfaces=org_kde_plasma_window_management"))
  }

  private func theExtensionsOfGNOMEShellAreWhole(_ tree: Tree) throws {
    var versions: [String] = []
    for id in ["windows@swivel.github.io", "windows-43@swivel.github.io"] {
      let folder = "share/gnome-shell/extensions/\(id)"
      for file in ["extension.js", "service.js", "tile.js", "windows.js"] {
        let path = tree.path("\(folder)/\(file)")
        // A link would lead nowhere.
        let kind = try FileManager.default.attributesOfItem(atPath: path)[.type]
        #expect(kind as? FileAttributeType == .typeRegular, "\(path)")
      }
      let data = try Data(contentsOf: URL(fileURLWithPath: tree.path("\(folder)/metadata.json")))
      let metadata = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(metadata["uuid"] as? String == id)
      versions += metadata["shell-version"] as? [String] ?? []
    }
    #expect(versions.compactMap { Int($0) }.sorted() == Array(43...51))
  }

  private func theAppletOfPlasmaIsWhole(_ tree: Tree) throws {
    let id = "io.github.swivel.rotation"
    let folder = "share/plasma/plasmoids/\(id)"
    let data = try Data(contentsOf: URL(fileURLWithPath: tree.path("\(folder)/metadata.json")))
    let metadata = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((metadata["KPlugin"] as? [String: Any])?["Id"] as? String == id)
    #expect(FileManager.default.fileExists(atPath: tree.path("\(folder)/contents/ui/main.qml")))
  }

  private func pkgConfigFindsHeaderAndProtocol(_ tree: Tree) throws {
    let environment = Command.plainEnvironment.merging([
      "PKG_CONFIG_LIBDIR": tree.path("share/pkgconfig"),
      "PKG_CONFIG_SYSROOT_DIR": tree.directory.path,
      "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1",
    ]) { $1 }
    func ask(_ option: String) throws -> String {
      let result = try Command.run(
        "pkg-config", [option, "swivel-plugin"], environment: environment)
      #expect(result.status == 0, "\(result.errors)")
      return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(try ask("--cflags") == "-I\(tree.path("include"))")
    #expect(tree.exists("include/swivel-plugin.h"))
    #expect(try ask("--variable=protocoldir").hasSuffix("/usr/share/swivel/protocols"))
    #expect(tree.exists("share/swivel/protocols/swivel-rotation-v1.xml"))
    #expect(try ask("--modversion") + "\n" == Swivel.run(["--version"]).output)
  }

  /// All commands as words, such as `rules show`, by the program's own description.
  private func commands(of command: [String: Any], after words: [String] = []) -> [[String]] {
    let below = (command["subcommands"] as? [[String: Any]] ?? [])
      .filter { $0["commandName"] as? String != "help" && $0["shouldDisplay"] as? Bool != false }
    return below.flatMap { entry -> [[String]] in
      let path = words + [entry["commandName"] as? String ?? ""]
      return [path] + commands(of: entry, after: path)
    }
  }

  private func everyCommandHasAPageThatIsRenderedWithoutComplaint(_ tree: Tree) throws {
    let all = commands(of: tree.dump)
    #expect(all.count > 15)
    for words in [[]] + all {
      let name = (["swivel"] + words).joined(separator: "-")
      let page = tree.path("share/man/man1/\(name).1")
      let result = try Command.run(
        "man", ["--warnings", "-E", "UTF-8", "-l", page],
        environment: Command.plainEnvironment.merging(["LC_ALL": "C.UTF-8", "MANWIDTH": "80"]) {
          $1
        })
      #expect(result.status == 0 && result.errors.isEmpty, "\(name): \(result.errors)")
      // Newer versions of man justify the line.
      let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains((["swivel"] + words).joined(separator: " ")))
    }
  }

  private func programsLieBesideOneAnotherAndRun(_ tree: Tree) throws {
    let listed = try Command.run(
      "\(Swivel.packageRoot)/scripts/build-release", ["--list"],
      environment: ProcessInfo.processInfo.environment)
    let programs = listed.output.split(separator: "\n").map(String.init)
    #expect(programs.contains("swivel") && programs.contains("swivel-scene"))
    for program in programs {
      #expect(tree.exists("bin/\(program)"))
      #expect(tree.exists("share/man/man1/\(program).1"))
    }
    let version = try Command.run(tree.path("bin/swivel"), ["--version"])
    #expect(version.status == 0)
    let picture = tree.path("turn.svg")
    let trace = "\(Swivel.packageRoot)/examples/traces/turn-left-up.csv"
    let drawn = try Command.run(tree.path("bin/swivel"), ["judge", trace, "--plot", picture])
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(tree.exists("share/doc/swivel/examples/scenarios/hidden-menu-window.yaml"))
  }

  private func theUnitIsOneThatSystemdTakes(_ tree: Tree) throws {
    let unit = tree.path("lib/systemd/user/swivel.service")
    let text = try String(contentsOfFile: unit, encoding: .utf8)
    #expect(text.contains("ExecStart=/usr/bin/swivel run\n"))
    #expect(text.contains("WantedBy=graphical-session.target\n"))
    #expect(tree.exists("lib/udev/rules.d/70-swivel.rules"))
    // The program has to be where the unit says, so that systemd finds nothing wrong at all.
    let here = text.replacingOccurrences(of: "/usr/bin", with: tree.path("bin"))
    let copy = try tree.directory.write(here, to: "swivel.service")
    let result = try Command.run(
      "systemd-analyze", ["--user", "--man=no", "verify", copy],
      environment: Command.plainEnvironment.merging(
        ["XDG_RUNTIME_DIR": tree.directory.path]) { $1 })
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    // The exposures are those that docs/installing.md names, in tenths.
    let dropIn = try String(
      contentsOfFile: tree.path("share/doc/swivel/examples/systemd/without-hooks.conf"),
      encoding: .utf8)
    for (name, unit, most) in [("plain", here, 20), ("strict", here + dropIn, 16)] {
      let file = try tree.directory.write(unit, to: "\(name).service")
      let rated = try Command.run(
        "systemd-analyze",
        ["--user", "--no-pager", "security", "--offline=true", "--threshold=\(most)", file],
        environment: Command.plainEnvironment.merging(
          ["XDG_RUNTIME_DIR": tree.directory.path]) { $1 })
      #expect(rated.status == 0, "\(name): \(rated.output.suffix(200)) \(rated.errors)")
    }
  }

  private func completionsAreUnderstoodByTheirShells(_ tree: Tree) throws {
    for (shell, file) in [
      ("bash", "bash-completion/completions/swivel"), ("zsh", "zsh/site-functions/_swivel"),
      ("fish", "fish/vendor_completions.d/swivel.fish"),
    ] {
      let result = try Command.run(shell, ["-n", tree.path("share/\(file)")])
      #expect(result.status == 0 && result.errors.isEmpty, "\(shell): \(result.errors)")
    }
    let bash = tree.path("share/bash-completion/completions/swivel")
    let script =
      "PATH='\(tree.path("bin"))':$PATH; source '\(bash)'; COMP_WORDS=(swivel sim); COMP_CWORD=1; "
      + "COMP_LINE='swivel sim'; COMP_POINT=10; _swivel swivel sim swivel; echo \"${COMPREPLY[@]}\""
    let completed = try Command.run("bash", ["-c", script])
    #expect(completed.output.split(separator: "\n").first == "simulate", "\(completed.errors)")
    let fish = try Command.run(
      "fish",
      [
        "--no-config", "-c",
        "source '\(tree.path("share/fish/vendor_completions.d/swivel.fish"))'; "
          + "complete -C 'swivel sim'",
      ],
      environment: Command.plainEnvironment.merging(["HOME": tree.directory.path]) { $1 })
    #expect(fish.output.hasPrefix("simulate"), "\(fish.errors)")
  }

  /// `make install prefix=$HOME/.local`, as a user without root types it.
  @Test func aUserInstallsIntoTheHomeDirectory() throws {
    let home = try RuntimeDirectory()
    let build = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent().path
    let result = try Command.run(
      "/bin/sh",
      [
        "-c",
        "make -s -C '\(Swivel.packageRoot)' install prefix=$HOME/.local built='\(build)'",
      ],
      environment: ProcessInfo.processInfo.environment.merging(["HOME": home.path]) { $1 },
      within: 120)
    #expect(result.status == 0, "\(result.errors)")
    let local = "\(home.path)/.local"
    #expect(result.output.contains("the programs are in \(local)/bin"), "\(result.output)")
    #expect(result.output.contains("\(local)/bin is not in the PATH"))
    #expect(try Command.run("\(local)/bin/swivel", ["--version"]).status == 0)
    // One of the folders in which systemd looks for this user's units.
    let unit = try String(
      contentsOfFile: "\(local)/share/systemd/user/swivel.service", encoding: .utf8)
    #expect(unit.contains("ExecStart=\(local)/bin/swivel run\n"))
    let folders = try Command.run(
      "systemd-analyze", ["--user", "unit-paths"],
      environment: Command.plainEnvironment.merging(
        ["HOME": home.path, "XDG_RUNTIME_DIR": home.path]) { $1 })
    #expect(folders.output.contains("\(local)/share/systemd/user\n"), "\(folders.output)")
  }

  @Test func aMissingBuildIsReported() throws {
    let empty = try RuntimeDirectory()
    let result = try Command.run(
      "\(Swivel.packageRoot)/scripts/install-package", [empty.path],
      environment: ProcessInfo.processInfo.environment.merging(["DESTDIR": empty.path]) { $1 })
    #expect(result.status == 1)
    #expect(result.errors.contains("is not there: make release"))
  }
}
