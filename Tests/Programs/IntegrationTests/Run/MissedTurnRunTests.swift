// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// A person asks why the screen did not turn: with foot as the windows, on sway, and a device that
/// the test turns.
@Suite(.serialized) struct MissedTurnRunTests {
  private static let sentence =
    "the screen did not rotate: mpv had the focus and its rule allows landscape only"

  private let device: FileAccelerometer

  init() throws { device = try FileAccelerometer() }

  private func start(on compositor: Compositor, _ more: [String] = []) throws -> ChildProcess {
    let path = "\(compositor.runtimeDirectory)/config.yaml"
    try "windows: [{app-id: Terminal, veto: true}, {app-id: mpv, supported: landscape}]\n".write(
      toFile: path, atomically: false, encoding: .utf8)
    let swivel = try Swivel.start(device.run + ["--config", path] + more, on: compositor)
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    try Swivel.waitForReadings(on: compositor)
    return swivel
  }

  /// Opens a window and waits until it has the focus.
  private func open(_ appID: String, on compositor: Compositor) throws -> ChildProcess {
    let foot = try ChildProcess(
      "foot", ["--app-id=\(appID)", "sh", "-c", "sleep 60"],
      environment: compositor.clientEnvironment)
    try Deadline.waitUntil("the window of \(appID)\n\(foot.errors)") {
      let windows = try compositor.run(Swivel.path, ["windows"]).output
      return windows.components(separatedBy: "\n").contains {
        $0.hasPrefix(appID) && $0.contains("focused")
      }
    }
    return foot
  }

  private func explain(_ compositor: Compositor, _ arguments: String...) throws -> [String] {
    let command = try compositor.run(Swivel.path, ["explain"] + arguments)
    #expect(command.status == 0, "\(command.errors)")
    return command.output.components(separatedBy: "\n")
  }

  @Test func explainAnswersAboutTheBlockedTurnAfterATerminalWasOpened() throws {
    let compositor = try Compositor(.sway)
    let swivel = try start(on: compositor, ["--record", "\(device.root)/session.jsonl"])
    defer { swivel.stop() }
    let mpv = try open("mpv", on: compositor)
    defer { mpv.stop() }
    let watcher = try Swivel.start(["watch"], on: compositor)
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { for process in [watcher, bar] { process.stop() } }
    _ = try bar.waitForLine()
    try Idleness.wait(for: watcher.pid)
    try device.turnLeftUp()
    let reason = "mpv had the focus and its rule allows landscape only"
    _ = try swivel.waitForLine { $0.contains("HEADLESS-1 blocked") && $0.hasSuffix(reason) }
    _ = try watcher.waitForLine { $0.contains("HEADLESS-1 blocked") && $0.hasSuffix(reason) }
    let blocked = try bar.waitForLine { $0.contains(Self.sentence) }
    #expect(try JSONValue.parse(blocked, file: "bar")["class"] == ["blocked"])
    let number = try explain(compositor, "--last", "--json")
    let chinese = try compositor.run(Swivel.path, ["status", "--lang", "zh"]).output
    #expect(chinese.contains("屏幕没有旋转：mpv 有焦点，它的规则只允许 landscape"), "\(chinese)")
    #expect(chinese.contains("swivel 0.1.0 以进程 "), "\(chinese)")

    let terminal = try open("terminal", on: compositor)
    defer { terminal.stop() }
    try compositor.waitForTransform("90")
    let lines = try explain(compositor)
    #expect(lines.first?.wholeMatch(of: /[0-9]+ s ago (.*)/)?.output.1 == Self.sentence[...])
    #expect(lines.contains { $0.contains("HEADLESS-1 turned normal -> 90") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("SW0101 blocked: ") })
    #expect(try explain(compositor, "--last").first?.hasPrefix("SW0201 turned: ") == true)
    #expect(try explain(compositor, "last").first?.hasPrefix("SW0201 turned: ") == true)
    let document = try JSONValue.parse(
      explain(compositor, "--json").joined(separator: "\n"), file: "explanation")
    #expect(document["missed-turn"]?.string?.hasSuffix(Self.sentence) == true)
    #expect(document["later"]?.array?.isEmpty == false)
    let last = try JSONValue.parse(number.joined(separator: "\n"), file: "explanation")
    #expect(document["step"] == last["step"] && last["missed-turn"] == .null)

    let status = try Swivel.status(on: compositor)
    #expect(status["missed-turn"]?["text"]?.string == Self.sentence)
    #expect(status["missed-turn"]?["decision"] == document["step"])
    let words = try compositor.run(Swivel.path, ["status"]).output
    #expect(words.contains(" s ago \(Self.sentence)"), "\(words)")
    #expect(words.contains(#"rule    the rule for app-id "Terminal" does not apply to "terminal""#))
    let top = try compositor.run(Swivel.path, ["top", "--once"]).output
    #expect(top.contains(Self.sentence), "\(top)")

    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    let recorded = try explain(compositor, "\(device.root)/session.jsonl")
    #expect(recorded.first?.hasSuffix(Self.sentence) == true, "\(recorded)")
  }

  @Test func aPanelThatStaysIsNamedThoughTheOtherOneRotates() throws {
    let compositor = try Compositor(.sway, outputs: 2)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    #expect(try compositor.run("swaymsg", ["focus", "output", "HEADLESS-1"]).status == 0)
    let mpv = try open("mpv", on: compositor)
    defer { mpv.stop() }
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { bar.stop() }
    _ = try bar.waitForLine()
    try device.turnLeftUp()
    _ = try swivel.waitForLine { $0.contains("HEADLESS-1 blocked") && $0.contains("mpv") }
    _ = try swivel.waitForLine { $0.contains("HEADLESS-2 turned normal -> 90") }
    let shown = try JSONValue.parse(
      bar.waitForLine { $0.contains("\"blocked\"") }, file: "bar")
    let tooltip = try #require(shown["tooltip"]?.string).split(separator: "\n")
    #expect(tooltip.first?.hasPrefix("HEADLESS-1 did not rotate: mpv had the focus") == true)
    #expect(tooltip.dropFirst().first?.hasPrefix("HEADLESS-1: ") == true)
    #expect(
      try explain(compositor, "--last").first?.hasPrefix("SW0101 blocked: HEADLESS-1") == true)
    let history = try JSONValue.parse(
      compositor.run(Swivel.path, ["history", "--json"]).output, file: "history")
    let entry = history["entries"]?.array?.last { $0["missed-turn"]?.string != nil }
    #expect(entry?["outcome"] == "blocked" && entry?["code"] == "SW0101")
    #expect(entry?["outputs"]?.array?.count == 2)
  }

  @Test func theLockIsExplainedAndTheRestingSensorIsReported() throws {
    let compositor = try Compositor(.sway)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    #expect(try Swivel.status(on: compositor)["sensor-rests"] == .null)
    #expect(try compositor.run(Swivel.path, ["lock"]).status == 0)
    let status = try Swivel.status(on: compositor)
    #expect(status["sensor-rests"]?["reason"] == "rotation-lock")
    #expect(status["missed-turn"]?["cause"] == "lock")
    let words = try compositor.run(Swivel.path, ["status"]).output
    #expect(words.contains("as last read") && words.contains("rotation is locked"), "\(words)")
    // Nobody reads the sensor, so the pose stays as it was read last.
    try device.turnLeftUp()
    let lines = try explain(compositor)
    #expect(lines.contains("  fix      swivel unlock"), "\(lines)")
    #expect(lines.first?.contains("rotation was locked") == true)
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { bar.stop() }
    #expect(try bar.waitForLine().contains("the sensor rests: rotation is locked"))
    #expect(try compositor.run(Swivel.path, ["unlock"]).status == 0)
    try compositor.waitForTransform("90")
    #expect(try Swivel.status(on: compositor)["missed-turn"] == .null)
  }

  @Test func aBarThatStartsBeforeTheDaemonFollowsIt() throws {
    let compositor = try Compositor(.sway)
    let bar = try Swivel.start(["watch", "--waybar", "--wait"], on: compositor)
    let text = try Swivel.start(["watch", "--wait"], on: compositor)
    defer { for process in [bar, text] { process.stop() } }
    #expect(try bar.waitForLine().contains("\"class\":[\"off\"]"))
    try Deadline.waitUntil("the reason") { text.errors.contains("waiting for a daemon") }
    for _ in 0..<2 {
      let swivel = try start(on: compositor)
      defer { swivel.stop() }
      _ = try bar.waitForLine { $0.contains("HEADLESS-1: ") }
      #expect(try compositor.run(Swivel.path, ["quit"]).status == 0)
      #expect(try swivel.waitForExit() == 0)
      _ = try bar.waitForLine { $0.contains("\"class\":[\"off\"]") }
    }
    #expect(bar.exitStatus == nil && text.exitStatus == nil)
  }
}
