// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Testing

/// Settings of desktops that go with ours, with the programs that keep them: dconf and gsettings,
/// squeekboard, KWin.
@Suite(.serialized) struct DesktopSettingsTests {
  private static let lock = [
    "org.gnome.settings-daemon.peripherals.touchscreen", "orientation-lock",
  ]
  private static let keyboard = ["org.gnome.desktop.a11y.applications", "screen-keyboard-enabled"]

  private let bus: MessageBus
  private let directory: RuntimeDirectory

  init() throws {
    bus = try MessageBus()
    directory = try RuntimeDirectory()
  }

  /// A client's environment with a home and a session bus of its own.
  private func environment(_ compositor: Compositor) -> [String: String] {
    compositor.clientEnvironment.merging(bus.sessionEnvironment) { $1 }.merging([
      "XDG_CONFIG_HOME": "\(directory.path)/config", "GSETTINGS_BACKEND": "dconf",
    ]) { $1 }
  }

  private func dconf(_ compositor: Compositor) throws -> ChildProcess {
    let service = try ChildProcess(
      "/usr/libexec/dconf-service", [], environment: environment(compositor))
    let caller = try BusCaller(bus)
    try Deadline.waitUntil(10, "dconf\n\(service.errors)") {
      try caller.isOwned("ca.desrt.dconf")
    }
    return service
  }

  private func start(
    _ configuration: String, _ options: [String], on compositor: Compositor
  ) throws -> ChildProcess {
    let path = try directory.write(configuration, to: "config.yaml")
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--config", path] + options, environment: environment(compositor))
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    return swivel
  }

  private func gsettings(
    _ verb: String, _ key: [String], _ value: [String] = [], on compositor: Compositor
  ) throws -> String {
    let result = try Command.run(
      "gsettings", [verb] + key + value, environment: environment(compositor))
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private func lockOfOurs(_ compositor: Compositor) throws -> String {
    try Command.run(
      Swivel.path, ["status", "--json"], environment: environment(compositor)
    ).output.firstMatch(of: /"lock": (null|"[a-z-]+")/).map { String($0.output.1) } ?? ""
  }

  @Test func theGNOMEOrientationLockAndTheUserLockStayInSync() throws {
    let compositor = try Compositor(.phoc)
    let service = try dconf(compositor)
    defer { service.stop() }
    let swivel = try start(
      "gnome: {orientation-lock: true}\n", Array(Swivel.replay.dropFirst()), on: compositor)
    defer { swivel.stop() }
    func wait(ours: String, gnomes: String) throws {
      try Deadline.waitUntil(10, "\(ours) \(gnomes)\n\(swivel.errors)") {
        try lockOfOurs(compositor) == ours
          && gsettings("get", Self.lock, on: compositor) == "\(gnomes)\n"
      }
    }
    try wait(ours: "null", gnomes: "false")
    _ = try gsettings("set", Self.lock, ["true"], on: compositor)
    try wait(ours: "\"current\"", gnomes: "true")
    #expect(try compositor.run(Swivel.path, ["unlock"]).status == 0)
    try wait(ours: "null", gnomes: "false")
    #expect(try compositor.run(Swivel.path, ["lock", "landscape"]).status == 0)
    try wait(ours: "\"landscape\"", gnomes: "true")
    // A default again is a setting that is gone.
    _ = try gsettings("reset", Self.lock, on: compositor)
    try wait(ours: "null", gnomes: "false")
    #expect(!swivel.errors.contains("desktop:"), "\(swivel.errors)")
  }

  /// The bus ends, and with it dconf's service; both come back.
  @Test func theGNOMELockIsFollowedAgainOnceTheBusIsBack() throws {
    let compositor = try Compositor(.phoc)
    let first = try dconf(compositor)
    let swivel = try start(
      "gnome: {orientation-lock: true}\n", Array(Swivel.replay.dropFirst()), on: compositor)
    defer { swivel.stop() }
    func wait(for ours: String) throws {
      try Deadline.waitUntil(30, "\(ours)\n\(swivel.errors)") {
        try lockOfOurs(compositor) == ours
      }
    }
    _ = try gsettings("set", Self.lock, ["true"], on: compositor)
    try wait(for: "\"current\"")
    first.stop()
    try bus.restart()
    let second = try dconf(compositor)
    defer { second.stop() }
    // It is set while nobody follows, perhaps, or after that.
    _ = try gsettings("set", Self.lock, ["false"], on: compositor)
    try wait(for: "null")
    _ = try gsettings("set", Self.lock, ["true"], on: compositor)
    try wait(for: "\"current\"")
    #expect(try compositor.run(Swivel.path, ["unlock"]).status == 0)
    try Deadline.waitUntil(10, "GNOME's\n\(swivel.errors)") {
      try gsettings("get", Self.lock, on: compositor) == "false\n"
    }
  }

  @Test func aGNOMELockSetBeforeTheStartIsAdopted() throws {
    let compositor = try Compositor(.phoc)
    let service = try dconf(compositor)
    defer { service.stop() }
    _ = try gsettings("set", Self.lock, ["true"], on: compositor)
    let swivel = try start(
      "gnome: {orientation-lock: true}\n", Array(Swivel.replay.dropFirst()), on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil(10, "the lock\n\(swivel.errors)") {
      try lockOfOurs(compositor) == "\"current\""
    }
  }

  @Test func aMissingDconfIsReportedAndTheLockHolds() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try start(
      "gnome: {orientation-lock: true}\n", Array(Swivel.replay.dropFirst()), on: compositor)
    defer { swivel.stop() }
    #expect(try compositor.run(Swivel.path, ["lock"]).status == 0)
    try Deadline.waitUntil(10, "the words\n\(swivel.errors)") {
      swivel.errors.contains("desktop: its rotation lock stays as it is: ")
    }
    #expect(try lockOfOurs(compositor) == "\"current\"")
  }

  @Test func squeekboardAndTheGNOMEKeyboardFollowTabletMode() throws {
    // phoc has no seat without an input device, and squeekboard wants one.
    let compositor = try Compositor(.sway)
    let service = try dconf(compositor)
    defer { service.stop() }
    let squeekboard = try ChildProcess(
      "squeekboard", [], environment: environment(compositor))
    defer { squeekboard.stop() }
    let caller = try BusCaller(bus)
    try Deadline.waitUntil(20, "squeekboard\n\(squeekboard.errors)") {
      try caller.isOwned("sm.puri.OSK0")
    }
    let switches = try SwitchDevice()
    let swivel = try start(
      "keyboard: {on-screen: tablet-mode}\n",
      ["--sensor", "iio", "--device-root", switches.root], on: compositor)
    defer { swivel.stop() }
    for isOn in [true, false] {
      try switches.set(tabletMode: isOn)
      try Deadline.waitUntil(10, "\(isOn)\n\(swivel.errors)\n\(squeekboard.errors)") {
        let visible = try caller.call(
          "sm.puri.OSK0", "/sm/puri/OSK0", "org.freedesktop.DBus.Properties", "Get",
          [.string("sm.puri.OSK0"), .string("Visible")])
        return try visible.first?.boolean == isOn
          && gsettings("get", Self.keyboard, on: compositor) == "\(isOn)\n"
      }
    }
    #expect(!swivel.errors.contains("desktop:"), "\(swivel.errors)")
  }

  @Test func theKWinVirtualKeyboardFollowsTabletMode() throws {
    let compositor = try Compositor(.kwin)
    let bus = try #require(compositor.bus)
    let caller = try BusCaller(bus)
    // KWin 6.7 has a mode in place of the property: 0 for never.
    func enabled() throws -> Bool? {
      let properties = try caller.call(
        "org.kde.KWin", "/VirtualKeyboard", "org.freedesktop.DBus.Properties", "GetAll",
        [.string("org.kde.kwin.VirtualKeyboard")]
      ).first?.dictionary
      return properties?["enabled"]?.boolean
        ?? properties?["mode"].map { $0 != .variant(.int32(0)) }
    }
    let switches = try SwitchDevice()
    let path = try directory.write("keyboard: {on-screen: tablet-mode}\n", to: "config.yaml")
    let swivel = try ChildProcess(
      Swivel.path,
      ["run", "--config", path, "--sensor", "iio", "--device-root", switches.root],
      environment: compositor.clientEnvironment)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    let before = try enabled()
    for isOn in [before != true, before == true] {
      try switches.set(tabletMode: isOn)
      try Deadline.waitUntil(10, "\(isOn)\n\(swivel.errors)") { try enabled() == isOn }
    }
  }
}
