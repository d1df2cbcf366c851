// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel overlay` on real compositors: to be seen, upright, silent, and gone at the end.
@Suite(.serialized) struct OverlayTests {
  private static let plate: UInt32 = 0x15171B
  private static let turned: UInt32 = 0x86D79F

  private let device: FileAccelerometer

  init() throws { device = try FileAccelerometer() }

  /// A daemon whose device stands upright until the test turns it.
  private func daemon(on compositor: Compositor) throws -> ChildProcess {
    let swivel = try Swivel.start(device.run, on: compositor)
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    return swivel
  }

  private func picture(of compositor: Compositor) throws -> Screenshot {
    let path = "\(compositor.runtimeDirectory)/screen.png"
    let result = try compositor.run("grim", [path])
    guard result.status == 0 else { throw Deadline.Passed(description: result.errors) }
    return try Screenshot(path: path)
  }

  private func waitFor(
    _ what: String, on compositor: Compositor, _ isSo: (Screenshot) -> Bool
  ) throws {
    try Deadline.waitUntil(what) { isSo(try picture(of: compositor)) }
  }

  @Test(arguments: [CompositorKind.phoc, .sway])
  func theOverlayShowsTheRotationAndThenIsIdle(kind: CompositorKind) throws {
    let compositor = try Compositor(kind)
    let swivel = try daemon(on: compositor)
    let overlay = try Swivel.start(["overlay", "--stay", "0"], on: compositor)
    defer { for process in [overlay, swivel] { process.stop() } }
    try Deadline.waitUntil("the overlay watches\n\(overlay.errors)") {
      overlay.isWaitingForSignals
    }
    try device.turnLeftUp()
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    try waitFor("the plate and its words", on: compositor) {
      $0.count(of: Self.plate) > 5_000 && $0.count(of: Self.turned) > 200
    }
    // The output is upright now, and the plate is whole in its upper right corner.
    let picture = try picture(of: compositor)
    #expect(picture.size == [800, 1280])
    #expect(picture.colour(x: 800 - 13, y: 13) == Self.plate)
    #expect(picture.colour(x: 800 - 11, y: 13) != Self.plate)

    try Idleness.wait(for: overlay.pid)
    print("overlay on \(kind): \(MemoryUse(of: overlay.pid))")

    #expect(try compositor.run(Swivel.path, ["overlay", "cycle"]).status == 0)
    #expect(try compositor.run(Swivel.path, ["overlay", "cycle"]).status == 0)
    try waitFor("nothing", on: compositor) { $0.count(of: Self.plate) == 0 }
    #expect(try compositor.run(Swivel.path, ["overlay", "quit"]).status == 0)
    #expect(try overlay.waitForExit() == 0)
    #expect(overlay.errors == "")
  }

  @Test func theOverlayEndsWithTheDaemon() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try daemon(on: compositor)
    let overlay = try Swivel.start(["overlay"], on: compositor)
    defer { for process in [overlay, swivel] { process.stop() } }
    try Deadline.waitUntil("the overlay watches\n\(overlay.errors)") {
      overlay.isWaitingForSignals
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    let status = try overlay.waitForExit()
    #expect(status == 0, "\(overlay.errors)")
  }

  /// Weston has no layer shell: conflicts come as notifications, never as an ordinary window.
  @Test func withoutLayerShellTheOverlaySendsNotifications() throws {
    let (compositor, other) = (try Compositor(.phoc), try Compositor(.weston))
    let bus = try MessageBus()
    let desktop = try bus.mock(
      ["--session", "--template", "notification_daemon"], owning: "org.freedesktop.Notifications")
    let swivel = try daemon(on: compositor)
    var environment = compositor.clientEnvironment.merging(bus.sessionEnvironment) { $1 }
    environment["WAYLAND_DISPLAY"] = "\(other.runtimeDirectory)/\(other.kind.socketName)"
    let overlay = try ChildProcess(Swivel.path, ["overlay"], environment: environment)
    defer { for process in [overlay, swivel, desktop] { process.stop() } }
    try Deadline.waitUntil("a word about the layer shell") {
      overlay.errors.contains("no zwlr_layer_shell_v1") && overlay.errors.contains("swivel top")
    }
    // Somebody else turns the output: that is worth a notification.
    #expect(
      try compositor.run("wlr-randr", ["--output", "HEADLESS-1", "--transform", "180"]).status == 0)
    try Deadline.waitUntil("a notification\n\(desktop.output)") {
      desktop.output.contains("Notify") && desktop.output.contains("another program rotated it")
    }
  }

  @Test func invalidOptionsAndAMissingDaemonAreReported() throws {
    let compositor = try Compositor(.phoc)
    let alone = try compositor.run(Swivel.path, ["overlay"])
    #expect(alone.status == 1)
    #expect(alone.errors.contains("no daemon runs in this session"))
    let swivel = try daemon(on: compositor)
    defer { swivel.stop() }
    let wrong = try compositor.run(Swivel.path, ["overlay", "--output", "DP-9"])
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("there is no output DP-9; there are HEADLESS-1"))
    for arguments in [["--size", "1"], ["--corner", "middle"], ["--stay", "-1"], ["dance"]] {
      let result = try compositor.run(Swivel.path, ["overlay"] + arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors != "")
    }
  }

  @Test func topPrintsOneScreen() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try daemon(on: compositor)
    defer { swivel.stop() }
    try device.turnLeftUp()
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let result = try compositor.run(Swivel.path, ["top", "--once", "--lang", "en"])
    #expect(result.status == 0)
    #expect(result.output.contains("rules desktop"))
    #expect(result.output.contains("SW0201 turned: HEADLESS-1"))
    #expect(!result.output.contains("\u{1B}"))
    let alone = try Swivel.run(["top"])
    #expect(alone.status == 1)
  }
}
