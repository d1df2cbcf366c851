// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// Whoever watches is told what happens when it happens, and cannot hold the daemon up.
@Suite(.serialized) struct WatchTests {
  private let device: FileAccelerometer

  init() throws { device = try FileAccelerometer() }

  /// A daemon whose device the test turns.
  private func start(on compositor: Compositor) throws -> ChildProcess {
    let swivel = try Swivel.start(device.run, on: compositor)
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    return swivel
  }

  private func json(_ line: String) throws -> JSONValue {
    try JSONValue.parse(line, file: "line")
  }

  @Test func watchReportsARotationAsTextJSONAndWaybar() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    let text = try Swivel.start(["watch"], on: compositor)
    let lines = try Swivel.start(["watch", "--json", "--all"], on: compositor)
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { for watcher in [text, lines, bar] { watcher.stop() } }

    let first = try json(lines.waitForLine())
    #expect(first["state"]?["outputs"]?[0]?["transform"] == "normal")
    #expect(try json(bar.waitForLine())["class"] == [])
    // This one has no first line: it waits, and the daemon has served whoever asked before.
    try Idleness.wait(for: text.pid)
    #expect(try Swivel.status(on: compositor)["connected"] == true)
    try device.turnLeftUp()

    _ = try text.waitForLine { $0.contains("HEADLESS-1 turned normal -> 90") }
    _ = try text.waitForLine { $0.hasPrefix("SW0501 confirmed: HEADLESS-1") }
    let turn = try json(lines.waitForLine { $0.contains("\"outcome\":\"turned\"") })
    #expect(turn["event"] == "decision" && turn["entry"]?["code"] == "SW0201")
    #expect(turn["state"]?["outputs"]?[0]?["wanted"] == "90")
    let done = try json(lines.waitForLine { $0.contains("\"event\":\"output\"") })
    #expect(done["report"]?["result"] == "confirmed" && done["report"]?["output"] == "HEADLESS-1")
    #expect(done["state"]?["outputs"]?[0]?["transform"] == "90")
    let shown = try json(bar.waitForLine { $0.contains("HEADLESS-1: 90 (left edge up)") })
    #expect(shown["text"] == shown["alt"])

    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    for watcher in [text, lines, bar] { #expect(try watcher.waitForExit() == 0) }
  }

  /// A lock lets the sensor rest, too; a bar receives both at once.
  @Test func aBarReceivesALockWithItsConsequences() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { bar.stop() }
    _ = try bar.waitForLine()
    #expect(try compositor.run(Swivel.path, ["lock"]).status == 0)
    _ = try bar.waitForLine { $0.contains("locked") }
    #expect(try compositor.run(Swivel.path, ["unlock"]).status == 0)
    _ = try bar.waitForLine { !$0.contains("locked") && !$0.contains("resting") }
    let classes = try bar.output.split(separator: "\n").map { try json(String($0))["class"] }
    // Lines with an equal class differ in their tooltips.
    let changes = zip(classes, [nil] + classes).filter { $0 != $1 }.map(\.0)
    #expect(changes == [[], ["locked", "resting"], []], "\(bar.output)")
  }

  /// What docs/control.md has for eww.
  @Test func theEwwRecipePrintsTheState() throws {
    let page = try String(
      contentsOfFile: "\(Swivel.packageRoot)/docs/control.md", encoding: .utf8)
    let command = try #require(page.firstMatch(of: /\(deflisten swivel "swivel (.*)"\)/)).output.1
    let compositor = try Compositor(.phoc)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    let bar = try ChildProcess(
      "sh", ["-c", "\(Swivel.path) \(command)"], environment: compositor.clientEnvironment)
    defer { bar.stop() }
    #expect(try json(bar.waitForLine())["lock"] == .null)
    #expect(try compositor.run(Swivel.path, ["lock"]).status == 0)
    _ = try bar.waitForLine { $0.contains("\"lock\":\"current\"") }
  }

  @Test func aWatcherThatNeverReadsDelaysNothing() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    let silent = try RawClient(compositor.runtimeDirectory)
    let other = try RawClient(compositor.runtimeDirectory)
    let flood = String(
      repeating: "{\"swivel\":1,\"request\":\"watch\",\"all\":true}\n", count: 9000)
    _ = try silent.flood(flood) {
      for _ in 0..<2 {
        other.send("{\"swivel\":1,\"request\":\"ping\"}\n")
        let answer = try other.line()
        #expect(answer?.contains("\"ok\":true") == true)
      }
    }
    try device.turnLeftUp()
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(try compositor.run(Swivel.path, ["status"]).status == 0)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func watchReportsAKilledOrMissingDaemon() throws {
    let compositor = try Compositor(.phoc)
    let nobody = try compositor.run(Swivel.path, ["watch"])
    #expect(nobody.status == 1 && nobody.errors.contains("no daemon runs"))
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    let watcher = try Swivel.start(["watch", "--json"], on: compositor)
    defer { watcher.stop() }
    _ = try watcher.waitForLine()
    swivel.send(SIGKILL)
    #expect(try watcher.waitForExit() == 1)
    #expect(watcher.errors.contains("the daemon closed the connection"))
  }

  @Test func watchEndsWhenItsReaderIsGone() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try start(on: compositor)
    defer { swivel.stop() }
    let pipe = try ChildProcess(
      "sh", ["-c", "{ \(Swivel.path) watch --json; echo ended >&2; } | head -n 1"],
      environment: compositor.clientEnvironment)
    defer { pipe.stop() }
    try Deadline.waitUntil("the end of the reader\n\(pipe.errors)") {
      !pipe.output.isEmpty && !ProcessGroup.members(of: pipe.pid).contains { $0.contains("(head)") }
    }
    try device.turnLeftUp()
    #expect(try pipe.waitForExit() == 0)
    try Deadline.waitUntil("the watcher's end") { pipe.errors.contains("ended") }
  }
}
