// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Testing

@testable import Daemon

/// Outputs that are fixed, follow, go and come back; compositors that do; others who turn them.
@Suite(.serialized) struct OutputLifeTests {
  private func configured(_ text: String, in directory: RuntimeDirectory) throws -> [String] {
    Swivel.replay + ["--config", try directory.write(text, to: "config.yaml")]
  }

  private func transforms(_ compositor: Compositor) throws -> [String: String] {
    try compositor.outputs().reduce(into: [:]) { $0[$1.name] = $1.transform }
  }

  /// wl_output has whole numbers only and says 2 of a scale of 1.5.
  ///
  /// KWin 6 makes no such output.
  @Test func theScaleInUseByKWinIsReported() throws {
    let desk = try LiveDesk(Compositor(.kwin, options: ["--scale", "1.5"]))
    // KWin itself has file capabilities, with which not everybody may start it.
    let version = try Command.run("dpkg-query", ["-W", "-f", "${Version}", "kwin-wayland"]).output
    let scale = version.contains("5.27") ? 1.5 : 1
    try desk.wait("the scale\n\(version)") { desk.output("Virtual-0")?.scale == scale }
  }

  @Test(arguments: CompositorKind.wlroots)
  func aFollowingOutputRotatesAlongAndBothAreRestored(kind: CompositorKind) throws {
    let compositor = try Compositor(kind, outputs: 2)
    let directory = try RuntimeDirectory()
    let swivel = try Swivel.start(
      configured(
        "output: HEADLESS-1\noutputs:\n- {match: HEADLESS-2, policy: {follow: HEADLESS-1}}\n",
        in: directory), on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-2") }
    #expect(try transforms(compositor) == ["HEADLESS-1": "90", "HEADLESS-2": "90"])
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try transforms(compositor) == ["HEADLESS-1": "normal", "HEADLESS-2": "normal"])
  }

  @Test func aFixedOutputIsRotatedWhenPluggedIn() throws {
    let compositor = try Compositor(.sway)
    let directory = try RuntimeDirectory()
    let swivel = try Swivel.start(
      configured(
        "output: HEADLESS-1\noutputs:\n- {match: HEADLESS-2, policy: {fixed: 180}}\n",
        in: directory), on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(try compositor.run("swaymsg", ["create_output"]).status == 0)
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-2") }
    #expect(try transforms(compositor) == ["HEADLESS-1": "90", "HEADLESS-2": "180"])
  }

  /// A real unplugging: Mutter takes the output away from its clients, and brings it back upright.
  @Test func anOutputIsRotatedAgainWhenPluggedBackIn() throws {
    let compositor = try Compositor(.mutter, outputs: 2)
    let desk = try LiveDesk(compositor)
    try desk.choose(.mutter)
    let bus = try MutterBus(#require(compositor.bus))
    let swivel = try Swivel.start(
      Swivel.replay + ["--output", "Meta-0", "--output", "Meta-1"], on: compositor)
    defer { swivel.stop() }
    try desk.wait("both turned") {
      desk.session.outputs.allSatisfy { $0.transform == .rotated90 }
    }
    try bus.show([("Meta-0", 0, 1)])
    try desk.wait("the unplugging") { desk.output("Meta-1") == nil }
    // The daemon reads Mutter's state on its own: it has to see the state without the output, too.
    try desk.wait("the daemon's report of the unplugging") {
      try !compositor.run(Swivel.path, ["status"]).output.contains("Meta-1")
    }
    try bus.show([("Meta-0", 0, 1), ("Meta-1", 800, 0)])
    try desk.wait("the return") { desk.output("Meta-1") != nil }
    try desk.wait("both turned again") {
      desk.session.outputs.allSatisfy { $0.transform == .rotated90 }
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    try desk.wait("both given back") {
      desk.session.outputs.allSatisfy { $0.transform == .normal }
    }
  }

  @Test func theOutputIsRotatedAgainAfterACompositorRestart() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    compositor.process.send(SIGKILL)
    try Deadline.waitUntil(10, "the loss\n\(swivel.errors)") {
      swivel.errors.contains("to come back")
    }
    try compositor.restart()
    try Deadline.waitUntil(20, "the return\n\(swivel.errors)") {
      swivel.errors.contains("the compositor is back")
    }
    try compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func anotherWriterIsOverruledIfConfigured() throws {
    let compositor = try Compositor(.phoc)
    let directory = try RuntimeDirectory()
    let swivel = try Swivel.start(
      configured("other-writers: overrule\n", in: directory), on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let turn = ["--output", "HEADLESS-1", "--transform", "180"]
    #expect(try compositor.run("wlr-randr", turn).status == 0)
    _ = try swivel.waitForLine { $0.contains("overruled: HEADLESS-1") }
    try compositor.waitForTransform("90")
  }

  /// Another program that answers every change with its own.
  @Test func overrulingStopsWhenAnotherWriterPersists() throws {
    let compositor = try Compositor(.phoc)
    let directory = try RuntimeDirectory()
    let desk = try Desk(compositor)
    let swivel = try Swivel.start(
      configured("other-writers: overrule\n", in: directory), on: compositor)
    defer { swivel.stop() }
    try desk.wait("the turn", within: 20) { desk.output("HEADLESS-1")?.transform == .rotated90 }
    var answers = 0
    // Four changes within a second of each other end the fight, which a busy machine reaches late.
    try Deadline.waitUntil(120, "the end of the fight\n\(swivel.output)") {
      desk.session.run(for: .milliseconds(5))
      if desk.output("HEADLESS-1")?.transform == .rotated90, answers < 200 {
        answers += 1
        _ = try desk.turn("HEADLESS-1", to: .rotated180)
      }
      return swivel.output.contains("contested: HEADLESS-1")
    }
    try compositor.waitForTransform("180")
    #expect(answers < 200, "it is not fought without end")
  }
}
