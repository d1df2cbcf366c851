// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import EventLoop
import Orientation

@testable import Daemon

/// Records when a compositor shows a transform and when iio-sensor-proxy reports an orientation.
final class TransformWatch {
  let loop: EventLoop
  let session: Session
  private let link: DesktopLink
  private let connection: BusConnection?
  private var subscription: Subscription?
  private var last: Transform?
  /// The time when the first output showed its present transform.
  private(set) var shownAt = Instant.zero
  /// The time of the latest signal.
  private(set) var signalAt = Instant.zero
  private var lastChange: UInt32 = 0

  /// The closure that the link calls, set once this object is complete.
  private final class Relay {
    var action: () -> Void = {}
  }

  typealias Transform = Orientation.Transform

  init(_ compositor: Compositor, _ bus: MessageBus? = nil) throws {
    loop = try EventLoop()
    session = try Session(
      display: "\(compositor.runtimeDirectory)/\(compositor.kind.socketName)")
    let relay = Relay()
    link = try DesktopLink(session, on: loop) { _ in relay.action() }
    let loop = loop
    connection = try bus.map { try BusConnection($0.address, on: loop) }
    relay.action = { [unowned self] in note() }
    subscription = try connection?.subscribe(
      toPropertiesOf: "net.hadess.SensorProxy", at: "/net/hadess/SensorProxy",
      in: "net.hadess.SensorProxy"
    ) { [unowned self] _, _ in signalAt = EventLoop.now }
    // Newer services emit signals only to clients that have claimed the sensor.
    connection?.call(
      BusCall(
        "net.hadess.SensorProxy", "/net/hadess/SensorProxy", "net.hadess.SensorProxy",
        "ClaimAccelerometer")
    ) { _ in }
    try wait("the session") { session.isReady }
  }

  private func note() {
    guard let transform = session.outputs.first?.transform, transform != last else { return }
    last = transform
    shownAt = EventLoop.now
  }

  func wait(_ what: String, until isSo: () -> Bool) throws {
    try Deadline.waitUntil(what, turning: loop, isSo)
  }

  func run(for time: Duration) throws {
    let end = EventLoop.now + time
    while EventLoop.now < end { try loop.turn(waitingAtMost: end - EventLoop.now) }
  }

  func waitForTransform(_ transform: Transform) throws {
    try wait("\(transform)") { last == transform }
  }

  /// Returns the time that the compositor takes for a requested transform.
  func turn(to transform: Transform) throws -> Duration {
    guard let name = session.outputs.first?.name else { return .zero }
    lastChange += 1
    let start = EventLoop.now
    session.apply(transform: transform, to: name, tag: lastChange)
    try waitForTransform(transform)
    return shownAt - start
  }
}
