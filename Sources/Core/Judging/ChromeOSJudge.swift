// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// What ChromeOS makes of a reading: stable, upright enough, and 60° away from where it is.
///
/// One reading is enough to turn; nothing is smoothed and nothing waits. It starts as portrait.
public struct ChromeOSJudge: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "chromeos"
  /// What it has made of the readings so far.
  public private(set) var record = JudgeRecord()

  private var rotation: DeviceOrientation = .portrait

  /// How far a length may be from gravity, in m/s².
  private static let stability = 1.0
  /// How much must lie in the plane of the screen, in m/s².
  private static let minimumInPlane = 4.2
  /// Degrees from the current direction below which nothing changes.
  private static let sticky = 60.0

  /// Starts without a reading.
  public init() {}

  /// Takes a reading and returns the new orientation if it has changed.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    record.begin()
    let vector = PlaneVector(reading)
    guard abs(vector.length - PlaneVector.gravity) <= Self.stability else {
      return record.stop(.magnitude)
    }
    let inPlane = vector.lengthInPlane
    guard inPlane >= Self.minimumInPlane else { return record.stop(.flat) }
    let toCurrent = cosine(vector, to: rotation) / inPlane
    if PlaneVector.degrees(acos(min(max(toCurrent, -1), 1))) < Self.sticky {
      let isHeld = quadrant(vector) != rotation
      guard current == .unknown else { return isHeld ? record.stop(.hysteresis) : nil }
    } else {
      rotation = quadrant(vector)
    }
    return record.report(rotation)
  }

  private func cosine(_ vector: PlaneVector, to orientation: DeviceOrientation) -> Double {
    switch orientation {
    case .landscapeLeft: vector.x
    case .landscapeRight: -vector.x
    case .portraitUpsideDown: -vector.y
    case .portrait, .unknown, .faceUp, .faceDown: vector.y
    }
  }

  /// The quadrant around each axis, by the clockwise angle from the upper left diagonal.
  private func quadrant(_ vector: PlaneVector) -> DeviceOrientation {
    var angle = 135 - PlaneVector.degrees(atan2(vector.y, vector.x))
    if angle < 0 { angle += 360 }
    if angle >= 360 { angle -= 360 }
    return switch angle {
    case ..<90: .portrait
    case ..<180: .landscapeLeft
    case ..<270: .portraitUpsideDown
    default: .landscapeRight
    }
  }
}
