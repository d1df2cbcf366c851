// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Daemon

/// Nobody has to read what the programs say: lines wait, or are left out and counted.
@Suite(.serialized) struct UnreadOutputTests {
  /// A pipe with a name in which there is no room for anything more.
  private final class FullPipe {
    let path: String
    private let descriptor: Int32
    private(set) var filling = 0

    init(in directory: String) throws {
      path = "\(directory)/full"
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError.current }
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw POSIXError.current }
      // In small pieces at last, so that not even a short line fits.
      for size in [65_536, 512, 1] {
        let bytes = [UInt8](repeating: UInt8(ascii: "-"), count: size)
        while true {
          let count = write(descriptor, bytes, size)
          guard count > 0 else { break }
          filling += count
        }
      }
    }

    deinit { close(descriptor) }

    /// Everything that has come into it after what it was filled with.
    func takeAll() -> String {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk[..<count]
      }
      defer { filling = max(0, filling - bytes.count) }
      return String(decoding: bytes.dropFirst(filling), as: UTF8.self)
    }
  }

  private func start(
    _ arguments: [String], on compositor: Compositor, into pipe: FullPipe
  ) throws -> ChildProcess {
    try ChildProcess(
      "sh", ["-c", "exec \"$@\" > \(pipe.path) 2>&1", "sh", Swivel.path] + arguments,
      environment: compositor.clientEnvironment)
  }

  @Test func aFullPipeDelaysNeitherRotationNorAnswerNorExit() throws {
    let compositor = try Compositor(.phoc)
    let pipe = try FullPipe(in: compositor.runtimeDirectory)
    let configuration = "\(compositor.runtimeDirectory)/config.yaml"
    // A program that would fill the pipe, too: it has its own time and no more.
    try "hooks: {before: [sh, -c, 'yes | head -c 300000'], wait: 200, timeout: 400}\n".write(
      toFile: configuration, atomically: false, encoding: .utf8)
    let swivel = try start(
      Swivel.replay + ["--explain", "--config", configuration], on: compositor, into: pipe)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    #expect(try compositor.run(Swivel.path, ["status"]).status == 0)
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func aFailedRunExitsDespiteAFullPipe() throws {
    let compositor = try Compositor(.phoc)
    let pipe = try FullPipe(in: compositor.runtimeDirectory)
    let swivel = try start(
      Swivel.replay + ["--output", "HDMI-A-9"], on: compositor, into: pipe)
    defer { swivel.stop() }
    #expect(try swivel.waitForExit() == 2)
  }

  @Test func queuedLinesArriveInOrderOnceThePipeIsRead() throws {
    let compositor = try Compositor(.phoc)
    let pipe = try FullPipe(in: compositor.runtimeDirectory)
    let swivel = try start(Swivel.replay, on: compositor, into: pipe)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    var text = ""
    try Deadline.waitUntil("the confirmation\n\(text)") {
      text += pipe.takeAll()
      return text.contains("confirmed: HEADLESS-1")
    }
    let words = ["turning HEADLESS-1: ", "turned normal -> 90", "confirmed: HEADLESS-1"]
    let places = words.compactMap { text.range(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted(), "\(text)")
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    // What is said last is written before the end.
    text += pipe.takeAll()
    #expect(text.contains("shows transform 0"), "\(text)")
  }

  @Test func theCompositorServesAndExitsDespiteAFullPipe() throws {
    let directory = try RuntimeDirectory()
    let pipe = try FullPipe(in: directory.path)
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    let compositor = try ChildProcess(
      "sh",
      ["-c", "exec \(Swivel.path) compositor --socket wayland-1 > \(pipe.path)"],
      environment: environment)
    defer { compositor.stop() }
    try Deadline.waitUntil("an answer\n\(compositor.errors)") {
      WaylandPing.isAnswered(at: "\(directory.path)/wayland-1")
    }
    compositor.send(SIGTERM)
    #expect(try compositor.waitForExit() == 0)
  }

  @Test func droppedLinesAreCountedWhereTheyAreMissing() throws {
    let directory = try RuntimeDirectory()
    let pipe = try FullPipe(in: directory.path)
    let descriptor = open(pipe.path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let lines = LineQueue(descriptor: descriptor, room: 1000)
    for number in 1...1000 { lines.write("line \(number)") }
    var text = ""
    try Deadline.waitUntil("the gap\n\(text)") {
      text += pipe.takeAll()
      return text.contains("left out here")
    }
    lines.write("after it")
    try Deadline.waitUntil("the line after\n\(text)") {
      text += pipe.takeAll()
      return text.hasSuffix("after it\n")
    }
    let kept = text.split(separator: "\n").filter { $0.hasPrefix("line ") }.count
    let expected =
      (1...kept).map { "line \($0)\n" }.joined()
      + "swivel: \(1000 - kept) lines were left out here, since no process read them\nafter it\n"
    #expect(kept < 1000 && text == expected, "\(text)")
  }

  @Test func aHangingFileFailsTheQueueInsteadOfBlocking() throws {
    let gate = DispatchSemaphore(value: 0)
    let lines = LineQueue(room: 1000) { _ in
      gate.wait()
      return nil
    }
    defer { for _ in 0..<200 { gate.signal() } }
    let problems = (1...200).map { lines.write("line \($0)") }
    #expect(problems[0] == nil)
    #expect(problems[199]?.contains("nothing was taken") == true)
  }

  @Test func aFailedWriteEndsTheQueue() throws {
    let lines = LineQueue(room: 1000) { $0 == "bad" ? "the disk is full" : nil }
    #expect(lines.write("good") == nil)
    lines.write("bad")
    #expect(lines.flush() == "the disk is full")
    #expect(lines.write("good") == "the disk is full")
  }
}
