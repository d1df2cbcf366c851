// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// Windows have their say in `swivel run`: foot as the client, sway as the compositor.
@Suite(.serialized) struct RunWindowTests {
  private static let configuration = "windows: [{app-id: still*, autorotate: false}]\n"

  private func startFoot(_ appID: String, on compositor: Compositor) throws -> ChildProcess {
    let foot = try ChildProcess(
      "foot", ["--app-id=\(appID)", "--title=private", "sh", "-c", "sleep 60"],
      environment: compositor.clientEnvironment)
    try Deadline.waitUntil("the window of \(appID)\n\(foot.errors)") {
      let windows = try compositor.run(Swivel.path, ["windows"]).output
      return windows.components(separatedBy: "\n").contains {
        $0.hasPrefix(appID) && $0.contains("focused")
      }
    }
    return foot
  }

  private func config(on compositor: Compositor) throws -> [String] {
    let path = "\(compositor.runtimeDirectory)/config.yaml"
    try Self.configuration.write(toFile: path, atomically: false, encoding: .utf8)
    return ["--config", path]
  }

  /// Rules: W-5.
  @Test func theFocusedWindowBlocksTheRotationUntilClosed() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("still.film", on: compositor)
    let swivel = try Swivel.start(
      Swivel.replay + ["--explain"] + config(on: compositor), on: compositor)
    defer { swivel.stop() }
    let line = try swivel.waitForLine { $0.contains("blocked") }
    #expect(line.contains("still.film"))
    _ = try swivel.waitForLine { $0.contains("W-5") }
    #expect(try compositor.outputs().map(\.transform) == ["normal"])

    foot.stop()
    try compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    #expect(!(swivel.output + swivel.errors).contains("private"))
  }

  @Test(arguments: [true, false])
  func aDesktopEntryBlocksTheRotationUnlessDisabled(isRead: Bool) throws {
    let compositor = try Compositor(.sway)
    let folder = "\(compositor.runtimeDirectory)/.local/share/applications"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[Desktop Entry]\nX-Lomiri-Supported-Orientations=landscape\n".write(
      toFile: "\(folder)/org.example.Reader.desktop", atomically: false, encoding: .utf8)
    try "[Desktop Entry]\nX-Swivel-Supported-Orientations=sideways\n".write(
      toFile: "\(folder)/org.example.Other.desktop", atomically: false, encoding: .utf8)
    let other = try startFoot("org.example.Other", on: compositor)
    defer { other.stop() }
    let reader = try startFoot("org.example.Reader", on: compositor)
    defer { reader.stop() }
    let table = try compositor.run(Swivel.path, ["windows"])
    #expect(table.output.hasPrefix("APP-ID") && table.output.contains("STATED IN"))
    #expect(table.output.contains("org.example.Reader.desktop"))
    #expect(table.errors.contains("found \"sideways\""))
    let options = isRead ? ["--explain"] : ["--no-desktop-entries"]
    let swivel = try Swivel.start(Swivel.replay + options, on: compositor)
    defer { swivel.stop() }
    guard isRead else {
      try compositor.waitForTransform("90")
      #expect(!swivel.errors.contains("sideways"))
      return
    }
    _ = try swivel.waitForLine { $0.contains("blocked") && $0.contains("org.example.Reader") }
    _ = try swivel.waitForLine {
      $0.contains("~/.local/share/applications/org.example.Reader.desktop")
    }
    #expect(swivel.output.contains("X-Lomiri-Supported-Orientations"))
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    #expect(swivel.errors.components(separatedBy: "found \"sideways\"").count == 2)
    #expect(swivel.errors.contains("valid here: any, all"))
    reader.stop()
    try compositor.waitForTransform("90")
  }

  @Test func anotherWindowTakingFocusLetsTheOutputRotate() throws {
    let compositor = try Compositor(.sway)
    let film = try startFoot("still.film", on: compositor)
    defer { film.stop() }
    let swivel = try Swivel.start(
      Swivel.replay + ["--titles"] + config(on: compositor), on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }
    // It takes the focus, has no rule, and so lets the output follow the device.
    let terminal = try startFoot("terminal", on: compositor)
    defer { terminal.stop() }
    try compositor.waitForTransform("90")
    #expect(swivel.output.contains("window terminal: \"private\""))
  }

  @Test(arguments: ["uikit-8", "uikit-26", "android", "chromeos"])
  func otherPlatformsRuleSetsRotateTheOutput(rules: String) throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("terminal", on: compositor)
    defer { foot.stop() }
    let swivel = try Swivel.start(Swivel.replay + ["--rules", rules], on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    // With the default rule set the output would rotate as well.
    #expect(try Swivel.status(on: compositor)["rules"]?.string == rules)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func theDefaultConfigurationIsReadFromTheHomeDirectory() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("still.film", on: compositor)
    defer { foot.stop() }
    let folder = "\(compositor.runtimeDirectory)/.config/swivel"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.configuration.write(
      toFile: "\(folder)/config.yaml", atomically: false, encoding: .utf8)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }
  }

  @Test func windowsAreListedWithoutTitlesUnlessAskedFor() throws {
    let compositor = try Compositor(.sway)
    let foot = try startFoot("terminal", on: compositor)
    defer { foot.stop() }
    let table = try compositor.run(Swivel.path, ["windows"]).output
    #expect(
      table == "APP-ID    OUTPUTS     STATE    ALLOWS  RULE\n"
        + "terminal  HEADLESS-1  focused  all     no rule\n")
    let path = "\(compositor.runtimeDirectory)/rules.yaml"
    try "windows: [{app-id: term*, output: HEADLESS-1, veto: true}, {app-id: terminal, veto: true}]"
      .write(toFile: path, atomically: false, encoding: .utf8)
    let ruled = try compositor.run(Swivel.path, ["windows", "--config", path]).output
    #expect(
      ruled.contains("  focused  all, veto  app-id: \"term*\", output: HEADLESS-1, at "), "\(ruled)"
    )
    #expect(ruled.hasSuffix("rules.yaml:1\n"), "\(ruled)")
    let json = try compositor.run(Swivel.path, ["windows", "--json", "--config", path]).output
    #expect(json.contains(#""rule": "app-id: \"term*\", output: HEADLESS-1""#), "\(json)")
    let plain = try compositor.run(Swivel.path, ["windows", "--json"]).output
    #expect(plain.contains("\"app-id\": \"terminal\"") && !plain.contains("private"))
    #expect(plain.contains("\"rule\": null"))
    let titles = try compositor.run(Swivel.path, ["windows", "--titles"]).output
    #expect(titles.contains("\"private\""))
  }
}
