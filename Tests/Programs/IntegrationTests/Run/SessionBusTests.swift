// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Testing

/// The daemon on a real session bus, asked by programs that are not ours.
@Suite(.serialized) struct SessionBusTests {
  private static let name = "io.github.swivel.Swivel1"
  private static let path = "/io/github/swivel/Swivel1"

  private let compositor: Compositor
  private let bus: MessageBus
  private var environment: [String: String] {
    compositor.clientEnvironment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.path)"
    ]) { $1 }
  }

  init() throws {
    compositor = try Compositor(.phoc)
    bus = try MessageBus()
  }

  private func started() throws -> ChildProcess {
    let swivel = try ChildProcess(Swivel.path, Swivel.replay, environment: environment)
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let caller = try BusCaller(bus)
    try Deadline.waitUntil("the name\n\(swivel.errors)") { try caller.isOwned(Self.name) }
    return swivel
  }

  private func busctl(_ arguments: String...) throws -> Command {
    try Command.run(
      "busctl", ["--address=unix:path=\(bus.path)"] + arguments, environment: environment)
  }

  private func call(_ method: String, _ arguments: String...) throws -> Command {
    try Command.run(
      "busctl",
      ["--address=unix:path=\(bus.path)", "call", Self.name, Self.path, Self.name, method]
        + arguments, environment: environment)
  }

  private func property(_ name: String) throws -> String {
    try busctl("get-property", Self.name, Self.path, Self.name, name).output
  }

  @Test func introspectionShowsEveryMember() throws {
    let swivel = try started()
    defer { swivel.stop() }
    let shown = try busctl("introspect", Self.name, Self.path, Self.name)
    #expect(shown.status == 0, "\(shown.errors)")
    for member in [
      ".Lock method s -", ".Unlock method - -", ".ToggleLock method - b", ".Rotate method s -",
      ".Explain method x s", ".Reload method - s", ".Quit method - -", ".Version property s",
      ".Rules property s \"desktop\" emits-change", ".Locked property b false emits-change",
      ".Orientation property s \"portrait-upside-down\"", ".Outputs property a(ssssb) 1",
      ".EdgeUp property s \"left\" emits-change", ".OutputEdgeUp property s \"left\"",
      ".Posture property s \"unknown\" emits-change", ".OutputAdded signal s",
      ".Decided signal xsss", ".Turned signal sss", ".Reloaded signal bs",
    ] {
      let words = member.split(separator: " ").map(String.init)
      let line = shown.output.split(separator: "\n").first {
        $0.split(separator: " ").map(String.init).starts(with: words)
      }
      #expect(line != nil, "\(member)\n\(shown.output)")
    }
    // The names of arguments are only in the document itself.
    let document = try Command.run(
      "gdbus",
      [
        "introspect", "--address", "unix:path=\(bus.path)", "--dest", Self.name, "--object-path",
        Self.path,
      ], environment: environment)
    #expect(document.output.contains("Lock(in  s to)"), "\(document.output)\(document.errors)")
    #expect(document.output.contains("Explain(in  x decision,\n              out s text)"))
    #expect(document.output.contains("Decided(x decision,"))
  }

  @Test func methodsActAndPropertiesReportTheirEffect() throws {
    let swivel = try started()
    defer { swivel.stop() }
    #expect(try call("Lock", "s", "landscape").status == 0)
    try compositor.waitForTransform("normal")
    #expect(try property("Locked") == "b true\n")
    #expect(try property("Lock") == "s \"landscape\"\n")
    let refused = try call("Rotate", "s", "left")
    #expect(refused.status == 1 && refused.errors.contains("rotation is locked to landscape"))
    #expect(try call("Unlock").status == 0)
    #expect(try property("Lock") == "s \"\"\n")
    #expect(try call("Rotate", "s", "180").status == 0)
    // Half a turn from what the device had decided.
    try compositor.waitForTransform("270")
    #expect(try property("Orientation") == "s \"portrait\"\n")
    #expect(try call("Rotate", "s", "natural").status == 0)
    try compositor.waitForTransform("normal")
    #expect(try call("Rotate", "s", "right").status == 0)
    #expect(try call("ToggleLock").output == "b true\n")
    #expect(try call("ToggleLock").output == "b false\n")
    #expect(try call("Explain", "x", "--", "-1").output.hasPrefix("s \"SW0"))
    #expect(try call("Explain", "x", "99999").errors.contains("decision 99999 is not there"))
    #expect(try call("Reload").output.contains("the configuration is unchanged"))
    let wrong = try call("Lock", "s", "sideways")
    #expect(wrong.status == 1 && wrong.errors.contains("valid: current"))
    #expect(try call("Lock", "i", "7").status == 1)
    #expect(try call("Fly").errors.contains("Unknown method"))
    #expect(
      try busctl("set-property", Self.name, Self.path, Self.name, "Locked", "b", "1").status == 1)
    #expect(try call("Quit").status == 0)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func changesAreSignalledOnTheBus() throws {
    let swivel = try started()
    defer { swivel.stop() }
    let monitor = try ChildProcess(
      "gdbus",
      [
        "monitor", "--address", "unix:path=\(bus.path)", "--dest", Self.name, "--object-path",
        Self.path,
      ], environment: environment)
    defer { monitor.stop() }
    _ = try monitor.waitForLine { $0.contains("is owned by") }
    #expect(try call("Lock", "s", "landscape").status == 0)
    // In one signal or in several, as the turn takes its time.
    for part in ["'Locked': <true>", "'Lock': <'landscape'>", "'Orientation': <'landscape-right'>"]
    {
      try Deadline.waitUntil("\(part)\n\(monitor.output)") { monitor.output.contains(part) }
    }
    _ = try monitor.waitForLine { $0.contains("Turned ('HEADLESS-1', 'normal', 'confirmed')") }
    #expect(monitor.output.contains(".Decided ("))
  }

  @Test func aBusNameOwnedByAnotherProcessIsReported() throws {
    let other = try ChildProcess(
      "/usr/bin/python3",
      [
        "-c",
        """
        import dbus.bus, time
        bus = dbus.bus.BusConnection("unix:path=\(bus.path)")
        bus.request_name("\(Self.name)")
        time.sleep(60)
        """,
      ], environment: environment)
    defer { other.stop() }
    let caller = try BusCaller(bus)
    try Deadline.waitUntil("the other\n\(other.errors)") { try caller.isOwned(Self.name) }
    let swivel = try ChildProcess(Swivel.path, Swivel.replay, environment: environment)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    try Deadline.waitUntil("the words\n\(swivel.errors)") {
      swivel.errors.contains("another program has the name \(Self.name)")
    }
  }

  @Test func theRunContinuesWithoutASessionBus() throws {
    let swivel = try started()
    defer { swivel.stop() }
    bus.stop()
    try Deadline.waitUntil("the words\n\(swivel.errors)") {
      swivel.errors.contains(
        "the session bus is gone; commands still work through the control socket")
    }
    #expect(try compositor.run(Swivel.path, ["lock", "landscape"]).status == 0)
    try compositor.waitForTransform("normal")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)

    let alone = try Swivel.start(Swivel.replay, on: compositor)
    defer { alone.stop() }
    try Deadline.waitUntil("the words\n\(alone.errors)") {
      alone.errors.contains("not on the session bus: ")
    }
    #expect(alone.errors.contains("; commands still work through the control socket"))
    #expect(try compositor.run(Swivel.path, ["status"]).status == 0)
    alone.stop()

    // Where others may enter there is no socket either.
    chmod(compositor.runtimeDirectory, 0o755)
    let mute = try Swivel.start(Swivel.replay, on: compositor)
    defer { mute.stop() }
    try Deadline.waitUntil("the words\n\(mute.errors)") {
      mute.errors.contains("; there is no control socket either, so no command can reach this run")
    }
    #expect(!mute.errors.contains("commands still work"))
  }
}
