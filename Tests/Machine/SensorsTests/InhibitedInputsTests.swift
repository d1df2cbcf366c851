// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Sensors
import Testing

/// Files take the place of the kernel's attributes.
@Suite struct InhibitedInputsTests {
  private let fake = ScratchFolder()

  private final class Record {
    var kept: [[String]] = []
    var notes: [String] = []
  }

  private let record = Record()

  private func devices(left: [String] = []) -> InhibitedInputs {
    InhibitedInputs(
      in: fake.tree, left: left, keep: { [record] in record.kept.append($0) },
      note: { [record] in record.notes.append($0) })
  }

  private func add(
    _ number: Int, _ name: String, bus: String, keys: String = "0", properties: String = "0",
    abs: String = "0", inhibited: String? = "0"
  ) throws {
    let folder = "/sys/class/input/input\(number)"
    try fake.write("\(name)\n", to: "\(folder)/name")
    try fake.write("\(bus)\n", to: "\(folder)/id/bustype")
    try fake.write("\(keys)\n", to: "\(folder)/capabilities/key")
    try fake.write("\(properties)\n", to: "\(folder)/properties")
    try fake.write("\(abs)\n", to: "\(folder)/capabilities/abs")
    if let inhibited { try fake.write("\(inhibited)\n", to: "\(folder)/inhibited") }
  }

  /// A laptop: its keyboard and touchpad, a keyboard on USB, a power button, and a touch screen.
  private func laptop(keyboard: String? = "0") throws {
    try add(
      3, "AT Translated Set 2 keyboard", bus: "0011", keys: "fffffffffffffffe", inhibited: keyboard)
    try add(4, "USB keyboard", bus: "0003", keys: "fffffffffffffffe")
    try add(5, "Touchpad", bus: "0018", properties: "5", abs: "e080000 3")
    try add(6, "Power Button", bus: "0019", keys: "10000000000000 0")
    try add(7, "Touch screen", bus: "0018", properties: "2", abs: "e080000 3")
  }

  private func state(_ number: Int) -> String {
    let path = fake.path + "/sys/class/input/input\(number)/inhibited"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "none"
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private var states: [String] { (3...7).map(state) }

  @Test func theBuiltInKeyboardRestsAndReturns() throws {
    try laptop()
    let devices = devices()
    devices.rest(true, includesTouchpad: false)
    #expect(states == ["1", "0", "0", "0", "0"])
    devices.rest(true, includesTouchpad: true)
    #expect(states == ["1", "0", "1", "0", "0"])
    devices.rest(false, includesTouchpad: true)
    #expect(states == ["0", "0", "0", "0", "0"])
    #expect(record.notes.isEmpty)
    // The name is stored before the device is off, and removed once it is on.
    #expect(record.kept.first == ["input3"] && record.kept.last == [])
  }

  @Test func aDeviceThatAnotherProgramSwitchedOffStaysOff() throws {
    try laptop(keyboard: "1")
    let devices = devices()
    devices.rest(true, includesTouchpad: true)
    devices.end()
    #expect(states == ["1", "0", "0", "0", "0"])
  }

  @Test func anEarlierRunsDevicesReturn() throws {
    try laptop(keyboard: "1")
    _ = devices(left: ["input3", "input99"])
    #expect(state(3) == "0" && record.kept.last == [])
    #expect(record.notes == ["restored after a run that was ended by force: input3, input99"])
  }

  @Test func whatIsMissingIsReportedOnce() throws {
    let empty = devices()
    empty.rest(true, includesTouchpad: true)
    #expect(record.notes == ["no built-in keyboard was found, so none is switched off"])
    record.notes = []
    try laptop(keyboard: nil)
    let devices = devices()
    for _ in 0..<2 {
      devices.rest(true, includesTouchpad: false)
      devices.rest(false, includesTouchpad: false)
    }
    #expect(
      record.notes == [
        "the kernel cannot switch AT Translated Set 2 keyboard (input3) off; "
          + "Linux 5.11 or later can"
      ])
    #expect(!record.kept.contains { !$0.isEmpty })
  }
}
