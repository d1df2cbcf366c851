// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Orientation
import Testing
import Text
import WaylandClient
import WaylandServer

/// Windows of a scripted compositor with COSMIC's protocols, or with the list of names alone.
///
/// cosmic-comp is not in Debian. Made after cosmic-protocols d0e95be.
@Suite struct CosmicWindowTests {
  /// A compositor with one output, its windows and its workspaces.
  private final class Cosmic {
    let session: Session
    private(set) var events: [SessionEvent] = []
    private let loop: EventLoop
    private let display: Display
    private var list: ExtForeignToplevelListV1Resource?
    private(set) var info: ZcosmicToplevelInfoV1Resource?
    private(set) var manager: ExtWorkspaceManagerV1Resource?
    private(set) var outputs: [WlOutputResource] = []
    private(set) var details:
      [(of: ExtForeignToplevelHandleV1Resource, ZcosmicToplevelHandleV1Resource)] = []

    init(cosmicVersion: UInt32?) throws {
      loop = try EventLoop()
      display = try Display()
      session = try display.session(in: loop)
      // The details are offered before the list, since a compositor may offer them in any order.
      if let cosmicVersion {
        display.offer(ZcosmicToplevelInfoV1Resource.self, version: cosmicVersion) {
          [unowned self] in
          info = $0
          $0.onRequest = { [unowned self] request in
            guard case .getCosmicToplevel(let detail, let window) = request else { return }
            detail.onRequest = { _ in }
            details.append((window, detail))
          }
        }
        display.offer(ExtWorkspaceManagerV1Resource.self, version: 1) { [unowned self] in
          manager = $0
          $0.onRequest = { _ in }
        }
      }
      display.offer(ExtForeignToplevelListV1Resource.self, version: 1) { [unowned self] in
        list = $0
        $0.onRequest = { _ in }
      }
      display.offer(WlOutputResource.self, version: 4) { [unowned self] resource in
        outputs.append(resource)
        resource.onRequest = { _ in }
        resource.geometry(
          x: 0, y: 0, physicalWidth: 300, physicalHeight: 190, subpixel: .unknown, make: "",
          model: "", transform: .normal)
        resource.mode(flags: .current, width: 1920, height: 1200, refresh: 60_000)
        resource.name(name: "eDP-1")
        resource.done()
      }
      session.onEvent = { [unowned self] in events.append($0) }
      try wait("readiness") { session.isReady && list != nil }
    }

    func wait(_ what: String, seconds: Int = 20, _ isSo: () -> Bool) throws {
      let end = ContinuousClock.now + .seconds(seconds)
      repeat {
        display.flush()
        session.run(for: .milliseconds(2))
        try loop.turn(waitingAtMost: .milliseconds(2))
        if isSo() { return }
      } while ContinuousClock.now < end
      Issue.record("waited in vain for \(what): \(session.windows.prefix(5))")
    }

    @discardableResult
    func window(_ appID: String?) throws -> ExtForeignToplevelHandleV1Resource {
      let window = try #require(list?.toplevel())
      window.onRequest = { _ in }
      if let appID { window.appId(appId: appID) }
      window.title(title: "a window")
      window.done()
      return window
    }

    func detail(
      of window: ExtForeignToplevelHandleV1Resource
    ) throws -> ZcosmicToplevelHandleV1Resource {
      try wait("the question") { details.contains { $0.of === window } }
      return try #require(details.first { $0.of === window }?.1)
    }

    func workspace(_ name: String, isActive: Bool) throws -> ExtWorkspaceHandleV1Resource {
      let workspace = try #require(manager?.workspace())
      workspace.onRequest = { _ in }
      workspace.name(name: name)
      workspace.state(state: isActive ? .active : [])
      return workspace
    }
  }

  private static func words(_ states: WaylandServer.ZcosmicToplevelHandleV1.State...) -> [UInt8] {
    states.flatMap { state in withUnsafeBytes(of: state.rawValue) { Array($0) } }
  }

  @Test func cosmicReportsFocusFullScreenMinimisedAndWorkspace() throws {
    let cosmic = try Cosmic(cosmicVersion: 3)
    let session = cosmic.session
    #expect(session.windowInterface == .cosmic)
    let first = try cosmic.workspace("first", isActive: true)
    let second = try cosmic.workspace("second", isActive: false)
    cosmic.manager?.done()
    let window = try cosmic.window("player")
    let detail = try cosmic.detail(of: window)
    #expect(session.windows.isEmpty, "half a window")
    detail.outputEnter(output: cosmic.outputs[0])
    detail.extWorkspaceEnter(workspace: first)
    detail.state(state: Self.words(.activated, .fullscreen))
    cosmic.info?.done()
    try cosmic.wait("the window") { session.windows.first?.activated == true }
    var seen = try #require(session.windows.first)
    #expect(seen.appID == "player" && seen.fullscreen && !seen.isHidden && !seen.minimized)
    #expect(seen.outputs == ["eDP-1"] && seen.workspace == "first")

    // A state counts once `done` follows.
    detail.state(state: Self.words(.minimized))
    let other = try cosmic.window("other")
    let otherDetail = try cosmic.detail(of: other)
    #expect(session.windows.first == seen)
    otherDetail.state(state: Self.words())
    otherDetail.extWorkspaceEnter(workspace: second)
    cosmic.info?.done()
    try cosmic.wait("minimised") { session.windows.first?.minimized == true }
    #expect(session.windows.first?.activated == false)
    #expect(session.windows.last?.isHidden == true && session.windows.last?.workspace == "second")

    first.state(state: [])
    second.state(state: .active)
    cosmic.manager?.done()
    try cosmic.wait("the other workspace") { session.windows.last?.isHidden == false }
    #expect(session.windows.first?.isHidden == true)
    otherDetail.extWorkspaceLeave(workspace: second)
    otherDetail.extWorkspaceEnter(workspace: first)
    cosmic.info?.done()
    try cosmic.wait("the move") { session.windows.last?.isHidden == true }
    otherDetail.state(state: Self.words(.sticky))
    cosmic.info?.done()
    try cosmic.wait("sticky") { session.windows.last?.isHidden == false }

    // A workspace may be removed without an event for the windows on it.
    first.removed()
    cosmic.manager?.done()
    window.closed()
    try cosmic.wait("the end") { session.windows.map(\.appID) == ["other"] }
    seen = try #require(session.windows.first)
    #expect(seen.workspace.isEmpty && !seen.isHidden)
  }

  @Test func anOlderCosmicReportsNoWorkspaces() throws {
    let cosmic = try Cosmic(cosmicVersion: 2)
    let window = try cosmic.window("player")
    try cosmic.detail(of: window).state(state: Self.words(.activated))
    cosmic.info?.done()
    try cosmic.wait("the window") { cosmic.session.windows.first?.activated == true }
    #expect(cosmic.session.windows.first?.isHidden == false)
    // The first version has a list of its own, and is not used.
    let older = try Cosmic(cosmicVersion: 1)
    #expect(older.session.windowInterface == .toplevelList && older.info == nil)
  }

  @Test func theToplevelListAloneReportsAppIDs() throws {
    let compositor = try Cosmic(cosmicVersion: nil)
    let session = compositor.session
    #expect(session.windowInterface == .toplevelList)
    #expect(session.windowInterface?.knows == .appID)
    let window = try compositor.window("one")
    try compositor.wait("the window") { session.windows.map(\.appID) == ["one"] }
    #expect(session.windows.first?.title == "a window" && session.windows.first?.outputs == [])
    window.appId(appId: "two")
    window.done()
    try compositor.wait("another name") { session.windows.map(\.appID) == ["two"] }
    let number = try #require(session.windows.first?.id)
    window.closed()
    try compositor.wait("the end") { session.windows.isEmpty }
    #expect(compositor.events.last == .windowRemoved(number))
  }

  /// A compositor that describes no window, floods, or has windows without a name.
  @Test func undescribedWindowsAreOmittedAndAFloodIsBounded() throws {
    let cosmic = try Cosmic(cosmicVersion: 3)
    for _ in 0..<5 { try cosmic.window("silent") }
    try cosmic.wait("the questions") { cosmic.details.count == 5 }
    cosmic.info?.done()
    for _ in 0..<20 { try cosmic.wait("nothing") { true } }
    #expect(cosmic.session.windows.isEmpty)
    let list = try Cosmic(cosmicVersion: nil)
    for start in stride(from: 0, to: 10_000, by: 100) {
      for _ in 0..<100 { try list.window(nil) }
      try list.wait("windows", seconds: 60) {
        list.session.windows.count >= min(start + 100, 2_048)
      }
    }
    #expect(list.session.windows.count == 2_048)
    #expect(list.session.windows.allSatisfy { $0.appID.isEmpty })
    #expect(list.session.takeProblems().count == 1)
  }
}
