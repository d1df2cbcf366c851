// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import ModelChecker

extension ScenarioCheck {
  /// The result as one JSON document, scripts included.
  public var json: JSONValue {
    .object([
      .init("swivel", .int(1)), .init("title", .string(title)),
      .init("rules", .string(report.rules)), .init("windows", .int(Int64(report.windows))),
      .init("states", .int(Int64(report.states))),
      .init("transitions", .int(Int64(report.transitions))),
      .init("depth", .int(Int64(report.depth))),
      .init("decisions", .int(Int64(report.decisions))),
      .init("limit", report.limit.map { .string("\($0)") } ?? .null),
      .init("advice", .array(advice.map { .string($0) })),
      .init("outcomes", .array(report.outcomes.map { .string($0.rawValue) })),
      .init("reductions", .array(report.reductions.map { .string($0.rawValue) })),
      .init("properties", .array(report.findings.map { json($0) })),
    ])
  }

  private func json(_ finding: CheckFinding) -> JSONValue {
    let word = Self.word(finding.result).split(separator: " ").joined(separator: "-").lowercased()
    var members: [JSONValue.Member] = [
      .init("property", .string(finding.property.code)),
      .init("claim", .string(finding.property.claim)), .init("result", .string(word)),
      .init("detail", .string(Self.detail(finding.result))),
    ]
    if case .violated(let example) = finding.result {
      members.append(.init("events", .int(Int64(example.events.count))))
      members.append(.init("shortest", .bool(example.isShortest)))
      members.append(.init("script", script(finding).map { .string($0) } ?? .null))
    }
    return .object(members)
  }
}
