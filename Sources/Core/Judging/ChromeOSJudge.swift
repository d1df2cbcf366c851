// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// ChromeOS's judge: a reading changes the orientation if its length is near gravity, the screen is
/// not flat, and its direction is at least 60° from that of the current orientation.
///
/// One reading is enough for a turn: there is no filter and no minimum wait. The judge begins with
/// portrait.
public struct ChromeOSJudge: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "chromeos"
  /// The last reported orientation, the gate of the latest reading, and the counts of readings.
  public private(set) var record = JudgeRecord()

  private var rotation: DeviceOrientation = .portrait

  /// The largest deviation of a reading's length from gravity, in m/s².
  private static let stability = 1.0
  /// The least acceleration in the screen's plane, in m/s².
  private static let minimumInPlane = 4.2
  /// The angle in degrees from the current orientation's direction, below which the orientation is
  /// kept.
  private static let sticky = 60.0

  /// Creates a judge without readings.
  public init() {}

  /// Judges a reading; returns the new orientation if it has changed, otherwise `nil`.
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

  /// Returns the orientation of a vector's quadrant, by the clockwise angle from the upper left
  /// diagonal.
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
