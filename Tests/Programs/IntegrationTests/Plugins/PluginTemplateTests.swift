// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What `swivel plugins new` writes builds and passes the check, in every language.
@Suite(.serialized) struct PluginTemplateTests {
  @Test(arguments: ["c", "rust", "swift"])
  func aNewPluginBuildsAndPassesTheCheck(language: String) throws {
    let bench = try PluginBench()
    let folder = "\(bench.path)/plugin"
    let made = try Swivel.run(
      ["plugins", "new", "night-owl", "--language", language, "--into", folder])
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("next: make -C \(folder)"))
    try bench.run("make", ["-C", folder])
    let check = try bench.run("make", ["-C", folder, "check"])
    #expect(check.contains("confirm: 20 answers, 20 times no opinion"), "\(check)")
    #expect(check.contains("the plug-in was stopped") && !check.contains("problem"))
    // Somebody's own build, which no PATH leads to.
    let named = try Command.run(
      "make", ["-C", folder, "check", "SWIVEL=\(Swivel.path)"],
      environment: Command.plainEnvironment,
      within: PluginBench.patience)
    #expect(named.status == 0, "\(named.errors)")
    let lost = try Command.run(
      "make", ["-C", folder, "check", "SWIVEL=no-such-swivel"],
      environment: Command.plainEnvironment,
      within: PluginBench.patience)
    #expect(lost.status != 0)
    #expect(
      lost.errors.contains("no-such-swivel is not in the PATH: make check SWIVEL=/path/to/swivel"))
    try bench.run("make", ["-C", folder, "install", "XDG_DATA_HOME=\(bench.path)/data"])
    #expect(access("\(bench.path)/data/swivel/plugins/libnight_owl.so", R_OK) == 0)
    let again = try Swivel.run(["plugins", "new", "night-owl", "--into", folder])
    #expect(again.status == 2 && again.errors.contains("is there already"))
  }

  @Test func invalidArgumentsAreReportedAndNothingIsWritten() throws {
    let bench = try PluginBench()
    let folder = "\(bench.path)/plugin"
    let name = try Swivel.run(["plugins", "new", "Night Owl", "--into", folder])
    #expect(name.status == 2 && name.errors.contains("is no name for a plug-in"))
    let language = try Swivel.run(
      ["plugins", "new", "owl", "--language", "rusty", "--into", folder])
    #expect(language.status == 2 && language.errors.contains("did you mean \"rust\"?"))
    // Not even root can make a folder below a file.
    let file = "\(bench.path)/file"
    try "".write(toFile: file, atomically: false, encoding: .utf8)
    let place = try Swivel.run(["plugins", "new", "owl", "--into", "\(file)/owl"])
    #expect(place.status == 2 && place.errors.contains("\(file)/owl"))
    #expect(access(folder, F_OK) != 0)
  }

  /// The example in Swift, linked so that it can never be unloaded.
  @Test func theSwiftExampleBuildsAndPassesTheCheck() throws {
    let bench = try PluginBench()
    let source = "\(PluginBench.examples)/second-thoughts"
    let build = ["build", "--package-path", source, "--scratch-path", "\(bench.path)/build"]
    try bench.run("swift", build)
    let bin = try bench.run("swift", build + ["--show-bin-path"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let manager = FileManager.default
    for (file, folder) in [
      ("libsecond_thoughts.so", bin), ("second-thoughts.swivel-plugin.json", source),
    ] {
      try manager.copyItem(atPath: "\(folder)/\(file)", toPath: "\(bench.path)/\(file)")
    }
    let flags = try bench.run("readelf", ["-d", "\(bench.path)/libsecond_thoughts.so"])
    #expect(flags.contains("NODELETE"), "\(flags)")
    let check = try Swivel.run(["plugins", "check", bench.path], within: 120)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  /// The package of the article: a policy that is linked into a program of somebody else's.
  @Test func theLinkedExampleBuildsAndRuns() throws {
    let bench = try PluginBench()
    let program = try bench.build(package: "plugins/linked", executable: "linked-example")
    let output = try bench.run(program, [])
    let answer = "supports [portrait, portrait-upside-down], prefers portrait"
    let wanted: [String] = [
      "handle start", "confirm window 1 to landscape-right: \(answer)", "advise window 1 blocked",
      "landscape-left: blocked", "confirm window 1 to portrait-upside-down: \(answer)",
      "advise window 1 turned", "handle turned window 1 from portrait to portrait-upside-down",
      "portrait-upside-down: turned",
    ]
    let lines = output.split(separator: "\n").map(String.init)
    #expect(Array(lines.suffix(wanted.count)) == wanted, "\(output)")

    // As a daemon of its own: what turns the screen is the example's applier.
    let compositor = try Compositor(.phoc)
    let recording = "replay:\(Swivel.packageRoot)/examples/traces/turn-left-up.csv"
    let daemon = try ChildProcess(
      program, ["run", recording], environment: compositor.clientEnvironment)
    defer { daemon.stop() }
    try compositor.waitForTransform("90")
    daemon.send(SIGINT)
    #expect(try daemon.waitForExit() == 0)
    for line in ["HEADLESS-1 turns to rotated90", "HEADLESS-1 turns to normal"] {
      #expect(daemon.output.components(separatedBy: "\n").contains(line), "\(daemon.output)")
    }
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }
}
