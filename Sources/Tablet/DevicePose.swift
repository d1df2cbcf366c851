// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// How the drawn device is held, and what its judge makes of that.
///
/// A value: it is told the time, and says what follows.
public struct DevicePose {
  /// A turn that is under way.
  private struct Motion {
    var from: Double
    var to: Double
    var start: Instant
    var duration: Duration
  }

  /// How long a quarter takes.
  public static let turnDuration = Duration.milliseconds(300)
  /// The time between two readings.
  public static let period = Duration.milliseconds(20)
  /// How long after the last motion the sensor goes on, so that filters and waits come to an end.
  private static let rest = Duration.milliseconds(1500)

  /// How far the device is turned, clockwise in degrees; more than a whole turn is possible.
  public private(set) var angle = 0.0
  /// Whether it lies on its back.
  public private(set) var isFlat = false
  /// What has stopped the latest reading; nil if nothing has.
  public var gate: Gate? { judge.stoppedAt }

  private var judge: any OrientationJudge
  private var motion: Motion?
  private var calm: Instant?
  private let slowness: Int

  /// Begins upright, with a judge that has seen nothing.
  public init(_ judge: any OrientationJudge, slowness: Int = 1) {
    self.judge = judge
    self.slowness = slowness
  }

  /// Whether there is something to be read: it moves, or the judge may still make up its mind.
  public func isRestless(at now: Instant) -> Bool {
    motion != nil || judge.deadline != nil || calm.map { now < $0 } ?? false
  }

  /// Whether nobody would see the difference to a whole number of quarters.
  public var isNearQuarter: Bool { abs(angle - (angle / 90).rounded() * 90) < 5 }

  /// What its accelerometer reads, in thousandths of g.
  public var reading: Acceleration {
    guard !isFlat else { return Acceleration(x: 0, y: 0, z: 1000) }
    let (sine, cosine) = Angle.sineAndCosine(angle)
    return Acceleration(
      x: Int32((-1000 * sine).rounded()), y: Int32((1000 * cosine).rounded()), z: 0)
  }

  /// Turns it by quarters, clockwise for positive ones.
  public mutating func turn(quarters: Int, at now: Instant) {
    let goal = ((motion?.to ?? angle) / 90).rounded() * 90 + Double(quarters) * 90
    isFlat = false
    head(for: goal, at: now)
  }

  /// Turns it until an edge is up, by the shorter way.
  public mutating func turn(until edge: PanelEdge, at now: Instant) {
    let goal = Angle.shortest(from: angle, to: edge.clockwise)
    isFlat = false
    guard motion?.to != goal, angle != goal || motion != nil else { return }
    head(for: goal, at: now)
  }

  /// Holds it at an angle, as a hand does that turns it.
  public mutating func hold(at angle: Double, now: Instant) {
    self.angle = angle
    motion = nil
    isFlat = false
    calm = now + Self.rest
  }

  /// Lays it on its back, or takes it up again.
  public mutating func lay(flat: Bool, at now: Instant) {
    isFlat = flat
    calm = now + Self.rest
  }

  /// Lets the time go on; returns how the device is held if the judge says so for the first time.
  public mutating func advance(to now: Instant) -> DeviceOrientation? {
    if let motion {
      let part = (now - motion.start) / motion.duration
      if part >= 1 {
        angle = motion.to
        self.motion = nil
      } else {
        angle = motion.from + (motion.to - motion.from) * Angle.eased(max(0, part))
      }
      calm = now + Self.rest
    }
    let word = judge.judge(reading, at: now)
    return judge.deadline.map { $0 <= now } == true ? judge.settle(at: now) ?? word : word
  }

  private mutating func head(for goal: Double, at now: Instant) {
    let quarters = max(1, abs(goal - angle) / 90)
    motion = Motion(
      from: angle, to: goal, start: now,
      duration: .nanoseconds(
        Int64(Double(Self.turnDuration.components.attoseconds / 1_000_000_000) * quarters)
          * Int64(slowness)))
    calm = now + Self.rest
  }
}

/// Sums with angles in degrees.
enum Angle {
  /// Exact for quarters, so that pixels stay whole.
  static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    switch degrees.truncatingRemainder(dividingBy: 360) {
    case 0: (0, 1)
    case 90, -270: (1, 0)
    case 180, -180: (0, -1)
    case 270, -90: (-1, 0)
    default: (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
  }

  /// The angle equal to `goal` that is nearest to `angle`.
  static func shortest(from angle: Double, to goal: Double) -> Double {
    goal + ((angle - goal) / 360).rounded() * 360
  }

  /// Slow at both ends.
  static func eased(_ part: Double) -> Double { part * part * (3 - 2 * part) }
}

extension PanelEdge {
  /// How far the device is turned clockwise when the edge is up.
  var clockwise: Double {
    switch self {
    case .top: 0
    case .left: 90
    case .bottom: 180
    case .right: 270
    }
  }
}
