// SPDX-License-Identifier: Apache-2.0
import Judging
import Recording
import Report
import Scenarios
import Sensing

extension FuzzTarget {
  /// What a run leaves behind.
  static let recordings = [
    FuzzTarget(name: "recording", seeds: ["Tests/Recordings/*.jsonl"]) { bytes in
      guard let reader = try? RecordingReader(bytes, file: "input") else { return }
      _ = try? Replay(reader)
      _ = try? RotationTrace.make(of: reader)
      _ = try? RecordedDecision.find(nil, in: reader)
    },
    FuzzTarget(name: "accelerometer-trace", seeds: ["examples/traces/*.csv"]) { bytes in
      guard let trace = try? AccelerometerTrace.parse(bytes, file: "input") else { return }
      let again = try? AccelerometerTrace.parse(trace.csv(), file: "written")
      require(again?.samples == trace.samples, "a trace reads back with the same samples")
    },
    FuzzTarget(name: "hinge-trace", seeds: ["examples/traces/hinge/*.csv"]) { bytes in
      guard let trace = try? HingeTrace(bytes, file: "input") else { return }
      let run = HingeRun(trace.readings)
      let doubts = HingeDoubt.allCases.map(run.count).reduce(0, +)
      require(doubts + run.changes.count <= trace.readings.count, "a reading is one thing")
    },
  ]
}
