// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The posture of a laptop with a hinge.
public enum HingePosture: String, CaseIterable, Sendable, Hashable {
  case closed
  /// The device is open for use with the keyboard.
  case laptop
  /// The keyboard is folded to the back.
  case tablet
}

/// The reason why a hinge reading is inconclusive.
public enum HingeDoubt: String, CaseIterable, Sendable, Hashable {
  /// One half measures more or less than gravity, or the halves' magnitudes differ too much.
  case shaken
  /// The hinge points up or down, so the measured gravity does not depend on the hinge's angle.
  case vertical
  /// The halves measure different accelerations along the hinge, which is an axis of both.
  case disagreement
  /// Gravity is the same for closed and folded all the way round, and no earlier posture decides.
  case ambiguous
  case outOfRange = "out-of-range"
}

/// A reading of a hinge.
public enum HingeReading: Sendable, Hashable {
  /// The accelerations of the screen's half and the keyboard's half.
  ///
  /// The screen's axes are Android's. The axes of the keyboard's half are those that read the same
  /// with the lid closed, as in udev's hardware database: x along the hinge, y away from it.
  case halves(base: Acceleration, display: Acceleration)
  /// The measured angle in tenths of a degree: 0 is closed, 3600 folded all the way round.
  case angle(Int64)

  /// A reading with its time.
  public struct Timed: Sendable, Hashable {
    /// The time of the reading.
    public let instant: Instant
    /// The reading.
    public let reading: HingeReading

    /// Creates a reading with its time.
    public init(instant: Instant, reading: HingeReading) {
      self.instant = instant
      self.reading = reading
    }
  }

  /// Creates a reading from accelerations in the panel's axes, with the hinge at an edge of the
  /// panel.
  public init(base: Acceleration, display: Acceleration, hingeAt edge: PanelEdge) {
    self = .halves(base: base.turned(hingeAt: edge), display: display.turned(hingeAt: edge))
  }

  /// The angle, or the reason why there is none.
  ///
  /// The method is that of ChromeOS's embedded controller: the angle between the halves' gravity
  /// vectors, projected on the plane perpendicular to the hinge. Source: "motion_lid.c",
  /// https://chromium.googlesource.com/chromiumos/platform/ec/+/HEAD/common/motion_lid.c
  var estimate: Estimate {
    switch self {
    case .angle(let angle):
      return Self.angles.contains(angle) ? .angle(min(max(angle, 0), 3600)) : .doubt(.outOfRange)
    case .halves(let base, let display):
      let (below, above) = (MagnitudeSquare(base), MagnitudeSquare(display))
      guard below.isWithin(Self.rest.lowerBound, Self.rest.upperBound),
        above.isWithin(Self.rest.lowerBound, Self.rest.upperBound),
        below.isNear(above, within: Self.agreement)
      else { return .doubt(.shaken) }
      let (keyboard, screen) = (Attitude(acrossHinge: base), Attitude(acrossHinge: display))
      guard max(abs(keyboard.tilt), abs(screen.tilt)) <= Self.steepest else {
        return .doubt(.vertical)
      }
      guard abs(Int64(base.x) - Int64(display.x)) <= Self.shared else {
        return .doubt(.disagreement)
      }
      let angle = screen.angle - keyboard.angle
      return .angle(angle < 0 ? angle + 3600 : angle)
    }
  }

  /// The result for a reading: an angle from 0 to 3600 tenths of a degree, or a doubt.
  enum Estimate: Equatable {
    case angle(Int64)
    case doubt(HingeDoubt)
  }

  /// The plausible angles of a sensor, with some noise, in tenths of a degree.
  private static let angles: ClosedRange<Int64> = -50...3650
  /// The lengths in thousandths of g that count as gravity alone, with a tolerance for inexact
  /// sensors.
  private static let rest: ClosedRange<Int64> = 850...1150
  /// The largest difference between the lengths of the two halves' accelerations, in thousandths of
  /// g.
  private static let agreement: Int64 = 150
  /// The largest difference between the halves' accelerations along the hinge, in thousandths of g.
  ///
  /// The hinge is an axis of both halves, so with a larger difference the two sensors disagree.
  private static let shared: Int64 = 250
  /// The largest tilt of the hinge at which the angle is judged, ChromeOS's limit of 8.7 m/s² along
  /// the hinge; in tenths of a degree.
  private static let steepest: Int64 = 625
}

extension Attitude {
  /// Creates an attitude from gravity's angle in the plane perpendicular to the hinge and the
  /// hinge's own tilt.
  fileprivate init(acrossHinge reading: Acceleration) {
    self.init(x: -Int64(reading.z), y: Int64(reading.y), z: Int64(reading.x))
  }
}

extension Acceleration {
  /// Returns the acceleration in axes that fit a hinge at an edge: x along the hinge, y away from
  /// it.
  fileprivate func turned(hingeAt edge: PanelEdge) -> Acceleration {
    switch edge {
    case .bottom: self
    case .top: Acceleration(x: 0 &- x, y: 0 &- y, z: z)
    case .left: Acceleration(x: 0 &- y, y: x, z: z)
    case .right: Acceleration(x: y, y: 0 &- x, z: z)
    }
  }
}
