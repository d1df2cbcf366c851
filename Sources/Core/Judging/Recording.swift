// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Sensing

/// A recorded trace on which judges are compared, with its last reading held for two seconds.
public struct Recording: Sendable {
  /// The name for the output.
  public let name: String
  /// The number of recorded readings.
  public let count: Int
  /// The number of samples left out as unusable.
  public let dropped: Int
  /// The readings in order, followed by repetitions of the last one for two seconds.
  public let readings: [ReplaySchedule.Reading]

  private static let holdTime = Duration.seconds(2)

  /// Creates a recording from samples; unusable ones are left out and counted.
  public init(name: String, samples: [ReplaySample]) {
    let schedule = ReplaySchedule(samples: samples, start: .zero)
    let readings = schedule?.readings ?? []
    self.name = name
    count = readings.count
    dropped = samples.count - readings.count
    self.readings = readings + Self.hold(readings)
  }

  private static func hold(_ readings: [ReplaySchedule.Reading]) -> [ReplaySchedule.Reading] {
    guard let last = readings.last else { return [] }
    let gaps = zip(readings, readings.dropFirst())
      .map { ($1.instant - $0.instant).milliseconds }.sorted()
    let period = gaps.isEmpty ? 100 : min(max(gaps[gaps.count / 2], 1), 1000)
    return (1...(holdTime.milliseconds / period)).map {
      ReplaySchedule.Reading(
        instant: last.instant + .milliseconds($0 * period),
        acceleration: last.acceleration)
    }
  }
}
