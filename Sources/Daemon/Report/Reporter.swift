// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import Explanation
import Formats
import Orientation
import Recording

/// Says what happens: decisions and what became of them on standard output, the rest beside it.
final class Reporter {
  private let explains: Bool
  private let showsTitles: Bool
  private let output: LineQueue
  private let errors: LineQueue
  private var rules: any RuleSet = DesktopRuleSet()
  private var titles: [UInt32: String] = [:]

  init(
    explains: Bool, showsTitles: Bool, output: LineQueue = .output, errors: LineQueue = .errors
  ) {
    self.explains = explains
    self.showsTitles = showsTitles
    self.output = output
    self.errors = errors
  }

  /// Says what the run is about to do.
  func begin(
    _ plan: RunPlan, _ outputs: [Output], _ finding: ApplierSearch.Finding, hasWindows: Bool
  ) {
    rules = plan.rules
    let managed = outputs.filter(\.isManaged).map { PlainText.name($0.name) }
    let subject = managed.isEmpty ? "no output" : managed.joined(separator: ", ")
    output.write(
      "turning \(subject) by \(rules.id) with \(plan.sensor) through \(finding.applier.name): "
        + finding.reason)
    for warning in finding.warnings { note(warning) }
    if managed.isEmpty {
      let others = outputs.map { PlainText.name($0.name) }.joined(separator: ", ")
      note(
        "no built-in or configured output is there; to turn another name it with --output: "
          + (others.isEmpty ? "none is there" : others))
    }
    if !hasWindows {
      note("the compositor does not tell of windows, so no window has a say")
    }
  }

  /// One line for a decision that somebody may want to know of, with its reasons if asked for.
  func report(_ verdict: Verdict) {
    guard verdict.isNews else { return }
    output.write(VerdictLine(verdict, rulesID: rules.id).text)
    if explains { output.write(Explanation(verdict, rules: rules).text(.standard)) }
  }

  /// One line for a window that has just appeared and will be in the way.
  func report(_ warning: NewWindowWarning, at now: Instant) {
    output.write(warning.line(at: now))
  }

  /// One line for what the compositor made of a change.
  func report(_ report: OutputReport, output name: String?) {
    output.write(OutputLine(report, output: name ?? "an output that is gone").text)
  }

  /// Counts the samples that were left out, once.
  func dropped(_ trace: AccelerometerTrace, alsoBySchedule later: Int) {
    let count = trace.dropped.count + later
    guard count > 0 else { return }
    let reasons = AccelerometerTrace.DropReason.allCases.filter { trace.droppedCount($0) > 0 }
    let words = reasons.map { "\(trace.droppedCount($0)) \($0.rawValue)" }
    let total = trace.samples.count + trace.dropped.count
    note(
      "dropped \(count) of \(total) samples: "
        + (words + (later > 0 ? ["\(later) beyond the clock"] : [])).joined(separator: ", "))
  }

  /// Says that the recording is over.
  func sensorHolds() { note("the recording is over; its last value holds") }

  /// Prints new titles if that was asked for.
  func titles(of windows: [DesktopWindow], named name: (UInt32) -> String?) {
    guard showsTitles else { return }
    let there = Set(windows.map(\.id))
    titles = titles.filter { there.contains($0.key) }
    for window in windows where titles[window.id] != window.title {
      titles[window.id] = window.title
      output.write("window \(name(window.id) ?? "?"): \(Quoting.quoted(window.title))")
    }
  }

  /// Says something that is no decision.
  func note(_ text: String) { errors.write("swivel: \(text)") }
}
