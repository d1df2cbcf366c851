// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation

/// What ChromeOS makes of a reading: stable, upright enough, and 60° away from where it is.
///
/// One reading is enough to turn; nothing is smoothed and nothing waits. It starts as portrait.
public struct ChromeOSJudge: OrientationJudge, Hashable {
  /// The name by which `Judges` makes it.
  public let name = "chromeos"
  /// The last orientation reported; unknown before the first.
  public private(set) var current: DeviceOrientation = .unknown
  /// The gate that stopped the latest reading.
  public private(set) var stoppedAt: Gate?
  /// Readings so far, and those stopped at each gate.
  public private(set) var counts = GateCounts()

  private var rotation: DeviceOrientation = .portrait

  /// How far a length may be from gravity, in m/s².
  private static let stability = 1.0
  /// How much must lie in the plane of the screen, in m/s².
  private static let leastInPlane = 4.2
  /// Degrees from the current direction below which nothing changes.
  private static let sticky = 60.0

  /// Starts without a reading.
  public init() {}

  /// Takes a reading and returns the new orientation if it has changed.
  public mutating func judge(
    _ reading: Acceleration, at instant: Instant
  ) -> DeviceOrientation? {
    counts.countReading()
    stoppedAt = nil
    let vector = PlaneVector(reading)
    guard abs(vector.length - PlaneVector.gravity) <= Self.stability else {
      return stop(.magnitude)
    }
    let inPlane = vector.lengthInPlane
    guard inPlane >= Self.leastInPlane else { return stop(.flat) }
    let toCurrent = cosine(vector, to: rotation) / inPlane
    if PlaneVector.degrees(acos(min(max(toCurrent, -1), 1))) < Self.sticky {
      let isHeld = quadrant(vector) != rotation
      guard current == .unknown else { return isHeld ? stop(.hysteresis) : nil }
    } else {
      rotation = quadrant(vector)
    }
    guard rotation != current else { return nil }
    current = rotation
    return current
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

  private mutating func stop(_ gate: Gate) -> DeviceOrientation? {
    stoppedAt = gate
    counts.count(gate)
    return nil
  }
}
