// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// Policies in processes of their own: the example client, a real daemon, a real window.
@Suite(.serialized) struct PolicyClientRunTests {
  private let bench: PluginBench

  init() throws {
    bench = try PluginBench()
    let source = "\(PluginBench.examples)/policy-client"
    try bench.run("make", ["-C", source, "OUT=\(bench.path)"])
  }

  private func client(
    _ arguments: [String], on compositor: Compositor
  ) throws -> ChildProcess {
    try ChildProcess(
      "\(bench.path)/policy-client", arguments, environment: compositor.clientEnvironment)
  }

  /// Starts a client whose answer turns the output.
  ///
  /// A client that a busy machine delays beyond the daemon's deadline is silent by the protocol, and is
  /// asked again only in the next decision: a new client in the place of the old one causes that.
  private func answeringClient(
    _ arguments: [String], on compositor: Compositor, turningTo transform: String
  ) throws -> ChildProcess {
    let answering = try Deadline.wait(for: "an answer within the deadline") { () -> ChildProcess? in
      let client = try self.client(arguments, on: compositor)
      _ = try client.waitForLine { $0.contains("window 1 is mine (mpv)") }
      _ = try client.waitForLine { $0.contains("window 1: result") }
      let words = try compositor.run(Swivel.path, ["explain", "last"]).output
      guard words.contains("did not answer in time") else { return client }
      client.stop()
      return nil
    }
    try compositor.waitForTransform(transform)
    return answering
  }

  /// A window and a daemon whose configuration lets it turn; the device is held left edge up.
  private func started(
    _ compositor: Compositor, _ options: [String] = []
  ) throws -> (foot: ChildProcess, swivel: ChildProcess) {
    let foot = try ChildProcess(
      "foot", ["--app-id=mpv", "--title=private", "sh", "-c", "sleep 120"],
      environment: compositor.clientEnvironment)
    try Deadline.waitUntil("the window\n\(foot.errors)") {
      try compositor.run(Swivel.path, ["windows"]).output.contains("focused")
    }
    let swivel = try Swivel.start(Swivel.replay + options, on: compositor)
    try compositor.waitForTransform("90")
    return (foot, swivel)
  }

  private func json(_ compositor: Compositor, _ arguments: [String]) throws -> JSONValue {
    try JSONValue.parse(compositor.run(Swivel.path, arguments).output, file: "output")
  }

  @Test func theProtocolSocketIsPrivateAndRemovedAtExit() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let path = "\(compositor.runtimeDirectory)/swivel-0"
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && status.st_mode & S_IFMT == S_IFSOCK)
    let info = try Command.run(
      "wayland-info", [],
      environment: compositor.clientEnvironment.merging(["WAYLAND_DISPLAY": "swivel-0"]) { $1 })
    #expect(info.output.contains("swivel_rotation_manager_v1"), "\(info.output)\(info.errors)")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(access(path, F_OK) != 0)
  }

  /// A client answers, another takes over, both end badly, and the daemon goes on throughout.
  @Test func policyClientsAnswerReplaceOneAnotherAndDisconnect() throws {
    let compositor = try Compositor(.sway)
    let file = "\(bench.path)/clients.jsonl"
    let (foot, swivel) = try started(compositor, ["--record", file])
    defer { foot.stop() }
    defer { swivel.stop() }
    // On a panel that is natively landscape, landscape-left is transform 180.
    let first = try answeringClient(
      ["mpv", "landscape-left"], on: compositor, turningTo: "180")
    defer { first.stop() }
    let words = try compositor.run(Swivel.path, ["explain", "last"]).output
    #expect(words.contains("\"client:mpv\" (client, ring 3)"), "\(words)")
    let answer = try #require(json(compositor, ["explain", "last", "--json"])["answered-by"]?[0])
    #expect(answer["ring"] == 3 && (answer["nanoseconds"]?.int ?? 0) > 0)
    let list = try compositor.run(Swivel.path, ["plugins", "list"]).output
    #expect(list.contains("client:mpv"), "\(list)")

    let second = try answeringClient(
      ["mpv", "landscape-right"], on: compositor, turningTo: "normal")
    defer { second.stop() }
    #expect(try first.waitForExit() == 0)
    #expect(first.output.contains("finished, reason 0"))

    second.send(SIGKILL)
    // The configuration lets the window turn with the device again.
    try compositor.waitForTransform("90")
    #expect(swivel.exitStatus == nil)
    let status = try json(compositor, ["status", "--json"])["plugins"]?.array ?? []
    #expect(!status.contains { $0["ring"] == 3 })

    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    let replay = try Swivel.run(["replay", file])
    #expect(replay.status == 0 && replay.output.hasPrefix("identical, "), "\(replay.output)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\"client:mpv\"") && !text.contains("private"))
  }

  /// A client that is stopped in its tracks costs each decision its deadline and no more.
  @Test func aHangingPolicyClientDelaysADecisionByItsDeadline() throws {
    let compositor = try Compositor(.sway)
    let file = "\(bench.path)/hang.jsonl"
    let (foot, swivel) = try started(compositor, ["--record", file])
    defer { foot.stop() }
    defer { swivel.stop() }
    let hanging = try answeringClient(
      ["m*", "landscape-left"], on: compositor, turningTo: "180")
    defer { hanging.stop() }
    hanging.send(SIGSTOP)
    defer { hanging.send(SIGCONT) }
    // Another one with other patterns, and its end, make the hanging one be asked again.
    let other = try client(["mpv", "portrait"], on: compositor)
    _ = try other.waitForLine { $0.contains("window 1 is mine") }
    other.send(SIGKILL)
    try Deadline.waitUntil("a silence") {
      try compositor.run(Swivel.path, ["explain", "last"]).output.contains("did not answer in time")
    }
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let events = lines.compactMap { try? JSONValue.parse(String($0), file: "r") }
    let late = try #require(events.lastIndex { $0["event"]?["deadline"]?["question"] != nil })
    let asked = try #require(events[..<late].lastIndex { $0["event"]?["window"] != nil })
    let delay = (events[late]["at"]?.int ?? 0) - (events[asked]["at"]?.int ?? 0)
    #expect(delay >= 100_000_000, "\(delay)")
    // The decision has waited for one question: the deadlines of the others have passed with it, where
    // one after the other would have been a hundred milliseconds apart.
    let instants = events[asked...late].filter { $0["event"]?["deadline"]?["question"] != nil }
      .compactMap { $0["at"]?.int }
    let gaps = zip(instants, instants.dropFirst()).map { $1 - $0 }
    let shortest = try #require(gaps.min())
    #expect(shortest >= 0 && shortest < 100_000_000, "\(gaps)")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
  }

  @Test func aLockedProtocolSocketIsReportedAndTheOutputRotates() throws {
    let compositor = try Compositor(.phoc)
    let path = "\(compositor.runtimeDirectory)/swivel-0.lock"
    // Whoever holds libwayland's lock owns the socket.
    let lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    defer { close(lock) }
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(swivel.errors.contains("no socket for policies of other programs"))
  }
}
