// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// `swivel check --live` asks the running daemon and checks the windows that are really there.
@Suite(.serialized) struct CheckLiveTests {
  private static let configuration =
    "windows: [{app-id: still*, autorotate: false, veto: true}]\n"

  @Test func theWindowsOfTheSessionAreChecked() throws {
    let compositor = try Compositor(.sway)
    let config = "\(compositor.runtimeDirectory)/config.yaml"
    try Self.configuration.write(toFile: config, atomically: false, encoding: .utf8)
    let swivel = try Swivel.start(Swivel.replay + ["--config", config], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let foot = try ChildProcess(
      "foot", ["--app-id=still.film", "--title=private", "sh", "-c", "sleep 60"],
      environment: compositor.clientEnvironment)
    defer { foot.stop() }
    _ = try swivel.waitForLine { $0.contains("still.film") }
    let result = try compositor.run(Swivel.path, ["check", "--live", "--json"])
    let json = try JSONValue.parse(result.output, file: "output")
    #expect(json["windows"] == 1 && json["rules"] == "desktop", "\(result.errors)")
    #expect(!result.output.contains("private"))
    let properties = json["properties"]?.array ?? []
    #expect(properties.first?["result"] == "proved")
  }
  /// A page that stays, and a window beside it that turns and takes the bar along.
  @Test func scriptsOfALiveSessionReproduceTheViolation() throws {
    let compositor = try Compositor(.sway)
    let config = "\(compositor.runtimeDirectory)/config.yaml"
    try "rules: uikit-8\nwindows: [{app-id: still, autorotate: false}]\n"
      .write(toFile: config, atomically: false, encoding: .utf8)
    let swivel = try Swivel.start(Swivel.replay + ["--config", config], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    let feet = try ["still", "free"].map { name in
      try ChildProcess(
        "foot", ["--app-id=\(name)", "sh", "-c", "sleep 60"],
        environment: compositor.clientEnvironment)
    }
    defer { for foot in feet { foot.stop() } }
    try Deadline.waitUntil("two windows\n\(swivel.errors)") {
      try Swivel.status(on: compositor)["windows"] == 2
    }
    let result = try compositor.run(Swivel.path, ["check", "--live", "--json"])
    #expect(result.status == 1, "\(result.errors)")
    let json = try JSONValue.parse(result.output, file: "output")
    var played = 0
    // A script begins with what leads to where the session stands, and holds.
    for property in json["properties"]?.array ?? [] where property["result"] == "violated" {
      guard let script = property["script"]?.string else { continue }
      let file = "\(compositor.runtimeDirectory)/script.yaml"
      try script.write(toFile: file, atomically: false, encoding: .utf8)
      let replay = try compositor.run(Swivel.path, ["simulate", "--check", file])
      #expect(replay.status == 0, "\(replay.output)\(replay.errors)\(script)")
      played += 1
    }
    #expect(played > 0, "\(result.output)")
  }
}
