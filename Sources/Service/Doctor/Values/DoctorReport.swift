// SPDX-License-Identifier: Apache-2.0
public import Desktop
public import Formats
import Text

/// All findings of one examination.
public struct DoctorReport: Equatable, Sendable {
  /// The findings in the order of the examination.
  public let findings: [Finding]

  /// What is known of the session's windows; nil if nobody has looked.
  public let windows: DesktopKnowledge?

  /// Takes findings in their order.
  public init(_ findings: [Finding], windows: DesktopKnowledge? = nil) {
    self.findings = findings
    self.windows = windows
  }

  /// The exit code: 1 if there is a problem, else 0.
  public var status: Int32 { findings.contains { $0.severity == .problem } ? 1 : 0 }

  /// One object with the counts and the findings, as docs/doctor.md describes it.
  public var json: JSONValue {
    [
      "problems": .int(Int64(count(.problem))), "notes": .int(Int64(count(.note))),
      "findings": .array(findings.map(Self.json)), "windows": windows.map(Self.json) ?? .null,
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

  private static func json(_ row: DesktopKnowledge) -> JSONValue {
    [
      "desktop": .string(UntrustedText(row.desktop).line),
      "interface": row.interface.map { .string($0.name) } ?? .null,
      "known": .array(row.knows.names.map { .string($0) }),
      "unknown": .array(row.knows.missingNames.map { .string($0) }),
      "remedy": .string(row.remedy),
    ]
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

/// One thing that was looked at: what it was, what that means, and what to do.
///
/// All texts are made harmless: what devices, files and services say stands in them.
public struct Finding: Hashable, Sendable {
  /// What kind of finding it is, such as `matrix-singular`; docs/doctor.md lists them.
  public let id: String
  /// How much it matters.
  public let severity: Severity
  /// What was found.
  public let found: String
  /// The device, file, service or process; empty if it is the machine as a whole.
  public let place: String
  /// What follows from it; may be empty.
  public let meaning: String
  /// What helps, a line for each step; may be empty.
  public let remedy: [String]

  /// Takes what there is to say.
  public init(
    _ id: String, _ severity: Severity, _ found: String, at place: String = "",
    meaning: String = "", remedy: [String] = []
  ) {
    self.id = id
    self.severity = severity
    self.found = UntrustedText(found).line
    self.place = UntrustedText(place).line
    self.meaning = UntrustedText(meaning).line
    self.remedy = remedy.map { UntrustedText($0).line }
  }
}

extension [Finding] {
  /// A list of one.
  static func one(
    _ id: String, _ severity: Severity, _ found: String, at place: String = "",
    meaning: String = "", remedy: [String] = []
  ) -> [Finding] {
    [Finding(id, severity, found, at: place, meaning: meaning, remedy: remedy)]
  }
}

/// How much a finding matters.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  /// As it should be.
  case ok
  /// Worth knowing, or not to be known from here.
  case note
  /// Keeps something from working, or makes it work wrongly.
  case problem

  /// The worse one is the greater one.
  public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
