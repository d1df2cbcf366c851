// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Fixtures
import Foundation
import Orientation
import Sensing
import Testing
import Text

@testable import Sensors

/// Newer iio-sensor-proxies as python-dbusmock plays them: signals for claimers only, a value that
/// can be read before the claim, and claims that a policy refuses.
@Suite(.serialized) struct ProxySourceTests {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"

  private func set(_ property: String, _ value: BusValue, on bus: MessageBus) throws {
    try BusCaller(bus).mock(
      Self.service, Self.path, "SetInternalProperty",
      [.string(Self.service), .string(property), .variant(value)])
  }

  private func claimers(on bus: MessageBus) throws -> Int {
    let reply = try BusCaller(bus).mock(
      Self.service, Self.path, "GetInternalProperty", [.string("AccelerometerOwners")])
    return reply.first?.elements?.count ?? -1
  }

  @Test func theOrientationCountsOnlyWhileClaimed() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy()
    defer { service.stop() }
    let listener = try SensorListener()
    let source = ProxySource(bus: bus.address)
    source.start(in: listener.host)
    try listener.wait("the sensor") { !listener.events.isEmpty }
    try listener.waitForIdleness()
    guard case .available? = listener.events.first else {
      Issue.record("\(listener.events)")
      return
    }
    #expect(listener.events.count == 1)

    source.claim()
    try listener.wait("the first edge") { listener.edges == [.left] }
    #expect(try claimers(on: bus) == 1)
    for (word, edge) in [("bottom-up", PanelEdge.bottom), ("right-up", .right), ("normal", .top)] {
      try set("AccelerometerOrientation", .string(word), on: bus)
      try listener.wait(word) { listener.edges.last == edge }
    }
    try listener.waitForIdleness()

    source.release()
    try listener.wait("the release") { try claimers(on: bus) == 0 }
    listener.forget()
    try set("AccelerometerOrientation", .string("left-up"), on: bus)
    try listener.waitForIdleness()
    #expect(listener.events.isEmpty)
    source.claim()
    try listener.wait("what changed meanwhile") { listener.edges == [.left] }
    source.stop()
    try Deadline.waitUntil("the end of the claim") { try claimers(on: bus) == 0 }
  }

  @Test(arguments: [
    ([0.0, -1, 0, 1, 0, 0, 0, 0, 1], PanelEdge.bottom, 0),
    ([0, 1, 0, 1, 0, 0, 0, 0, -1], .bottom, 0), ([-1, 0, 0, 0, 1, 0, 0, 0, -1], .right, 0),
    // What is no turn of the screen's plane leaves the word as it is, and says so.
    ([0, 0, 1, 0, 1, 0, -1, 0, 0], .left, 1),
  ])
  func orientationsAreCorrectedByTheConfiguredMatrix(
    elements: [Double], edge: PanelEdge, problems: Int
  ) throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy()
    defer { service.stop() }
    let listener = try SensorListener()
    let correction = try #require(MountMatrix(elements: elements))
    let source = ProxySource(bus: bus.address, correction: correction)
    defer { source.stop() }
    source.start(in: listener.host)
    source.claim()
    // The service says left-up.
    try listener.wait("the edge") { listener.edges == [edge] }
    #expect(listener.problems.count == problems)
    #expect(listener.problems.allSatisfy { $0.contains("--sensor iio") })
  }

  @Test func invalidOrientationsAreIgnored() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy()
    defer { service.stop() }
    let listener = try SensorListener()
    let source = ProxySource(bus: bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the first edge") { listener.edges == [.left] }
    try set("AccelerometerOrientation", .string("undefined"), on: bus)
    try set("AccelerometerOrientation", .string("<b>sideways\u{1b}[31m"), on: bus)
    try set("AccelerometerOrientation", .string(""), on: bus)
    try set("AccelerometerOrientation", .string("normal"), on: bus)
    try listener.wait("the next edge") { listener.edges == [.left, .top] }
    #expect(listener.problems.count == 1)
    #expect(listener.problems.first?.contains("\u{1b}") == false)
    source.stop()
  }

  @Test func theClaimIsRenewedWhenTheServiceReturns() throws {
    let bus = try MessageBus()
    let listener = try SensorListener()
    let source = ProxySource(bus: bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the loss") { listener.losses.count == 1 }
    #expect(listener.losses.first?.contains("iio-sensor-proxy does not run") == true)

    let first = try bus.mockSensorProxy()
    try listener.wait("the first edge") { listener.edges == [.left] }
    first.stop()
    try listener.wait("the loss") { listener.losses.count == 2 }
    let second = try bus.mockSensorProxy("right-up")
    defer { second.stop() }
    try listener.wait("the claim anew") { listener.edges == [.left, .right] }
    #expect(try claimers(on: bus) == 1)

    bus.stop()
    try listener.wait("the loss of the bus") { listener.losses.count == 3 }
    source.stop()
  }

  @Test func anAccelerometerThatAppearsLaterIsUsed() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy(has: false, "undefined")
    defer { service.stop() }
    let listener = try SensorListener()
    let source = ProxySource(bus: bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the lack") { !listener.losses.isEmpty }
    try set("HasAccelerometer", .boolean(true), on: bus)
    try set("AccelerometerOrientation", .string("normal"), on: bus)
    // What is read after the claim may be told by a signal once more.
    try listener.wait("the sensor") { Set(listener.edges) == [.top] }
    source.stop()
  }

  /// A service that has just started may deny its sensor, and signal nothing when it finds it.
  @Test func aServiceWithoutAnAccelerometerIsAskedAgain() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy(has: false, "undefined")
    defer { service.stop() }
    let listener = try SensorListener()
    let source = ProxySource(
      bus: bus.address,
      pace: .init(first: .milliseconds(20), last: .milliseconds(80)))
    defer { source.stop() }
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the lack") { !listener.losses.isEmpty }
    let caller = try BusCaller(bus)
    let assignments = ["HasAccelerometer": "True", "AccelerometerOrientation": "'bottom-up'"]
    for (property, value) in assignments {
      try caller.mock(
        Self.service, Self.path, "AddMethod",
        [
          .string(Self.service), .string("Assign"), .string(""), .string(""),
          .string("self.props['\(Self.service)']['\(property)'] = \(value)"),
        ])
      try caller.call(Self.service, Self.path, Self.service, "Assign")
    }
    try listener.wait("the sensor") { Set(listener.edges) == [.bottom] }
    #expect(listener.losses.count == 1)
  }

  @Test func aRefusedClaimIsExplained() throws {
    let bus = try MessageBus()
    let service = try bus.mock(
      ["--system", Self.service, Self.path, Self.service], owning: Self.service)
    defer { service.stop() }
    let caller = try BusCaller(bus)
    let refusal =
      "raise dbus.exceptions.DBusException('Not Authorized: x', "
      + "name='org.freedesktop.DBus.Error.AccessDenied')"
    try caller.mock(
      Self.service, Self.path, "AddMethod",
      [
        .string(Self.service), .string("ClaimAccelerometer"), .string(""), .string(""),
        .string(refusal),
      ])
    try caller.mock(
      Self.service, Self.path, "AddProperty",
      [.string(Self.service), .string("HasAccelerometer"), .variant(.boolean(true))])
    let listener = try SensorListener()
    let source = ProxySource(bus: bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the refusal") { !listener.problems.isEmpty }
    let words = try #require(listener.problems.first)
    #expect(words.contains("Not Authorized: x"))
    #expect(words.contains("net.hadess.SensorProxy.claim-sensor in a polkit rule"))
    #expect(listener.edges.isEmpty)
    source.stop()
  }

  /// The text of an error is another program's, and every reason is told.
  @Test func textsOfRefusalsAreBoundedAndEachReasonIsReported() throws {
    let bus = try MessageBus()
    let listener = try SensorListener()
    let source = ProxySource(bus: bus.address)
    source.start(in: listener.host)
    source.claim()
    let texts = [String(repeating: "x", count: 100_000), "Not \u{1B}[31mallowed\nfake\u{202E}"]
    for (number, text) in texts.enumerated() {
      let service = try bus.mock(
        ["--system", Self.service, Self.path, Self.service], owning: Self.service)
      defer { service.stop() }
      let hex = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      let refusal =
        "raise dbus.exceptions.DBusException(bytes.fromhex('\(hex)').decode(), "
        + "name='org.freedesktop.DBus.Error.AccessDenied')"
      try BusCaller(bus).mock(
        Self.service, Self.path, "AddMethod",
        [
          .string(Self.service), .string("ClaimAccelerometer"), .string(""), .string(""),
          .string(refusal),
        ])
      source.release()
      source.claim()
      try listener.wait("refusal \(number)") { listener.problems.count > number }
    }
    for words in listener.problems {
      #expect(words.utf8.count < 1_000, "\(words.prefix(200))")
      #expect(!words.contains("\u{1B}") && !words.contains("\n") && !words.contains("\u{202E}"))
    }
    #expect(listener.problems.last?.contains("U+001B[31mallowed") == true)
    source.stop()
  }

  @Test func autoSelectsTheProxyAndReportsTheChoice() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy()
    defer { service.stop() }
    let nowhere = DeviceTree(root: "/nowhere")
    let listener = try SensorListener()
    let source = AutomaticSource(tree: nowhere, bus: bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the edge") { listener.edges == [.left] }
    #expect(
      listener.events.first == .note("auto: iio-sensor-proxy has an accelerometer, so it is used"))
    source.stop()
  }

  /// As after a resume on some machines: the service repeats itself while the sensor moves.
  @Test func aServiceThatHangsIsReplacedByTheSensor() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy("normal")
    defer { service.stop() }
    let scratch = ScratchFolder()
    try scratch.addAccelerometer()
    let tree = DeviceTree(root: scratch.path)
    let pace = ProxyComparison.Pace(
      first: .milliseconds(20), last: .milliseconds(20), doubtful: .milliseconds(300))
    let listener = try SensorListener()
    let source = AutomaticSource(tree: tree, bus: bus.address, pace: pace)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the edge") { listener.edges == [.top] }
    func turn(_ x: String, _ y: String) throws {
      try scratch.addAccelerometer(0, ["in_accel_x_raw": x, "in_accel_y_raw": y])
    }
    // Both agree; then the service follows; then the device is held obliquely.
    _ = try? listener.loop.turn(waitingAtMost: .milliseconds(100))
    try set("AccelerometerOrientation", .string("left-up"), on: bus)
    try turn("1000", "0")
    try listener.wait("the turn") { listener.edges.last == .left }
    try turn("600", "-600")
    for _ in 0..<10 { _ = try? listener.loop.turn(waitingAtMost: .milliseconds(20)) }
    #expect(source.chosen?.name == "proxy")
    try turn("0", "1000")
    try listener.wait("the sensor") { source.chosen?.name == "iio" }
    let note = UntrustedText(
      "auto: iio:device0 (bmc150_accel) is read from sysfs, since iio-sensor-proxy says that the "
        + "left edge is up, while the sensor has the bottom edge up")
    #expect(listener.events.contains(.note(note)))
    try listener.wait("a reading") {
      listener.events.contains { if case .reading = $0 { true } else { false } }
    }
    source.stop()
  }
}
