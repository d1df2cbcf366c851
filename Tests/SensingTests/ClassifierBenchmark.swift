// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

@Suite struct ClassifierBenchmark {
  /// `make bench` prints the time of a reading; the ordinary run only sees that it still works.
  @Test func classifyAnEndlessTurn() {
    #if DEBUG
    let rounds = 1000
    #else
    let rounds = 200_000
    #endif
    let readings = RecordedTurn.readings
    var classifier = Classifier()
    var changes = 0
    let time = ContinuousClock().measure {
      for round in 0..<rounds {
        for (instant, reading) in readings {
          let later = instant.advanced(milliseconds: Int64(round) * 700)
          if classifier.classify(reading, at: later) != nil { changes += 1 }
        }
      }
    }
    #expect(changes == 2 * rounds)
    let (seconds, attoseconds) = time.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    print("classify: \(nanoseconds / Int64(rounds * readings.count)) ns a reading")
  }
}
