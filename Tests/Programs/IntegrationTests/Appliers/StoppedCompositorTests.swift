// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Testing

@testable import Daemon

/// Compositors that are stopped while they are requested to rotate outputs.
@Suite(.serialized) struct StoppedCompositorTests {
  /// Many more requests than the socket could hold.
  @Test func requestsDuringAStopWaitForTheCompositor() throws {
    let desk = try LiveDesk(Compositor(.phoc))
    try desk.choose(.automatic)
    desk.compositor.process.send(SIGSTOP)
    defer { desk.compositor.process.send(SIGCONT) }
    for number in 1...20_000 {
      let transform: Transform = number % 2 == 0 ? .rotated90 : .rotated180
      desk.session.apply(transform: transform, to: "HEADLESS-1", tag: UInt32(number))
      if desk.session.beginWait() { break }
      desk.session.endWait(readable: false)
    }
    #expect(desk.session.failure == nil)
    desk.session.apply(transform: .rotated270, to: "HEADLESS-1", tag: 20_001)
    desk.compositor.process.send(SIGCONT)
    try desk.wait("the last request") { desk.output("HEADLESS-1")?.transform == .rotated270 }
    #expect(desk.session.failure == nil)
  }

  @Test(arguments: [
    (CompositorKind.phoc, "wlr"), (.sway, "wlr"), (.sway, "sway"), (.kwin, "kde"),
    (.mutter, "mutter"),
  ])
  func theLastRequestIsCarriedOutAfterAStopOfAnyLength(kind: CompositorKind, way: String) throws {
    let compositor = try Compositor(kind)
    let output = kind.firstOutput
    let swivel = try Swivel.start(
      Swivel.replay + ["--applier", way, "--output", output], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: \(output)") }
    compositor.process.send(SIGSTOP)
    defer { compositor.process.send(SIGCONT) }
    // 90 is shown; 180 and then 270 are requested, and abandoned without an answer.
    for _ in 1...2 {
      let rotate = try Swivel.start(["rotate", "left"], on: compositor)
      defer { rotate.stop() }
      _ = try swivel.waitForLine { $0.contains("SW0505") }
      _ = try rotate.waitForExit()
    }
    let status = try compositor.run(Swivel.path, ["status"]).output
    #expect(status.contains("the compositor does not answer"), "\(status)")
    #expect(!status.contains("another program"), "\(status)")
    compositor.process.send(SIGCONT)
    try Deadline.waitUntil("the answer\n\(swivel.output)") {
      try !compositor.run(Swivel.path, ["status"]).output.contains("does not answer")
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0, "\(swivel.output)\(swivel.errors)")
    #expect(!swivel.output.contains("by-other"), "\(swivel.output)")
    try compositor.waitForTransform("normal")
  }
}
