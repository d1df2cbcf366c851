// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// A running daemon tells what it has decided, and a recording of it decides the same again.
@Suite(.serialized) struct HistoryTests {
  /// A daemon that has turned the output.
  private func turned(
    _ arguments: [String] = [], on compositor: Compositor
  ) throws -> ChildProcess {
    let swivel = try Swivel.start(Swivel.replay + arguments, on: compositor)
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    return swivel
  }

  private func json(_ text: String) throws -> JSONValue {
    try JSONValue.parse(text, file: "output")
  }

  @Test func aRotationIsInTheHistoryAndExplained() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try turned(on: compositor)
    defer { swivel.stop() }
    let history = try compositor.run(Swivel.path, ["history"])
    #expect(history.status == 0)
    let lines = history.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("#0 ") == true)
    let turn = try #require(lines.first { $0.contains("HEADLESS-1 turned normal -> 90") })
    let number = String(turn.dropFirst().prefix { $0 != " " })

    let short = try compositor.run(Swivel.path, ["explain", number, "--short"])
    #expect(short.output.hasPrefix("SW0201 turned"))
    let standard = try compositor.run(Swivel.path, ["explain", number])
    #expect(standard.output.contains("W-4"))
    #expect(standard.output.contains("swivel explain \(number) --full"))
    let full = try compositor.run(Swivel.path, ["explain", number, "--full"])
    #expect(full.output.contains("gates"))
    let entry = try json(compositor.run(Swivel.path, ["explain", number, "--json"]).output)
    #expect(entry["outcome"] == "turned" && entry["code"] == "SW0201")
    #expect(entry["gates"]?.array?.isEmpty == false)
    let chinese = try compositor.run(Swivel.path, ["explain", number, "--lang", "zh"])
    #expect(chinese.status == 0 && chinese.output != standard.output)

    let locked = try compositor.run(Swivel.path, ["whatif", number, "lock=on"])
    #expect(locked.status == 0)
    #expect(locked.output.contains("decision \(number) with lock=on\n  was"), "\(locked.output)")
    #expect(locked.output.contains("would be"), "\(locked.output)")
    let nobody = try compositor.run(Swivel.path, ["whatif", number, "nobody=NO"])
    #expect(nobody.status == 2 && nobody.errors.contains("unknown window \"nobody\""))

    let early = try compositor.run(Swivel.path, ["whatif", "999", "lock=on"])
    #expect(early.status == 1 && early.errors.contains("there are 0 to"))

    let last = try json(compositor.run(Swivel.path, ["history", "--json", "-n", "1"]).output)
    #expect(last["entries"]?.array?.count == 1)
    #expect(last["entries"]?[0]?["stop"]?["kind"] == "moved")
    let unknown = try compositor.run(Swivel.path, ["explain", "999"])
    #expect(unknown.status == 1 && unknown.errors.contains("there are 0 to"))

    let status = try json(compositor.run(Swivel.path, ["status", "--json"]).output)
    #expect(status["process"]?.int == Int64(swivel.pid))
    #expect(status["outputs"]?[0]?["transform"] == "90")
    #expect(status["rules"] == "desktop")
    #expect((status["readings"]?.int ?? 0) > 0 && status["left-out"] == 0)
    let words = try compositor.run(Swivel.path, ["status"]).output
    #expect(words.contains("HEADLESS-1 90"))
  }

  @Test func aRecordedSessionReplaysIdentically() throws {
    let compositor = try Compositor(.phoc)
    let file = "\(compositor.runtimeDirectory)/session.jsonl"
    let swivel = try turned(["--record", file], on: compositor)
    defer { swivel.stop() }
    let status = try json(compositor.run(Swivel.path, ["status", "--json"]).output)
    #expect(status["recording"]?.string == file)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    for environment in [[:], ["SWIFT_DETERMINISTIC_HASHING": "1"]] {
      let replay = try Command.run(
        Swivel.path, ["replay", file],
        environment: compositor.clientEnvironment.merging(environment) { $1 })
      #expect(replay.status == 0)
      #expect(replay.output.hasPrefix("identical, "), "\(replay.output)")
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\"sample\":[") && text.contains("\"applied\":["))
    let explained = try compositor.run(Swivel.path, ["history", file]).output
    #expect(explained.contains("HEADLESS-1 turned normal -> 90"))

    let again = try Swivel.start(Swivel.replay + ["--record", file], on: compositor)
    #expect(try again.waitForExit() == 2)
    #expect(again.errors.contains("exists already; a recording needs"))
  }

  /// A recording that begins later is the one that would have been there from the start.
  @Test func aRunningSessionIsRecordedFromItsStart() throws {
    let compositor = try Compositor(.phoc)
    let file = "\(compositor.runtimeDirectory)/later.jsonl"
    let swivel = try turned(on: compositor)
    defer { swivel.stop() }
    let none = try compositor.run(Swivel.path, ["record", "--stop"])
    #expect(none.status == 1 && none.errors.contains("there is no recording"))
    let begun = try compositor.run(Swivel.path, ["record", file])
    #expect(begun.status == 0 && begun.output.contains(", so far "), "\(begun.errors)")
    let twice = try compositor.run(Swivel.path, ["record", "\(file).2"])
    #expect(twice.status == 1 && twice.errors.contains("the daemon is recording already"))
    #expect(!FileManager.default.fileExists(atPath: "\(file).2"))
    let ended = try compositor.run(Swivel.path, ["record", "--stop"])
    #expect(ended.status == 0 && ended.output.contains("later.jsonl, chain "), "\(ended.output)")
    let replay = try compositor.run(Swivel.path, ["replay", file])
    #expect(replay.status == 0 && replay.output.hasPrefix("identical, "), "\(replay.output)")
    let chain = replay.output.split(separator: " ").last.map(String.init) ?? "?"
    #expect(ended.output.contains(chain))
    let history = try compositor.run(Swivel.path, ["history", file]).output
    #expect(history.contains("HEADLESS-1 turned normal -> 90"))
    let again = try compositor.run(Swivel.path, ["record", file])
    #expect(again.status == 1 && again.errors.contains("exists already; a recording needs"))
    #expect(try compositor.run(Swivel.path, ["replay", file]).output == replay.output)
  }

  @Test func aKilledSessionLeavesAReplayableRecording() throws {
    let compositor = try Compositor(.phoc)
    let file = "\(compositor.runtimeDirectory)/killed.jsonl"
    let swivel = try turned(["--record", file], on: compositor)
    swivel.send(SIGKILL)
    #expect(try swivel.waitForExit() == -SIGKILL)
    let whole = try compositor.run(Swivel.path, ["replay", file])
    #expect(whole.status == 0 && whole.output.hasPrefix("identical, "), "\(whole.output)")

    let text = try String(contentsOfFile: file, encoding: .utf8)
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: handle.seekToEnd() - 3)
    try handle.close()
    let cut = try compositor.run(Swivel.path, ["replay", file])
    #expect(cut.status == 0 && cut.output.contains("in the middle of a line"))

    try text.replacingOccurrences(of: "\"to\":\"90\"", with: "\"to\":\"270\"")
      .write(toFile: file, atomically: false, encoding: .utf8)
    let changed = try compositor.run(Swivel.path, ["replay", file])
    #expect(changed.status == 1 && changed.output.contains("differs (line "))
  }

  @Test func aBlockingWindowIsReportedBeforeAnyRotation() throws {
    let compositor = try Compositor(.sway)
    let config = "\(compositor.runtimeDirectory)/config.yaml"
    try "windows: [{app-id: still*, autorotate: false}]\n"
      .write(toFile: config, atomically: false, encoding: .utf8)
    // A device that is never turned.
    let device = try FileAccelerometer()
    let swivel = try Swivel.start(device.run + ["--config", config], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    let foot = try ChildProcess(
      "foot", ["--app-id=still.film", "--title=private", "sh", "-c", "sleep 60"],
      environment: compositor.clientEnvironment)
    defer { foot.stop() }
    let line = try swivel.waitForLine { $0.contains("still.film") }
    #expect(line.contains("has the focus, the screen will not rotate to"), "\(line)")
    #expect(line.hasSuffix(": its rule allows no rotation"), "\(line)")
    let history = try compositor.run(Swivel.path, ["history", "--json"]).output
    #expect(!history.contains("private"))
  }
}
