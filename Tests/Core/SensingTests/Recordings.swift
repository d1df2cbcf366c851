// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Orientation

@testable import Sensing

/// The recordings on which judges are compared.
enum Recordings {
  /// The upright pose of iio-sensor-proxy's `orientation-normal.bin`.
  private static let upright = Acceleration(proxyX: 103, y: -919, z: -385)

  /// The instant at which the turn passes 45°, interpolated, after the two seconds before it.
  static let diagonal = Instant(nanoseconds: 2_252_700_000)
  /// The instant of the first sample past 45°, from which the published table counts.
  static let pastDiagonal = Instant(nanoseconds: 2_257_100_000)

  /// The measured turn after two seconds upright, its last sample held for two seconds.
  static let heldTurn: [ReplaySchedule.Reading] = {
    let before = (0..<67).map {
      ReplaySchedule.Reading(instant: Instant(milliseconds: $0 * 30), acceleration: upright)
    }
    let turn = RecordedTurn.readings.map { instant, value in
      ReplaySchedule.Reading(instant: instant + .seconds(2), acceleration: value)
    }
    return before + turn + hold(turn, every: 30)
  }()

  private static func hold(
    _ readings: [ReplaySchedule.Reading], every milliseconds: Int64
  ) -> [ReplaySchedule.Reading] {
    guard let last = readings.last else { return [] }
    return (1...(2000 / milliseconds)).map {
      ReplaySchedule.Reading(
        instant: last.instant + .milliseconds($0 * milliseconds),
        acceleration: last.acceleration)
    }
  }

  /// Returns the readings of a CSV file; empty if it cannot be read.
  static func load(_ path: String) -> [ReplaySchedule.Reading] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    let samples = text.split(separator: "\n").compactMap { line -> ReplaySample? in
      let values = line.split(separator: ",").compactMap { Double($0) }
      guard values.count == 4 else { return nil }
      return ReplaySample(
        microseconds: Int64((values[0] * 1000).rounded()), x: values[1], y: values[2],
        z: values[3])
    }
    return ReplaySchedule(samples: samples, start: .zero)?.readings ?? []
  }

  /// The folder of the shipped recordings.
  static let shipped = ExampleFiles.root.appending(path: "examples/traces").path
}
