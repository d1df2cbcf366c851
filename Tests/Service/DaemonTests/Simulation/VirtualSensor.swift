// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensors
import Text

@testable import Daemon

/// A simulated sensor of the device's orientation and fold, which can be removed.
final class VirtualSensor: OrientationSource {
  let name = "virtual"
  private(set) var counts = ReadingCounts()
  private var host: SensorHost?
  private var isClaimed = false
  var edge: PanelEdge? { didSet { tell() } }
  var isThere = true {
    didSet {
      guard isThere != oldValue else { return }
      host?.report(isThere ? .available("is back") : .lost("it was taken away"))
      tell()
    }
  }

  func start(in host: SensorHost) { self.host = host }

  func stop() { (host, isClaimed) = (nil, false) }

  func claim() {
    isClaimed = true
    // Like iio-sensor-proxy, reports the orientation at once, but not within the call.
    host?.loop.schedule(after: .zero) { [weak self] in self?.tell() }
  }

  func release() { isClaimed = false }

  func report(_ event: SensorEvent) { host?.report(event) }

  private func tell() {
    guard isClaimed, isThere, let edge, let host else { return }
    counts.countGood()
    host.report(.edgeUp(edge))
  }
}

/// logind's reports about the session, without a bus.
final class VirtualLogin: LoginSource {
  private var host: SensorHost?
  func start(in host: SensorHost) { self.host = host }
  func stop() { host = nil }
  func report(_ event: SensorEvent) { host?.report(event) }
}
