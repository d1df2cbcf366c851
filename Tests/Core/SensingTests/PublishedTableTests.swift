// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

/// The four known judges agree with an independent computation of their rules.
@Suite struct PublishedTableTests {
  /// Degrees of tilt, and the angle of entry; nil for never.
  struct Row {
    let name: String
    let entries: [Int: Double?]
    let backs: [Int: Double]
    /// The degrees by which a filter of 200 ms lags at one degree a second.
    let tolerance: Double
  }

  static let rows: [Row] = [
    Row(
      name: "iio-sensor-proxy",
      entries: [
        0: 54.4, 10: 53.8, 20: 51.9, 30: 48.2, 40: 49.3, 50: 65.0, 55: nil, 60: nil, 65: nil,
        70: nil, 75: nil, 80: nil,
      ],
      backs: [0: 35.6, 30: 41.8, 50: 25.0], tolerance: 0.15),
    Row(
      name: "rot8",
      entries: [
        0: 48.6, 10: 48.3, 20: 47.4, 30: 46.2, 40: 45.2, 50: 45.3, 55: 46.3, 60: 48.6, 65: 53.5,
        70: 64.5, 75: nil, 80: nil,
      ],
      backs: [0: 41.4, 30: 43.8, 50: 44.7], tolerance: 0.15),
    Row(
      name: "chromeos",
      entries: [
        0: 60.1, 10: 60.1, 20: 60.1, 30: 60.1, 40: 60.1, 50: 60.1, 55: 60.1, 60: 60.1, 65: nil,
        70: nil, 75: nil, 80: nil,
      ],
      backs: [0: 30, 30: 30, 50: 30], tolerance: 0.15),
    Row(
      name: "android",
      entries: [
        0: 66.7, 10: 66.7, 20: 66.7, 30: 66.7, 40: 66.7, 50: 66.7, 55: 66.7, 60: 66.7, 65: 66.7,
        70: nil, 75: nil, 80: nil,
      ],
      backs: [0: 23, 30: 23, 50: 23], tolerance: 0.3),
  ]

  @Test(arguments: 0..<4) func entryAndReturnAnglesMatchTheTable(index: Int) throws {
    let row = Self.rows[index]
    for (tilt, entry) in row.entries {
      let judge = try #require(Judges.make(row.name, sampling: .everyReading))
      let sweep = Sweep(judge, tilt: Double(tilt))
      #expect((sweep.entry == nil) == (entry == nil), "\(row.name) at \(tilt)")
      guard let entry, let found = sweep.entry else { continue }
      #expect(abs(found - entry) <= row.tolerance, "\(row.name) at \(tilt)")
      guard let back = row.backs[tilt] else { continue }
      #expect(abs(try #require(sweep.back) - back) <= row.tolerance, "\(row.name) at \(tilt)")
    }
  }

  @Test(arguments: [
    ("iio-sensor-proxy", 33, 378, 723), ("rot8", 33, 278, 523), ("chromeos", 121, 121, 121),
    ("android", 378, 378, 378),
  ])
  func delaysOnTheMeasuredTurnMatchTheTable(name: String, least: Int64, mean: Int64, most: Int64)
    throws
  {
    let phases = Judges.period(of: name).map {
      Array(stride(from: 10, through: $0.milliseconds, by: 10))
    }
    let delays = try (phases ?? [0]).map { phase in
      let judge = try #require(Judges.make(name, sampling: .original(phase: .milliseconds(phase))))
      let turns = JudgeRun(judge, over: Recordings.heldTurn).turns
      #expect(turns.map(\.orientation) == [.landscapeRight])
      return (try #require(turns.first).instant - Recordings.pastDiagonal).milliseconds
    }
    // The table is rounded to milliseconds.
    #expect(abs((delays.min() ?? 0) - least) <= 1)
    #expect(abs(delays.reduce(0, +) / Int64(delays.count) - mean) <= 1)
    #expect(abs((delays.max() ?? 0) - most) <= 1)
  }
}
