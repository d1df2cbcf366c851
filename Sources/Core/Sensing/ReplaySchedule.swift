// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The readings of a recorded trace, with the instants at which they are due.
///
/// The schedule reads no clock. The shell arms a deadline at `nextInstant` and takes the reading
/// that is due. After the last reading, its value remains in effect.
public struct ReplaySchedule: Sendable {
  /// A reading and the instant at which it is due.
  public struct Reading: Sendable, Hashable {
    /// The instant when the reading is due.
    public let instant: Instant
    /// The sensor's reading at that instant.
    public let acceleration: Acceleration

    package init(instant: Instant, acceleration: Acceleration) {
      self.instant = instant
      self.acceleration = acceleration
    }
  }

  /// The valid factors by which playback is faster (above 1) or slower than the recording.
  public static let speedRange: ClosedRange<Double> = 0.01...1000

  /// The usable samples' readings, in order.
  public let readings: [Reading]
  /// The number of unusable samples: not finite, all zero, before the start, later than thirty
  /// days, or not later than the previous usable one.
  public let dropped: Int
  private var position = 0

  /// Creates a schedule of samples that begins at `start` and is `speed` times as fast as recorded;
  /// `nil` if the speed is outside its range.
  ///
  /// Unusable samples are left out and counted.
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

  /// The maximum length of a recording: thirty days, in microseconds.
  ///
  /// Even at a hundredth of the speed, the end is far from the clock's limit.
  private static let maximumLength: Int64 = 30 * 24 * 3600 * 1_000_000

  /// The instant of the next reading; `nil` after the last one.
  public var nextInstant: Instant? {
    position < readings.count ? readings[position].instant : nil
  }

  /// Removes and returns the next reading if it is due at `now`; to be called until it returns
  /// `nil`.
  public mutating func takeDue(at now: Instant) -> Reading? {
    guard position < readings.count, readings[position].instant <= now else { return nil }
    defer { position += 1 }
    return readings[position]
  }
}

/// One line of a recorded trace, not yet validated.
public struct ReplaySample: Sendable, Hashable {
  /// Microseconds since the start of the recording.
  public var microseconds: Int64
  /// Acceleration along x in m/s², with Android's and the kernel's axis signs.
  public var x: Double
  /// Acceleration along y in m/s², with the same axis signs as `x`.
  public var y: Double
  /// Acceleration along z in m/s², with the same axis signs as `x`.
  public var z: Double

  /// Creates a sample from microseconds since the start and an acceleration in m/s².
  public init(microseconds: Int64, x: Double, y: Double, z: Double) {
    self.microseconds = microseconds
    self.x = x
    self.y = y
    self.z = z
  }
}

extension Acceleration {
  /// Creates a reading from m/s², rounded to thousandths of g; `nil` if a component is not finite.
  ///
  /// Components are clamped to ±64 g, which is beyond the range of ordinary sensors.
  public init?(metersPerSecondSquaredX x: Double, y: Double, z: Double) {
    guard x.isFinite, y.isFinite, z.isFinite else { return nil }
    func thousandths(_ value: Double) -> Int32 {
      let scaled = min(max(value / 9.80665 * 1000, -64_000), 64_000)
      return Int32(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }
    self.init(x: thousandths(x), y: thousandths(y), z: thousandths(z))
  }
}
