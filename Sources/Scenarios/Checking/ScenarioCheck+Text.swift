// SPDX-License-Identifier: Apache-2.0
import ModelChecker

extension ScenarioCheck {
  /// The result for a person: first line alone, then each property, then scripts and reductions.
  public var text: String {
    var lines = [headline, ""]
    lines += report.findings.map { line($0) }
    if !advice.isEmpty { lines += [""] + advice }
    for finding in report.findings {
      guard case .violated(let example) = finding.result else { continue }
      let code = finding.property.code
      if let script = script(finding) {
        lines += ["", "--- \(code): a scenario that breaks it", script.trimmed]
      } else {
        lines += ["", "--- \(code): no scenario file starts where it breaks; the events:"]
        lines += example.events.map { "\($0)" }
      }
    }
    lines += ["", "left out, and why nothing is lost by it:"]
    lines += report.reductions.map { "  \($0.rawValue): \($0.reason)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What was looked at and what came of it, in one line.
  public var headline: String {
    let broken = report.findings.filter(\.isViolated).map(\.property.code)
    let open = report.findings.filter {
      if case .undecided = $0.result { true } else { false }
    }.map(\.property.code)
    let verdict: String
    if !broken.isEmpty {
      verdict = "broken: \(broken.joined(separator: ", "))"
    } else if !open.isEmpty {
      verdict = "undecided: \(open.joined(separator: ", "))"
    } else if report.windows == 0 {
      verdict = "proved: no window has a say, so none can break a property"
    } else {
      verdict = "proved: nothing that these windows can do breaks a property"
    }
    let bound = report.limit.map { "; ended by \($0)" } ?? ""
    return "\(verdict) (\(report.rules), \(report.windows) windows, \(report.states) states, "
      + "\(report.transitions) steps, at most \(report.depth) events apart\(bound))"
  }

  private func line(_ finding: CheckFinding) -> String {
    let code = finding.property.code + (finding.property.rawValue < 10 ? " " : "")
    return "\(code) \(Self.word(finding.result)) \(finding.property.claim): "
      + Self.detail(finding.result)
  }

  /// One word for a result, always of the same width.
  static func word(_ result: CheckFinding.Result) -> String {
    switch result {
    case .proved: "proved     "
    case .violated, .missing: "VIOLATED   "
    case .notChecked: "not checked"
    case .undecided: "undecided  "
    }
  }

  /// How it is known.
  static func detail(_ result: CheckFinding.Result) -> String {
    switch result {
    case .proved(let how): return how
    case .missing(let what): return what
    case .notChecked(let reason): return reason
    case .undecided(let limit): return "\(limit)"
    case .violated(let example):
      let count = example.events.count
      let length = count == 1 ? "1 event" : "\(count) events"
      let shortest = example.isShortest ? ", none shorter" : ""
      return length + shortest + (example.note.map { "; \($0)" } ?? "")
    }
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
