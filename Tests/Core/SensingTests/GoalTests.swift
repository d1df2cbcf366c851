// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

/// The promises of Swivel's own judge, compared with the four others.
@Suite struct GoalTests {
  private static func turns(_ name: String, on file: String) throws -> Int {
    let readings = Recordings.load("\(Recordings.shipped)/\(file).csv")
    #expect(readings.count > 300)
    return JudgeRun(try #require(Judges.make(name)), over: readings).turns.count
  }

  @Test func measuredTurnIsDecidedWithin200Milliseconds() throws {
    let turns = JudgeRun(Classifier(), over: Recordings.heldTurn).turns
    #expect(turns.map(\.orientation) == [.landscapeRight])
    let turn = try #require(turns.first)
    #expect(turn.instant > Recordings.diagonal)
    #expect(turn.instant - Recordings.diagonal < .milliseconds(201))
  }

  @Test func swivelNeverTurnsAtTiltsWhereNoOtherJudgeDoes() throws {
    for tilt in 60...89 {
      let others = try JudgeName.all.filter { $0 != "swivel" }.compactMap { name in
        Sweep(try #require(Judges.make(name, sampling: .everyReading)), tilt: Double(tilt)).entry
      }
      guard others.isEmpty else { continue }
      #expect(Sweep(Classifier(), tilt: Double(tilt)).entry == nil)
      #expect(tilt >= 70)
    }
    #expect(Sweep(Classifier(), tilt: 67).entry != nil)
  }

  @Test func entryAngleDoesNotDependOnTilt() throws {
    for tilt in stride(from: -35.0, through: 67, by: 6) {
      let sweep = Sweep(Classifier(), tilt: tilt)
      #expect(abs(try #require(sweep.entry) - 67) <= 0.2)
      #expect(abs(try #require(sweep.back) - 23) <= 0.2)
    }
  }

  /// Made-up recordings: for the measured ones there is `examples/traces/convert-chromiumos-traces --check`.
  @Test(arguments: [
    ("shaken-laptop", 8, 15), ("shaken-tablet", 9, 9), ("swung-tablet", 13, 12),
  ])
  func turnsOnShakenScreensHaveTheirKnownCounts(file: String, own: Int, android: Int) throws {
    #expect(try Self.turns("swivel", on: file) == own)
    #expect(try Self.turns("android", on: file) == android)
    for name in ["chromeos", "iio-sensor-proxy", "rot8"] {
      #expect(try Self.turns(name, on: file) >= own)
    }
  }
}
