// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

/// `make bench` prints the time of a reading; the ordinary run only sees that it still works.
@Suite(.serialized) struct JudgeBenchmark {
  #if DEBUG
  private static let rounds = 10
  #else
  private static let rounds = 20_000
  #endif

  /// Called as the daemon calls it: through the protocol, the judge chosen at run time.
  @Test(arguments: Judges.names) func judgeAnEndlessTurn(name: String) throws {
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
}
