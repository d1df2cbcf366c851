// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop
import Explanation
import Formats
import Glibc
import Orientation
import Plugins
import Recording
import Experiments
import Text

/// The printer of a run's report: decisions and results on standard output, notes on standard
/// error.
final class Reporter {
  private let explains: Bool
  private let showsTitles: Bool
  private let output: (String) -> Void
  private let errors: (String) -> Void
  /// The loop, whose timer reports suppressed lines; with `nil`, no line is suppressed.
  private let loop: EventLoop?
  private var budget = LineBudget()
  private var collecting: Token?
  private var rules: any RuleSet = DesktopRuleSet()
  private var context = FixContext(isLive: true)
  private var titles: [UInt32: UntrustedText] = [:]
  /// A sentence about the visibility facts that the compositor does not report, printed with the
  /// first blocked rotation; `nil` afterwards, or if there is none.
  private var untold: String?

  init(
    explains: Bool, showsTitles: Bool, on loop: EventLoop? = nil,
    output: @escaping (String) -> Void, errors: @escaping (String) -> Void
  ) {
    self.explains = explains
    self.showsTitles = showsTitles
    self.loop = loop
    self.output = output
    self.errors = errors
  }

  /// Prints the counts of suppressed lines; called at the end of a run.
  func stop() {
    if let collecting { loop?.remove(collecting) }
    collecting = nil
    for line in budget.collected(at: loop?.now ?? .zero, isLast: true) { print(line, .info) }
  }

  private func print(_ line: String, _ priority: LogPriority, of program: String = "swivel") {
    errors("\(priority.mark(of: STDERR_FILENO))\(program): \(line)")
  }

  private func allows(_ line: String, ofKind kind: String) -> Bool {
    guard let loop else { return true }
    guard !budget.allows(line, ofKind: kind, at: loop.now) else { return true }
    if collecting == nil { armCollection(on: loop) }
    return false
  }

  private func armCollection(on loop: EventLoop) {
    guard let deadline = budget.deadline else { return }
    collecting = loop.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      collecting = nil
      for line in budget.collected(at: loop.now) { print(line, .info) }
      armCollection(on: loop)
    }
  }

  func begin(
    _ plan: RunPlan, _ outputs: [Output], _ finding: FoundApplier,
    windows: DesktopKnowledge
  ) {
    rules = plan.rules
    context = FixContext(configuration: plan.configurationPath, isLive: true)
    reportTurned(outputs)
    let managed = outputs.filter(\.isManaged).map { UntrustedText($0.name).word }
    let subject = managed.isEmpty ? "no output" : managed.joined(separator: ", ")
    output(
      "turning \(subject): rules \(rules.id), sensor \(plan.sensor), outputs through "
        + "\(finding.applier.name) (\(finding.reason))")
    for warning in finding.warnings { note(warning) }
    if managed.isEmpty {
      let others = outputs.map { UntrustedText($0.name).word }.joined(separator: ", ")
      note(
        others.isEmpty
          ? "the session has no outputs"
          : "there is no built-in or configured output; to turn another one, name it with --output: \(others)"
      )
    }
    if windows.interface == nil {
      note("the compositor does not report windows, so no window is asked")
    }
    untold = windows.untold
  }

  func report(_ verdict: Verdict) {
    guard verdict.isNoteworthy else { return }
    let line = VerdictLine(verdict, rulesID: rules.id)
    guard allows(line.text, ofKind: "decision \(verdict.outcome)") else { return }
    for text in line.lines { output(text) }
    if line.outcome == .blocked, let untold {
      note(untold)
      self.untold = nil
    }
    if explains {
      output(Explanation(verdict, rules: rules, context: context).text(.standard))
    }
  }

  private func reportTurned(_ outputs: [Output]) {
    for output in outputs where output.initial != output.transform {
      note(
        "\(UntrustedText(output.name).word) was rotated by a run that was ended by force; at the end it "
          + "is restored to \(output.initial.wireName)")
    }
  }

  func report(_ warnings: [NewWindowWarning], more: Int, at now: Instant) {
    for warning in warnings { output(warning.line(at: now)) }
    if more > 0 { note("\(more) more new windows would prevent the next turn") }
  }

  func report(_ warning: StackProof.Violation, at now: Instant) {
    output("\(now.seconds) \(warning.line)")
  }

  func report(_ report: OutputReport, output name: String) {
    let line = OutputLine(report, output: name)
    if allows(line.text, ofKind: line.code.rawValue) { output(line.text) }
  }

  func dropped(_ trace: AccelerometerTrace, alsoBySchedule later: Int) {
    let count = trace.dropped.count + later
    guard count > 0 else { return }
    let reasons = AccelerometerTrace.DropReason.allCases.filter { trace.droppedCount($0) > 0 }
    let words = reasons.map { "\(trace.droppedCount($0)) \($0.rawValue)" }
    let total = trace.samples.count + trace.dropped.count
    let all = words + (later > 0 ? ["\(later) beyond the clock"] : [])
    note("dropped \(count) of \(total) samples: \(all.joined(separator: ", "))")
  }

  func titles(of windows: [DesktopWindow], named name: (UInt32) -> String?) {
    guard showsTitles else { return }
    let there = Set(windows.map(\.id))
    titles = titles.filter { there.contains($0.key) }
    for window in windows where titles[window.id] != window.title {
      titles[window.id] = window.title
      let line = "window \(name(window.id) ?? "?"): \(window.title.quoted)"
      if allows(line, ofKind: "title") { output(line) }
    }
  }

  func note(_ text: String, _ priority: LogPriority = .notice) {
    let line = UntrustedText(text).statement
    guard allows(line, ofKind: LineBudget.kind(of: line)) else { return }
    print(line, priority)
  }

  func hook(printed text: UntrustedText) {
    // Escaping each suppressed line would cost too much; the budget escapes only the line that it
    // prints.
    guard allows(text.verbatim, ofKind: "hook") else { return }
    print(text.line, .info, of: "hook")
  }
}

extension Reporter: VerdictSink {
  func receive(_ verdict: Verdict, rulesID: String) { report(verdict) }
}
