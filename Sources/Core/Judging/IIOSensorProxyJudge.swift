// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// What iio-sensor-proxy 3.9 makes of a reading: the elevation of each axis, both above 35° = keep.
///
/// It keeps tilt and in-plane angle in one number, filters nothing and waits for nothing. The
/// original polls every 700 ms; `Judges` adds that.
public struct IIOSensorProxyJudge: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "iio-sensor-proxy"
  /// What it has made of the readings so far.
  public private(set) var record = JudgeRecord()

  private static let threshold = 35.0

  /// Starts without a reading.
  public init() {}

  /// Takes a reading and returns the new orientation if it has changed.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    record.begin()
    let vector = PlaneVector(reading)
    // Its signs of x and y, and its whole 256ths of g, cut off.
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
