// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Foundation
import Orientation
import Sensors
import Testing

/// iio-sensor-proxy from 3.6 on, played by `Programs/newer-proxy.py`, which asks a mocked polkit: the
/// claim that waits for the first reading, and signals for claimers alone.
@Suite(.serialized) struct NewerProxyTests {
  private static let name = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"
  private static let polkit = "org.freedesktop.PolicyKit1"

  private struct Stage {
    let bus: MessageBus
    let services: [ChildProcess]
    let caller: BusCaller

    func stop() {
      for service in services { service.stop() }
    }

    func turn(_ word: String) throws {
      try caller.call(
        NewerProxyTests.name, NewerProxyTests.path, "test.Sensor", "Turn", [.string(word)])
    }

    /// Has the service take the first reading after a claim.
    func read() throws {
      try caller.call(NewerProxyTests.name, NewerProxyTests.path, "test.Sensor", "Read")
    }

    var claimers: Int32? {
      get throws {
        let reply = try caller.call(
          NewerProxyTests.name, NewerProxyTests.path, "test.Sensor", "Claimers")
        if case .int32(let count)? = reply.first { return count }
        return nil
      }
    }
  }

  /// The service takes its first reading after a time, or with nil when it is told to.
  private func stage(readingAfter seconds: Double? = nil, isAllowed: Bool = true) throws -> Stage {
    let bus = try MessageBus()
    let polkit = try bus.mock(["--template", "polkitd"], owning: Self.polkit)
    let caller = try BusCaller(bus)
    if isAllowed { try allow(caller) }
    let script = "\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/newer-proxy.py"
    let service = try ChildProcess(
      "/usr/bin/python3", [script, seconds.map { "\($0)" } ?? "never"],
      environment: Command.plainEnvironment.merging(bus.environment) { $1 })
    try Deadline.waitUntil("the service\n\(service.errors)") { try caller.isOwned(Self.name) }
    return Stage(bus: bus, services: [polkit, service], caller: caller)
  }

  private func allow(_ caller: BusCaller) throws {
    try caller.mock(
      Self.polkit, "/org/freedesktop/PolicyKit1/Authority", "AllowUnknown", [.boolean(true)])
  }

  @Test func theClaimIsAnsweredWithTheFirstReading() throws {
    let stage = try stage()
    defer { stage.stop() }
    let listener = try SensorListener()
    let source = ProxySource(bus: stage.bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the claim") { try stage.claimers == 1 }
    #expect(listener.edges.isEmpty)
    try stage.read()
    try listener.wait("the first edge") { listener.edges == [.left] }
    #expect(try stage.claimers == 1)
    try stage.turn("bottom-up")
    try listener.wait("the second edge") { listener.edges == [.left, .bottom] }
    try listener.waitForIdleness()
    source.stop()
    try Deadline.waitUntil("the end of the claim") { try stage.claimers == 0 }
  }

  @Test func aReleaseBeforeTheClaimIsAnsweredCancelsTheClaim() throws {
    let stage = try stage()
    defer { stage.stop() }
    let listener = try SensorListener()
    let source = ProxySource(bus: stage.bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the claim") { try stage.claimers == 1 }
    source.release()
    try listener.wait("the release") { try stage.claimers == 0 }
    // Now the claim is answered.
    try stage.read()
    try listener.waitForIdleness()
    #expect(listener.edges.isEmpty)
    // The service remembers its last word: only what comes after the new claim's answer counts.
    try stage.turn("right-up")
    source.claim()
    try listener.wait("an edge") { !listener.edges.isEmpty }
    try stage.read()
    try listener.wait("the reading") { listener.edges.last == .right }
    try stage.turn("normal")
    try listener.wait("the next edge") { listener.edges.last == .top }
    source.stop()
  }

  @Test func onlyClaimersReceiveOrientationChanges() throws {
    let stage = try stage(readingAfter: 0)
    defer { stage.stop() }
    let claimer = try SensorListener()
    let source = ProxySource(bus: stage.bus.address)
    source.start(in: claimer.host)
    source.claim()
    try claimer.wait("the first edge") { claimer.edges == [.left] }
    let other = try SensorListener()
    let idle = ProxySource(bus: stage.bus.address)
    idle.start(in: other.host)
    try other.wait("the sensor") { !other.events.isEmpty }
    try stage.turn("normal")
    try claimer.wait("the turn") { claimer.edges == [.left, .top] }
    try other.waitForIdleness()
    #expect(other.edges.isEmpty)
    source.stop()
    idle.stop()
  }

  @Test func aClaimDeniedByPolkitIsReportedByTheDoctor() throws {
    let stage = try stage(readingAfter: 0, isAllowed: false)
    defer { stage.stop() }
    let listener = try SensorListener()
    let source = ProxySource(bus: stage.bus.address)
    source.start(in: listener.host)
    source.claim()
    try listener.wait("the refusal") { !listener.problems.isEmpty }
    #expect(listener.problems.first?.contains("Not Authorized") == true)
    #expect(listener.edges.isEmpty)
    source.stop()
    let directory = try RuntimeDirectory()
    let environment = Command.plainEnvironment.merging(stage.bus.environment) { $1 }
    let denied = try Diagnosis(["--sysfs", directory.path], environment: environment)
    #expect(denied.problems.contains("proxy-denied"))
    try allow(stage.caller)
    let works = try Diagnosis(["--sysfs", directory.path], environment: environment)
    #expect(works.ids.contains("proxy-works"))
    #expect(!works.ids.contains("proxy-old"))
    #expect(try stage.claimers == 0)
  }

  @Test func orientationChangesOfTheProxyRotateTheOutput() throws {
    let compositor = try Compositor(.phoc)
    let stage = try stage(readingAfter: 0.5)
    defer { stage.stop() }
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"],
      environment: compositor.clientEnvironment.merging(stage.bus.environment) { $1 })
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    try stage.turn("bottom-up")
    try compositor.waitForTransform("180")
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    try Deadline.waitUntil("the end of the claim") { try stage.claimers == 0 }
  }
}
