// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// How a laptop with a hinge is folded.
public enum HingePosture: String, CaseIterable, Sendable, Hashable {
  /// The screen lies on the keyboard.
  case closed
  /// The keyboard is in use.
  case laptop
  /// The keyboard is folded to the back, at least halfway.
  case tablet
}

/// Why a reading says nothing of the hinge.
public enum HingeDoubt: String, CaseIterable, Sendable, Hashable {
  /// A half feels more or less than gravity, or the halves feel different forces.
  case shaken
  /// The hinge points up or down, so that gravity is the same for every angle.
  case vertical
  /// Along the hinge, which both halves share, they feel different things.
  case disagreement
  /// Closed and folded right round look the same to gravity, and nothing before tells which it is.
  case ambiguous
  /// A sensor gives an angle that no hinge has.
  case outOfRange = "out-of-range"
}

/// What is known of a hinge at one moment.
public enum HingeReading: Sendable, Hashable {
  /// What the accelerometers in the two halves feel.
  ///
  /// Android's axes for the screen; the base's axes are those that read the same with the lid closed,
  /// as udev's hardware database has them: x along the hinge, y away from it.
  case halves(base: Acceleration, display: Acceleration)
  /// The angle that a sensor gives, in tenths of a degree: 0 is closed, 3600 folded right round.
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

  /// The readings of two halves whose hinge is at an edge of the panel, in the panel's axes.
  public init(base: Acceleration, display: Acceleration, hingeAt edge: PanelEdge) {
    self = .halves(base: base.turned(hingeAt: edge), display: display.turned(hingeAt: edge))
  }

  /// The angle, or why there is none.
  ///
  /// The method is that of ChromeOS's embedded controller: the halves' gravity is projected on the
  /// plane across the hinge, and the angle between the projections is the hinge's. Source:
  /// "motion_lid.c", https://chromium.googlesource.com/chromiumos/platform/ec/+/HEAD/common/motion_lid.c
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

  /// What comes of a reading: tenths of a degree from 0 to 3600, or a doubt.
  enum Estimate: Equatable {
    case angle(Int64)
    case doubt(HingeDoubt)
  }

  /// Angles that a sensor can have meant, a little noise included.
  private static let angles: ClosedRange<Int64> = -50...3650
  /// Lengths that are gravity alone, for sensors that are off by some.
  private static let rest: ClosedRange<Int64> = 850...1150
  /// By how much the lengths in the two halves may differ.
  private static let agreement: Int64 = 150
  /// By how much what they feel along the hinge may differ.
  private static let shared: Int64 = 250
  /// The steepest hinge whose angle can be told; ChromeOS has 8.7 m/s² along it, which is this.
  private static let steepest: Int64 = 625
}

extension Attitude {
  /// The angle is that of gravity in the plane across the hinge, the tilt that of the hinge itself.
  fileprivate init(acrossHinge reading: Acceleration) {
    self.init(x: -Int64(reading.z), y: Int64(reading.y), z: Int64(reading.x))
  }
}

extension Acceleration {
  /// The same along axes of which x lies along the hinge at an edge, and y points away from it.
  fileprivate func turned(hingeAt edge: PanelEdge) -> Acceleration {
    switch edge {
    case .bottom: self
    case .top: Acceleration(x: 0 &- x, y: 0 &- y, z: z)
    case .left: Acceleration(x: 0 &- y, y: x, z: z)
    case .right: Acceleration(x: y, y: 0 &- x, z: z)
    }
  }
}
