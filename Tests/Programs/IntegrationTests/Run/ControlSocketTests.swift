// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The control socket is private, belongs to one daemon, and survives whatever clients do.
@Suite(.serialized) struct ControlSocketTests {
  private static let ping = "{\"swivel\":1,\"request\":\"ping\"}\n"
  private static let history = "{\"swivel\":1,\"request\":\"history\",\"count\":1000}\n"

  private func started(on compositor: Compositor) throws -> ChildProcess {
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    return swivel
  }

  @Test func theControlSocketIsPrivateAndRemovedAtExit() throws {
    let compositor = try Compositor(.phoc)
    let path = "\(compositor.runtimeDirectory)/swivel.sock"
    let swivel = try started(on: compositor)
    defer { swivel.stop() }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && status.st_mode & S_IFMT == S_IFSOCK)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(access(path, F_OK) != 0)
    for command in ["status", "history", "explain"] {
      let result = try compositor.run(Swivel.path, [command])
      #expect(result.status == 1 && result.errors.contains("no daemon runs in this session"))
      #expect(result.errors.hasSuffix("; start one with `swivel run`\n"), "\(result.errors)")
    }
  }

  @Test func aSecondDaemonIsRefusedAndNamesTheFirst() throws {
    let compositor = try Compositor(.phoc)
    let first = try started(on: compositor)
    defer { first.stop() }
    let file = "\(compositor.runtimeDirectory)/second.jsonl"
    let second = try Swivel.start(Swivel.replay + ["--record", file], on: compositor)
    #expect(try second.waitForExit() == 1)
    #expect(second.errors.contains("already runs in this session (process \(first.pid))"))
    #expect(access(file, F_OK) != 0)
    #expect(try compositor.run(Swivel.path, ["status"]).status == 0)
  }

  @Test func theSocketOfAKilledDaemonIsReplaced() throws {
    let compositor = try Compositor(.phoc)
    let first = try started(on: compositor)
    first.send(SIGKILL)
    #expect(try first.waitForExit() == -SIGKILL)
    #expect(access("\(compositor.runtimeDirectory)/swivel.sock", F_OK) == 0)
    #expect(try compositor.run(Swivel.path, ["status"]).errors.contains("no daemon runs"))
    let second = try Swivel.start(Swivel.replay, on: compositor)
    defer { second.stop() }
    try Deadline.waitUntil("an answer") {
      try compositor.run(Swivel.path, ["status"]).output.contains("process \(second.pid)")
    }
  }

  @Test func aRemovedSocketIsMadeAgain() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try started(on: compositor)
    defer { swivel.stop() }
    let path = "\(compositor.runtimeDirectory)/swivel.sock"
    for _ in 1...2 {
      #expect(unlink(path) == 0)
      try Deadline.waitUntil("an answer\n\(swivel.errors)") {
        try compositor.run(Swivel.path, ["status"]).status == 0
      }
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(swivel.errors.contains("was removed and is made again"))
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(access(path, F_OK) != 0)
  }

  /// Each call reads the refusal, although the daemon closes the connection at once.
  @Test func aClientBeyondTheLimitIsToldThatTheDaemonIsBusy() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try started(on: compositor)
    defer { swivel.stop() }
    let (clock, begin) = (ContinuousClock(), ContinuousClock.now)
    let idle = try (1...32).map { _ in try RawClient(compositor.runtimeDirectory) }
    var told = 0
    for _ in 1...20 {
      let result = try compositor.run(Swivel.path, ["status"])
      // A client that was idle for five seconds gives way.
      guard clock.now - begin < .seconds(5) else { break }
      #expect(result.status == 1 && result.errors.contains("too many clients"), "\(result.errors)")
      told += 1
    }
    #expect(told > 0)
    withExtendedLifetime(idle) {}
  }

  @Test func aRuntimeDirectoryOpenToOthersGetsNoSocket() throws {
    let compositor = try Compositor(.phoc)
    chmod(compositor.runtimeDirectory, 0o755)
    let swivel = try started(on: compositor)
    defer { swivel.stop() }
    #expect(swivel.errors.contains("no control socket"))
    #expect(access("\(compositor.runtimeDirectory)/swivel.sock", F_OK) != 0)
  }

  @Test func theDaemonSurvivesMisbehavingClients() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try started(on: compositor)
    defer { swivel.stop() }
    let directory = compositor.runtimeDirectory

    let wrong = try RawClient(directory)
    wrong.send("nonsense\n\n{\"swivel\":1,\"request\":\"fly\"}\n\u{0}\n" + Self.ping)
    #expect(try wrong.line()?.contains("no JSON") == true)
    #expect(try wrong.line()?.contains("unknown-request") == true)
    #expect(try wrong.line()?.contains("bad-request") == true)
    #expect(try wrong.line()?.contains("\"ok\":true") == true)

    // The longest request, without its line break, and one byte more.
    let room = String(repeating: " ", count: 65_537 - Self.ping.utf8.count)
    let longest = try RawClient(directory)
    longest.send(room + Self.ping)
    #expect(try longest.line()?.contains("\"ok\":true") == true)
    longest.send(" " + room + Self.ping)
    #expect(try longest.line()?.contains("bad-request") == true)
    #expect(try longest.line() == nil)

    let huge = try RawClient(directory)
    huge.send(String(repeating: "x", count: 200_000))
    #expect(try huge.line()?.contains("bad-request") == true)
    #expect(try huge.line() == nil)

    // It asks and asks and never reads: soon nothing more is taken from it.
    let silent = try RawClient(directory)
    let flood = String(repeating: Self.history, count: 20_000)
    let other = try RawClient(directory)
    let taken = try silent.flood(flood) {
      for _ in 0..<2 {
        other.send(Self.ping)
        let answer = try other.line()
        #expect(answer?.contains("\"ok\":true") == true)
      }
    }
    #expect(taken < flood.utf8.count)

    var crowd: [RawClient] = []
    for _ in 0..<60 { crowd.append(try RawClient(directory)) }
    #expect(try crowd.last?.line()?.contains("busy") == true)
    crowd[0].send(Self.ping)
    #expect(try crowd[0].line()?.contains("\"ok\":true") == true)
    crowd = []

    try Deadline.waitUntil("an answer") {
      try compositor.run(Swivel.path, ["status"]).status == 0
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func anIdleClientDoesNotWakeTheDaemon() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try started(on: compositor)
    defer { swivel.stop() }
    let idle = try RawClient(compositor.runtimeDirectory)
    idle.send(Self.ping)
    #expect(try idle.line() != nil)
    try Idleness.wait(for: swivel.pid)
  }
}
