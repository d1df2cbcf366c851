// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Formats
import Glibc
import Orientation
import Testing
import Text

@testable import Control

/// The messages to watchers, and the queue of a watcher that does not read.
@Suite struct WatchingTests {
  private static let state: JSONValue = [
    "lock": nil, "conflicts": [],
    "outputs": [
      ["name": "HDMI-A-1", "turns": false, "transform": "normal", "shows": "landscape-right"],
      ["name": "eDP-1", "turns": true, "transform": "90", "shows": "portrait"],
    ],
  ]

  @Test func anEventSurvivesEncoding() {
    let events: [ControlEvent] = [
      .decision(["decision": 7]), .output(["output": "eDP-1"]), .missed(3), .end,
      .configuration(isTaken: false, "words"), .change(.tabletMode(true)),
      .change(.tabletMode(nil)), .change(.posture("tablet")), .change(.lock(.landscape)),
      .change(.lock(nil)), .change(.output("eDP-1", isThere: false)),
    ]
    for event in events {
      let json = event.json(state: ["lock": "current"])
      #expect(ControlEvent(json) == event)
      #expect((json["state"] == nil) == (event == .end))
    }
    #expect(ControlEvent(["swivel": 1, "event": "mood"]) == nil)
    #expect(ControlEvent(["swivel": 1, "event": "output-presence", "output": 7]) == nil)
    #expect(ControlEvent(["swivel": 1, "event": "posture"]) == nil)
    #expect(ControlEvent(["swivel": 2, "event": "end"]) == nil)
    #expect(ControlEvent(["swivel": 1, "ok": true, "result": 1]) == nil)
  }

  /// Events that arrive before the first reply, or in the same chunk, are not followed by anything
  /// that would make the socket readable.
  @Test func eventsAroundTheFirstReplyAreReported() throws {
    let (connection, peer) = try connectionWithAReplyBetweenTwoEvents()
    defer { close(peer) }
    let loop = try EventLoop()
    var events: [ControlEvent] = []
    let feed = try DaemonFeed(connection, on: loop) { news in
      if case .event(let event, state: _) = news { events.append(event) }
    }
    try feed.start()
    try loop.turn(waitingAtMost: .milliseconds(100))
    #expect(events == [.missed(1), .missed(2)])
  }

  /// The state of the first event is older than that of the reply.
  @Test func eventsBeforeAReplyCanBeDiscarded() throws {
    let (connection, peer) = try connectionWithAReplyBetweenTwoEvents()
    defer { close(peer) }
    _ = try connection.ask(.status())
    connection.discardEarlierEvents()
    let next = try connection.wait(whileReadable: -1, atMost: .seconds(5))
    #expect(next.flatMap { ControlEvent($0) } == .missed(2))
  }

  private func connectionWithAReplyBetweenTwoEvents() throws -> (ControlConnection, peer: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let reply: JSONValue = ["swivel": 1, "ok": true, "result": []]
    let messages = [
      ControlEvent.missed(1).json(state: []), reply, ControlEvent.missed(2).json(state: []),
    ]
    let bytes = Array(messages.map { $0.compact() + "\n" }.joined().utf8)
    #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    return (ControlConnection(adopting: ends[0]), ends[1])
  }

  /// Returns everything that a queue has to send; a gap is its number.
  private func drained(_ queue: inout EventQueue) -> [String] {
    var lines: [String] = []
    while let line = queue.next(gap: { "gap of \($0)" }) { lines.append(line) }
    return lines
  }

  @Test func anUnreadQueueIsBoundedAndCountsDroppedEvents() {
    var queue = EventQueue()
    let line = String(repeating: "x", count: 1000)
    for _ in 0..<100 { queue.append(line) }
    let kept = EventQueue.room / 1000
    let lines = drained(&queue)
    #expect(lines == Array(repeating: line, count: kept) + ["gap of \(100 - kept)"])
    queue.append("after")
    let rest = drained(&queue)
    #expect(rest == ["after"])
  }

  @Test func afterAGapNoEventIsQueuedUntilTheQueueIsSent() {
    var queue = EventQueue()
    let line = String(repeating: "x", count: EventQueue.room)
    for text in [line, "lost"] { queue.append(text) }
    let first = queue.next { "gap of \($0)" }
    queue.append("lost too")
    let rest = drained(&queue)
    #expect(first == line && rest == ["gap of 2"])
  }

  @Test func aSingleOverlongLineIsStillSent() {
    var queue = EventQueue()
    let line = String(repeating: "x", count: 2 * EventQueue.room)
    queue.append(line)
    let lines = drained(&queue)
    #expect(lines == [line])
  }

  @Test func waybarGetsTheRotatingOutputOnceWithEscapedMarkup() throws {
    var bar = WaybarModule()
    let first = bar.update(state: Self.state, entry: nil)
    let json = try JSONValue.parse(try #require(first), file: "module")
    #expect(json["text"] == "portrait" && json["alt"] == "portrait" && json["class"] == [])
    #expect(json["tooltip"] == "eDP-1: 90 (left edge up)")
    let again = bar.update(state: Self.state, entry: nil)
    #expect(again == nil)
    let blocked = bar.update(
      state: Self.state, entry: ["line": "<b>&", "outcome": "blocked"])
    let second = try JSONValue.parse(try #require(blocked), file: "module")
    #expect(second["class"] == ["blocked"])
    #expect(second["tooltip"]?.string?.hasSuffix("&lt;b&gt;&amp;") == true)
  }

  private func module(_ state: JSONValue, _ entry: JSONValue? = nil) throws -> JSONValue {
    var bar = WaybarModule()
    let line = bar.update(state: state, entry: entry)
    return try JSONValue.parse(try #require(line), file: "module")
  }

  @Test func waybarNamesABlockedPanelFirst() throws {
    let sentence = "eDP-1 did not rotate: mpv had the focus and its rule allows landscape only"
    let state: JSONValue = [
      "outputs": [
        ["name": "HDMI-A-1", "turns": true, "transform": "90", "shows": "portrait"],
        [
          "name": "eDP-1", "turns": true, "transform": "normal", "shows": "landscape-right",
          "stays-because": "mpv had the focus and its rule allows landscape only",
        ],
      ],
      "missed-turn": ["decision": 7, "cause": "decision", "text": .string(sentence)],
    ]
    let blocked = try module(state, ["decision": 7, "outcome": "blocked", "line": "7 blocked"])
    #expect(blocked["class"] == ["blocked"])
    #expect(
      blocked["tooltip"]?.string?.split(separator: "\n").map(String.init) == [
        sentence, "eDP-1: normal (top edge up)", "HDMI-A-1: 90 (left edge up)",
      ])
    // A later decision is not about the same turn.
    let later = try module(state, ["decision": 8, "outcome": "turned", "line": "8 turned"])
    #expect(later["class"] == ["blocked"])
    #expect(later["tooltip"]?.string?.hasSuffix("\n8 turned") == true)
  }

  @Test func waybarMentionsALockWithTheOutputOnly() throws {
    let state: JSONValue = [
      "outputs": [["name": "eDP-1", "turns": true, "transform": "90", "wanted": "90"]],
      "lock": "current",
      "missed-turn": ["decision": 7, "cause": "lock", "text": "rotation was locked"],
    ]
    let locked = try module(state, ["decision": 7, "outcome": "unchanged", "line": "7 unchanged"])
    #expect(
      locked["tooltip"]
        == "eDP-1: 90 (left edge up), locked to what is shown: 90 (left edge up)\n7 unchanged")
  }

  /// A lock to what is shown is named by an orientation only if all outputs have it.
  @Test(arguments: [("90", "what is shown: 90 (left edge up)"), ("normal", "what is shown")])
  func aLockOfSeveralOutputsNamesWhatAllShow(second: String, words: String) {
    let state: JSONValue = [
      "lock": "current",
      "outputs": [
        ["name": "DP-1", "turns": false, "wanted": "180"],
        ["name": "eDP-1", "turns": true, "wanted": "90"],
        ["name": "eDP-2", "turns": true, "wanted": .string(second)],
      ],
    ]
    #expect(ControlState.locked(state) == words)
  }

  @Test func anUnlockSaysWhatItEnded() {
    func state(_ lock: JSONValue, byHand: Bool) -> JSONValue {
      ["lock": lock, "outputs": [["name": "eDP-1", "rotated-by-user": .bool(byHand)]]]
    }
    #expect(StatusText(state(.null, byHand: false)).unlocked == "rotation was not locked")
    #expect(
      StatusText(state(.null, byHand: true)).unlocked
        == "the rotation by hand has ended; rotation was not locked")
    #expect(
      StatusText(state("landscape", byHand: false)).unlocked
        == "unlocked; rotation was locked to landscape")
  }

  @Test func waybarShowsARotationOnlyOnce() {
    func state(_ transform: String) -> JSONValue {
      [
        "outputs": [
          [
            "name": "eDP-1", "turns": true, "transform": .string(transform), "wanted": "90",
            "shows": "portrait",
          ]
        ]
      ]
    }
    var bar = WaybarModule()
    let requested = bar.update(state: state("normal"), entry: ["line": "turned"])
    let confirmed = bar.update(state: state("90"), entry: nil)
    #expect(requested?.contains("eDP-1: 90 (left edge up)") == true && confirmed == nil)
  }

  @Test func waybarShowsWhyTheSensorRestsAndThatNoDaemonRuns() throws {
    let state: JSONValue = [
      "lock": "current",
      "outputs": [["name": "eDP-1", "turns": true, "transform": "90", "wanted": "90"]],
      "sensor-rests": ["reason": "rotation-lock", "text": "rotation is locked"],
    ]
    let resting = try module(state)
    #expect(resting["class"] == ["locked", "resting"])
    #expect(
      resting["tooltip"]?.string
        == "eDP-1: 90 (left edge up), locked to what is shown: 90 (left edge up)\n"
        + "the sensor rests: rotation is locked")
    #expect(
      StateChange.lock(.current).line(state)
        == "rotation is locked to what is shown: 90 (left edge up)")
    let gone: JSONValue = [
      "sensor-rests": ["reason": "unavailable", "text": "no sensor is there: unplugged"]
    ]
    #expect(StateChange.sensor(rests: "x").line(gone) == "no sensor is there: unplugged")
    let tooltip = try module(gone)["tooltip"]?.string
    #expect(tooltip?.hasSuffix("\nno sensor is there: unplugged") == true)
    let absent = try JSONValue.parse(WaybarModule.absent, file: "module")
    #expect(absent["alt"] == "off" && absent["text"] == "" && absent["class"] == ["off"])
  }

  @Test func anOutputWithAPolicyOfItsOwnIsDescribedByIt() {
    func line(_ members: JSONValue.Member...) -> String? {
      let output = JSONValue.object(
        [.init("name", "DP-1"), .init("transform", "90"), .init("wanted", "90")] + members)
      return StatusText(["outputs": [output]]).lines().last
    }
    let shown = "output  DP-1 90 (left edge up), "
    #expect(line(.init("follows", "DP-1")) == shown + "follows DP-1")
    #expect(line(.init("follows", "NOPE")) == shown + "follows NOPE, which is not there")
    #expect(line(.init("fixed", "90")) == shown + "kept so by the configuration")
    #expect(line() == shown + "does not turn with the device")
  }

  @Test func aLostCompositorIsInTheStatus() {
    #expect(
      StatusText(["outputs": [], "compositor-gone": true]).lines()[1...] == [
        "screen  the compositor is gone; waiting for it to come back"
      ])
  }

  /// The answer to `unlock` lacks the time of the missed turn, so it says which output stays.
  @Test func anOutputThatDoesNotFollowTheDeviceIsNamedInEveryAnswer() {
    var output: [JSONValue.Member] = [
      .init("name", "eDP-1"), .init("turns", true), .init("transform", "normal"),
      .init("wanted", "normal"), .init("stays-because", "mpv had the focus"),
    ]
    func lines() -> [String] { StatusText(["outputs": [.object(output)]]).lines() }
    #expect(
      lines().last
        == "output  eDP-1 normal (top edge up), does not follow the device, "
        + "`swivel explain` says why")
    output.append(.init("rotated-by-user", true))
    #expect(lines().last?.contains("as requested by hand") == true)
  }

  /// An output with a transform of its own does not wait for the device, and a lock alone is no missed
  /// turn.
  @Test func theStatusContradictsNothing() {
    func state(_ cause: JSONValue) -> JSONValue {
      [
        "device": "portrait", "edge-up": "left", "windows": 2, "up": 50_000_000_000,
        "lock": "landscape",
        "outputs": [
          [
            "name": "DP-1", "turns": false, "transform": "90", "wanted": "90", "shows": "portrait",
            "rotated-by-user": true,
          ]
        ],
        "missed-turn": ["at": 8_000_000_000, "cause": cause, "text": "the screen did not rotate"],
      ]
    }
    let lines = [
      "device  left edge up, windows 2", "locked  to landscape",
      "output  DP-1 90 (left edge up), does not turn with the device",
    ]
    #expect(StatusText(state("lock")).lines() == lines)
    #expect(
      StatusText(state("decision")).lines()
        == lines + ["missed  42 s ago the screen did not rotate; `swivel explain` says more"])
    #expect(StatusText(state("decision"), .chinese).lines().last?.contains("42 秒前") == true)
    // sway counts clockwise; only the reply to `status` names the compositor.
    var sway = state("lock").object ?? []
    sway.append(.init("compositor", "sway"))
    #expect(
      StatusText(.object(sway)).lines().last
        == "output  DP-1 90 (left edge up), transform 270 in sway's commands, "
        + "does not turn with the device")
  }

  @Test func waybarWithoutAnOutputShowsNone() throws {
    var bar = WaybarModule()
    let line = bar.update(state: ["lock": "landscape", "outputs": []], entry: nil)
    let json = try JSONValue.parse(try #require(line), file: "module")
    #expect(json["alt"] == "none" && json["class"] == ["locked"])
  }

  /// The shown orientation is that of the desired transform, also before it is confirmed.
  @Test(arguments: ["normal", "90", "180", "270"])
  func thePanelOfATurningOutputIsKnown(confirmed: String) {
    for (panel, shows) in [
      (PanelNature.landscape, "portrait-upside-down"), (.portrait, "landscape-left"),
    ] {
      let output: JSONValue = [
        "transform": .string(confirmed), "wanted": "90", "shows": .string(shows),
      ]
      #expect(ControlState.panel(of: output) == panel)
    }
  }
}
