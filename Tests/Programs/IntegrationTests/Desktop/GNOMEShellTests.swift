// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Formats
import Foundation
import Orientation
import Testing
import Text

@testable import Daemon

/// Our extension in the real GNOME Shell, with windows of foot.
@Suite(.serialized, .sharedGNOMEShell) struct GNOMEShellTests {
  /// Whether durations are compared with bounds; on a machine that does other things they are printed.
  private static let measures = ProcessInfo.processInfo.environment["SWIVEL_PROGRAM"] != nil

  private func foot(_ name: String, on shell: GNOMEShell) throws -> ChildProcess {
    try ChildProcess(
      "foot", ["--app-id=\(name)", "--title=private", "sh", "-c", "sleep 120"],
      environment: shell.compositor.clientEnvironment)
  }

  private func window(_ name: String, in desk: LiveDesk) -> DesktopWindow? {
    desk.session.windows.first { $0.appID == UntrustedText(name) }
  }

  private func isFocused(_ name: String, in desk: LiveDesk) -> Bool {
    desk.session.windows.filter(\.activated).map(\.appID) == [UntrustedText(name)]
  }

  @Test func theExtensionReportsWindowChanges() throws {
    let shell = try SharedGNOMEShell.shell()
    let desk = try LiveDesk(shell.compositor)
    try desk.followWindows()
    #expect(desk.session.windowInterface == .gnome)
    let first = try foot("first", on: shell)
    defer { first.stop() }
    try desk.wait("the first\n\(first.errors)") { isFocused("first", in: desk) }
    let seen = try #require(window("first", in: desk))
    #expect(seen.title == "private" && seen.outputs == ["Meta-0"] && seen.workspace == "1")
    #expect(!seen.fullscreen && !seen.isHidden && !seen.minimized && !seen.isDialog)
    let second = try foot("second", on: shell)
    defer { second.stop() }
    try desk.wait("the second\n\(second.errors)") { isFocused("second", in: desk) }

    try shell.activate("first")
    try desk.wait("the first again") { isFocused("first", in: desk) }
    try shell.evaluate("w.make_fullscreen()", of: "first")
    try desk.wait("a full screen, and what is behind it") {
      window("first", in: desk)?.fullscreen == true && window("second", in: desk)?.isHidden == true
    }
    // The window that was minimised never has the focus as well.
    desk.forgetEvents()
    try shell.evaluate("w.minimize()", of: "first")
    try desk.wait("minimised") {
      window("first", in: desk)?.minimized == true && isFocused("second", in: desk)
    }
    for case .windowChanged(let window) in desk.events where window.minimized {
      #expect(!window.activated)
    }
    #expect(window("second", in: desk)?.isHidden == false)
    try shell.evaluate("w.stick()", of: "second")
    try desk.wait("every workspace") { window("second", in: desk)?.sticky == true }
    try shell.evaluate("w.unstick()", of: "second")
    try shell.evaluate(
      "global.workspace_manager.append_new_workspace(false, global.get_current_time());"
        + "global.workspace_manager.get_workspace_by_index(1).activate(global.get_current_time())")
    try desk.wait("another workspace") {
      desk.session.windows.allSatisfy { $0.isHidden && !$0.activated }
    }
    try shell.evaluate(
      "global.workspace_manager.get_workspace_by_index(0).activate(global.get_current_time())")
    try desk.wait("the first workspace") { isFocused("second", in: desk) }

    second.stop()
    try desk.wait("the end") { window("second", in: desk) == nil }
    // What comes later to the bus is told the same.
    let list = try shell.compositor.run(Swivel.path, ["windows"])
    #expect(list.output.contains("first") && !list.output.contains("private"), "\(list.errors)")
  }

  /// Starts the window of app-id `player`, and waits until it fills the screen.
  private func fullScreenPlayer(on shell: GNOMEShell) throws -> ChildProcess {
    let player = try foot("player", on: shell)
    try Deadline.waitUntil("the player\n\(player.errors)") {
      try shell.compositor.run(Swivel.path, ["windows"]).output.contains("player")
    }
    try shell.evaluate("w.make_fullscreen()", of: "player")
    return player
  }

  @Test func windowsBlockRotationsAcrossExtensionRestarts() throws {
    let shell = try SharedGNOMEShell.shell()
    let directory = try RuntimeDirectory()
    let configuration = try directory.write(
      "windows: [{app-id: player, supported: landscape}]\n", to: "config.yaml")
    let player = try fullScreenPlayer(on: shell)
    defer { player.stop() }
    let swivel = try Swivel.start(
      Swivel.replay + ["--config", configuration], on: shell.compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("blocked") && $0.contains("player") }
    // Replaced by another, as by an update: the window is the same, and nothing turns.
    let id = try GNOMEShell.extensionID()
    let manager = "Main.extensionManager"
    try shell.evaluate("\(manager).disableExtension('\(id)')")
    try shell.evaluate("\(manager).enableExtension('\(id)')")
    try Deadline.waitUntil("the window once more\n\(swivel.output)\(swivel.errors)") {
      try shell.compositor.run(Swivel.path, ["explain", "--last"]).output.contains("player#2")
    }
    #expect(!swivel.output.contains("confirmed:") && !swivel.errors.contains("extension"))
    #expect(try shell.compositor.outputs().map(\.transform) == ["normal"])
    // The compositor wakes nobody while nothing happens.
    try Idleness.wait(for: swivel.pid)
    // Gone for good, which is said, and nobody can be asked any more.
    try shell.evaluate("\(manager).disableExtension('\(id)')")
    try shell.compositor.waitForTransform("90")
    #expect(swivel.errors.contains("extension is gone; no window is asked"))
    let list = try shell.compositor.run(Swivel.path, ["windows"])
    #expect(list.status == 1 && list.errors.contains("gnome-extensions enable \(id)"))
    try shell.evaluate("\(manager).enableExtension('\(id)')")
    try shell.compositor.waitForTransform("normal")
    #expect(swivel.errors.contains("extension reports windows now"))
    player.stop()
    try shell.compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try shell.compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func theTileLocksRotationAndNamesTheBlockingWindow() throws {
    let shell = try SharedGNOMEShell.shell()
    let directory = try RuntimeDirectory()
    let configuration = try directory.write(
      "windows: [{app-id: player, supported: landscape}]\n", to: "config.yaml")
    let tiles = "Main.panel.statusArea.quickSettings.menu._grid.get_children()"
    @discardableResult
    func tile(_ text: String) throws -> String {
      try shell.evaluate(
        "{ const t = \(tiles).find(tile => (tile.title ?? tile.label) === 'Rotation lock'); \(text) }"
      )
    }
    #expect(try tile("t.visible") == "false")
    let player = try fullScreenPlayer(on: shell)
    defer { player.stop() }
    let swivel = try Swivel.start(
      Swivel.replay + ["--config", configuration], on: shell.compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil("the reason\n\(swivel.output)") {
      try tile("t.menu.firstMenuItem.label.text").contains("player")
    }
    #expect(try tile("`${t.visible} ${t.checked}`") == #""true false""#)
    for isLocked in [true, false] {
      try tile("t.emit('clicked', 0)")
      try Deadline.waitUntil("the lock: \(isLocked)\n\(swivel.errors)") {
        let lock = try Swivel.status(on: shell.compositor)["lock"]?.string
        return try lock == (isLocked ? "current" : nil) && tile("t.checked") == "\(isLocked)"
      }
      #expect(try tile("t.iconName").contains(isLocked ? "locked" : "allowed"))
    }
    // The reason may name windows, so it is not shown in the lock screen.
    try shell.evaluate("Main.sessionMode.pushMode('unlock-dialog')")
    #expect(try tile("t.visible") == "false")
    try shell.evaluate("Main.sessionMode.popMode('unlock-dialog')")
    #expect(try tile("t.visible") == "true")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    try Deadline.waitUntil("the tile's end") { try tile("t.visible") == "false" }
  }

  @Test func focusChangesArriveInMillisecondsAtLowShellCost() throws {
    let shell = try SharedGNOMEShell.shell()
    let desk = try LiveDesk(shell.compositor)
    try desk.followWindows()
    var windows: [ChildProcess] = []
    defer { for window in windows { window.stop() } }
    // A new window takes the focus some time after it is told.
    for name in ["first", "second"] {
      windows.append(try foot(name, on: shell))
      try desk.wait(name) { isFocused(name, in: desk) }
    }
    try shell.evaluate(
      "global.display.connect('notify::focus-window', () => "
        + "{ globalThis.focusedAt = imports.gi.GLib.get_monotonic_time(); })")
    try shell.activate("first")
    try desk.wait("the first") { isFocused("first", in: desk) }
    let known = try shell.costs().count
    var delays: [Duration] = []
    for name in (0..<20).flatMap({ _ in ["second", "first"] }) {
      try shell.activate(name)
      try desk.wait(name) { isFocused(name, in: desk) }
      let now = desk.loop.now
      let begin = try #require(Int64(try shell.evaluate("globalThis.focusedAt")))
      delays.append(now - Instant(nanoseconds: begin * 1000))
      // Longer than the extension waits between two signals.
      usleep(15_000)
    }
    let costs = try shell.costs().dropFirst(known).sorted()
    delays.sort()
    print(
      "focus in GNOME Shell: known after \(delays[20]) (median of 40, at most \(delays[39])); "
        + "costs the shell \(costs[costs.count / 2]) µs (median, a quarter \(costs[costs.count / 4]))"
    )
    #expect(costs.count >= 40)
    // On a busy machine the times are those of its other programs.
    #expect(!Self.measures || (delays[20] < .milliseconds(5) && costs[costs.count / 4] < 500))
  }
}
