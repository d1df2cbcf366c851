// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A recording laid out on the clock: which reading is due when.
///
/// It reads no clock itself. The shell asks for `nextInstant`, arms a deadline, and takes what is
/// due. After the last reading nothing more comes: the last value holds.
public struct ReplaySchedule: Sendable {
  /// A reading and the instant at which it is due.
  public struct Reading: Sendable, Hashable {
    /// When the reading is due.
    public let instant: Instant
    /// What the sensor shows then.
    public let acceleration: Acceleration

    /// Creates a reading.
    package init(instant: Instant, acceleration: Acceleration) {
      self.instant = instant
      self.acceleration = acceleration
    }
  }

  /// Factors by which a recording can be sped up (above 1) or slowed down.
  public static let speedRange: ClosedRange<Double> = 0.01...1000

  /// All readings, in order.
  public let readings: [Reading]
  /// Samples left out: not finite, all zero, before the start or not later than the one before.
  public let dropped: Int
  private var position = 0

  /// Lays out samples from `start` on, `speed` times as fast as they were recorded.
  ///
  /// Nil if the speed is outside its range. Samples that no sensor can have meant are left out
  /// and counted.
  public init?(samples: [ReplaySample], start: Instant, speed: Double = 1) {
    guard Self.speedRange.contains(speed) else { return nil }
    var readings: [Reading] = []
    var latest: Int64 = -1
    for sample in samples {
      guard sample.microseconds > latest, sample.microseconds <= Self.maximumLength,
        let acceleration = Acceleration(
          metersPerSecondSquaredX: sample.x, y: sample.y, z: sample.z),
        acceleration != Acceleration(x: 0, y: 0, z: 0)
      else { continue }
      latest = sample.microseconds
      let offset = Int64(Double(sample.microseconds) * 1000 / speed + 0.5)
      let instant = start + .nanoseconds(offset)
      readings.append(Reading(instant: instant, acceleration: acceleration))
    }
    self.readings = readings
    dropped = samples.count - readings.count
  }

  /// Thirty days: slowed down a hundredfold it is still far from the end of the clock.
  private static let maximumLength: Int64 = 30 * 24 * 3600 * 1_000_000

  /// When the next reading is due; nil after the last one.
  public var nextInstant: Instant? {
    position < readings.count ? readings[position].instant : nil
  }

  /// Takes the next reading if it is due at `now`; call it until it returns nil.
  public mutating func takeDue(at now: Instant) -> Reading? {
    guard position < readings.count, readings[position].instant <= now else { return nil }
    defer { position += 1 }
    return readings[position]
  }
}

/// One line of a recording, as it was written: nothing about it has been checked.
public struct ReplaySample: Sendable, Hashable {
  /// Microseconds since the start of the recording.
  public var microseconds: Int64
  /// Acceleration along x in m/s², Android and kernel axis signs.
  public var x: Double
  /// Acceleration along y in m/s².
  public var y: Double
  /// Acceleration along z in m/s².
  public var z: Double

  /// Takes microseconds since the start and an acceleration in m/s².
  public init(microseconds: Int64, x: Double, y: Double, z: Double) {
    self.microseconds = microseconds
    self.x = x
    self.y = y
    self.z = z
  }
}

extension Acceleration {
  /// Converts m/s², rounded to thousandths of g; nil if a component is not a finite number.
  ///
  /// More than ±64 g is no orientation and no ordinary sensor's range: it is held at that.
  public init?(metersPerSecondSquaredX x: Double, y: Double, z: Double) {
    guard x.isFinite, y.isFinite, z.isFinite else { return nil }
    func thousandths(_ value: Double) -> Int32 {
      let scaled = min(max(value / 9.80665 * 1000, -64_000), 64_000)
      return Int32(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }
    self.init(x: thousandths(x), y: thousandths(y), z: thousandths(z))
  }
}
