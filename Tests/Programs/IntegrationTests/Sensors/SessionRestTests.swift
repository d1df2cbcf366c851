// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Sensors
import Testing

/// The sensor rests while nobody can see what would turn: logind and iio-sensor-proxy as
/// python-dbusmock plays them, a real compositor, and our daemon.
@Suite(.serialized) struct SessionRestTests {
  private static let logind = "org.freedesktop.login1"
  private static let session = "/org/freedesktop/login1/session/c1"
  private static let sensor = "net.hadess.SensorProxy"

  private struct Stage {
    let bus: MessageBus
    let services: [ChildProcess]
    let caller: BusCaller

    func stop() {
      for service in services { service.stop() }
    }

    var claimers: Int {
      get throws {
        let reply = try caller.mock(
          SessionRestTests.sensor, "/net/hadess/SensorProxy", "GetInternalProperty",
          [.string("AccelerometerOwners")])
        return reply.first?.elements?.count ?? -1
      }
    }

    func session(_ member: String, _ arguments: [BusValue] = []) throws {
      try caller.call(
        SessionRestTests.logind, SessionRestTests.session, "org.freedesktop.login1.Session",
        member, arguments)
    }

    func setActive(_ isActive: Bool) throws {
      try caller.mock(
        SessionRestTests.logind, SessionRestTests.session, "UpdateProperties",
        [
          .string("org.freedesktop.login1.Session"),
          .array(
            [.entry(.string("Active"), .variant(.boolean(isActive)))], element: "{sv}"),
        ])
    }
  }

  private func stage() throws -> Stage {
    let bus = try MessageBus()
    let services = [
      try bus.mockSensorProxy(),
      try bus.mock(["--template", "logind"], owning: Self.logind),
    ]
    let caller = try BusCaller(bus)
    try caller.mock(
      Self.logind, "/org/freedesktop/login1", "AddSession",
      [.string("c1"), .string("seat0"), .uint32(getuid()), .string("me"), .boolean(true)])
    return Stage(bus: bus, services: services, caller: caller)
  }

  private func run(
    _ compositor: Compositor, _ stage: Stage, _ environment: [String: String]
  ) throws -> ChildProcess {
    try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"],
      environment: compositor.clientEnvironment.merging(stage.bus.environment) { $1 }
        .merging(environment) { $1 })
  }

  @Test func lockingTheSessionReleasesTheSensorUntilUnlocked() throws {
    let compositor = try Compositor(.phoc)
    let stage = try stage()
    defer { stage.stop() }
    let swivel = try run(compositor, stage, ["XDG_SESSION_ID": "c1"])
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    #expect(try stage.claimers == 1)
    try stage.session("SetLockedHint", [.boolean(true)])
    try Deadline.waitUntil("the release\n\(swivel.errors)") { try stage.claimers == 0 }
    try Deadline.waitUntil("its reason") { swivel.errors.contains("the session is locked") }
    // What the device does meanwhile counts from the moment on in which it can be seen.
    try stage.caller.mock(
      Self.sensor, "/net/hadess/SensorProxy", "SetInternalProperty",
      [
        .string(Self.sensor), .string("AccelerometerOrientation"), .variant(.string("bottom-up")),
      ])
    try Idleness.wait(for: swivel.pid)
    #expect(try compositor.outputs().map(\.transform) == ["90"])
    try stage.session("SetLockedHint", [.boolean(false)])
    try compositor.waitForTransform("180")
    #expect(try stage.claimers == 1)
  }

  @Test func aLockRequestAloneDoesNotReleaseTheSensor() throws {
    let compositor = try Compositor(.phoc)
    let stage = try stage()
    defer { stage.stop() }
    let swivel = try run(compositor, stage, ["XDG_SESSION_ID": "c1"])
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    // A locker that heeds it need not say when it ends, so only the hint counts.
    try stage.session("Lock")
    try stage.session("Unlock")
    try stage.caller.mock(
      Self.sensor, "/net/hadess/SensorProxy", "SetInternalProperty",
      [.string(Self.sensor), .string("AccelerometerOrientation"), .variant(.string("normal"))])
    try compositor.waitForTransform("normal")
    #expect(try stage.claimers == 1)
  }

  @Test func anInactiveSessionReleasesTheSensor() throws {
    let compositor = try Compositor(.phoc)
    let stage = try stage()
    defer { stage.stop() }
    // Without a word of the environment it is the user's graphical session.
    let manager = "org.freedesktop.login1.Manager"
    let code = "ret = '/org/freedesktop/login1/user/%d' % args[0]"
    try stage.caller.mock(
      Self.logind, "/org/freedesktop/login1", "AddMethod",
      [.string(manager), .string("GetUser"), .string("u"), .string("o"), .string(code)])
    try stage.caller.call(
      Self.logind, "/org/freedesktop/login1/user/\(getuid())", "org.freedesktop.DBus.Properties",
      "Set",
      [
        .string("org.freedesktop.login1.User"), .string("Display"),
        .variant(.structure([.string("c1"), .objectPath(Self.session)])),
      ])
    let swivel = try run(compositor, stage, [:])
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    try stage.setActive(false)
    try Deadline.waitUntil("the release\n\(swivel.errors)") { try stage.claimers == 0 }
    try stage.setActive(true)
    try Deadline.waitUntil("the claim\n\(swivel.errors)") { try stage.claimers == 1 }
    // A logind that ends knows nothing any more: the sensor must not rest for ever.
    try stage.session("SetLockedHint", [.boolean(true)])
    try Deadline.waitUntil("the release\n\(swivel.errors)") { try stage.claimers == 0 }
    stage.services[1].stop()
    try Deadline.waitUntil("the claim\n\(swivel.errors)") { try stage.claimers == 1 }
  }

  @Test func aProcessOutsideAnySessionGetsNoSessionEvents() throws {
    let stage = try stage()
    defer { stage.stop() }
    let listener = try SensorListener()
    // The environment is asked last, after logind has answered that it knows no session.
    var asked: [String] = []
    let session = LogindSession(bus: stage.bus.address) {
      asked.append($0)
      return nil
    }
    session.start(in: listener.host)
    try listener.wait("the end of the search") { !asked.isEmpty }
    try listener.waitForIdleness()
    #expect(asked == ["XDG_SESSION_ID"])
    #expect(listener.events.isEmpty)
    session.stop()
  }
}
