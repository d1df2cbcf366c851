// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
public import Sensing

extension JudgeComparison {
  /// The same as the text, with every report and every gate.
  public var json: JSONValue {
    [
      "recordings": .array(parts.map(Self.json)),
      "sweeps": .array(zip(judges, sweeps).map(Self.json)),
    ]
  }

  private static func json(_ part: Part) -> JSONValue {
    [
      "name": .string(part.recording.name), "readings": .int(Int64(part.recording.count)),
      "dropped": .int(Int64(part.recording.dropped)),
      "judges": .array(part.results.map(json)),
    ]
  }

  private static func json(_ result: JudgeResult) -> JSONValue {
    let counts = result.run.counts
    return [
      "judge": .string(result.judge), "turns": .int(Int64(result.run.turns.count)),
      "delay_ms": [
        "least": number(result.delays.first), "median": number(result.medianDelay),
        "most": number(result.delays.last),
      ],
      "stopped": .object(
        Gate.allCases.filter { counts[$0] > 0 }.map { .init($0.rawValue, .int(Int64(counts[$0]))) }
      ),
      "reports": .array(
        result.run.reports.map { report in
          let time = Double(report.instant.nanoseconds) / 1e6
          return ["time_ms": .double(time), "orientation": .string(report.orientation.name)]
        }),
    ]
  }

  private static func json(_ judge: String, _ sweeps: [Sweep]) -> JSONValue {
    [
      "judge": .string(judge),
      "turns": .array(
        zip(tilts, sweeps).map { tilt, sweep in
          ["tilt": .int(Int64(tilt)), "entry": number(sweep.entry), "return": number(sweep.back)]
        }),
    ]
  }

  private static func number(_ value: Double?) -> JSONValue {
    value.map { .double(($0 * 10).rounded() / 10) } ?? .null
  }
}
