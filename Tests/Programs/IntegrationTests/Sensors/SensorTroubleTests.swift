// SPDX-License-Identifier: Apache-2.0
import Bus
import Formats
import Testing

/// The status, the session bus and the bar name the reason for which no sensor is read, and each
/// further reason.
@Suite struct SensorTroubleTests {
  private static let service = "net.hadess.SensorProxy"
  private static let own = "io.github.swivel.Swivel1"
  private static let ownPath = "/io/github/swivel/Swivel1"

  private let directory: RuntimeDirectory
  private let template: String

  init() throws {
    directory = try RuntimeDirectory()
    template = try directory.write(
      """
      import dbus
      BUS_NAME = MAIN_IFACE = "net.hadess.SensorProxy"
      MAIN_OBJ = "/net/hadess/SensorProxy"
      SYSTEM_BUS = True

      def load(mock, parameters):
          refusal = parameters.get("refusal")
          claim = "" if not refusal else (
              "raise dbus.exceptions.DBusException(%r, "
              "name='org.freedesktop.DBus.Error.AccessDenied')" % str(refusal))
          mock.AddMethods(MAIN_IFACE, [
              ("ClaimAccelerometer", "", "", claim), ("ReleaseAccelerometer", "", "", "")])
          mock.AddProperties(MAIN_IFACE, dbus.Dictionary(
              {"HasAccelerometer": True, "AccelerometerOrientation": "normal"}, signature="sv"))
      """, to: "proxy.py")
  }

  /// A mocked service, whose claim fails with a text, or succeeds without one.
  private func proxy(on bus: MessageBus, refusing text: String?) throws -> ChildProcess {
    let parameters = text.map { "{\"refusal\": \"\($0)\"}" } ?? "{}"
    return try bus.mock(["--template", template, "-p", parameters], owning: Self.service)
  }

  /// Waits until all four name the reason; with none, until nothing is told.
  private func wait(
    for reason: String?, sensor words: String = "rests", on compositor: Compositor,
    _ bus: MessageBus, _ bar: ChildProcess
  ) throws {
    let caller = try BusCaller(bus)
    try Deadline.waitUntil("\(reason ?? "no reason")") {
      let rest = try Swivel.status(on: compositor)["sensor-rests"]
      guard let reason else { return rest == .null }
      return rest?["text"]?.string?.contains(reason) == true
    }
    let property = try caller.call(
      Self.own, Self.ownPath, "org.freedesktop.DBus.Properties", "Get",
      [.string(Self.own), .string("SensorRests")])
    let status = try compositor.run(Swivel.path, ["status"]).output
    if let reason {
      #expect(property.first?.string?.contains(reason) == true, "\(property)")
      #expect(status.contains("sensor  \(words): ") && status.contains(reason), "\(status)")
      _ = try bar.waitForLine { $0.contains("\(words): ") && $0.contains(reason) }
    } else {
      #expect(property.first?.string == "")
      #expect(!status.contains("rests: ") && !status.contains("no sensor"), "\(status)")
    }
  }

  @Test func eachReasonForNoSensorIsNamedEverywhere() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    var service = try proxy(on: bus, refusing: "the first reason")
    defer { service.stop() }
    let environment = compositor.clientEnvironment.merging(bus.sessionEnvironment) { $1 }
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"], environment: environment)
    defer { swivel.stop() }
    try Deadline.waitUntil("the daemon") {
      (try? Swivel.status(on: compositor)["connected"]?.bool) == true
    }
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { bar.stop() }
    try wait(
      for: "the first reason", sensor: "the sensor cannot be read", on: compositor, bus, bar)
    service.stop()
    try wait(
      for: "iio-sensor-proxy does not run", sensor: "no sensor is there", on: compositor, bus, bar)
    // A missing sensor is the likeliest reason why nothing rotates.
    let explained = try compositor.run(Swivel.path, ["explain"]).output
    #expect(explained.hasPrefix("no sensor is there: "), "\(explained)")
    #expect(explained.contains("swivel doctor says what to do"))
    let document = try JSONValue.parse(
      compositor.run(Swivel.path, ["explain", "--json"]).output, file: "explanation")
    #expect(document["sensor"]?.string?.hasPrefix("no sensor is there: ") == true)
    service = try proxy(on: bus, refusing: "the second reason")
    try wait(
      for: "the second reason", sensor: "the sensor cannot be read", on: compositor, bus, bar)
    service.stop()
    service = try proxy(on: bus, refusing: nil)
    try wait(for: nil, on: compositor, bus, bar)
    #expect(swivel.errors.contains("the first reason"))
    #expect(swivel.errors.contains("the second reason"))
  }

  @Test func aMissingTabletModeIsNamedIfOnlyThatModeIsFollowed() throws {
    let compositor = try Compositor(.phoc)
    let device = try FileAccelerometer()
    let swivel = try Swivel.start(device.run + ["--follow", "tablet-mode"], on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil("the warning\n\(swivel.errors)") {
      (swivel.errors + swivel.output).contains(
        "--follow tablet-mode: nothing reports the tablet mode")
    }
    let text = swivel.errors + swivel.output
    #expect(text.contains("/dev/input has no tablet-mode switch") && text.contains("--follow auto"))
  }

  @Test func theLockOfTheSessionIsNamedEverywhere() throws {
    let compositor = try Compositor(.phoc)
    let logind = try MockedLogind()
    let service = try proxy(on: logind.bus, refusing: nil)
    defer { service.stop() }
    let environment = compositor.clientEnvironment.merging(logind.environment) { $1 }
      .merging(logind.bus.sessionEnvironment) { $1 }
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"], environment: environment)
    defer { swivel.stop() }
    try Deadline.waitUntil("the sensor") {
      (try? Swivel.status(on: compositor)["sensor-rests"]) == .null
    }
    let bar = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { bar.stop() }
    try logind.lock(true)
    try wait(for: "the session is locked", on: compositor, logind.bus, bar)
    try logind.lock(false)
    try wait(for: nil, on: compositor, logind.bus, bar)
  }
}
