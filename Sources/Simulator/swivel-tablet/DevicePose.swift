// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Sensing

/// The pose of the drawn device, with its judge.
///
/// The pose is a value without a clock: the caller passes the time.
struct DevicePose {
  private struct Motion {
    var from: Double
    var to: Double
    var start: Instant
    var duration: Duration
  }

  static let turnDuration = Duration.milliseconds(300)
  /// The interval between two readings.
  static let period = Duration.milliseconds(20)
  /// The time for which the sensor is read after a motion, so that filters and delays end.
  private static let rest = Duration.milliseconds(1500)
  /// The duration of a shake, its frequency in hertz and its amplitude in thousandths of g.
  private static let shaking = (time: Duration.milliseconds(800), rate: 7.0, force: 900.0)

  /// The angle at the last reading, in degrees clockwise; may exceed a full turn.
  private(set) var angle = 0.0
  private(set) var isFlat = false
  /// The gate at which the judge stopped the latest reading; nil if none did.
  var gate: Gate? { judge.stoppedAt }

  private var judge: any OrientationJudge
  private var motion: Motion?
  private var calm: Instant?
  /// The last reading of a real accelerometer; nil if the drawn device was moved otherwise since.
  private var felt: Acceleration?
  /// The start of a shake, and its current displacement from -1 to 1; nil if the device is not
  /// shaken.
  private var shake: (start: Instant, force: Double)?
  private let slowness: Int

  /// Creates an upright device with a judge that has no readings yet; turns take `slowness` times
  /// their usual duration.
  init(_ judge: any OrientationJudge, slowness: Int = 1) {
    self.judge = judge
    self.slowness = slowness
  }

  func angle(at now: Instant) -> Double {
    guard let motion else { return angle }
    let part = max(0, min(1, (now - motion.start) / motion.duration))
    return motion.from + (motion.to - motion.from) * Angle.eased(part)
  }

  var isTurning: Bool { motion != nil }

  /// Returns whether readings are needed: during a turn, while the judge has a deadline, and for
  /// 1.5 seconds after the last motion.
  func isRestless(at now: Instant) -> Bool {
    motion != nil || judge.deadline != nil || calm.map { now < $0 } ?? false
  }

  var isNearQuarter: Bool { abs(angle - (angle / 90).rounded() * 90) < 5 }

  /// The reading of the real accelerometer or, without one, of the drawn device, in thousandths of
  /// g.
  var reading: Acceleration {
    if let felt { return felt }
    let push = Int32(((shake?.force ?? 0) * Self.shaking.force).rounded())
    guard !isFlat else { return Acceleration(x: push, y: 0, z: 1000 + push / 2) }
    let (sine, cosine) = Angle.sineAndCosine(angle)
    return Acceleration(
      x: Int32((-1000 * sine).rounded()) + push, y: Int32((1000 * cosine).rounded()) - push / 2,
      z: push / 3)
  }

  /// The displacement of the drawn angle during a shake, in degrees.
  var tremor: Double { (shake?.force ?? 0) * 4 }

  /// Holds the device according to a real accelerometer's reading, which `advance` passes to the
  /// judge.
  mutating func feel(_ reading: Acceleration, at now: Instant) {
    let (x, y, z) = (Double(reading.x), Double(reading.y), Double(reading.z))
    felt = reading
    motion = nil
    isFlat = abs(z) > 3 * (x * x + y * y).squareRoot()
    if !isFlat { angle = Angle.shortest(from: angle, to: atan2(-x, y) * 180 / .pi) }
    calm = now + Self.rest
  }

  mutating func shake(at now: Instant) {
    shake = (now, 0)
    felt = nil
    calm = now + Self.rest
  }

  /// Turns the device by quarter turns, clockwise if positive, from the multiple of 90 degrees that
  /// is nearest to its angle or to the goal of the present turn.
  mutating func turn(quarters: Int, at now: Instant) {
    let goal = ((motion?.to ?? angle) / 90).rounded() * 90 + Double(quarters) * 90
    isFlat = false
    head(for: goal, at: now)
  }

  /// Turns the device in the shorter direction until an edge is up.
  mutating func turn(until edge: PanelEdge, at now: Instant) {
    let goal = Angle.shortest(from: angle, to: edge.clockwise)
    isFlat = false
    guard motion?.to != goal, angle != goal || motion != nil else { return }
    head(for: goal, at: now)
  }

  /// Holds the device at an angle, clockwise in degrees.
  mutating func hold(at angle: Double, now: Instant) {
    self.angle = angle
    motion = nil
    felt = nil
    isFlat = false
    calm = now + Self.rest
  }

  /// Lays the device on its back if `flat`, otherwise picks it up again.
  mutating func lay(flat: Bool, at now: Instant) {
    angle = angle(at: now)
    motion = nil
    isFlat = flat
    felt = nil
    calm = now + Self.rest
  }

  /// Advances to an instant and passes a reading to the judge; returns the device orientation if
  /// the judge reports a new one, otherwise nil.
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

enum Angle {
  /// Returns the sine and cosine of an angle; exact for quarter turns, so that pixels stay sharp.
  static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    switch degrees.truncatingRemainder(dividingBy: 360) {
    case 0: (0, 1)
    case 90, -270: (1, 0)
    case 180, -180: (0, -1)
    case 270, -90: (-1, 0)
    default: (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
  }

  /// Returns the angle nearest to `angle` that is equivalent to `goal`.
  static func shortest(from angle: Double, to goal: Double) -> Double {
    goal + ((angle - goal) / 360).rounded() * 360
  }

  /// Returns the eased progress of an animation; both from 0 to 1.
  static func eased(_ part: Double) -> Double { part * part * (3 - 2 * part) }
}

extension PanelEdge {
  /// The device's angle when this edge is up, in degrees clockwise.
  var clockwise: Double {
    switch self {
    case .top: 0
    case .left: 90
    case .bottom: 180
    case .right: 270
    }
  }
}

/// The fingers or the mouse that hold the drawn device.
///
/// One finger or the mouse turns the device about its centre; two fingers turn it with the line
/// from the first to the second.
struct DeviceGrip {
  /// The identifier that the mouse has among the fingers.
  static let mouse: Int32 = -1

  private var fingers: [(id: Int32, x: Double, y: Double)] = []
  /// The device's angle minus `direction(about:)` when the fingers last changed, in degrees.
  private var offset = 0.0

  var isEmpty: Bool { fingers.isEmpty }

  func holds(_ id: Int32) -> Bool { fingers.contains { $0.id == id } }

  /// Adds a finger; positions and the device's centre are in window pixels, angles in degrees.
  mutating func take(
    _ id: Int32, at x: Double, _ y: Double, about centre: (x: Double, y: Double), angle: Double
  ) {
    fingers.removeAll { $0.id == id }
    fingers.append((id, x, y))
    offset = angle - direction(about: centre)
  }

  /// Moves a finger and returns the device's new angle; nil if the finger does not hold the device.
  mutating func move(
    _ id: Int32, to x: Double, _ y: Double, about centre: (x: Double, y: Double), angle: Double
  ) -> Double? {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return nil }
    fingers[index] = (id, x, y)
    return Angle.shortest(from: angle, to: direction(about: centre) + offset)
  }

  /// Removes a finger; the other fingers continue from the current angle.
  mutating func letGo(_ id: Int32, about centre: (x: Double, y: Double), angle: Double) {
    fingers.removeAll { $0.id == id }
    offset = angle - direction(about: centre)
  }

  mutating func letGo() { fingers = [] }

  /// Returns a direction in degrees clockwise from the right: with one finger, from the centre to
  /// the finger; with more, from the first to the second; without a finger, 0.
  private func direction(about centre: (x: Double, y: Double)) -> Double {
    guard let first = fingers.first else { return 0 }
    let from = fingers.count > 1 ? (first.x, first.y) : centre
    let to = fingers.count > 1 ? fingers[1] : first
    return atan2(to.y - from.1, to.x - from.0) * 180 / .pi
  }
}
