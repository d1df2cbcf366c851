// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Foundation
import Orientation
import Testing
import Text

@testable import Daemon
@testable import Desktop

/// Windows told by niri's and Hyprland's sockets, played by a script beside a real compositor.
///
/// Neither of the two runs where the tests do. Made after niri-ipc 26.4 and Hyprland 0.56.
@Suite(.serialized) struct SocketSourceTests {
  private static let unanswered = "no answer in time"

  /// A script of niri's at a socket, and a session that follows it.
  private final class Niri {
    let desk: LiveDesk
    let peer: LinePeer
    private(set) var problem: String?
    private var asked = ""

    /// `answers` are said to whoever asks; the rest is as `niri.sock` of that compositor.
    init(
      output: String = "HEADLESS-1", answers: String? = nil, answerTimeout: Duration? = nil
    ) throws {
      desk = try LiveDesk(Compositor(.swivel))
      peer = try LinePeer(at: "\(desk.compositor.runtimeDirectory)/niri.sock")
      problem = try desk.followWindows(
        adding: ["NIRI_SOCKET": peer.path], answerTimeout: answerTimeout
      ) { [unowned self] in try serve(answers ?? Self.beginning(output: output)) }
    }

    static func beginning(output: String) -> String {
      """
      {"Ok":"Handled"}
      {"WorkspacesChanged":{"workspaces":[{"id":1,"idx":1,"name":null,"output":"\(output)",\
      "is_active":true},{"id":2,"idx":2,"name":"mail","output":"\(output)","is_active":false}]}}
      {"WindowsChanged":{"windows":[]}}

      """
    }

    /// Takes up whoever has connected; whether somebody has.
    @discardableResult
    func accept() -> Bool {
      guard peer.accept() else { return false }
      asked = ""
      return true
    }

    /// Answers whoever has connected.
    func serve(_ answer: String) throws {
      accept()
      let heard = peer.heard()
      asked += heard
      if !heard.isEmpty, asked == "\"EventStream\"\n" { try peer.say(answer) }
    }

    func open(_ id: Int, _ app: String, on workspace: Int = 1, focused: Bool = false) throws {
      try peer.say(
        """
        {"WindowOpenedOrChanged":{"window":{"id":\(id),"title":"","app_id":"\(app)",\
        "workspace_id":\(workspace),"is_focused":\(focused),"is_floating":false}}}

        """)
    }

    var apps: [String] { desk.session.windows.map(\.appID.verbatim) }
  }

  @Test func niriWindowsFocusAndWorkspacesAreFollowed() throws {
    let niri = try Niri()
    let session = niri.desk.session
    #expect(niri.problem == nil && session.windowInterface == .niri)
    try niri.open(7, "one", focused: true)
    try niri.open(8, "two", on: 2)
    try niri.desk.wait("the windows") { niri.apps == ["one", "two"] }
    #expect(session.windows.map(\.activated) == [true, false])
    #expect(session.windows.map(\.isHidden) == [false, true])
    try niri.peer.say("{\"WorkspaceActivated\":{\"id\":2,\"focused\":true}}\n")
    try niri.peer.say("{\"WindowFocusChanged\":{\"id\":8}}\n")
    try niri.desk.wait("the other workspace") {
      session.windows.map(\.activated) == [false, true]
        && session.windows.map(\.isHidden) == [true, false]
    }
  }

  /// Wayland's list tells full screen, of which niri's socket says nothing.
  @Test func niriWindowsTakeFullscreenFromWayland() throws {
    let niri = try Niri()
    let player = try ChildProcess(
      "foot", ["--app-id=player", "--title=film", "--fullscreen", "sleep", "60"],
      environment: niri.desk.compositor.clientEnvironment)
    defer { player.stop() }
    try niri.open(1, "player", focused: true)
    try niri.desk.wait("full screen\n\(player.errors)") {
      niri.desk.session.windows.first?.fullscreen == true
    }
    #expect(niri.apps == ["player"])
  }

  @Test func theNiriSocketOfAnotherCompositorIsIgnored() throws {
    let niri = try Niri(output: "eDP-1")
    #expect(niri.problem == nil && niri.desk.session.windowInterface == .wlr)
    let desk = try LiveDesk(Compositor(.swivel))
    #expect(
      try desk.followWindows(adding: ["NIRI_SOCKET": "/nonexistent/niri"])?
        .contains("niri's socket: ") == true)
    #expect(desk.session.windowInterface == .wlr)
  }

  @Test(arguments: [
    ("{\"Err\":\"no such request\"}\n", "refuses its events (\"no such request\")"),
    ("{]\n", "its answer cannot be read"), ("\0\u{1}\n", "its answer cannot be read"),
    ("{\"Ok\":\"Handled\"}\n", unanswered),
  ])
  func anInvalidNiriSocketIsReportedAndWaylandIsUsed(answer: String, words: String) throws {
    let niri = try Niri(
      answers: answer, answerTimeout: words == Self.unanswered ? .milliseconds(50) : nil)
    #expect(niri.problem?.contains(words) == true, "\(niri.problem ?? "nothing")")
    #expect(
      niri.problem?.hasSuffix("cannot distinguish hidden windows from shown ones") == true)
    #expect(niri.desk.session.windowInterface == .wlr)
  }

  /// niri throws out whoever reads too slowly, and its stream can break.
  @Test func windowsStayKnownWhileTheNiriSocketReconnects() throws {
    let niri = try Niri()
    try niri.open(7, "one", focused: true)
    try niri.desk.wait("the window") { niri.apps == ["one"] }
    let number = niri.desk.session.windows[0].id
    niri.peer.hangUp()
    try niri.desk.wait("the next attempt") { niri.accept() }
    #expect(niri.apps == ["one"] && niri.desk.session.windowInterface == .niri)
    let answer = Niri.beginning(output: "HEADLESS-1").replacing(
      "{\"windows\":[]}",
      with: "{\"windows\":[{\"id\":7,\"app_id\":\"two\",\"is_focused\":true,\"workspace_id\":1}]}")
    try niri.desk.wait("the return") {
      try niri.serve(answer)
      return niri.apps == ["two"]
    }
    // The number of a window is not used again, even if niri does so.
    #expect(niri.desk.session.windows[0].id > number)
    #expect(niri.desk.notes.isEmpty)
  }

  @Test func aLostNiriSocketIsReportedOnceAndWaylandIsUsed() throws {
    let niri = try Niri()
    try niri.open(7, "one", focused: true)
    try niri.desk.wait("the window") { niri.apps == ["one"] }
    niri.peer.hangUp()
    try niri.desk.wait("the end", within: 20) {
      // It takes up everybody, and says nothing that can be read.
      try niri.serve("garbage\n")
      return niri.desk.session.windowInterface == .wlr
    }
    #expect(niri.desk.notes.count == 1)
    #expect(niri.desk.notes[0].hasPrefix("niri's socket: its answer cannot be read; "))
    #expect(niri.apps.isEmpty)
    try waitForRest(of: niri.desk)
  }

  @Test func niriWindowsAreBoundedAndTheFocusedOneIsKept() throws {
    let niri = try Niri()
    let windows = (1...10_000).map { id in
      "{\"id\":\(id),\"app_id\":\"app\",\"title\":\"\",\"workspace_id\":1,\"is_focused\":false}"
    }
    try niri.peer.say("{\"WindowsChanged\":{\"windows\":[\(windows.joined(separator: ","))]}}\n") {
      try niri.desk.loop.turn(waitingAtMost: .zero)
    }
    try niri.desk.wait("the flood", within: 60) { niri.apps.count == 2_048 }
    try niri.peer.say("{\"WindowFocusChanged\":{\"id\":9999}}\n")
    try niri.desk.wait("the focus", within: 60) {
      niri.desk.session.windows.last?.activated == true
    }
    #expect(niri.desk.session.takeProblems().count == 1)
    let long = String(repeating: "x", count: 1 << 20)
    try niri.peer.say("{\"WindowsChanged\":{\"windows\":[]}}\n")
    try niri.peer.say(
      "{\"WindowOpenedOrChanged\":{\"window\":{\"id\":1,\"app_id\":\"\(long)\","
        + "\"workspace_id\":1,\"is_focused\":true}}}\n"
    ) { try niri.desk.loop.turn(waitingAtMost: .zero) }
    try niri.desk.wait("a long name") { niri.apps == [""] }
    #expect(niri.desk.session.takeProblems().first?.contains("1048576 bytes") == true)
  }

  /// From niri's word to the scene that decisions are made in.
  ///
  /// Everything is on this thread, which never sleeps: its own clock counts every delay but those that
  /// other programs cause.
  @Test func niriFocusReachesTheSceneWithinFiveMilliseconds() throws {
    let niri = try Niri()
    for id in 1...20 { try niri.open(id, "app\(id)", focused: id == 1) }
    try niri.desk.wait("the windows") { niri.apps.count == 20 }
    let session = niri.desk.session
    var tracker = SceneTracker(configuration: Configuration())
    var arbiter = Arbiter(rules: DesktopRuleSet(), scene: Scene())
    func synchronize() {
      for event in tracker.synchronize(with: session.outputs, session.windows) {
        _ = arbiter.handle(event, at: .zero)
      }
    }
    synchronize()
    var delays: [Duration] = []
    for round in 1...60 {
      let id = 2 + round % 19
      let begin = Self.threadTime
      try niri.peer.say("{\"WindowFocusChanged\":{\"id\":\(id)}}\n")
      repeat {
        // The daemon looks before each sleep; here nobody sleeps.
        try niri.desk.loop.turn(waitingAtMost: .zero)
        synchronize()
      } while arbiter.scene.keyWindow != WindowID(Int32(id))
        && Self.threadTime - begin < .seconds(5)
      delays.append(Self.threadTime - begin)
    }
    delays.sort()
    print("focus to scene: median \(delays[30]), worst \(delays[59])")
    #expect(delays[30] < .milliseconds(5))
    // Nothing wakes anybody while nothing changes.
    try waitForRest(of: niri.desk)
  }

  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Waits until no deadline is left in the loop, and nothing wakes it up any more.
  private func waitForRest(of desk: LiveDesk) throws {
    try Deadline.waitUntil(60, "rest: \(desk.loop.registrations)") {
      let rested = desk.loop.wakeUps
      try desk.loop.turn(waitingAtMost: .milliseconds(100))
      return desk.loop.wakeUps == rested && desk.loop.registrations.deadlines == 0
    }
  }

  // MARK: Hyprland

  /// A script of Hyprland's at its two sockets.
  private final class Hyprland {
    let desk: LiveDesk
    let events: LinePeer
    let requests: RecordedPeer
    private let directory: RuntimeDirectory
    private let state: State
    private(set) var problem: String?

    /// What it answers, written by the test and read by the thread that answers.
    private final class State: @unchecked Sendable {
      private let lock = NSLock()
      private var value = ""
      var answer: String {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
      }
    }

    var answer: String {
      get { state.answer }
      set { state.answer = newValue }
    }

    init(_ answer: String, answerTimeout: Duration? = nil) throws {
      desk = try LiveDesk(Compositor(.swivel))
      directory = try RuntimeDirectory()
      let state = State()
      state.answer = answer
      self.state = state
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/hypr/x", withIntermediateDirectories: true)
      requests = try RecordedPeer(
        named: "hypr/x/.socket.sock", in: directory, closesAfterAnswer: true
      ) { bytes in
        guard !bytes.isEmpty, state.answer != "silence" else { return nil }
        let question = String(decoding: bytes, as: UTF8.self)
        bytes = []
        return (Array(state.answer.utf8), question)
      }
      events = try LinePeer(at: "\(directory.path)/hypr/x/.socket2.sock")
      problem = try desk.followWindows(
        adding: ["XDG_RUNTIME_DIR": directory.path, "HYPRLAND_INSTANCE_SIGNATURE": "x"],
        answerTimeout: answerTimeout
      ) { [unowned self] in _ = events.accept() }
    }

    static func reply(active: Int, shown: Int = 1, monitor: String = "HEADLESS-1") -> String {
      let clients = (1...3).map { id in
        """
        {"address": "0x\(id)", "mapped": true, "hidden": false, "workspace": {"id": \(id / 3 + 1),
         "name": "\(id / 3 + 1)"}, "floating": false, "monitor": 0, "class": "app\(id)",
         "title": "", "pinned": false, "fullscreen": \(id == 1 ? 2 : 0), "focusHistoryID": \(id)}
        """
      }
      let monitors = """
        [{"id": 0, "name": "\(monitor)", "activeWorkspace": {"id": \(shown), "name": ""},
          "specialWorkspace": {"id": 0, "name": ""}}]
        """
      return "[\(clients.joined(separator: ","))]\n\n\n\(monitors)\n\n\n"
        + (active == 0 ? "{}" : clients[active - 1])
    }
  }

  /// Touch is turned at the socket of the Hyprland whose outputs are the session's, and at no other.
  @Test(arguments: ["HEADLESS-1", "eDP-9"])
  func hyprlandTouchIsTurnedOnlyWhereItsOutputsAreTheSessions(monitor: String) throws {
    let hyprland = try Hyprland(Hyprland.reply(active: 1, monitor: monitor))
    let mapper = hyprland.desk.session.mapInputs(InputSetup(loop: hyprland.desk.loop))
    #expect((mapper != nil) == (monitor == "HEADLESS-1"))
  }

  /// The systemd unit has no variable that names the instance; its lock has the process.
  @Test func theSocketOfAHyprlandIsFoundByItsProcess() throws {
    let directory = try RuntimeDirectory()
    for (instance, process) in [("a", 7), ("b", 4711)] {
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/hypr/\(instance)", withIntermediateDirectories: true)
      _ = try directory.write("\(process)\nwayland-1\n", to: "hypr/\(instance)/hyprland.lock")
    }
    let socket = HyprlandBackend.socket
    #expect(socket.own(directory.path, 4711) == "\(directory.path)/hypr/b/.socket.sock")
    #expect(socket.own(directory.path, 47) == nil)
    #expect(socket.named { _ in nil } == nil)
  }

  @Test func hyprlandWindowsFocusAndWorkspacesAreFollowed() throws {
    let hyprland = try Hyprland(Hyprland.reply(active: 1))
    let session = hyprland.desk.session
    #expect(hyprland.problem == nil && session.windowInterface == .hyprland)
    #expect(hyprland.requests.heard == ["[[BATCH]]j/clients;j/monitors;j/activewindow"])
    #expect(session.windows.map(\.appID) == ["app1", "app2", "app3"])
    #expect(session.windows.map(\.activated) == [true, false, false])
    #expect(session.windows.map(\.fullscreen) == [true, false, false])
    #expect(session.windows.map(\.isHidden) == [false, false, true])
    hyprland.answer = Hyprland.reply(active: 3, shown: 2)
    // What is no news of windows asks nobody.
    try hyprland.events.say("activelayout>>kbd,English\nopenlayer>>bar\n")
    try hyprland.events.say("windowtitlev2>>2,a new, longer title\n")
    try hyprland.desk.wait("the title") { session.windows[1].title == "a new, longer title" }
    #expect(hyprland.requests.heard.count == 1)
    try hyprland.events.say("workspacev2>>2,2\nactivewindow>>app3,\nactivewindowv2>>3\n")
    try hyprland.desk.wait("the other workspace") {
      session.windows.map(\.activated) == [false, false, true]
        && session.windows.map(\.isHidden) == [true, true, false]
    }
    hyprland.answer = Hyprland.reply(active: 0)
    try hyprland.events.say("activewindow>>,\nactivewindowv2>>\n")
    try hyprland.desk.wait("no focus") { !session.windows.contains { $0.activated } }
    try waitForRest(of: hyprland.desk)
  }

  @Test(arguments: [
    ("unknown request", "its answer cannot be read"), ("", "its answer cannot be read"),
    ("[]\n\n\n[]", "its answer cannot be read"), ("silence", unanswered),
  ])
  func anInvalidHyprlandSocketIsReportedAndWaylandIsUsed(answer: String, words: String) throws {
    let hyprland = try Hyprland(
      answer, answerTimeout: words == Self.unanswered ? .milliseconds(50) : nil)
    #expect(hyprland.problem?.hasPrefix("Hyprland's sockets: \(words); ") == true)
    #expect(hyprland.desk.session.windowInterface == .wlr)
  }

  @Test func aMalformedHyprlandReplyDropsTheSocketWithOneNote() throws {
    let hyprland = try Hyprland(Hyprland.reply(active: 1))
    hyprland.answer = "nonsense"
    try hyprland.events.say("activewindowv2>>3\n")
    try hyprland.desk.wait("the end", within: 20) {
      _ = hyprland.events.accept()
      return hyprland.desk.session.windowInterface == .wlr
    }
    #expect(hyprland.desk.notes.count == 1)
  }
}
