// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Fixtures
import Formats
import Glibc
import Orientation
import Testing

@testable import Desktop

/// Sway's input devices, with a scripted sway on a socket.
@Suite struct SwayInputsTests {
  private static let keyboard = "1:1:AT_keyboard"
  private static let touchpad = "2:7:Touchpad"
  private static let restKeyboard = #"input "1:1:AT_keyboard" events disabled"#
  private static let wakeKeyboard = #"input "1:1:AT_keyboard" events enabled"#

  @Test func whatAnEarlierRunHasLeftIsRestoredFirstAndThenForgotten() throws {
    let sway = try ScriptedSway(
      left: LentInputs(disabled: [Self.keyboard], mapped: ["3:3:Touch"]))
    sway.inputs.start()
    try sway.run()
    #expect(
      sway.commands == [Self.wakeKeyboard + #"; input "3:3:Touch" map_to_output "*""#])
    #expect(sway.kept.last == LentInputs())
    #expect(
      sway.notes == ["restored after a run that was ended by force: 1:1:AT_keyboard, 3:3:Touch"])
  }

  @Test func whatCannotBeRestoredIsKeptForTheNextRun() throws {
    let left = LentInputs(disabled: [Self.keyboard])
    let sway = try ScriptedSway(left: left)
    sway.failure = "no such device"
    sway.inputs.start()
    try sway.run()
    #expect(sway.commands == [Self.wakeKeyboard])
    #expect(sway.kept.allSatisfy { $0 == left })
    #expect(sway.notes == ["sway: no such device"])
  }

  @Test func theBuiltInKeyboardRestsAndReturns() throws {
    let sway = try ScriptedSway()
    sway.inputs.start()
    try sway.run()
    sway.inputs.rest(true, includesTouchpad: false)
    // The device is stored before sway hears of the change: an end by force forgets nothing.
    #expect(sway.kept.last == LentInputs(disabled: [Self.keyboard]))
    try sway.run()
    #expect(sway.commands == [Self.restKeyboard])
    sway.inputs.rest(true, includesTouchpad: false)
    try sway.run()
    #expect(sway.commands.count == 1)
    sway.inputs.rest(false, includesTouchpad: false)
    #expect(sway.kept.last == LentInputs(disabled: [Self.keyboard]))
    try sway.run()
    #expect(sway.commands == [Self.restKeyboard, Self.wakeKeyboard])
    #expect(sway.kept.last == LentInputs())
  }

  @Test func aTouchpadRestsOnlyIfIncluded() throws {
    let sway = try ScriptedSway()
    sway.inputs.start()
    try sway.run()
    sway.inputs.rest(true, includesTouchpad: true)
    try sway.run()
    #expect(
      sway.commands == [Self.restKeyboard + #"; input "2:7:Touchpad" events disabled"#])
    sway.inputs.rest(true, includesTouchpad: false)
    try sway.run()
    #expect(sway.commands.last == #"input "2:7:Touchpad" events enabled"#)
    #expect(sway.kept.last == LentInputs(disabled: [Self.keyboard]))
  }

  @Test func aKeyboardThatCannotReturnIsStoredAndTriedAgain() throws {
    let sway = try ScriptedSway()
    sway.inputs.start()
    try sway.run()
    sway.inputs.rest(true, includesTouchpad: false)
    try sway.run()
    sway.failure = "busy"
    sway.inputs.rest(false, includesTouchpad: false)
    try sway.run()
    #expect(sway.notes == ["sway: busy"])
    #expect(sway.kept.last == LentInputs(disabled: [Self.keyboard]))
    sway.failure = nil
    sway.devices.append(ScriptedSway.device("9:9:Mouse", "pointer", 9))
    sway.change("input")
    try sway.run()
    #expect(sway.commands.suffix(2) == [Self.wakeKeyboard, Self.wakeKeyboard])
    #expect(sway.kept.last == LentInputs())
  }

  /// A device that the user has disabled stays as the user wants it.
  @Test func aKeyboardThatTheUserHasDisabledIsLeftAlone() throws {
    let sway = try ScriptedSway()
    sway.devices = [ScriptedSway.device(Self.keyboard, "keyboard", 1, events: "disabled")]
    sway.inputs.start()
    try sway.run()
    sway.inputs.rest(true, includesTouchpad: true)
    sway.inputs.rest(false, includesTouchpad: true)
    try sway.run()
    #expect(sway.commands.isEmpty)
  }

  @Test func aNewDeviceIsHandledAndAnUnchangedListIsNot() throws {
    let sway = try ScriptedSway()
    sway.devices = []
    sway.inputs.start()
    try sway.run()
    sway.inputs.rest(true, includesTouchpad: false)
    try sway.run()
    #expect(sway.commands.isEmpty)
    sway.devices = [ScriptedSway.device(Self.keyboard, "keyboard", 1)]
    sway.change("input")
    try sway.run()
    #expect(sway.commands == [Self.restKeyboard])
    let stored = sway.kept.count
    sway.change("input")
    try sway.run()
    #expect(sway.commands.count == 1 && sway.kept.count == stored)
  }

  /// Sway resets its devices when it reads its configuration again.
  @Test func afterAReloadAllSettingsAreSentAgain() throws {
    let sway = try ScriptedSway()
    sway.inputs.start()
    try sway.run()
    sway.inputs.rest(true, includesTouchpad: false)
    try sway.run()
    sway.change("workspace", #"{"change": "focus"}"#)
    try sway.run()
    #expect(sway.commands.count == 1)
    sway.change("workspace", #"{"change": "reload"}"#)
    try sway.run()
    #expect(sway.commands == [Self.restKeyboard, Self.restKeyboard])
  }

  @Test func touchScreensAreMappedOnceAndStoredToRestore() throws {
    let sway = try ScriptedSway()
    sway.devices = [ScriptedSway.device("3:3:Touch", "touch", 3)]
    sway.inputs.start()
    try sway.run()
    let stage = InputStage(
      turning: ["HEADLESS-1"],
      outputs: [DesktopOutput(name: "HEADLESS-1"), DesktopOutput(name: "DP-1")])
    sway.inputs.map(stage)
    sway.inputs.map(stage)
    try sway.run()
    #expect(sway.commands == [#"input "3:3:Touch" map_to_output "HEADLESS-1""#])
    #expect(sway.kept.last == LentInputs(mapped: ["3:3:Touch"]))
  }
}

/// A sway that answers on a socket, and the mapper that speaks with it.
private final class ScriptedSway {
  let inputs: SwayInputs
  /// The devices that sway reports, each in JSON.
  var devices = [device("1:1:AT_keyboard", "keyboard", 1), device("2:7:Touchpad", "touchpad", 2)]
  /// The error of the answers to commands; `nil` if commands succeed.
  var failure: String?
  /// The commands that sway has received.
  private(set) var commands: [String] = []
  /// The records that the mapper has stored, in order.
  var kept: [LentInputs] { log.kept }
  /// The messages of the mapper.
  var notes: [String] { log.notes }

  private final class Log {
    var kept: [LentInputs] = []
    var notes: [String] = []
  }

  private let log = Log()
  private let folder = ScratchFolder()
  private let loop: EventLoop
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(left: LentInputs = LentInputs()) throws {
    let path = folder("sway")
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(listener, 1) == 0)
    loop = try EventLoop()
    let log = log
    inputs = SwayInputs(
      try SwayConnection(path: path, on: loop), left: left, keep: { log.kept.append($0) },
      note: { log.notes.append($0) })
    descriptor = accept(listener, nil, nil)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  /// Returns a device as sway describes it.
  static func device(
    _ identifier: String, _ type: String, _ vendor: Int, events: String = "enabled"
  ) -> String {
    let name = identifier.split(separator: ":").last ?? ""
    return """
      {"identifier": "\(identifier)", "name": "\(name)", "vendor": \(vendor), "product": \(vendor),
       "type": "\(type)", "libinput": {"send_events": "\(events)"}}
      """
  }

  /// Sends an event.
  func change(_ name: String, _ payload: String = "{}") {
    SwayMessage.Kind.events[name].map { send($0, payload) }
  }

  /// Answers requests until there are none left.
  func run() throws {
    var quiet = 0
    while quiet < 3 {
      try loop.run(for: .zero)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { received += bytes[..<count] }
      quiet = count > 0 ? 0 : quiet + 1
      while let request = try SwayMessage.take(from: &received) { answer(request) }
    }
  }

  private func answer(_ request: SwayMessage) {
    let text = String(decoding: request.payload, as: UTF8.self)
    switch request.kind {
    case .runCommand:
      commands.append(text)
      let failed = failure.map { #"{"success": false, "error": "\#($0)"}"# }
      send(request.kind, "[\(failed ?? #"{"success": true}"#)]")
    case .subscribe: send(request.kind, #"{"success": true}"#)
    case .getConfiguration: send(request.kind, #"{"config": ""}"#)
    case .getInputs: send(request.kind, "[\(devices.joined(separator: ","))]")
    default: send(request.kind, "{}")
    }
  }

  private func send(_ kind: SwayMessage.Kind, _ payload: String) {
    let bytes = SwayMessage(kind, Array(payload.utf8)).bytes
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
