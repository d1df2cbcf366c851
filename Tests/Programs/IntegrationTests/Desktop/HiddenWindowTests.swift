// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import Text

@testable import Desktop

/// Windows that nobody can see, at real compositors.
@Suite(.serialized) struct HiddenWindowTests {
  private func foot(_ name: String, on compositor: Compositor) throws -> ChildProcess {
    try ChildProcess(
      "foot", ["--app-id=\(name)", "--title=\(name)", "sh", "-c", "sleep 120"],
      environment: compositor.clientEnvironment)
  }

  private func window(_ name: String, in desk: LiveDesk) -> DesktopWindow? {
    desk.session.windows.first { $0.appID == UntrustedText(name) }
  }

  /// A sway that has begun anew has another socket than `SWAYSOCK` names; its process leads there.
  @Test func theSwaySocketIsFoundByTheCompositorsProcess() throws {
    let compositor = try Compositor(.sway, namesSwaySocket: false)
    #expect(access(compositor.clientEnvironment["SWAYSOCK"] ?? "", F_OK) != 0)
    let desk = try LiveDesk(compositor)
    try desk.followWindows()
    #expect(desk.session.windowInterface == .sway)
    // Touch and keyboard are looked after at the same socket.
    let socket = "\(compositor.runtimeDirectory)/sway-ipc."
    let sway = desk.session.backends.lazy.compactMap { $0 as? SwayBackend }.first
    #expect(sway?.connection?.path.hasPrefix(socket) == true)
    let directory = try RuntimeDirectory()
    let configuration = try directory.write("keyboard:\n  disable: turned\n", to: "config.yaml")
    let swivel = try Swivel.start(Swivel.replay + ["--config", configuration], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine(within: 30) { $0.contains("confirmed: HEADLESS-1") }
    #expect(!swivel.errors.contains("inputs: "), "\(swivel.errors)")
  }

  @Test func theSwayTreeReportsHiddenWindows() throws {
    let desk = try LiveDesk(Compositor(.sway))
    try desk.followWindows()
    #expect(desk.session.windowInterface == .sway)
    let first = try foot("first", on: desk.compositor)
    defer { first.stop() }
    try desk.wait("the first") { window("first", in: desk)?.activated == true }
    #expect(window("first", in: desk)?.isHidden == false)
    #expect(window("first", in: desk)?.workspace == "1")
    let second = try foot("second", on: desk.compositor)
    defer { second.stop() }
    try desk.wait("the second") { window("second", in: desk)?.activated == true }

    func command(_ words: String...) throws {
      #expect(try desk.compositor.run("swaymsg", words).status == 0)
    }
    try command("workspace", "2")
    try desk.wait("another workspace") {
      desk.session.windows.count == 2 && desk.session.windows.allSatisfy { $0.isHidden }
    }
    try command("workspace", "1")
    try desk.wait("the first workspace") { desk.session.windows.allSatisfy { !$0.isHidden } }
    try command("[app_id=second] floating enable, sticky enable")
    try desk.wait("floating") {
      window("second", in: desk)?.floating == true && window("second", in: desk)?.sticky == true
    }
    try command("[app_id=first] fullscreen enable")
    try desk.wait("fullscreen") { window("first", in: desk)?.fullscreen == true }
    try command("[app_id=first] fullscreen disable")
    try command("[app_id=second] move scratchpad")
    try desk.wait("the scratchpad") {
      window("second", in: desk)?.scratchpad == true && window("second", in: desk)?.isHidden == true
    }
    #expect(window("first", in: desk)?.isHidden == false)
    second.stop()
    try desk.wait("the end") { window("second", in: desk) == nil }
    let list = try desk.compositor.run(Swivel.path, ["windows", "--json"])
    #expect(list.output.contains("\"workspace\": \"1\""))
  }

  /// The hidden window refuses every turn, and would stop this one if it counted.
  ///
  /// Rules: W-8.
  @Test func aHiddenWindowDoesNotBlockARotationOnSway() throws {
    let compositor = try Compositor(.sway)
    let directory = try RuntimeDirectory()
    let configuration = try directory.write(
      "windows:\n- app-id: stubborn\n  autorotate: false\n  veto: true\n", to: "config.yaml")
    let stubborn = try foot("stubborn", on: compositor)
    defer { stubborn.stop() }
    let desk = try LiveDesk(compositor)
    try desk.followWindows()
    try desk.wait("the window") { window("stubborn", in: desk)?.activated == true }
    #expect(try compositor.run("swaymsg", ["move", "scratchpad"]).status == 0)
    try desk.wait("the scratchpad") { window("stubborn", in: desk)?.isHidden == true }
    let swivel = try Swivel.start(Swivel.replay + ["--config", configuration], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    try compositor.waitForTransform("90")
  }

  @Test func kwinReportsItsWindows() throws {
    let desk = try LiveDesk(Compositor(.kwin))
    #expect(desk.session.windowInterface == .plasma)
    // foot divides by the size of KWin's virtual panel, which has none.
    let client = try ChildProcess(
      "weston-simple-shm", [], environment: desk.compositor.clientEnvironment)
    defer { client.stop() }
    try desk.wait("the window\n\(client.errors)", within: 20) {
      desk.session.windows.first?.activated == true
    }
    let window = try #require(desk.session.windows.first)
    #expect(window.appID.verbatim.contains("simple-shm"))
    #expect(!window.title.isEmpty)
    #expect(window.outputs == ["Virtual-0"])
    // One that was there before the session is known at its start.
    let list = try desk.compositor.run(Swivel.path, ["windows"])
    #expect(list.output.contains(window.appID.verbatim))
    client.stop()
    try desk.wait("the end") { desk.session.windows.isEmpty }
  }

  @Test func kwinReportsWindowsToTheInstalledProgramOnly() throws {
    let compositor = try Compositor(.kwin, trusts: Swivel.path)
    let client = try ChildProcess(
      "weston-simple-shm", [], environment: compositor.clientEnvironment)
    defer { client.stop() }
    try Deadline.waitUntil(20, "the window\n\(client.errors)") {
      try compositor.run(Swivel.path, ["windows"]).output.contains("simple-shm")
    }
    // This test is another program.
    let desk = try LiveDesk(compositor)
    #expect(desk.session.windowInterface == nil)
  }

  @Test func onlyTheLockScreenHasFocusWhileTheSessionIsLocked() throws {
    let desk = try LiveDesk(Compositor(.sway))
    try desk.followWindows()
    let window = try foot("plain", on: desk.compositor)
    defer { window.stop() }
    try desk.wait("the window") { self.window("plain", in: desk)?.activated == true }
    desk.session.isLocked = true
    #expect(desk.session.windows.filter(\.activated).map(\.appID) == ["lock-screen"])
    #expect(desk.session.windows.last?.fullscreen == true)
    desk.session.isLocked = false
    #expect(desk.session.windows.filter(\.activated).map(\.appID) == ["plain"])
  }
}
