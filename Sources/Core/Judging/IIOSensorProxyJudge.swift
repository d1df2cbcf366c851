// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// The judge of iio-sensor-proxy 3.9: if exactly one of the axes x and y is elevated by more than
/// 35°, that axis determines the orientation.
///
/// Tilt and in-plane angle are not distinguished; there is no filter and no minimum wait. The
/// original polls every 700 ms; `Judges` adds the polling.
public struct IIOSensorProxyJudge: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "iio-sensor-proxy"
  /// The last reported orientation, the gate of the latest reading, and the counts of readings.
  public private(set) var record = JudgeRecord()

  private static let threshold = 35.0

  /// Creates a judge without readings.
  public init() {}

  /// Judges a reading; returns the new orientation if it has changed, otherwise `nil`.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    record.begin()
    let vector = PlaneVector(reading)
    // As in iio-sensor-proxy, x and y are negated, and all values are truncated to whole 256ths of
    // g.
    func scaled(_ value: Double) -> Double { (value * 256 / 9.81).rounded(.towardZero) }
    let (x, y, z) = (scaled(-vector.x), scaled(-vector.y), scaled(vector.z))
    func elevation(_ axis: Double, _ one: Double, _ other: Double) -> Double {
      PlaneVector.degrees(atan2(axis, (one * one + other * other).squareRoot())).rounded()
    }
    let sideways = elevation(x, y, z)
    let upwards = elevation(y, x, z)
    let isSideways = abs(sideways) > Self.threshold
    let isUpwards = abs(upwards) > Self.threshold
    guard isSideways != isUpwards else { return record.stop(isSideways ? .hysteresis : .flat) }
    let found: DeviceOrientation =
      if isSideways {
        sideways > 0 ? .landscapeRight : .landscapeLeft
      } else {
        upwards > 0 ? .portraitUpsideDown : .portrait
      }
    return record.report(found)
  }
}
