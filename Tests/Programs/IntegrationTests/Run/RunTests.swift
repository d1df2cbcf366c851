// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel run` turns the outputs of a real compositor, as clients that are not ours see it.
@Suite(.serialized) struct RunTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func aReplayedTraceRotatesAndASignalRestoresTheOutput(signal: Int32) throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    #expect(try compositor.run("wlr-randr").output.contains("Transform: 90"))
    _ = try swivel.waitForLine { $0.contains("HEADLESS-1 turned normal -> 90") }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }

    swivel.send(signal)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    #expect(try compositor.run("wlr-randr").output.contains("Transform: normal"))
    #expect(!swivel.errors.contains("dropped"))
  }

  @Test func theOutputIsRotatedAndRestoredOnSway() throws {
    let compositor = try Compositor(.sway)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  /// Rules: W-4.
  @Test func explainNamesTheRuleThatDecided() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay + ["--explain"], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("turned normal -> 90") }
    _ = try swivel.waitForLine { $0.contains("W-4") }
  }

  @Test func allOutputsRotateUnlessOneIsNamed() throws {
    let compositor = try Compositor(.phoc, outputs: 2)
    let both = try Swivel.start(Swivel.replay, on: compositor)
    defer { both.stop() }
    try compositor.waitForTransform("90", at: 0)
    try compositor.waitForTransform("90", at: 1)
    both.send(SIGTERM)
    #expect(try both.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal", "normal"])

    let one = try Swivel.start(Swivel.replay + ["--output", "HEADLESS-2"], on: compositor)
    defer { one.stop() }
    _ = try one.waitForLine { $0.contains("confirmed: HEADLESS-2") }
    let outputs = try compositor.outputs()
    #expect(outputs.first { $0.name == "HEADLESS-1" }?.transform == "normal")
    #expect(outputs.first { $0.name == "HEADLESS-2" }?.transform == "90")
  }

  @Test func anotherProgramsTransformIsNeitherOverruledNorRestored() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed") }
    let turn = ["--output", "HEADLESS-1", "--transform", "180"]
    #expect(try compositor.run("wlr-randr", turn).status == 0)
    _ = try swivel.waitForLine { $0.contains("by-other: HEADLESS-1") }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["180"])
  }

  @Test func aClosedPipeDoesNotPreventRestoringTheOutput() throws {
    let compositor = try Compositor(.phoc)
    let line = (["exec", Swivel.path] + Swivel.replay).joined(separator: " ")
    let shell = try ChildProcess(
      "sh", ["-c", "(\(line)) | head -n 1"], environment: compositor.clientEnvironment)
    defer { shell.stop() }
    try compositor.waitForTransform("90")
    kill(-shell.pid, SIGINT)
    try compositor.waitForTransform("normal")
  }

  @Test func droppedSamplesAreCountedOnce() throws {
    let compositor = try Compositor(.phoc)
    let directory = try RuntimeDirectory()
    let trace = try directory.write(
      "time_ms,x,y,z\n0,0,9.8,0\n1,0,0,0\n2,nan,0,0\n300,0,9.8,0\n", to: "trace.csv")
    let swivel = try Swivel.start(["run", "--sensor", "replay:\(trace)"], on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil("the end\n\(swivel.errors)") { swivel.errors.contains("has ended") }
    #expect(
      swivel.errors.hasSuffix(
        """
        swivel: dropped 2 of 4 samples: 1 not-finite, 1 all-zero
        swivel: the recording has ended; its last value stays

        """))
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
  }
}

/// A compositor that is gone or hangs ends the run, after limits that only real time shows.
@Suite struct CompositorLossTests {
  @Test func aCompositorThatDoesNotReturnEndsTheRun() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed") }
    compositor.stop()
    // It has ten seconds to come back.
    #expect(try swivel.waitForExit() == 1)
    #expect(swivel.errors.contains("the connection to the compositor is lost"))
    #expect(swivel.errors.contains("the compositor has not come back"))
  }

  @Test func exitDoesNotWaitForAHangingCompositor() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed") }
    compositor.process.send(SIGSTOP)
    defer { compositor.process.send(SIGCONT) }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 1)
    #expect(swivel.errors.contains("did not confirm that HEADLESS-1 is turned back"))
  }
}
