// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
public import Formats
public import Orientation

/// What the display server made of a change, as watchers are told.
public struct OutputNews: Sendable {
  private let report: OutputReport
  private let name: String
  private let instant: Instant

  /// Takes a report, the name of its output, and when it came.
  public init(_ report: OutputReport, output name: String, at instant: Instant) {
    self.report = report
    self.name = name
    self.instant = instant
  }

  /// The report in short.
  public var json: JSONValue {
    let line = OutputLine(report, output: name)
    return .object([
      .init("at", .int(instant.nanoseconds)), .init("output", .string(name)),
      .init("transform", .string(report.transform.wireName)),
      .init("result", .string(report.result.rawValue)),
      .init("code", .string(line.code.rawValue)), .init("line", .string(line.text)),
    ])
  }
}
