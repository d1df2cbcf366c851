// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import EventLoop
import Orientation

@testable import Daemon

/// Notes when a compositor shows a transform and when iio-sensor-proxy says a new orientation.
final class TransformWatch {
  let loop: EventLoop
  let session: Session
  private let link: DesktopLink
  private let connection: BusConnection?
  private var subscription: Subscription?
  private var last: Transform?
  /// When the first output showed its present transform.
  private(set) var shownAt = Instant.zero
  /// When the latest signal came.
  private(set) var signalAt = Instant.zero
  private var lastChange: UInt32 = 0

  /// What the link calls before this object is complete.
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
    // Newer services tell only those that have claimed.
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

  /// How long the compositor takes for a change of ours.
  func turn(to transform: Transform) throws -> Duration {
    guard let name = session.outputs.first?.name else { return .zero }
    lastChange += 1
    let start = EventLoop.now
    session.apply(transform: transform, to: name, tag: lastChange)
    try waitForTransform(transform)
    return shownAt - start
  }
}
