// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Sensors
import Testing
import Text

/// KWin, UPower and logind as python-dbusmock plays them.
@Suite(.serialized) struct PostureSourceTests {
  private static let kwin = "org.kde.KWin.TabletModeManager"

  private func follow(
    _ bus: MessageBus, tree: String = "/nowhere"
  ) throws -> (SensorListener, PostureSource) {
    let listener = try SensorListener()
    let source = PostureSource(
      tree: DeviceTree(root: tree), systemBus: bus.address, sessionBus: bus.address)
    source.start(in: listener.host)
    return (listener, source)
  }

  private func setKWin(_ caller: BusCaller, _ property: String, _ value: Bool) throws {
    try caller.call(
      "org.kde.KWin", "/org/kde/KWin", "org.freedesktop.DBus.Properties", "Set",
      [.string(Self.kwin), .string(property), .variant(.boolean(value))])
    // KWin sends a signal of its own instead of PropertiesChanged.
    try caller.mock(
      "org.kde.KWin", "/org/kde/KWin", "EmitSignal",
      [
        .string(Self.kwin), .string("\(property)Changed"), .string("b"),
        .array([.variant(.boolean(value))], element: "v"),
      ])
  }

  @Test func kwinReportsTheTabletMode() throws {
    let bus = try MessageBus()
    let (listener, source) = try follow(bus)
    let service = try bus.mock(
      ["--session", "org.kde.KWin", "/org/kde/KWin", Self.kwin], owning: "org.kde.KWin")
    let caller = try BusCaller(bus)
    for property in ["tabletModeAvailable", "tabletMode"] {
      try caller.mock(
        "org.kde.KWin", "/org/kde/KWin", "AddProperty",
        [.string(Self.kwin), .string(property), .variant(.boolean(false))])
    }
    try setKWin(caller, "tabletModeAvailable", true)
    try listener.wait("laptop") { listener.facts == [.tabletMode(false)] }
    try setKWin(caller, "tabletMode", true)
    try listener.wait("tablet") { listener.facts.last == .tabletMode(true) }
    try setKWin(caller, "tabletModeAvailable", false)
    try listener.wait("no switch") { listener.facts.last == .tabletMode(nil) }
    try setKWin(caller, "tabletModeAvailable", true)
    try listener.wait("tablet again") { listener.facts.last == .tabletMode(true) }
    service.stop()
    try listener.wait("KWin's end") { listener.facts.last == .tabletMode(nil) }
    source.stop()
  }

  @Test func aSwitchOverridesAService() throws {
    let bus = try MessageBus()
    let tree = try RuntimeDirectory()
    for directory in ["sys/class/input/event4/device/capabilities", "dev/input"] {
      try FileManager.default.createDirectory(
        atPath: "\(tree.path)/\(directory)", withIntermediateDirectories: true)
    }
    _ = try tree.write("2\n", to: "sys/class/input/event4/device/capabilities/sw")
    mkfifo("\(tree.path)/dev/input/event4", 0o600)
    let service = try bus.mock(
      ["--session", "org.kde.KWin", "/org/kde/KWin", Self.kwin], owning: "org.kde.KWin")
    defer { service.stop() }
    let caller = try BusCaller(bus)
    for property in ["tabletModeAvailable", "tabletMode"] {
      try caller.mock(
        "org.kde.KWin", "/org/kde/KWin", "AddProperty",
        [.string(Self.kwin), .string(property), .variant(.boolean(true))])
    }
    let listener = try SensorListener()
    let source = PostureSource(
      tree: DeviceTree(root: tree.path), systemBus: bus.address, sessionBus: bus.address)
    defer { source.stop() }
    source.start(in: listener.host)
    let descriptor = open("\(tree.path)/dev/input/event4", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    try listener.wait("the service") { listener.facts == [.tabletMode(true)] }
    let event = [UInt8](repeating: 0, count: 16) + [5, 0, 1, 0, 0, 0, 0, 0]
    _ = write(descriptor, event, event.count)
    try listener.wait("the switch") { listener.facts.last == .tabletMode(false) }
    // What the service says meanwhile changes nothing; it counts again without the switch.
    try setKWin(caller, "tabletMode", true)
    close(descriptor)
    try listener.wait("the service again") { listener.facts.last == .tabletMode(true) }
    #expect(listener.facts == [.tabletMode(true), .tabletMode(false), .tabletMode(true)])
    let tellers = listener.events.compactMap {
      if case .note(let text) = $0 { text.verbatim } else { nil }
    }
    #expect(
      tellers == [
        "tablet mode: reported by a service of the desktop or the system",
        "tablet mode: reported by a switch",
        "tablet mode: reported by a service of the desktop or the system",
      ])
  }

  /// Has a mocked logind report its lid after a resume.
  private func setLid(_ caller: BusCaller, isClosed: Bool) throws {
    let logind = "org.freedesktop.login1"
    try caller.call(
      logind, "/org/freedesktop/login1", "org.freedesktop.DBus.Properties", "Set",
      [.string("\(logind).Manager"), .string("LidClosed"), .variant(.boolean(isClosed))])
    try caller.mock(
      logind, "/org/freedesktop/login1", "EmitSignal",
      [
        .string("\(logind).Manager"), .string("PrepareForSleep"), .string("b"),
        .array([.variant(.boolean(false))], element: "v"),
      ])
  }

  /// logind has the property on a slate as well, where it is always false.
  @Test func logindsOpenLidIsNoneWithoutALidSwitch() throws {
    let bus = try MessageBus()
    let logind = try bus.mock(
      [
        "--system", "org.freedesktop.login1", "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager",
      ], owning: "org.freedesktop.login1")
    defer { logind.stop() }
    let caller = try BusCaller(bus)
    try caller.mock(
      "org.freedesktop.login1", "/org/freedesktop/login1", "AddProperty",
      [
        .string("org.freedesktop.login1.Manager"), .string("LidClosed"), .variant(.boolean(false)),
      ])
    let (listener, source) = try follow(bus)
    try setLid(caller, isClosed: false)
    // A lid that was closed once is there.
    try setLid(caller, isClosed: true)
    try listener.wait("the closed lid") { !listener.facts.isEmpty }
    try setLid(caller, isClosed: false)
    try listener.wait("the open lid") { listener.facts.last == .lidClosed(false) }
    #expect(listener.facts == [.lidClosed(true), .lidClosed(false)])
    #expect(DevicePosture(tabletMode: nil, lidClosed: nil) == .unknown)
    source.stop()
  }

  @Test func upowerReportsTheLidAndLogindTakesOver() throws {
    let bus = try MessageBus()
    let tree = try RuntimeDirectory()
    try FileManager.default.createDirectory(
      atPath: "\(tree.path)/sys/class/input/event0/device/capabilities",
      withIntermediateDirectories: true)
    _ = try tree.write("1\n", to: "sys/class/input/event0/device/capabilities/sw")
    let (listener, source) = try follow(bus, tree: tree.path)
    let upower = try bus.mock(
      ["--template", "upower", "-p", "{\"LidIsClosed\": true}"], owning: "org.freedesktop.UPower")
    try listener.wait("the closed lid") { listener.facts == [.lidClosed(true)] }
    upower.stop()
    try listener.wait("UPower's end") { listener.facts.last == .lidClosed(nil) }
    let manager = "org.freedesktop.login1.Manager"
    let logind = try bus.mock(
      ["--system", "org.freedesktop.login1", "/org/freedesktop/login1", manager],
      owning: "org.freedesktop.login1")
    defer { logind.stop() }
    let caller = try BusCaller(bus)
    try caller.mock(
      "org.freedesktop.login1", "/org/freedesktop/login1", "AddProperty",
      [.string(manager), .string("LidClosed"), .variant(.boolean(false))])
    try caller.mock(
      "org.freedesktop.login1", "/org/freedesktop/login1", "EmitSignal",
      [
        .string(manager), .string("PrepareForSleep"), .string("b"),
        .array([.variant(.boolean(false))], element: "v"),
      ])
    try listener.wait("the open lid") { listener.facts.last == .lidClosed(false) }
    source.stop()
  }
}
