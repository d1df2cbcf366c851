// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// The judge of rot8 1.0: selects the first of four points that is close to the normalised reading.
///
/// The tilt affects only the normalisation. The original polls every 500 ms; `Judges` adds the
/// polling.
public struct Rot8Judge: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "rot8"
  /// The last reported orientation, the gate of the latest reading, and the counts of readings.
  public private(set) var record = JudgeRecord()

  /// The points in the order of comparison, with the signs of Swivel's axes.
  private static let points: [(orientation: DeviceOrientation, x: Double, y: Double)] = [
    (.portrait, 0, 1), (.portraitUpsideDown, 0, -1), (.landscapeLeft, 1, 0),
    (.landscapeRight, -1, 0),
  ]

  /// Creates a judge without readings.
  public init() {}

  /// Judges a reading; returns the new orientation if it has changed, otherwise `nil`.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    record.begin()
    let vector = PlaneVector(reading)
    let length = vector.length
    // A reading of zero length gives NaN, which is close to no point.
    let (x, y) = (vector.x / length, vector.y / length)
    let near = Self.points.first { point in
      (x - point.x) * (x - point.x) + (y - point.y) * (y - point.y) < 0.5
    }
    guard let near else { return record.stop(length > 0 ? .hysteresis : .magnitude) }
    return record.report(near.orientation)
  }
}

/// A reading in m/s², for the judges that compute in floating point.
struct PlaneVector: Sendable, Hashable {
  var x: Double
  var y: Double
  var z: Double

  static let gravity = 9.80665

  init(_ reading: Acceleration) {
    func meters(_ value: Int32) -> Double { Double(value) * Self.gravity / 1000 }
    (x, y, z) = (meters(reading.x), meters(reading.y), meters(reading.z))
  }

  var length: Double { (x * x + y * y + z * z).squareRoot() }
  var lengthInPlane: Double { (x * x + y * y).squareRoot() }

  static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
