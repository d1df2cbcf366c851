// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Testing
import Text
import WaylandClient

/// One scene with real windows gives the same verdicts wherever it is played: a player in full screen that
/// wants landscape, a hidden window and a minimised one that would veto, and a lock screen.
@Suite(.serialized) struct DesktopSceneTests {
  /// A program that shows a window, and a part of its app id.
  private struct Actor {
    let program: [String]
    let appID: String
  }

  /// The three windows; foot divides by the size of KWin 5's virtual panel, which has none.
  private struct Cast {
    let player, hidden, minimised: Actor

    init(on kind: CompositorKind) {
      func actor(_ name: String, _ toy: String) -> Actor {
        kind == .kwin
          ? Actor(program: ["weston-\(toy)"], appID: toy)
          : Actor(
            program: ["foot", "--app-id=\(name)", "--title=\(name)", "sleep", "120"], appID: name)
      }
      player = actor("player", "terminal")
      hidden = actor("hidden", "flower")
      minimised = actor("minimised", "smoke")
    }
  }

  /// Our own compositor has one workspace, so that nothing can be on another one there.
  @Test(arguments: [(CompositorKind.swivel, false), (.sway, true), (.kwin, true)])
  func oneSceneHasTheSameVerdictsOnEveryCompositor(kind: CompositorKind, hasWorkspaces: Bool) throws
  {
    let logind = try MockedLogind()
    let compositor = try Compositor(kind)
    let cast = Cast(on: kind)
    let desk = try LiveDesk(compositor)
    try desk.followWindows()
    var children: [ChildProcess] = []
    defer { children.forEach { $0.stop() } }
    if hasWorkspaces {
      children.append(try open(cast.hidden, in: desk))
      try hide(cast.hidden.appID, in: desk)
      try desk.wait("the hidden one") { window(cast.hidden, in: desk)?.isHidden == true }
      #expect(window(cast.hidden, in: desk)?.minimized == false)
    }
    children.append(try open(cast.minimised, in: desk))
    try minimise(cast.minimised.appID, in: desk)
    try desk.wait("the minimised one") {
      let window = window(cast.minimised, in: desk)
      return window?.minimized == true || window?.isHidden == true
    }
    let player = try open(cast.player, in: desk)
    children.append(player)
    try fillScreen(cast.player.appID, in: desk)
    try desk.wait("the player") {
      let window = window(cast.player, in: desk)
      return window?.fullscreen == true && window?.activated == true
    }

    let directory = try RuntimeDirectory()
    let configuration = try directory.write(
      """
      windows:
      - {app-id: "*\(cast.player.appID)*", supported: landscape}
      - {app-id: "*\(cast.hidden.appID)*", autorotate: false, veto: true}
      - {app-id: "*\(cast.minimised.appID)*", autorotate: false, veto: true}
      - {role: lock-screen, supported: portrait}

      """, to: "config.yaml")
    let swivel = try ChildProcess(
      Swivel.path, Swivel.replay + ["--config", configuration],
      environment: compositor.clientEnvironment.merging(logind.environment) { $1 })
    defer { swivel.stop() }
    let line = try swivel.waitForLine(within: 20) { $0.contains("blocked") }
    #expect(line.contains(cast.player.appID) && !line.contains(cast.hidden.appID))
    #expect(!line.contains(cast.minimised.appID))
    // Whatever lies behind it, the lock screen is asked; `portrait` is 270 on a landscape panel.
    try logind.lock(true)
    _ = try swivel.waitForLine { $0.contains("confirmed: \(kind.firstOutput)") }
    try compositor.waitForTransform("270")
    let verdicts = try compositor.run(Swivel.path, ["history", "--json"]).output
    #expect(try outcomes(verdicts) == ["blocked", "turned"], "\(verdicts)")
    // What a desktop cannot tell is said with the first window that has stopped a turn.
    let untold = desk.session.windowInterface?.knows.contains(.hidden) == false
    #expect(swivel.errors.contains("does not report about windows here: hidden") == untold)
  }

  /// Our own compositor does not tell whether a window is in sight, and one that has not the focus may not be.
  @Test func explanationsNameFactsTheCompositorDoesNotReport() throws {
    let compositor = try Compositor(.swivel)
    let (cast, desk) = (Cast(on: .swivel), try LiveDesk(compositor))
    try desk.followWindows()
    let windows = try [cast.hidden, cast.player].map { try open($0, in: desk) }
    defer { windows.forEach { $0.stop() } }
    let directory = try RuntimeDirectory()
    let rule = "{app-id: \(cast.hidden.appID), autorotate: false, veto: true}"
    let configuration = try directory.write("windows: [\(rule)]\n", to: "config.yaml")
    let swivel = try Swivel.start(Swivel.replay + ["--config", configuration], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine(within: 20) { $0.contains("blocked") }
    let interface = "zwlr_foreign_toplevel_manager_v1 "
    let untold =
      "does not report about windows here: hidden; a window that is out of sight counts as shown"
    let text = words(try compositor.run(Swivel.path, ["explain"]).output)
    let answer = "\"hidden\" vetoes the rotation to 90 (left edge up) - its rule allows no rotation"
    #expect(text.contains(answer) && text.contains(untold), "\(text)")
    let chinese = words(try compositor.run(Swivel.path, ["explain", "--lang", "zh"]).output)
    #expect(chinese.contains("未知 ") && chinese.contains(untold), "\(chinese)")
    let short = try compositor.run(Swivel.path, ["explain", "--short"]).output
    #expect(!short.contains("report about windows"), "\(short)")
    #expect(try explained(on: compositor)["untold"] as? String == interface + untold)
    windows[0].stop()
    try compositor.waitForTransform("90")
    let turned = words(try compositor.run(Swivel.path, ["explain", "--last"]).output)
    #expect(turned.contains("SW0201") && !turned.contains(untold), "\(turned)")
    #expect(try explained(on: compositor)["untold"] is NSNull)
  }

  private func explained(on compositor: Compositor) throws -> [String: Any] {
    let reply = try compositor.run(Swivel.path, ["explain", "--last", "--json"]).output
    return try #require(try JSONSerialization.jsonObject(with: Data(reply.utf8)) as? [String: Any])
  }

  /// A text without its line breaks.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func outcomes(_ history: String) throws -> [String] {
    let reply = try JSONSerialization.jsonObject(with: Data(history.utf8)) as? [String: Any]
    let entries = try #require(reply?["entries"] as? [[String: Any]])
    return entries.compactMap { $0["outcome"] as? String }
      .filter { ["blocked", "turned"].contains($0) }
  }

  private func window(_ role: Actor, in desk: LiveDesk) -> DesktopWindow? {
    desk.session.windows.first { $0.appID.verbatim.contains(role.appID) }
  }

  private func open(_ role: Actor, in desk: LiveDesk) throws -> ChildProcess {
    let child = try ChildProcess(
      role.program[0], Array(role.program.dropFirst()),
      environment: desk.compositor.clientEnvironment)
    // KWin brings a window back that is minimised before it has got the focus.
    try desk.wait("a window of \(role.appID)\n\(child.errors)") {
      window(role, in: desk)?.activated == true
    }
    return child
  }

  // MARK: What a person does

  private func hide(_ appID: String, in desk: LiveDesk) throws {
    if desk.compositor.kind == .sway {
      try sway("[app_id=\(appID)] move to workspace 9", in: desk)
    } else {
      try onKWin(
        "VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager.createDesktop", "1", "two",
        in: desk)
      try kwin(
        "if (isKWin5) w.desktop = 2; else w.desktops = [workspace.desktops[1]];",
        appID, in: desk)
    }
  }

  private func minimise(_ appID: String, in desk: LiveDesk) throws {
    switch desk.compositor.kind {
    case .sway: try sway("[app_id=\(appID)] move scratchpad", in: desk)
    case .kwin: try kwin("w.minimized = true;", appID, in: desk)
    default: try Taskbar(desk.compositor).minimise(appID)
    }
  }

  private func fillScreen(_ appID: String, in desk: LiveDesk) throws {
    switch desk.compositor.kind {
    case .sway: try sway("[app_id=\(appID)] fullscreen enable", in: desk)
    case .kwin:
      try kwin(
        "w.fullScreen = true; workspace[isKWin5 ? 'activeClient' : 'activeWindow'] = w;", appID,
        in: desk)
    default: try Taskbar(desk.compositor).fillScreen(appID)
    }
  }

  private func sway(_ command: String, in desk: LiveDesk) throws {
    let result = try desk.compositor.run("swaymsg", [command])
    #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
  }

  private func kwin(_ statements: String, _ appID: String, in desk: LiveDesk) throws {
    let name = "\(appID)-\(statements.count)"
    let script = "\(desk.compositor.runtimeDirectory)/\(name).js"
    try """
    var isKWin5 = workspace.clientList !== undefined;
    (isKWin5 ? workspace.clientList() : workspace.windowList()).forEach(function(w) {
      if (String(w.resourceClass).indexOf("\(appID)") >= 0) { \(statements) }
    });
    """.write(toFile: script, atomically: true, encoding: .utf8)
    try onKWin("Scripting", "org.kde.kwin.Scripting.loadScript", script, name, in: desk)
    try onKWin("Scripting", "org.kde.kwin.Scripting.start", in: desk)
  }

  private func onKWin(
    _ object: String, _ method: String, _ arguments: String..., in desk: LiveDesk
  ) throws {
    let result = try desk.compositor.run(
      "gdbus",
      ["call", "--session", "--timeout", "10", "-d", "org.kde.KWin", "-o", "/\(object)"]
        + ["-m", method] + arguments)
    #expect(result.status == 0, "\(method): \(result.output)\(result.errors)")
  }

  /// Another client, which does with windows what a taskbar does.
  private struct Taskbar {
    private let connection: Connection
    private let registry: WlRegistryProxy
    private let manager: ZwlrForeignToplevelManagerV1Proxy

    private final class Found {
      var global: (name: UInt32, version: UInt32)?
      var windows: [(appID: String, handle: ZwlrForeignToplevelHandleV1Proxy)] = []
    }

    private let found = Found()

    init(_ compositor: Compositor) throws {
      connection = try Connection(
        display: "\(compositor.runtimeDirectory)/\(compositor.kind.socketName)")
      registry = try connection.registry()
      registry.onEvent = { [found] event in
        guard case .global(let name, let interface, let version) = event,
          interface.string == ZwlrForeignToplevelManagerV1Proxy.interfaceName
        else { return }
        found.global = (name, version)
      }
      try connection.roundtrip()
      let global = try #require(found.global)
      manager = try registry.bind(
        name: global.name, as: ZwlrForeignToplevelManagerV1Proxy.self, version: global.version)
      manager.onEvent = { [found] event in
        guard case .toplevel(let handle) = event else { return }
        handle.onEvent = { [unowned handle] event in
          if case .appId(let appID) = event { found.windows.append((appID.string, handle)) }
        }
        found.windows.append(("", handle))
      }
      try connection.roundtrip()
      try connection.roundtrip()
    }

    private func handle(_ appID: String) throws -> ZwlrForeignToplevelHandleV1Proxy {
      try #require(found.windows.first { $0.appID == appID }?.handle)
    }

    func minimise(_ appID: String) throws {
      try handle(appID).setMinimized()
      try connection.roundtrip()
    }

    func fillScreen(_ appID: String) throws {
      try handle(appID).setFullscreen(output: nil)
      try connection.roundtrip()
    }
  }
}
