// SPDX-License-Identifier: Apache-2.0
@testable import Desktop
import EventLoop
import Formats
import Foundation
import Orientation
import Testing

/// Touch, pen and keyboard: against the real sway as far as it has such devices without hardware, and
/// against conversations as Hyprland's and sway's sources and users show them.
@Suite(.serialized) struct InputTests {
  fileprivate static let inputs = """
    [{"identifier": "1:1:AT_Translated_Set_2_keyboard", "vendor": 1, "product": 1,
      "type": "keyboard", "libinput": {"send_events": "enabled"}},
     {"identifier": "2:14:Touchpad", "vendor": 2, "product": 14, "type": "touchpad",
      "libinput": {"send_events": "enabled"}},
     {"identifier": "7:7:Finger", "vendor": 7, "product": 7, "type": "touch"}]
    """

  private func sway(in directory: RuntimeDirectory) throws -> RecordedPeer {
    try RecordedPeer(named: "sway.sock", in: directory, closesAfterAnswer: false) { bytes in
      guard let message = try? SwayMessage.take(from: &bytes) else { return nil }
      let text = String(decoding: message.payload, as: UTF8.self)
      let answer: String
      var heard: String?
      switch message.kind {
      case .getInputs: answer = Self.inputs
      case .subscribe: answer = #"{"success": true}"#
      case .getConfiguration: answer = #"{"config": ""}"#
      default:
        heard = text
        let results = text.split(separator: ";").map { _ in #"{"success": true}"# }
        answer = "[\(results.joined(separator: ","))]"
      }
      return (SwayMessage(message.kind, Array(answer.utf8)).bytes, heard)
    }
  }

  private func hyprland(
    in directory: RuntimeDirectory, touchTransform: Int, refusal: String? = nil,
    readsLua: Bool = false, drawsFor seconds: TimeInterval = 0, touchScreens: [String] = ["finger"],
    pens: [String] = ["pen"], boundTo output: String? = nil
  ) throws -> RecordedPeer {
    try RecordedPeer(named: "hypr.sock", in: directory, closesAfterAnswer: true) { bytes in
      guard !bytes.isEmpty else { return nil }
      let question = String(decoding: bytes, as: UTF8.self)
      bytes = []
      if question.hasPrefix("[[") { Thread.sleep(forTimeInterval: seconds) }
      let answer: String
      switch question {
      case "j/devices":
        func list(_ names: [String]) -> String {
          names.map { #"{"address": "0x1", "name": "\#($0)"}"# }.joined(separator: ", ")
        }
        answer =
          #"{"mice": [], "keyboards": [], "tablets": [{"address": "0x3", "type": "tabletTool"}, "#
          + #"\#(list(pens))], "touch": [\#(list(touchScreens))], "switches": []}"#
      case "j/getoption input:touchdevice:transform":
        answer = "{\"option\": \"x\", \"int\": \(touchTransform), \"set\": false}"
      case "j/getoption input:tablet:transform":
        answer = #"{"option": "input:tablet:transform", "int": 0, "set": false}"#
      case "j/getoption input:touchdevice:output":
        answer =
          #"{"option": "input:touchdevice:output", "str": "\#(output ?? "[[Auto]]")", "#
          + #""set": \#(output != nil)}"#
      case _ where readsLua && question.hasPrefix("eval "): answer = "ok"
      default: answer = refusal ?? "ok\n\n\nok"
      }
      return (Array(answer.utf8), question)
    }
  }

  /// A session with one panel, or with two that rotate alike.
  private static func stage(
    _ transform: Transform, and second: Transform? = nil, assigned: [String: String] = [:]
  ) -> InputStage {
    let shown = [("eDP-1", transform)] + (second.map { [("eDP-2", $0)] } ?? [])
    let outputs = shown.map { name, transform in
      var output = DesktopOutput(name: name)
      (output.enabled, output.transform) = (true, transform)
      return output
    }
    return InputStage(turning: outputs.map(\.name), outputs: outputs, assigned: assigned)
  }

  private func wait(_ loop: EventLoop, _ what: String, _ isSo: () -> Bool) throws {
    try Deadline.waitUntil(10, what) {
      try loop.turn(waitingAtMost: .milliseconds(20))
      return isSo()
    }
  }

  @Test func hyprlandTouchAndPenRotateWithThePanelAndBack() throws {
    let peer = try hyprland(in: RuntimeDirectory(), touchTransform: -1)
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    touch.map(Self.stage(.normal))
    touch.map(Self.stage(.rotated90))
    let turn =
      "[[BATCH]]keyword input:touchdevice:transform 1;keyword input:tablet:transform 1"
    try wait(loop, "the turn: \(peer.heard)") { peer.heard.contains(turn) }
    touch.map(Self.stage(.rotated90))
    touch.end()
    let back = "[[BATCH]]keyword input:touchdevice:transform 0;keyword input:tablet:transform 0"
    #expect(peer.heard.filter { $0.hasPrefix("[[") } == [turn, back])
    #expect(notes.isEmpty)
  }

  @Test func aTouchTransformSetByTheUserOnHyprlandIsKept() throws {
    let peer = try hyprland(in: RuntimeDirectory(), touchTransform: 3)
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    touch.map(Self.stage(.rotated90))
    let turn = "[[BATCH]]keyword input:tablet:transform 1"
    try wait(loop, "the turn: \(peer.heard)") { peer.heard.contains(turn) }
    #expect(notes.first?.contains("leaves the setting alone") == true)
  }

  /// The names are those of the configuration in lower case with hyphens, as Hyprland 0.54 to 0.56
  /// changes the kernel's.
  @Test(arguments: [false, true])
  func eachTouchScreenOfTwoPanelsFollowsItsOwnOnHyprland(isLua: Bool) throws {
    let (upper, lower) = ("elan9008:00-04f3:425b", "elan9009:00-04f3:425a")
    let peer = try hyprland(
      in: RuntimeDirectory(), touchTransform: 0, refusal: isLua ? "unknown request" : nil,
      readsLua: isLua, touchScreens: [upper, lower], pens: [lower + "-stylus", "wacom-one-pen"])
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    let assigned = ["ELAN9008:00 04F3:425B": "eDP-1", "ELAN9009:00 04F3:425A": "eDP-2"]
    func request(_ section: Int, _ devices: [(String, Int, String)]) -> String {
      if isLua {
        return
          "eval hl.config({ input = { touchdevice = { transform = \(section) }, "
          + "tablet = { transform = \(section) } } })"
          + devices.map { name, transform, output in
            " hl.device({ name = \"\(name)\", transform = \(transform), output = \"\(output)\" })"
          }.joined()
      }
      return
        "[[BATCH]]keyword input:touchdevice:transform \(section);"
        + "keyword input:tablet:transform \(section)"
        + devices.map { name, transform, output in
          ";keyword device[\(name)]:transform \(transform);keyword device[\(name)]:output \(output)"
        }.joined()
    }
    // They are bound to their panels before anything has turned.
    for (first, second) in [(0, 0), (1, 0), (1, 3)] {
      func transform(_ number: Int) -> Transform { Transform(flipped: false, quarterTurns: number) }
      touch.map(Self.stage(transform(first), and: transform(second), assigned: assigned))
      let wanted = request(
        first,
        [(upper, first, "eDP-1"), (lower, second, "eDP-2"), (lower + "-stylus", second, "eDP-2")])
      try wait(loop, "\(wanted) in \(peer.heard)") { peer.heard.contains(wanted) }
    }
    // Without the second panel its touch screen is one of the section again.
    touch.map(Self.stage(.rotated90, assigned: assigned))
    let unset = [upper, lower, lower + "-stylus"]
    let alone = request(1, unset.map { ($0, 1, "[[EMPTY]]") })
    try wait(loop, "\(alone) in \(peer.heard)") { peer.heard.contains(alone) }
    touch.end()
    #expect(peer.heard.last == request(0, unset.map { ($0, 0, "[[EMPTY]]") }))
    #expect(notes.isEmpty)
  }

  @Test func touchScreensOfUnknownPanelsFollowTheFirstOneOnHyprland() throws {
    let peer = try hyprland(
      in: RuntimeDirectory(), touchTransform: 0, touchScreens: ["upper", "lower"])
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    touch.map(Self.stage(.rotated90, and: .rotated90))
    let turn = "[[BATCH]]keyword input:touchdevice:transform 1;keyword input:tablet:transform 1"
    try wait(loop, "the turn: \(peer.heard)") { peer.heard.contains(turn) }
    #expect(notes.count == 1 && notes[0].contains("into an entry of `outputs`"))
  }

  /// The user has bound all of them to one output.
  @Test func touchScreensBoundByTheUserStayWhereTheyAreOnHyprland() throws {
    let peer = try hyprland(
      in: RuntimeDirectory(), touchTransform: 0, touchScreens: ["upper", "lower"], boundTo: "eDP-2")
    let loop = try EventLoop()
    let touch = HyprlandTouch(path: peer.path, on: loop) { _ in }
    touch.start()
    touch.map(
      Self.stage(.rotated90, and: .rotated90, assigned: ["upper": "eDP-1", "lower": "eDP-2"]))
    let turn = "[[BATCH]]keyword input:touchdevice:transform 1;keyword input:tablet:transform 1"
    try wait(loop, "the turn: \(peer.heard)") { peer.heard.contains(turn) }
  }

  /// From 0.55 on a configuration in Lua is told in Lua; 0.56 has no `keyword` any more.
  @Test(arguments: ["keyword can't work with non-legacy parsers. Use eval.", "unknown request"])
  func hyprlandWithALuaConfigurationIsConfiguredInLua(refusal: String) throws {
    let peer = try hyprland(
      in: RuntimeDirectory(), touchTransform: 0, refusal: refusal, readsLua: true)
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    touch.map(Self.stage(.rotated90))
    func lua(_ value: Int) -> String {
      "eval hl.config({ input = { touchdevice = { transform = \(value) }, "
        + "tablet = { transform = \(value) } } })"
    }
    try wait(loop, "the turn: \(peer.heard)") { peer.heard.contains(lua(1)) }
    // Once it is known it is used at once.
    try wait(loop, "the answer") {
      touch.map(Self.stage(.rotated180))
      return peer.heard.contains(lua(2))
    }
    touch.end()
    #expect(peer.heard.last == lua(0))
    #expect(notes.isEmpty)
  }

  /// It draws before it answers, which takes some machines seconds, and one more request for as long.
  @Test func aSlowHyprlandGetsEachRequestOnce() throws {
    let peer = try hyprland(in: RuntimeDirectory(), touchTransform: -1, drawsFor: 2.5)
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    touch.map(Self.stage(.rotated90))
    let turn = "[[BATCH]]keyword input:touchdevice:transform 1;keyword input:tablet:transform 1"
    try wait(loop, "the turn: \(peer.heard)") { peer.heard.contains(turn) }
    try loop.turn(waitingAtMost: .milliseconds(100))
    #expect(peer.heard.count { $0 == turn } == 1 && notes.isEmpty)
  }

  @Test func aRefusingOrSilentHyprlandIsReported() throws {
    let refusal = "keyword can't work with non-legacy parsers. Use eval."
    let peer = try hyprland(in: RuntimeDirectory(), touchTransform: -1, refusal: refusal)
    let loop = try EventLoop()
    var notes: [String] = []
    let touch = HyprlandTouch(path: peer.path, on: loop) { notes.append($0) }
    touch.start()
    touch.map(Self.stage(.rotated90))
    try wait(loop, "the refusal") { notes.contains { $0.hasSuffix(refusal) } }
    let hurried = try hyprland(in: RuntimeDirectory(), touchTransform: -1, refusal: "")
    let other = HyprlandTouch(path: hurried.path, on: loop) { notes.append($0) }
    other.start()
    other.map(Self.stage(.rotated90))
    try wait(loop, "the missing answer") { notes.contains { $0.hasSuffix("no answer") } }
    let nobody = HyprlandTouch(path: "/nonexistent/hypr", on: loop) { notes.append($0) }
    nobody.start()
    try wait(loop, "the silence") { notes.contains { $0.contains("does not report") } }
  }

  @Test func keyboardAndTouchpadAreDisabledAndRestored() throws {
    let directory = try RuntimeDirectory()
    let peer = try sway(in: directory)
    let loop = try EventLoop()
    var lent = LentInputs()
    let inputs = SwayInputs(
      try SwayConnection(path: peer.path, on: loop), left: lent,
      keep: { lent = $0 }, note: { _ in })
    inputs.start()
    inputs.rest(true, includesTouchpad: true)
    let off =
      #"input "1:1:AT_Translated_Set_2_keyboard" events disabled; "#
      + #"input "2:14:Touchpad" events disabled"#
    try wait(loop, "the rest: \(peer.heard)") { peer.heard.contains(off) }
    #expect(lent.disabled == ["1:1:AT_Translated_Set_2_keyboard", "2:14:Touchpad"])
    inputs.end()
    #expect(peer.heard.last == off.replacing("disabled", with: "enabled"))
    #expect(lent.isEmpty)
  }

  /// A sway that says nothing of its own accord, and whose answers and events the test chooses.
  private final class Sway: @unchecked Sendable {
    private let lock = NSLock()
    private var refuses = false
    private var event: SwayMessage?

    /// Whether commands that switch a device on fail.
    func refuse(_ refuses: Bool) { lock.withLock { self.refuses = refuses } }

    /// Sends an event after the next answer.
    func say(_ event: SwayMessage) { lock.withLock { self.event = event } }

    func peer(in directory: RuntimeDirectory) throws -> RecordedPeer {
      try RecordedPeer(named: "sway.sock", in: directory, closesAfterAnswer: false) {
        [self] bytes in
        guard let message = try? SwayMessage.take(from: &bytes) else { return nil }
        let text = String(decoding: message.payload, as: UTF8.self)
        let answer: String
        switch message.kind {
        case .getInputs: answer = InputTests.inputs
        case .subscribe: answer = #"{"success": true}"#
        case .getConfiguration: answer = #"{"config": ""}"#
        default:
          let isRefused = lock.withLock { refuses } && text.contains("enabled")
          let result = isRefused ? #"{"success": false, "error": "no"}"# : #"{"success": true}"#
          answer = "[\(text.split(separator: ";").map { _ in result }.joined(separator: ","))]"
        }
        var reply = SwayMessage(message.kind, Array(answer.utf8)).bytes
        if let event = lock.withLock({ () -> SwayMessage? in
          defer { event = nil }
          return event
        }) {
          reply += event.bytes
        }
        return (reply, message.kind == .runCommand ? text : nil)
      }
    }
  }

  private static let keyboardOff = #"input "1:1:AT_Translated_Set_2_keyboard" events disabled"#
  private static let keyboardOn = #"input "1:1:AT_Translated_Set_2_keyboard" events enabled"#

  /// It stays in the journal, and a change of the outputs does not take it out.
  @Test func aKeyboardIsRememberedUntilSwayHasSwitchedItOn() throws {
    let sway = Sway()
    let peer = try sway.peer(in: RuntimeDirectory())
    let loop = try EventLoop()
    var lent = LentInputs()
    var notes: [String] = []
    let inputs = SwayInputs(
      try SwayConnection(path: peer.path, on: loop), left: lent,
      keep: { lent = $0 }, note: { notes.append($0) })
    inputs.start()
    inputs.rest(true, includesTouchpad: false)
    try wait(loop, "the rest: \(peer.heard)") { peer.heard.contains(Self.keyboardOff) }
    sway.refuse(true)
    inputs.rest(false, includesTouchpad: false)
    try wait(loop, "the refusal") { !notes.isEmpty }
    #expect(lent.disabled == ["1:1:AT_Translated_Set_2_keyboard"])
    var output = DesktopOutput(name: "DPI-1")
    output.enabled = true
    inputs.map(InputStage(turning: ["DPI-1"], outputs: [output]))
    try wait(loop, "the map") { peer.heard.contains { $0.contains("map_to_output") } }
    #expect(lent.disabled == ["1:1:AT_Translated_Set_2_keyboard"])
    // Once folded again it is not somebody else's, and the end switches it on.
    inputs.rest(true, includesTouchpad: false)
    try wait(loop, "the second rest") { peer.heard.count { $0 == Self.keyboardOff } == 2 }
    sway.refuse(false)
    inputs.rest(false, includesTouchpad: false)
    try wait(loop, "the return") { lent.disabled.isEmpty }
    #expect(peer.heard.count { $0 == Self.keyboardOn } == 2)
  }

  @Test func theEndSwitchesOnWhatSwayRefusedToSwitchOn() throws {
    let sway = Sway()
    let peer = try sway.peer(in: RuntimeDirectory())
    let loop = try EventLoop()
    var lent = LentInputs()
    var notes: [String] = []
    let inputs = SwayInputs(
      try SwayConnection(path: peer.path, on: loop), left: lent,
      keep: { lent = $0 }, note: { notes.append($0) })
    inputs.start()
    inputs.rest(true, includesTouchpad: false)
    try wait(loop, "the rest: \(peer.heard)") { peer.heard.contains(Self.keyboardOff) }
    sway.refuse(true)
    inputs.rest(false, includesTouchpad: false)
    try wait(loop, "the refusal") { !notes.isEmpty }
    sway.refuse(false)
    inputs.end()
    #expect(peer.heard.last == Self.keyboardOn && lent.isEmpty)
  }

  /// `swaymsg reload` resets every device to sway's configuration.
  @Test func aReloadOfSwayGetsEverythingSentAgain() throws {
    let sway = Sway()
    let peer = try sway.peer(in: RuntimeDirectory())
    let loop = try EventLoop()
    var lent = LentInputs()
    let inputs = SwayInputs(
      try SwayConnection(path: peer.path, on: loop), left: lent,
      keep: { lent = $0 }, note: { _ in })
    inputs.start()
    inputs.rest(true, includesTouchpad: false)
    var output = DesktopOutput(name: "DPI-1")
    output.enabled = true
    inputs.map(InputStage(turning: ["DPI-1"], outputs: [output]))
    let map = #"input "7:7:Finger" map_to_output "DPI-1""#
    try wait(loop, "the settings: \(peer.heard)") {
      peer.heard.contains(Self.keyboardOff) && peer.heard.contains(map)
    }
    let reload = Array(#"{"change": "reload", "old": null, "current": null}"#.utf8)
    sway.say(SwayMessage(try #require(SwayMessage.Kind.events["workspace"]), reload))
    // Any answer brings the event along.
    output.scale = 2
    inputs.map(InputStage(turning: ["DPI-1"], outputs: [output], assigned: ["Finger": "DPI-1"]))
    inputs.rest(true, includesTouchpad: true)
    try wait(loop, "the settings again: \(peer.heard)") {
      peer.heard.count { $0.contains("Set_2_keyboard") && $0.contains("disabled") } == 2
        && peer.heard.count { $0 == map } == 2
    }
    #expect(lent.disabled.contains("1:1:AT_Translated_Set_2_keyboard"))
  }

  /// The real sway tells of a reload as the script above does.
  @Test func swayTellsOfAReload() throws {
    let compositor = try Compositor(.sway)
    let environment = compositor.clientEnvironment
    let loop = try EventLoop()
    let path = try #require(environment["SWAYSOCK"])
    let connection = try SwayConnection(path: path, on: loop)
    var (isSubscribed, changes): (Bool, [String]) = (false, [])
    connection.subscribe(
      to: ["workspace"], onEvent: { changes.append($0["change"]?.string ?? "") },
      onEnd: { isSubscribed = $0 == nil })
    try wait(loop, "the subscription") { isSubscribed }
    #expect(try compositor.run("swaymsg", ["reload"]).status == 0)
    try wait(loop, "the event: \(changes)") { changes.contains("reload") }
  }

  @Test func aMappedTouchScreenIsRestored() throws {
    let directory = try RuntimeDirectory()
    let peer = try sway(in: directory)
    let loop = try EventLoop()
    var lent = LentInputs()
    let inputs = SwayInputs(
      try SwayConnection(path: peer.path, on: loop), left: lent,
      keep: { lent = $0 }, note: { _ in })
    inputs.start()
    var output = DesktopOutput(name: "DPI-1")
    output.enabled = true
    inputs.map(InputStage(turning: ["DPI-1"], outputs: [output]))
    try wait(loop, "the map: \(peer.heard)") {
      peer.heard.contains(#"input "7:7:Finger" map_to_output "DPI-1""#)
    }
    #expect(lent == LentInputs(mapped: ["7:7:Finger"]))
    // sway reads a mapped device through its output's transform: a turn needs no command of ours.
    output.transform = .rotated90
    inputs.map(InputStage(turning: ["DPI-1"], outputs: [output]))
    inputs.end()
    #expect(peer.heard.count { $0.contains("map_to_output") } == 2)
    #expect(peer.heard.last == #"input "7:7:Finger" map_to_output "*""#)
    #expect(lent.isEmpty)
  }

  /// The first one is simply forgotten, as after SIGKILL.
  @Test func inputsLeftByAKilledRunAreRestoredByTheNext() throws {
    let directory = try RuntimeDirectory()
    let peer = try sway(in: directory)
    let loop = try EventLoop()
    var lent = LentInputs(disabled: ["1:1:AT_Translated_Set_2_keyboard"], mapped: ["7:7:Finger"])
    var notes: [String] = []
    let inputs = SwayInputs(
      try SwayConnection(path: peer.path, on: loop), left: lent,
      keep: { lent = $0 }, note: { notes.append($0) })
    inputs.start()
    let back =
      #"input "1:1:AT_Translated_Set_2_keyboard" events enabled; "#
      + #"input "7:7:Finger" map_to_output "*""#
    try wait(loop, "the return") { peer.heard.contains(back) && lent.isEmpty }
    #expect(notes.first?.contains("by force") == true)
  }

  /// Sway has no touch screen here, but it reads the commands, and tells of the devices it has.
  @Test func swayAcceptsTheInputCommands() throws {
    let compositor = try Compositor(.sway)
    for command in [
      #"input "7:7:Finger" map_to_output "HEADLESS-1""#,
      #"input "7:7:Finger" map_to_output "*""#,
      #"input "1:1:AT_Translated_Set_2_keyboard" events disabled"#,
      #"input "1:1:AT_Translated_Set_2_keyboard" events enabled"#,
    ] {
      let result = try compositor.run("swaymsg", [command])
      #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
    }
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(!swivel.errors.contains("inputs:"), "\(swivel.errors)")
  }
}
