// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

/// `make bench` prints the time of a reading; the ordinary run only checks that it works.
@Suite(.serialized) struct JudgeBenchmark {
  #if DEBUG
  private static let rounds = 10
  #else
  private static let rounds = 20_000
  #endif

  /// Called as the daemon calls it: through the protocol, the judge chosen at run time.
  @Test(arguments: JudgeName.all) func aJudgeReportsBothTurnsOfEveryRound(name: String) throws {
    let readings = Recordings.heldTurn
    let length = try #require(readings.last).instant.milliseconds + 30
    var judge = try #require(Judges.make(name, sampling: .everyReading))
    var changes = 0
    let time = ContinuousClock().measure {
      for round in 0..<Int64(Self.rounds) {
        for reading in readings {
          let instant = reading.instant + .milliseconds(round * length)
          if judge.judge(reading.acceleration, at: instant) != nil { changes += 1 }
        }
      }
    }
    #expect(changes == 2 * Self.rounds)
    print("judge \(name): \((time / (Self.rounds * readings.count)).nanoseconds) ns a reading")
  }

  /// A lid that is opened until it is a tablet and closed again, in hundreds of readings.
  @Test func aHingeJudgeReportsBothFoldsOfEveryRound() {
    let readings = (0..<200).map { step in
      Hinge(angle: Double(min(step, 199 - step)) * 3, pitch: 10, lean: 20).reading
    }
    var judge = HingeJudge()
    var changes = 0
    let time = ContinuousClock().measure {
      for round in 0..<Self.rounds {
        for (step, reading) in readings.enumerated() {
          let instant = Instant(milliseconds: Int64(round * readings.count + step) * 20)
          if judge.judge(reading, at: instant) != nil { changes += 1 }
        }
      }
    }
    #expect(changes >= 2 * Self.rounds)
    print("judge hinge: \((time / (Self.rounds * readings.count)).nanoseconds) ns a reading")
  }
}
