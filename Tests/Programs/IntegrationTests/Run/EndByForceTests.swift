// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A run that is ended by SIGKILL while the output is turned, and the run after it.
@Suite(.serialized) struct EndByForceTests {
  private func journal(_ compositor: Compositor) -> String {
    "\(compositor.runtimeDirectory)/swivel/\(compositor.kind.socketName).json"
  }

  private func killed(on compositor: Compositor) throws {
    let first = try Swivel.start(Swivel.replay, on: compositor)
    defer { first.stop() }
    _ = try first.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    first.send(SIGKILL)
    #expect(try first.waitForExit() == -SIGKILL)
    #expect(try compositor.outputs().map(\.transform) == ["90"])
  }

  /// Runs until the output has been looked at, then ends as a person ends it.
  private func next(on compositor: Compositor) throws -> ChildProcess {
    let second = try Swivel.start(Swivel.replay, on: compositor)
    _ = try second.waitForLine { $0.hasPrefix("turning ") }
    try compositor.waitForTransform("90")
    return second
  }

  @Test(arguments: CompositorKind.wlroots)
  func theNextRunRestoresOutputsOfAKilledRun(kind: CompositorKind) throws {
    let compositor = try Compositor(kind)
    try killed(on: compositor)
    #expect(FileManager.default.fileExists(atPath: journal(compositor)))
    let second = try next(on: compositor)
    defer { second.stop() }
    #expect(second.errors.contains("HEADLESS-1 was rotated by a run that was ended by force"))
    second.send(SIGTERM)
    #expect(try second.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    #expect(!FileManager.default.fileExists(atPath: journal(compositor)))
  }

  @Test func aTransformSetAfterTheKillIsKept() throws {
    let compositor = try Compositor(.phoc)
    try killed(on: compositor)
    let turn = ["--output", "HEADLESS-1", "--transform", "180"]
    #expect(try compositor.run("wlr-randr", turn).status == 0)
    let second = try next(on: compositor)
    defer { second.stop() }
    #expect(!second.errors.contains("ended by force"))
    second.send(SIGTERM)
    #expect(try second.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["180"])
    #expect(!FileManager.default.fileExists(atPath: journal(compositor)))
  }

  @Test func aDamagedJournalIsReportedAndNothingIsRestored() throws {
    let compositor = try Compositor(.phoc)
    try killed(on: compositor)
    try "{\"swivel\": 1".write(toFile: journal(compositor), atomically: false, encoding: .utf8)
    let second = try next(on: compositor)
    defer { second.stop() }
    #expect(second.errors.contains("what an earlier run has left is not restored"))
    second.send(SIGTERM)
    #expect(try second.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["90"])
  }
}
