// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// The user's lock and rotation through the command line, on a real compositor.
@Suite(.serialized) struct LockTests {
  /// A daemon that has turned the output and whose recording is over.
  private func started(
    on compositor: Compositor, _ arguments: [String] = []
  ) throws -> ChildProcess {
    let swivel = try Swivel.start(Swivel.replay + arguments, on: compositor)
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    return swivel
  }

  private func swivel(_ compositor: Compositor, _ arguments: String...) throws -> Command {
    try compositor.run(Swivel.path, arguments)
  }

  private func transform(_ compositor: Compositor) throws -> String? {
    try compositor.outputs().first?.transform
  }

  @Test func aLockRotatesTheOutputAndHoldsUntilUnlocked() throws {
    let compositor = try Compositor(.phoc)
    let daemon = try started(on: compositor)
    defer { daemon.stop() }
    _ = try daemon.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    // The output is landscape and has been turned by a quarter.
    let locked = try swivel(compositor, "lock", "landscape")
    #expect(locked.status == 0, "\(locked.errors)")
    #expect(locked.output.contains("locked  to landscape\n"))
    #expect(try transform(compositor) == "normal")
    let refused = try swivel(compositor, "rotate", "left")
    #expect(refused.status == 1 && refused.errors.contains("rotation is locked to landscape"))
    #expect(try swivel(compositor, "rotate", "180").status == 0)
    #expect(try transform(compositor) == "180")
    let free = try swivel(compositor, "unlock")
    #expect(free.status == 0 && free.output.hasPrefix("unlocked; rotation was locked to landscape"))
    #expect(!free.output.contains("locked  to"))
    #expect(try swivel(compositor, "unlock").output.hasPrefix("rotation was not locked\n"))
    // The device decides again, beginning with how it is held.
    #expect(try transform(compositor) == "90")
    #expect(try swivel(compositor, "rotate", "portrait").status == 0)
    #expect(try transform(compositor) == "270")
    let toggled = try swivel(compositor, "toggle-lock", "--json")
    let state = try JSONValue.parse(toggled.output, file: "state")
    #expect(state["lock"] == "current" && state["outputs"]?[0]?["transform"] == "270")
    // A lock to what is shown holds against the device; the user's own turn moves it.
    let moved = try swivel(compositor, "rotate", "180", "--json")
    let after = try JSONValue.parse(moved.output, file: "state")
    #expect(after["lock"] == "current" && after["outputs"]?[0]?["transform"] == "90")
    let untoggled = try swivel(compositor, "toggle-lock").output
    #expect(
      untoggled.hasPrefix("unlocked; rotation was locked to what is shown: 90 (left edge up)\n"))
    #expect(!untoggled.contains("locked  to"))

    let history = try swivel(compositor, "history")
    #expect(history.output.contains("rotation is locked to landscape"))
    let explained = try swivel(compositor, "explain", "last", "--full")
    #expect(explained.status == 0 && explained.output.contains("rotation is locked"))
  }

  /// The words of xrandr and iio-sensor-proxy and the numbers of transforms are understood, and the
  /// answer has the word that was typed and the edge that is up.
  @Test func aTransformIsMeantByTheWordsOfOtherPrograms() throws {
    let compositor = try Compositor(.phoc)
    let daemon = try started(on: compositor)
    defer { daemon.stop() }
    _ = try daemon.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    for (word, transform) in [
      ("inverted", "180"), ("270", "270"), ("left-up", "90"), ("normal", "normal"),
    ] {
      let rotated = try swivel(compositor, "rotate", word)
      let answer = "rotated to \(word)" + (word == "270" ? ", counted from normal; " : "\n")
      #expect(rotated.output.hasPrefix(answer), "\(rotated.output)")
      #expect(try self.transform(compositor) == transform)
    }
    #expect(try swivel(compositor, "rotate", "left", "--output", "HEADLESS-1").status == 0)
    #expect(try transform(compositor) == "90")
    let other = try swivel(compositor, "rotate", "left", "--output", "DP-1")
    #expect(other.status == 1 && other.errors.contains("no output has the name \"DP-1\""))
    // The panel is wider than high, so upright is a quarter turn.
    let allowed = try swivel(compositor, "allow", "foot", "upright", "--only").output
    #expect(allowed.contains("foot allows 270 (right edge up)\n"), "\(allowed)")
    #expect(allowed.contains("turns HEADLESS-1 away from normal"), "\(allowed)")
    #expect(allowed.hasSuffix(": swivel allow foot natural\n"), "\(allowed)")
    let locked = try swivel(compositor, "lock", "right")
    #expect(locked.output.contains("locked  to right, 270 (right edge up)\n"), "\(locked.output)")
    #expect(locked.output.contains("output  HEADLESS-1 270 (right edge up)\n"))
    #expect(try transform(compositor) == "270")
    let status = try JSONValue.parse(try swivel(compositor, "status", "--json").output, file: "s")
    #expect(status["lock-edge-up"] == "right" && status["edge-up"] == "left")
    #expect(status["outputs"]?[0]?["edge-up"] == "right")
    let refused = try swivel(compositor, "rotate", "90")
    #expect(refused.errors.contains("locked to 270 (right edge up)"), "\(refused.errors)")
    #expect(refused.errors.contains("`swivel lock left-up`"))
    let chinese = try swivel(compositor, "rotate", "90", "--lang", "zh")
    #expect(
      chinese.errors.contains("守护进程回答：旋转锁定在 270（右边朝上）"), "\(chinese.errors)")
    let wrong = try swivel(compositor, "lock", "landscpe", "--lang", "zh")
    #expect(wrong.errors.contains("未知的方向 \"landscpe\""), "\(wrong.errors)")
    let unlocked = try swivel(compositor, "unlock", "--lang", "zh")
    #expect(unlocked.output.hasPrefix("已解锁；原来锁定在 270（右边朝上）\n"), "\(unlocked.output)")
    let rotated = try swivel(compositor, "rotate", "normal", "--lang", "zh")
    #expect(rotated.output.hasPrefix("已旋转到 normal\n"), "\(rotated.output)")
    let off = try swivel(compositor, "lock", "off")
    #expect(off.status == 2 && off.errors.contains("`swivel unlock` unlocks rotation"))
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func aLockSurvivesItsDaemonUntilUnlocked(signal: Int32) throws {
    let compositor = try Compositor(.phoc)
    let first = try started(on: compositor)
    defer { first.stop() }
    _ = try first.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(try swivel(compositor, "rotate", "180").status == 0)
    #expect(try swivel(compositor, "lock").status == 0)
    let shown = try transform(compositor)
    first.send(signal)
    #expect(try first.waitForExit() == (signal == SIGKILL ? -SIGKILL : 0))
    _ = try compositor.run("wlr-randr", ["--output", "HEADLESS-1", "--transform", "normal"])

    let second = try started(on: compositor)
    defer { second.stop() }
    try Deadline.waitUntil("the lock\n\(second.errors)") {
      second.errors.contains("rotation is locked to what is shown: ")
        && second.errors.contains(" edge up); `swivel unlock` unlocks it")
    }
    try compositor.waitForTransform(try #require(shown))
    let history = try swivel(compositor, "history").output
    #expect(history.contains("which stays until rotation is unlocked"), "\(history)")
    _ = try swivel(compositor, "unlock")
    second.send(SIGINT)
    #expect(try second.waitForExit() == 0)
    let third = try started(on: compositor)
    defer { third.stop() }
    #expect(!third.errors.contains("locked"))
    try compositor.waitForTransform("90")
  }

  @Test func aBrokenLockFileIsReportedAndMeansUnlocked() throws {
    let compositor = try Compositor(.phoc)
    let folder = "\(compositor.runtimeDirectory)/.local/state/swivel"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{\"lock\": \"sideways\"}".write(
      toFile: "\(folder)/lock.json", atomically: false, encoding: .utf8)
    let daemon = try started(on: compositor)
    defer { daemon.stop() }
    _ = try daemon.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(daemon.errors.contains("lock.json: this version does not know the lock"))
  }

  @Test func aLockThatCannotBeStoredIsReported() throws {
    let compositor = try Compositor(.phoc)
    let file = "\(compositor.runtimeDirectory)/.local"
    try "".write(toFile: file, atomically: false, encoding: .utf8)
    let daemon = try started(on: compositor)
    defer { daemon.stop() }
    let locked = try swivel(compositor, "lock")
    #expect(locked.status == 0 && locked.errors.contains("the lock is not saved"))
  }

  @Test func aLockIsRecordedAndReplaysIdentically() throws {
    let compositor = try Compositor(.phoc)
    let file = "\(compositor.runtimeDirectory)/session.jsonl"
    let daemon = try started(on: compositor, ["--record", file])
    defer { daemon.stop() }
    #expect(try swivel(compositor, "lock", "portrait-upside-down").status == 0)
    #expect(try swivel(compositor, "unlock").status == 0)
    daemon.send(SIGINT)
    #expect(try daemon.waitForExit() == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("{\"user-lock\":\"portrait-secondary\"}"))
    let replay = try swivel(compositor, "replay", file)
    #expect(replay.status == 0 && replay.output.hasPrefix("identical, "))
  }

  /// `quit` returns when socket and lock are free.
  @Test func aNewDaemonStartsAsSoonAsTheOldOneWasEnded() throws {
    let compositor = try Compositor(.phoc)
    var daemon = try started(on: compositor)
    defer { daemon.stop() }
    let run = Swivel.replay.map { "'\($0)'" }.joined(separator: " ")
    for round in 0..<6 {
      let next = try ChildProcess(
        "/bin/sh", ["-c", "'\(Swivel.path)' quit && exec '\(Swivel.path)' \(run)"],
        environment: compositor.clientEnvironment)
      let old = daemon
      daemon = next
      try Deadline.waitUntil("run \(round)\n\(next.errors)") {
        next.output.contains("turning ") || next.exitStatus != nil
      }
      #expect(next.exitStatus == nil, "\(round): \(next.errors)")
      #expect(try old.waitForExit() == 0)
    }
  }

  @Test func unknownOrientationsAndMissingDaemonsAreReported() throws {
    let compositor = try Compositor(.phoc)
    let word = try swivel(compositor, "lock", "landscpe")
    #expect(word.status == 2 && word.errors.contains("did you mean \"landscape\"?"))
    #expect(word.errors.hasPrefix("swivel: lock: unknown orientation"), "\(word.errors)")
    let rotated = try swivel(compositor, "rotate", "up")
    #expect(rotated.status == 2 && rotated.errors.hasPrefix("swivel: rotate: unknown orientation"))
    for command in [["lock"], ["unlock"], ["rotate", "left"], ["reload"], ["quit"]] {
      let result = try compositor.run(Swivel.path, command)
      #expect(result.status == 1 && result.errors.contains("no daemon runs in this session"))
    }
    let daemon = try started(on: compositor)
    defer { daemon.stop() }
    let quit = try swivel(compositor, "quit")
    #expect(quit.status == 0 && quit.output == "process \(daemon.pid) has ended\n")
    #expect(try daemon.waitForExit() == 0)
    #expect(try transform(compositor) == "normal")
  }
}
