// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Sensing

/// How the drawn device is held, and what its judge makes of that.
///
/// A value: it is told the time, and says what follows.
struct DevicePose {
  /// A turn that is under way.
  private struct Motion {
    var from: Double
    var to: Double
    var start: Instant
    var duration: Duration
  }

  /// How long a quarter takes.
  static let turnDuration = Duration.milliseconds(300)
  /// The time between two readings.
  static let period = Duration.milliseconds(20)
  /// How long after the last motion the sensor goes on, so that filters and waits come to an end.
  private static let rest = Duration.milliseconds(1500)
  /// How long it is shaken, how often in a second, and how hard in thousandths of g.
  private static let shaking = (time: Duration.milliseconds(800), rate: 7.0, force: 900.0)

  /// How far the device was turned at the last reading, clockwise in degrees; more than a whole turn is
  /// possible.
  private(set) var angle = 0.0
  /// Whether it lies on its back.
  private(set) var isFlat = false
  /// What has stopped the latest reading; nil if nothing has.
  var gate: Gate? { judge.stoppedAt }

  private var judge: any OrientationJudge
  private var motion: Motion?
  private var calm: Instant?
  /// What a real accelerometer has read; nil once a hand moves the drawn device.
  private var felt: Acceleration?
  /// When it began to be shaken, and the part of the force that acts now, from -1 to 1.
  private var shake: (start: Instant, force: Double)?
  private let slowness: Int

  /// Begins upright, with a judge that has seen nothing.
  init(_ judge: any OrientationJudge, slowness: Int = 1) {
    self.judge = judge
    self.slowness = slowness
  }

  /// How far it is turned at a moment: a turn goes on between two readings.
  func angle(at now: Instant) -> Double {
    guard let motion else { return angle }
    let part = max(0, min(1, (now - motion.start) / motion.duration))
    return motion.from + (motion.to - motion.from) * Angle.eased(part)
  }

  /// Whether it turns by itself.
  var isTurning: Bool { motion != nil }

  /// Whether there is something to be read: it moves, or the judge may still make up its mind.
  func isRestless(at now: Instant) -> Bool {
    motion != nil || judge.deadline != nil || calm.map { now < $0 } ?? false
  }

  /// Whether nobody would see the difference to a whole number of quarters.
  var isNearQuarter: Bool { abs(angle - (angle / 90).rounded() * 90) < 5 }

  /// What its accelerometer reads, in thousandths of g.
  var reading: Acceleration {
    if let felt { return felt }
    let push = Int32(((shake?.force ?? 0) * Self.shaking.force).rounded())
    guard !isFlat else { return Acceleration(x: push, y: 0, z: 1000 + push / 2) }
    let (sine, cosine) = Angle.sineAndCosine(angle)
    return Acceleration(
      x: Int32((-1000 * sine).rounded()) + push, y: Int32((1000 * cosine).rounded()) - push / 2,
      z: push / 3)
  }

  /// How far it is drawn beside its angle while it is shaken, in degrees.
  var tremor: Double { (shake?.force ?? 0) * 4 }

  /// Holds it as a real accelerometer is held; what that reads is judged and nothing else.
  mutating func feel(_ reading: Acceleration, at now: Instant) {
    let (x, y, z) = (Double(reading.x), Double(reading.y), Double(reading.z))
    felt = reading
    motion = nil
    isFlat = abs(z) > 3 * (x * x + y * y).squareRoot()
    if !isFlat { angle = Angle.shortest(from: angle, to: atan2(-x, y) * 180 / .pi) }
    calm = now + Self.rest
  }

  /// Shakes it for a moment.
  mutating func shake(at now: Instant) {
    shake = (now, 0)
    felt = nil
    calm = now + Self.rest
  }

  /// Turns it by quarters, clockwise for positive ones.
  mutating func turn(quarters: Int, at now: Instant) {
    let goal = ((motion?.to ?? angle) / 90).rounded() * 90 + Double(quarters) * 90
    isFlat = false
    head(for: goal, at: now)
  }

  /// Turns it until an edge is up, by the shorter way.
  mutating func turn(until edge: PanelEdge, at now: Instant) {
    let goal = Angle.shortest(from: angle, to: edge.clockwise)
    isFlat = false
    guard motion?.to != goal, angle != goal || motion != nil else { return }
    head(for: goal, at: now)
  }

  /// Holds it at an angle, as a hand does that turns it.
  mutating func hold(at angle: Double, now: Instant) {
    self.angle = angle
    motion = nil
    felt = nil
    isFlat = false
    calm = now + Self.rest
  }

  /// Lays it on its back, or takes it up again.
  mutating func lay(flat: Bool, at now: Instant) {
    isFlat = flat
    felt = nil
    calm = now + Self.rest
  }

  /// Lets the time go on; returns how the device is held if the judge says so for the first time.
  mutating func advance(to now: Instant) -> DeviceOrientation? {
    if let motion {
      angle = angle(at: now)
      if now - motion.start >= motion.duration {
        angle = motion.to
        self.motion = nil
      }
      calm = now + Self.rest
    }
    if let shake {
      let since = now - shake.start
      let turns = since / .seconds(1) * Self.shaking.rate
      self.shake = since < Self.shaking.time ? (shake.start, sin(turns * 2 * .pi)) : nil
      calm = now + Self.rest
    }
    let word = judge.judge(reading, at: now)
    return judge.deadline.map { $0 <= now } == true ? judge.settle(at: now) ?? word : word
  }

  private mutating func head(for goal: Double, at now: Instant) {
    felt = nil
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
