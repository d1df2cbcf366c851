// SPDX-License-Identifier: Apache-2.0
import Formats
import Judging
import Orientation
import Sensing
import Testing

import Recording

@Suite struct HingeTraceTests {
  private func parse(_ rows: String) throws -> HingeTrace {
    try HingeTrace(Array("\(HingeTrace.header)\n\(rows)".utf8), file: "folder/t.csv")
  }

  @Test func samplesBecomeReadingsOfBothHalves() throws {
    let trace = try parse("0,0,0,-9.80665,0,9.80665,0\n100.5,0,0,-9.80665,0,-9.80665,0\n")
    #expect(trace.name == "t.csv" && trace.dropped == 0)
    #expect(
      trace.readings.last
        == HingeReading.Timed(
          instant: Instant(nanoseconds: 100_500_000),
          reading: .halves(
            base: Acceleration(x: 0, y: 0, z: -1000), display: Acceleration(x: 0, y: -1000, z: 0))))
    #expect(HingeRun(trace.readings).changes.map(\.posture) == [.laptop])
  }

  /// The hinge points up in the second sample, and the halves disagree about it in the third.
  @Test func inconclusiveSamplesAreCountedByTheirReason() throws {
    let run = try HingeRun(
      parse("0,0,0,-9.8,0,9.8,0\n100,9.8,0,0,9.8,0,0\n200,5,0,-8.4,0,9.8,0\n").readings)
    let counts = HingeDoubt.allCases.filter { run.count($0) > 0 }
    #expect(counts == [.vertical, .disagreement])
    #expect(run.count(.vertical) == 1 && run.changes.count == 1)
  }

  @Test func unusableSamplesAreDroppedAndCounted() throws {
    let trace = try parse(
      """
      0,0,0,-9.8,0,9.8,0
      100,0,0,0,0,9.8,0
      200,0,0,-9.8,0,0,0
      300,nan,0,-9.8,0,9.8,0
      0,0,0,-9.8,0,9.8,0
      500,0,0,-9.8,0,9.8,0
      """)
    #expect(trace.readings.count == 2 && trace.dropped == 4)
  }

  @Test(arguments: [
    ("1,2,3", "t.csv:2:6: found 3 fields"), ("1,2,3,4,5,6,7,8", "more than 7"),
    ("0,a,0,0,0,0,0", "t.csv:2:3: found \"a\""), ("", "no sample that can be used"),
  ])
  func mistakesAreNamedWithTheirPlace(rows: String, words: String) {
    let error = #expect(throws: InputError.self) { try parse(rows) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func aTraceOfOneSensorIsNoHingeTrace() {
    let error = #expect(throws: InputError.self) {
      try HingeTrace(Array("time_ms,x,y,z\n".utf8), file: "t")
    }
    #expect(error?.description.contains(HingeTrace.header) == true)
  }
}
