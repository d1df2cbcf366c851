// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel doctor --write` beside a real compositor that the environment calls labwc or Wayfire.
@Suite(.serialized) struct DoctorWriteTests {
  private static let line = "  <touch deviceName=\"Goodix \" mapToOutput=\"HEADLESS-1\"/>\n"
    .replacingOccurrences(of: "Goodix ", with: "Goodix Capacitive TouchScreen")

  private let compositor: Compositor
  private let machine: RuntimeDirectory
  private var environment: [String: String]
  private var file: String { "\(machine.path)/home/labwc/rc.xml" }

  init() throws {
    compositor = try Compositor(.phoc)
    machine = try RuntimeDirectory()
    let device = "\(machine.path)/sys/class/input/event3/device"
    for folder in ["\(device)/capabilities", "\(machine.path)/home/labwc"] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    for (name, text) in [
      ("name", "Goodix Capacitive TouchScreen"), ("properties", "2"),
      ("capabilities/key", "400 0 0 0 0 0"),
    ] {
      try "\(text)\n".write(toFile: "\(device)/\(name)", atomically: false, encoding: .utf8)
    }
    environment = compositor.clientEnvironment.merging([
      "LABWC_PID": "1", "XDG_CONFIG_HOME": "\(machine.path)/home",
    ]) { $1 }
  }

  private func doctor(_ arguments: [String]) throws -> Command {
    try Command.run(
      Swivel.path, ["doctor", "--sysfs", machine.path, "--proc", machine.path] + arguments,
      environment: environment)
  }

  private func content() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  private func set(_ text: String) throws {
    try text.write(toFile: file, atomically: false, encoding: .utf8)
  }

  @Test func writeAddsTheSuggestedLineOnceAndThenChangesNothing() throws {
    let text = "<labwc_config>\n  <core><gap>7</gap></core>\n</labwc_config>\n"
    try set(text)
    let told = try doctor([]).output
    #expect(told.contains("problem  touch-unmapped: Goodix Capacitive TouchScreen is not mapped"))
    #expect(told.contains("-> " + Self.line.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try content() == text)
    let written = try doctor(["--write"])
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output == "\(file)\n+3: \(Self.line)written; now: labwc --reconfigure\n")
    let new = text.replacingOccurrences(
      of: "</labwc_config>", with: "\(Self.line)</labwc_config>")
    #expect(try content() == new)
    #expect(try doctor([]).output.contains("ok       touch-mapped: labwc maps Goodix"))
    #expect(try doctor(["--write"]).output.contains("nothing has to be written"))
    #expect(try content() == new)
  }

  @Test func aMissingFileIsCreatedAndASymbolicLinkIsKept() throws {
    #expect(try doctor(["--write"]).status == 0)
    let begun = "<?xml version=\"1.0\"?>\n<labwc_config>\n\(Self.line)</labwc_config>\n"
    #expect(try content() == begun)
    let other = "\(machine.path)/kept.xml"
    try FileManager.default.moveItem(atPath: file, toPath: other)
    try "<labwc_config/>".write(toFile: other, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: other)
    #expect(try doctor(["--write"]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == other)
    #expect(try String(contentsOfFile: other, encoding: .utf8).contains(Self.line))
  }

  @Test func anUnreadableFileIsReportedAndLeftUnchanged() throws {
    let huge = "<labwc_config>" + String(repeating: "<!-- x -->\n", count: 1 << 20)
    for (text, words) in [
      (
        "<labwc_config><core></labwc_config>",
        "rc.xml:1:21: found no XML: an end tag other than </core>"
      ),
      (huge, "the file is larger than 1 MiB"), ("<window/>", "valid here: labwc_config"),
    ] {
      try set(text)
      let result = try doctor(["--write"])
      #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
      #expect(try content() == text)
      #expect(try doctor([]).output.contains("problem  touch-file: "))
    }
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "\(machine.path)/nowhere")
    #expect(try doctor(["--write"]).errors.contains("there is no such file"))
    try FileManager.default.removeItem(atPath: file)
    mkfifo(file, 0o600)
    #expect(try doctor(["--write"]).errors.contains("this is a named pipe"))
  }

  @Test mutating func theWayfireFileNamedByTheEnvironmentIsWritten() throws {
    environment["WAYFIRE_CONFIG_FILE"] = "\(machine.path)/my wayfire.ini"
    let text = "[core]\nplugins = autostart \\\n  command\n"
    try text.write(
      toFile: "\(machine.path)/my wayfire.ini", atomically: false, encoding: .utf8)
    #expect(try doctor(["--write"]).status == 0)
    #expect(
      try String(contentsOfFile: "\(machine.path)/my wayfire.ini", encoding: .utf8)
        == text + "\n[input-device:Goodix Capacitive TouchScreen]\noutput = HEADLESS-1\n")
  }

  @Test mutating func otherCompositorsHaveNothingToWrite() throws {
    environment["LABWC_PID"] = nil
    let result = try doctor(["--write"])
    #expect(result.status == 1 && result.errors.contains("neither labwc nor Wayfire"))
    #expect(try doctor(["--write", "--hwdb", "installed"]).status == 2)
  }
}
