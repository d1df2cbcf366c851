// SPDX-License-Identifier: Apache-2.0
public import Formats
import Judging
import Orientation
public import Recording
import Sensing
import Text

/// The result of the hinge judge on a recording, as text and JSON.
public struct HingeReport: Sendable {
  private let trace: HingeTrace
  private let run: HingeRun

  /// Creates the report of a recording, which is judged.
  public init(_ trace: HingeTrace) {
    self.trace = trace
    run = HingeRun(trace.readings)
  }

  /// The report as text: the number of readings, a line for each change of posture, the number of
  /// changes of tablet mode, the range of the angle, and the numbers of readings without a posture,
  /// by reason.
  public var text: String {
    let count = counted(trace.readings.count, "reading")
    var lines = [
      trace.dropped > 0
        ? "\(trace.name): \(count), \(trace.dropped) unusable" : "\(trace.name): \(count)"
    ]
    lines += run.changes.map { change in
      let tenths = change.instant.milliseconds / 100
      return
        "  \(tenths / 10).\(tenths % 10) s  \(change.posture.rawValue) at \(degrees(change.angle))"
    }
    if run.changes.isEmpty { lines.append("  no posture is reported") }
    let angles = run.angles.map { "\(degrees($0.lowerBound)) to \(degrees($0.upperBound))" }
    lines.append("  tablet mode changes \(run.tabletChanges), angles \(angles ?? "none")")
    let doubts = HingeDoubt.allCases.filter { run.count($0) > 0 }
    if !doubts.isEmpty {
      let counts = doubts.map { "\($0.rawValue) \(run.count($0))" }.joined(separator: ", ")
      lines.append("  readings without a posture: \(counts)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as JSON, with the number of readings for every doubt; angles are in tenths of a
  /// degree, times in milliseconds.
  public var json: JSONValue {
    [
      "name": .string(trace.name), "readings": .int(Int64(trace.readings.count)),
      "dropped": .int(Int64(trace.dropped)), "tabletChanges": .int(Int64(run.tabletChanges)),
      "postures": .array(
        run.changes.map {
          [
            "time_ms": .int($0.instant.milliseconds), "posture": .string($0.posture.rawValue),
            "angle": .int($0.angle),
          ]
        }),
      "toldNothing": .object(
        HingeDoubt.allCases.map { .init($0.rawValue, .int(Int64(run.count($0)))) }),
    ]
  }

  private func degrees(_ tenths: Int64) -> String { "\((tenths + 5) / 10)°" }
}
