// SPDX-License-Identifier: Apache-2.0
import Sensing

extension JudgeComparison {
  /// A table for each recording, and one of the angles of the made-up turn.
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
    lines.append("a slow made-up turn: degrees at which it turns, and on the way back")
    lines += Self.aligned(
      [[""] + Self.tilts.map { "tilt \($0)" }]
        + zip(judges, sweeps).map { name, sweeps in [name] + sweeps.map(Self.angles) })
    return lines.joined(separator: "\n") + "\n"
  }

  private func title(_ recording: Recording) -> String {
    let left = recording.dropped > 0 ? ", \(recording.dropped) unusable" : ""
    return "\(recording.name): \(recording.count) readings\(left)"
  }

  /// The median, and the least and most if they differ from it.
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
}
