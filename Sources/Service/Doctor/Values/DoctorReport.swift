// SPDX-License-Identifier: Apache-2.0
public import Desktop
public import Formats
public import Text

/// All findings of one examination.
public struct DoctorReport: Equatable, Sendable {
  /// The findings in the order of the examination.
  public let findings: [Finding]

  /// The facts about the session's windows; `nil` if they were not examined.
  public let windows: DesktopKnowledge?

  /// Creates a report of findings, which keep their order.
  public init(_ findings: [Finding], windows: DesktopKnowledge? = nil) {
    self.findings = findings
    self.windows = windows
  }

  /// The exit code: 1 if there is a problem, else 0.
  public var status: Int32 { findings.contains { $0.severity == .problem } ? 1 : 0 }

  /// The report as one object with counts and findings, as docs/doctor.md describes it.
  public var json: JSONValue {
    [
      "problems": .int(Int64(count(.problem))), "notes": .int(Int64(count(.note))),
      "findings": .array(findings.map(Self.json)), "windows": windows.map(Self.json) ?? .null,
    ]
  }

  /// Returns the report as text: the findings by severity, problems first, then a line with the
  /// counts.
  public func text(_ language: Language = .english) -> String {
    var lines: [String] = []
    for severity in Severity.allCases.reversed() {
      for finding in findings where finding.severity == severity {
        lines += Self.lines(finding, language)
      }
    }
    let counts = [count(.problem), count(.note), count(.ok)]
    let phrase: DoctorPhrase =
      switch (counts[0], counts[1]) {
      case (1, 1): .countsOneOne
      case (1, _): .countsOne
      case (_, 1): .countsOneNote
      default: .counts
      }
    lines += ["", phrase.filled(language, counts.map { "\($0)" })]
    return lines.joined(separator: "\n")
  }

  private func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  private static func lines(_ finding: Finding, _ language: Language) -> [String] {
    let phrase: DoctorPhrase =
      switch finding.severity {
      case .ok: .fine
      case .note: .note
      case .problem: .problem
      }
    let (label, width) = (phrase(language), 9)
    let indent = String(repeating: " ", count: width)
    let head =
      label + String(repeating: " ", count: width - DisplayWidth.of(label))
      + "\(finding.id): \(finding.fact(language))"
    var lines = [finding.place.isEmpty ? head : "\(head) (\(finding.place))"]
    let meaning = finding.consequence(language)
    if !meaning.isEmpty { lines.append(indent + meaning) }
    return lines + finding.steps.map { "\(indent)-> \($0(language))" }
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

/// A result of one check: what was found, its consequence, and the remedy.
///
/// Control characters are replaced in all texts, which quote devices, files and services.
public struct Finding: Hashable, Sendable {
  /// The kind of finding, such as `matrix-singular`; docs/doctor.md lists them.
  public let id: String
  /// The severity.
  public let severity: Severity
  /// The fact that was found, in English.
  public var found: String { fact.english }
  /// The device, file, service or process; empty for the machine as a whole.
  public let place: String
  /// The consequence, in English; may be empty.
  public var meaning: String { consequence.english }
  /// The remedy, in English, a line for each step; may be empty.
  public var remedy: [String] { steps.map(\.english) }
  fileprivate let fact: Message
  fileprivate let consequence: Message
  fileprivate let steps: [Message]

  /// Creates a finding.
  public init(
    _ id: String, _ severity: Severity, _ found: Message, at place: String = "",
    meaning: Message = "", remedy: [Message] = []
  ) {
    self.id = id
    self.severity = severity
    self.place = UntrustedText(place).line
    fact = found.lines
    consequence = meaning.lines
    steps = remedy.map(\.lines)
  }
}

extension [Finding] {
  static func one(
    _ id: String, _ severity: Severity, _ found: Message, at place: String = "",
    meaning: Message = "", remedy: [Message] = []
  ) -> [Finding] {
    [Finding(id, severity, found, at: place, meaning: meaning, remedy: remedy)]
  }
}

/// The severity of a finding.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  case ok
  /// The finding is useful to know, or the check has no result.
  case note
  /// The finding prevents something from working correctly.
  case problem

  /// Returns whether the first severity is lower.
  public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension String {
  /// The text of a device, a program or a user as a name within a finding, at most 80 columns wide.
  var reportName: String { UntrustedText(self).name(columns: 80) }
}

enum NumberText {
  /// Returns the shortest form: whole numbers without a point, zero without a sign.
  static func text(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }

  /// Returns the number with at most three decimal places; numbers from 1e12 on are not rounded.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    return text((value * 1000).rounded() / 1000)
  }
}
