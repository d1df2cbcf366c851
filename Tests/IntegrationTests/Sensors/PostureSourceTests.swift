// SPDX-License-Identifier: Apache-2.0
import Bus
import Sensors
import Testing

/// KWin, UPower and logind as python-dbusmock plays them.
@Suite(.serialized) struct PostureSourceTests {
  private static let kwin = "org.kde.KWin.TabletModeManager"

  private func follow(_ bus: MessageBus) throws -> (SensorListener, PostureSource) {
    let listener = try SensorListener()
    let source = PostureSource(
      tree: DeviceTree(root: "/nowhere"), systemBus: bus.address, sessionBus: bus.address)
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

  @Test func kwinTellsTheTabletMode() throws {
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
    try listener.wait("laptop") { listener.events == [.tabletMode(false)] }
    try setKWin(caller, "tabletMode", true)
    try listener.wait("tablet") { listener.events.last == .tabletMode(true) }
    try setKWin(caller, "tabletModeAvailable", false)
    try listener.wait("no switch") { listener.events.last == .tabletMode(nil) }
    try setKWin(caller, "tabletModeAvailable", true)
    try listener.wait("tablet again") { listener.events.last == .tabletMode(true) }
    service.stop()
    try listener.wait("KWin's end") { listener.events.last == .tabletMode(nil) }
    source.stop()
  }

  @Test func upowerTellsTheLidAndLogindOnceMore() throws {
    let bus = try MessageBus()
    let (listener, source) = try follow(bus)
    let upower = try bus.mock(
      ["--template", "upower", "-p", "{\"LidIsClosed\": true}"], owning: "org.freedesktop.UPower")
    try listener.wait("the closed lid") { listener.events == [.lidClosed(true)] }
    upower.stop()
    try listener.wait("UPower's end") { listener.events.last == .lidClosed(nil) }
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
    try listener.wait("the open lid") { listener.events.last == .lidClosed(false) }
    source.stop()
  }
}
