// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing

/// A comparison of iio-sensor-proxy's orientation with the accelerometer, at increasing intervals.
///
/// On some machines the service reports one orientation for ever after a resume, while the sensor
/// works (linux-surface#1681). Both use the same mount matrix.
final class ProxyComparison {
  /// The intervals between comparisons: the first, the longest, and that after a contradiction.
  struct Pace {
    var first = Duration.seconds(5)
    var last = Duration.seconds(300)
    var doubtful = Duration.seconds(2)
  }

  /// The number of consecutive contradictions that prove that the service hangs.
  private static let contradictions = 3
  /// The acceleration in the panel's plane, in thousandths of g, above which the edge is certain.
  private static let upright: Int32 = 850

  private let loop: EventLoop
  private let pace: Pace
  private var interval: Duration
  private var reader: ReadingThread?
  private var timer: Registration?
  /// The edge that the service reported last; `nil` before its first report.
  private var reported: PanelEdge?
  /// The edge by the sensor in the last contradiction, and the number of consecutive
  /// contradictions.
  private var doubt: (edge: PanelEdge, count: Int)?
  private let onHang: (_ reported: PanelEdge?, _ edge: PanelEdge) -> Void

  /// Begins to compare; `nil` if the device's attributes cannot be read.
  ///
  /// After three consecutive contradictions, the comparison ends, and `onHang` is called with the
  /// edge that the service reported last, if any, and the sensor's.
  init?(
    _ device: Accelerometer, on loop: EventLoop, pace: Pace,
    onHang: @escaping (PanelEdge?, PanelEdge) -> Void
  ) {
    self.loop = loop
    self.pace = pace
    self.onHang = onHang
    interval = pace.first
    reader = ReadingThread(device, on: loop) { [weak self] in self?.receive($0) }
    guard reader != nil else { return nil }
    arm(interval)
  }

  /// Called with each orientation that the service reports.
  func report(_ edge: PanelEdge) {
    reported = edge
    doubt = nil
  }

  private func arm(_ delay: Duration) {
    timer = loop.timer(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      if let readings = reader?.request() { receive(readings) }
    }
  }

  private func receive(_ readings: ReadingThread.Readings) {
    // Many drivers refuse single readings while the service uses their buffer; such a failure shows
    // nothing.
    guard case .value(let reading) = readings.display,
      let edge = AccelerometerProbe.edge(of: reading),
      max(abs(reading.x), abs(reading.y)) >= Self.upright, edge != reported
    else {
      doubt = nil
      interval = min(interval * 2, pace.last)
      return arm(interval)
    }
    let count = doubt.map { $0.edge == edge ? $0.count + 1 : 1 } ?? 1
    guard count < Self.contradictions else { return onHang(reported, edge) }
    doubt = (edge, count)
    arm(pace.doubtful)
  }
}
