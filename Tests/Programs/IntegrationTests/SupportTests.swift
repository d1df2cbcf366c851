// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Foundation
import Testing

@Suite struct SupportTests {
  @Test func missingProgramNamesItsPackage() {
    #expect(throws: Program.Missing.self) { try Program.require("no-such-program") }
    let text = Program.Missing(name: "wayland-info").description
    #expect(text.contains("apt-get install wayland-utils"))
  }

  @Test func commandKeepsOutputErrorsAndStatusApart() throws {
    let result = try Command.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(result.output == "out\n")
    #expect(result.errors == "err\n")
    #expect(result.status == 3)
  }

  @Test func largeOutputDoesNotBlock() throws {
    let result = try Command.run("sh", ["-c", "head -c 1000000 /dev/zero | tr '\\0' x"])
    #expect(result.output.utf8.count == 1_000_000)
  }

  @Test func stopEndsAHangingCommandAndItsChildren() throws {
    let process = try ChildProcess(
      "sh", ["-c", "sleep 60 & sleep 60"], environment: Command.plainEnvironment)
    #expect(throws: Deadline.Passed.self) { try process.waitForExit(within: 0.05) }
    process.stop()
    #expect(process.exitStatus == -SIGTERM)
    #expect(ProcessGroup.members(of: process.pid) == [])
  }

  @Test func linesAreTakenOneAfterTheOther() throws {
    let process = try ChildProcess(
      "sh", ["-c", "echo one; sleep 0.05; echo two; printf three; sleep 0.05; echo"],
      environment: Command.plainEnvironment)
    #expect(try process.waitForLine() == "one")
    #expect(try process.waitForLine { $0.hasPrefix("th") } == "three")
    #expect(throws: Deadline.Passed.self) { try process.waitForLine() }
  }

  @Test func signalsReachTheProgram() throws {
    let process = try ChildProcess(
      "sh", ["-c", "trap 'echo bye; exit 5' INT; echo ready; while :; do sleep 0.02; done"],
      environment: Command.plainEnvironment)
    #expect(try process.waitForLine() == "ready")
    process.send(SIGINT)
    #expect(try process.waitForLine() == "bye")
    #expect(try process.waitForExit() == 5)
  }

  @Test func aProcessThatWaitsForInputIsIdleAndASleepingOneIsNot() throws {
    let directory = try RuntimeDirectory()
    let input = "\(directory.path)/input"
    try #require(mkfifo(input, 0o600) == 0)
    let reader = try ChildProcess(
      "sh", ["-c", "exec cat <> \(input)"], environment: Command.plainEnvironment)
    defer { reader.stop() }
    try Idleness.wait(for: reader.pid)
    let sleeper = try ChildProcess("sleep", ["60"], environment: Command.plainEnvironment)
    defer { sleeper.stop() }
    try Deadline.waitUntil("the sleep") {
      try Idleness(of: sleeper.pid).restless.first?.contains(": S, ") == true
    }
    #expect(try !Idleness(of: sleeper.pid).isIdle)
  }

  @Test func anArmedTimerOfAnEventLoopIsSeenFromOutside() throws {
    let loop = try EventLoop()
    let token = loop.schedule(after: .seconds(30)) {}
    try loop.turn(waitingAtMost: .zero)
    let next = try #require(try Idleness(of: getpid()).nextTimer)
    #expect(next > .zero && next <= .seconds(30))
    loop.remove(token)
  }

  @Test func readingsOfFilesAreFollowedInTheirOrder() throws {
    let directory = try RuntimeDirectory()
    let files = try ["a", "b"].map { try directory.write("\($0)\n", to: $0) }
    let watch = try ReadWatch(files)
    let reader = try ChildProcess(
      "sh", ["-c", "while :; do cat \(files.joined(separator: " ")); sleep 0.02; done"],
      environment: Command.plainEnvironment)
    defer { reader.stop() }
    try watch.waitForReading()
    try watch.waitForReading()
  }

  @Test func theSwivelCommandIsBesideTheTests() throws {
    #expect(try Program.require(Swivel.path) == Swivel.path)
    #expect(access("\(Swivel.packageRoot)/Package.swift", F_OK) == 0)
  }
}
