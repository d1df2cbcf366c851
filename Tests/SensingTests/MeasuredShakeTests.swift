// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

/// The recordings of ChromiumOS, where somebody has fetched them: they are not in this repository.
///
/// `SWIVEL_MEASURED_TRACES` names the folder that `scripts/convert-chromiumos-traces` has filled.
@Suite(.enabled(if: Recordings.measured != nil)) struct MeasuredShakeTests {
  private static func load(_ name: String) throws -> [ReplaySchedule.Reading] {
    Recordings.load("\(try #require(Recordings.measured))/\(name).csv")
  }

  struct Row: Sendable {
    let name: String
    let count: Int
    /// Turns: polled as the original, and with every reading.
    let proxy: (Int, Int)
    let rot8: (Int, Int)
    let chromeos: Int
    /// What the published table counts, repeated proposals included, and real turns.
    let android: (Int, Int)
    let swivel: Int
  }

  static let rows = [
    Row(
      name: "laptop-shaken", count: 456, proxy: (26, 72), rot8: (43, 95), chromeos: 18,
      android: (23, 13), swivel: 6),
    Row(
      name: "tablet-shaken", count: 361, proxy: (14, 20), rot8: (21, 28), chromeos: 15,
      android: (15, 11), swivel: 8),
    Row(
      name: "hinge-vertical", count: 830, proxy: (20, 22), rot8: (22, 27), chromeos: 21,
      android: (19, 12), swivel: 12),
  ]

  @Test(arguments: 0..<3) func turnsAreThoseOfTheTable(index: Int) throws {
    let row = Self.rows[index]
    let readings = try Self.load(row.name)
    #expect(readings.count == row.count)
    func turns(_ name: String, _ sampling: Judges.Sampling = .original(phase: .zero)) throws -> Int
    {
      let judge = try #require(Judges.make(name, sampling: sampling))
      return JudgeRun(judge, over: readings).turns.count
    }
    #expect(try turns("iio-sensor-proxy") == row.proxy.0)
    #expect(try turns("iio-sensor-proxy", .everyReading) == row.proxy.1)
    #expect(try turns("rot8") == row.rot8.0)
    #expect(try turns("rot8", .everyReading) == row.rot8.1)
    #expect(try turns("chromeos") == row.chromeos)
    #expect(try turns("android") == row.android.1)
    var android = AndroidJudge()
    for reading in readings { _ = android.judge(reading.acceleration, at: reading.instant) }
    #expect(android.proposals == row.android.0)
    #expect(try turns("swivel") == row.swivel)
  }
}
