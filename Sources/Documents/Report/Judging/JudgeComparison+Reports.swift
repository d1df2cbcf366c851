// SPDX-License-Identifier: Apache-2.0
public import Formats
public import Judging
import Orientation
import Recording
import Sensing
import Text

extension JudgeComparison {
  /// The report as text: a table for each recording, and one with the angles at which the judges
  /// report a simulated turn.
  public var text: String {
    var lines: [String] = []
    for part in parts {
      lines.append(title(part.recording))
      lines += Self.aligned(
        [["", "turns", "delay in ms", "stopped at"]]
          + part.results.map { result in
            [
              result.judge, "\(result.run.turns.count)", Self.delay(result),
              Self.gates(result.run.counts),
            ]
          })
      lines.append("")
    }
    lines.append(
      "a simulated slow turn: degrees at which each judge changes / changes back; the farther apart, "
        + "the steadier")
    lines += Self.aligned(
      [[""] + Self.tilts.map { "tilt \($0)" }]
        + zip(judges, sweeps).map { name, sweeps in [name] + sweeps.map(Self.angles) })
    return lines.joined(separator: "\n") + "\n"
  }

  private func title(_ recording: Recording) -> String {
    let count = counted(recording.count, "reading")
    return recording.dropped > 0
      ? "\(recording.name): \(count), \(recording.dropped) unusable" : "\(recording.name): \(count)"
  }

  /// Returns the median delay in milliseconds, with minimum and maximum if they differ; `-` if
  /// there is none.
  private static func delay(_ result: JudgeResult) -> String {
    guard let median = result.medianDelay, let least = result.delays.first,
      let most = result.delays.last
    else { return "-" }
    func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }
    return least == most ? whole(median) : "\(whole(median)) (\(whole(least)) to \(whole(most)))"
  }

  private static func gates(_ counts: GateCounts) -> String {
    let stopped = Gate.allCases.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
    if stopped.isEmpty { return "-" }
    return stopped.prefix(4).map { "\($0.rawValue) \(counts[$0])" }.joined(separator: ", ")
  }

  private static func angles(_ sweep: Sweep) -> String {
    guard let entry = sweep.entry else { return "never" }
    return sweep.back.map { "\(entry) / \($0)" } ?? "\(entry) / never"
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = " "
      for (cell, width) in zip(row, widths) {
        line += " " + cell + String(repeating: " ", count: width - cell.count + 1)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The report as JSON, with every reported orientation and the counts of the gates that stopped a
  /// reading.
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

extension Recording {
  /// Reads a CSV file; throws if it cannot be read or has no usable reading.
  ///
  /// The recording has the file's name without folders.
  public static func load(path: String) throws(InputError) -> Recording {
    let trace = try AccelerometerTrace.load(path: path)
    let recording = Recording(
      name: path.split(separator: "/").last.map(String.init) ?? path,
      samples: trace.samples)
    guard recording.count > 0 else {
      throw Mark(file: path, line: 1, column: 1)
        .error("no sample that can be used", valid: ["at least one reading"])
    }
    return recording
  }
}
