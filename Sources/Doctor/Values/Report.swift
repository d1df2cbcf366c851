// SPDX-License-Identifier: Apache-2.0
public import Formats

/// All findings of one examination.
public struct Report: Equatable, Sendable {
  /// The findings in the order of the examination.
  public let findings: [Finding]

  /// Takes findings in their order.
  public init(_ findings: [Finding]) { self.findings = findings }

  /// The exit code: 1 if there is a problem, else 0.
  public var status: Int32 { findings.contains { $0.severity == .problem } ? 1 : 0 }

  /// One object with the counts and the findings, as docs/doctor.md describes it.
  public var json: JSONValue {
    [
      "problems": .int(Int64(count(.problem))), "notes": .int(Int64(count(.note))),
      "findings": .array(findings.map(Self.json)),
    ]
  }

  /// Lines for people: problems first, then notes, then what is as it should be.
  public var text: String {
    var lines: [String] = []
    for severity in Severity.allCases.reversed() {
      for finding in findings where finding.severity == severity {
        lines += Self.lines(finding)
      }
    }
    lines.append("")
    lines.append(
      "\(counted(.problem, "problem")), \(counted(.note, "note")), \(count(.ok)) as it should be")
    return lines.joined(separator: "\n")
  }

  private func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  private func counted(_ severity: Severity, _ word: String) -> String {
    let number = count(severity)
    return number == 1 ? "1 \(word)" : "\(number) \(word)s"
  }

  private static func lines(_ finding: Finding) -> [String] {
    let label = finding.severity.rawValue
    let indent = String(repeating: " ", count: 9)
    let place = finding.place.isEmpty ? "" : " (\(finding.place))"
    var lines = [
      label + String(repeating: " ", count: 9 - label.count) + finding.id + ": " + finding.found
        + place
    ]
    if !finding.meaning.isEmpty { lines.append(indent + finding.meaning) }
    for step in finding.remedy { lines.append(indent + "-> " + step) }
    return lines
  }

  private static func json(_ finding: Finding) -> JSONValue {
    [
      "id": .string(finding.id), "severity": .string(finding.severity.rawValue),
      "found": .string(finding.found), "where": .string(finding.place),
      "meaning": .string(finding.meaning),
      "remedy": .array(finding.remedy.map { .string($0) }),
    ]
  }
}
