// SPDX-License-Identifier: Apache-2.0
import Foundation
import HeadlessCompositor
import Orientation
import Pixels
import Testing

/// Our compositor in a window of a real one: what is seen, when it is drawn, and how it ends.
@Suite(.serialized) struct WindowTests {
  /// Starts `swivel compositor --window` on a host; its clients connect to wayland-7.
  private func start(
    _ arguments: [String] = [], on host: Compositor
  ) throws -> (process: ChildProcess, environment: [String: String]) {
    let process = try Swivel.start(
      ["compositor", "--window", "--socket", "wayland-7"] + arguments, on: host)
    _ = try process.waitForLine { $0 == "WAYLAND_DISPLAY=wayland-7" }
    return (process, host.clientEnvironment.merging(["WAYLAND_DISPLAY": "wayland-7"]) { $1 })
  }

  /// The same with a terminal in it, whose window is there.
  private func startWithTerminal(
    on host: Compositor
  ) throws -> (process: ChildProcess, terminal: ChildProcess) {
    let (swivel, inside) = try start(on: host)
    let foot = try ChildProcess("foot", ["sleep", "60"], environment: inside)
    _ = try swivel.waitForLine(within: 20) { $0.contains("foot") }
    return (swivel, foot)
  }

  @Test(arguments: [CompositorKind.sway, .phoc, .swivel])
  func theHostShowsThePanelPixelForPixel(_ kind: CompositorKind) throws {
    let host = try Compositor(kind)
    let folder = try RuntimeDirectory()
    let (swivel, inside) = try start(
      ["--rules", "desktop", "--screenshot", "\(folder.path)/panel.png"], on: host)
    defer { swivel.stop() }
    let card = try ChildProcess(SceneProgram.path, ["--card"], environment: inside)
    defer { card.stop() }
    for transform in ["normal", "90", "flipped-270"] {
      let turn = try Command.run(
        "wlr-randr", ["--output", "HEADLESS-1", "--transform", transform], environment: inside)
      #expect(turn.status == 0, "\(turn.errors)")
      try Deadline.waitUntil(30, "the same pixels on \(kind), \(transform)\n\(swivel.errors)") {
        swivel.send(SIGUSR1)
        _ = try swivel.waitForLine { $0.hasPrefix("picture of") }
        let panel = try PNG.read("\(folder.path)/panel.png")
        let grim = try host.run("grim", ["\(folder.path)/host.png"])
        guard grim.status == 0 else { return false }
        let seen = try PNG.read("\(folder.path)/host.png")
        // The corners of the card are there, and every pixel is where it belongs.
        let corners = Set([
          panel[60, 60], panel[panel.size.width - 60, 60], panel[60, panel.size.height - 60],
        ])
        return corners.count == 3 && seen.size == panel.size && seen.words == panel.words
      }
    }
    #expect(swivel.exitStatus == nil)
  }

  @Test func anIdleHostedCompositorIsNotWokenUp() throws {
    let host = try Compositor(.sway)
    let (swivel, inside) = try start(on: host)
    defer { swivel.stop() }
    let card = try ChildProcess(SceneProgram.path, ["--card"], environment: inside)
    defer { card.stop() }
    try Idleness.wait(for: swivel.pid)
  }

  @Test func losingTheHostEndsTheCompositorAndItsClients() throws {
    let host = try Compositor(.sway)
    let (swivel, foot) = try startWithTerminal(on: host)
    defer {
      foot.stop()
      swivel.stop()
    }
    host.process.send(SIGKILL)
    #expect(try swivel.waitForExit() == 1)
    #expect(swivel.errors.contains("the host compositor has gone"), "\(swivel.errors)")
    try waitForEnd(of: foot)
  }

  @Test func closingTheWindowExitsTheCompositorCleanly() throws {
    let host = try Compositor(.sway)
    let (swivel, foot) = try startWithTerminal(on: host)
    defer {
      foot.stop()
      swivel.stop()
    }
    _ = try host.run("swaymsg", [#"[app_id="swivel"] kill"#])
    #expect(try swivel.waitForExit() == 0)
    #expect(swivel.errors == "")
    try waitForEnd(of: foot)
  }

  /// Waits until foot has ended or, as sometimes with 1.28, only reports that its connection has.
  private func waitForEnd(of foot: ChildProcess) throws {
    try Deadline.waitUntil("the end of foot or of its connection\n\(foot.errors)") {
      foot.exitStatus != nil || foot.errors.contains("wayland socket: Broken pipe")
    }
  }

  @Test func theCompositorSurvivesAOnePixelWindow() throws {
    let host = try Compositor(.sway)
    let (swivel, inside) = try start(on: host)
    defer { swivel.stop() }
    let foot = try ChildProcess("foot", ["sleep", "60"], environment: inside)
    defer { foot.stop() }
    _ = try swivel.waitForLine(within: 20) { $0.contains("foot") }
    for size in ["1 px 1 px", "1 px 600 px", "2000 px 1 px", "400 px 300 px"] {
      // Larger than the screen, too.
      let limits = "floating_minimum_size 1 x 1; floating_maximum_size -1 x -1"
      _ = try host.run("swaymsg", ["\(limits); floating enable; resize set \(size)"])
      let words = size.split(separator: " ")
      let wanted = "\(words[0])x\(words[2])"
      try Deadline.waitUntil(20, "a mode of \(wanted)\n\(swivel.errors)") {
        guard swivel.exitStatus == nil else {
          throw Deadline.Passed(description: "it ended\n\(swivel.errors)")
        }
        let modes = try Command.run("wlr-randr", [], environment: inside).output
        return modes.contains("    \(wanted) px")
      }
    }
    #expect(foot.exitStatus == nil)
  }

  @Test func startingWithoutASessionReportsTheRemedy() throws {
    let directory = try RuntimeDirectory()
    let environment = Command.plainEnvironment.merging(
      ["XDG_RUNTIME_DIR": directory.path, "HOME": directory.path]) { $1 }
    let result = try Command.run(
      Swivel.path, ["compositor", "--window"], environment: environment)
    #expect(result.status == 1)
    #expect(result.errors.contains("nothing listens at \(directory.path)/wayland-0"))
    #expect(result.errors.contains("weston --backend=x11-backend.so"))
    let twice = try Command.run(
      Swivel.path, ["compositor", "--window", "--output", "8x8", "--output", "9x9"],
      environment: environment)
    #expect(twice.status == 2)
    #expect(twice.errors.contains("--window shows one output"))
  }
}
