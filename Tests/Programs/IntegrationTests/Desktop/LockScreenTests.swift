// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A locked session, and one that has slept.
@Suite(.serialized) struct LockScreenTests {
  private func start(
    _ arguments: [String], on compositor: Compositor, _ logind: MockedLogind
  ) throws -> ChildProcess {
    try ChildProcess(
      Swivel.path, Swivel.replay + arguments,
      environment: compositor.clientEnvironment.merging(logind.environment) { $1 })
  }

  @Test func theLockScreenBlocksRotationsWhileTheSessionIsLocked() throws {
    let compositor = try Compositor(.phoc)
    let logind = try MockedLogind()
    try logind.lock(true)
    let directory = try RuntimeDirectory()
    let configuration = try directory.write(
      "windows:\n- role: lock-screen\n  autorotate: false\n", to: "config.yaml")
    // A sensor rests while the session is locked, but a recording goes on; on a busy machine it may come to
    // the turn before the daemon knows of the lock.
    var started: ChildProcess?
    for speed in ["0.5", "0.1", "0.01"] where started == nil {
      let swivel = try start(
        ["--config", configuration, "--replay-speed", speed, "--explain"], on: compositor, logind)
      let line = try swivel.waitForLine { $0.contains("lock-screen") || $0.contains("confirmed") }
      if line.contains("lock-screen") { started = swivel } else { swivel.stop() }
    }
    let swivel = try #require(started)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") }
    #expect(swivel.output.contains("lock-screen"))
    #expect(!swivel.output.contains("confirmed"))
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    // It goes, and what the device has long wanted is done.
    try logind.lock(false)
    try compositor.waitForTransform("90")
    // It comes back over an output that it would not have turned, and leaves it.
    try logind.lock(true)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
  }

  @Test func aTransformChangedAfterSleepIsOverruled() throws {
    let compositor = try Compositor(.phoc)
    let logind = try MockedLogind()
    let swivel = try start([], on: compositor, logind)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    try logind.sleep()
    try Deadline.waitUntil("the awakening\n\(swivel.errors)") {
      swivel.errors.contains("has woken up")
    }
    // As a driver that brings an output back upright.
    let turn = ["--output", "HEADLESS-1", "--transform", "normal"]
    #expect(try compositor.run("wlr-randr", turn).status == 0)
    _ = try swivel.waitForLine { $0.contains("overruled: HEADLESS-1") }
    try compositor.waitForTransform("90")
  }
}
