// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

import Formats
import Recording
import Sensing

@Suite struct AccelerometerTraceTests {
  @Test func theExampleTraceIsRead() throws {
    let path = ExampleFiles.root.appending(path: "examples/traces/turn-left-up.csv").path
    let trace = try AccelerometerTrace.load(path: path)
    #expect(trace.samples.count == 15)
    #expect(trace.dropped.isEmpty)
    #expect(
      trace.samples.first
        == .init(microseconds: 0, x: -1.69655045, y: 8.12971285, z: -5.69766365))
    #expect(
      trace.samples.last
        == .init(microseconds: 634_900, x: -8.237586, y: 2.3339827, z: -1.97113665))
    #expect(trace.comments.contains { $0.contains("orientation-left-up.bin") })
    #expect(try AccelerometerTrace.parse(trace.csv(), file: "again") == trace)
  }

  @Test func unusableSamplesAreDroppedAndCounted() throws {
    let text = """
      # a
      time_ms,x,y,z\r
      0,0,0,0
      0,0,9.8,0
      10,nan,0,9
      20,1,-INF,9
      20.0005,1e999,0,9
      5,0,9.8,0

      5,0,9.7,0
      # in the middle
      4.9,0,9.8,0
      -1,1,2,3
      1e300,1,2,3
      nan,1,2,3
       6.0004 , 1,\t2, 3
      """
    let trace = try AccelerometerTrace.parse(text, file: "t")
    #expect(trace.samples.map(\.microseconds) == [0, 5000, 6000])
    #expect(trace.comments == ["a"])
    #expect(trace.dropped.map(\.line) == [3, 5, 6, 7, 10, 12, 13, 14, 15])
    #expect(trace.droppedCount(.allZero) == 1)
    #expect(trace.droppedCount(.notFinite) == 5)
    #expect(trace.droppedCount(.outOfOrder) == 3)
  }

  @Test(arguments: [
    ("", "1:1: found the end of the file; valid here: time_ms,x,y,z"),
    ("# c\n", "2:1: found the end of the file"),
    ("1,2,3,4\n", "1:1: found \"1,2,3,4\"; valid here: time_ms,x,y,z"),
    ("time,x,y,z\n", "1:1: found \"time,x,y,z\""),
    ("time_ms,x,y,z\n0,1,,3\n", "2:5: found \"\"; valid here: a number"),
    ("time_ms,x,y,z\n0,1,2\n", "2:6: found 3 fields"),
    ("time_ms,x,y,z\n0,1,2,3,4\n", "2:9: found more than 4 fields"),
    ("time_ms,x,y,z\n0, 1, 0x2,3\n", "2:7: found \"0x2\"; valid here: a number"),
    ("time_ms,x,y,z\n0,1,2,three\n", "2:7: found \"three\""),
    ("time_ms,x,y,z\n0;1;2;3\n", "2:1: found \"0;1;2;3\""),
    ("time_ms,x,y,z\ntime_ms,x,y,z\n", "2:1: found \"time_ms\""),
    ("time_ms,x,y,z\n0,1,2,3\u{0}\n", "2:7: found \"3U+0000\""),
  ])
  func malformedTracesAreRejectedWithTheirPlace(text: String, start: String) {
    let error = #expect(throws: InputError.self) { try AccelerometerTrace.parse(text, file: "t") }
    #expect(error?.description.hasPrefix("t:" + start) == true, "\(String(describing: error))")
  }

  @Test func badBytesAndLongLinesAreRejected() {
    let header = Array("time_ms,x,y,z\n".utf8)
    #expect(throws: InputError.self) {
      try AccelerometerTrace.parse(header + [0x30, 0xFF], file: "t")
    }
    for byte in Array("9, x".utf8) {
      let line = Array(repeating: byte, count: 1_000_000) + Array("x,".utf8)
      let error = #expect(throws: InputError.self) {
        try AccelerometerTrace.parse(header + line, file: "t")
      }
      #expect(error?.description.utf8.count ?? .max < 300)
    }
  }

  @Test func aWrittenTraceReadsBackEqual() throws {
    let trace = AccelerometerTrace(
      samples: [
        .init(microseconds: 1, x: 0.1, y: -1e-7, z: 9.80665),
        .init(microseconds: 1_020, x: 1, y: 2, z: 3),
        .init(microseconds: 1_125_899_906_842_623, x: 1, y: 2, z: 3),
      ], comments: ["one", "two"])
    #expect(trace.csv().hasPrefix("# one\n# two\ntime_ms,x,y,z\n0.001,0.1,-1e-07,9.80665\n1.02,"))
    #expect(try AccelerometerTrace.parse(trace.csv(), file: "t") == trace)
  }
}
