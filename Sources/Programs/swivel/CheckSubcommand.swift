// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import EventLoop
import Experiments
import Formats
import Glibc
import ModelChecker
import Recording
import Scenarios

struct CheckSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Prove ten properties of every sequence of events, or show a counterexample.",
    usage: "swivel check [<file>] [<options>]",
    discussion: """
      The search covers every sequence of show, hide, focus, turn, lock, add and remove for the \
      windows of a scenario, or for those that are open now, with their answers as given. Each of \
      ten properties is proved, violated by a shortest list of events, or left open with the \
      reason; docs/check.md describes them.

      EXAMPLES
        swivel check examples/scenarios/hidden-menu-window.yaml
        swivel check story.yaml --rules uikit-8+follow-key
            whether the cure works for every sequence of events
        swivel check story.yaml --answers any
            for all answers that the windows can give
        swivel check story.yaml --json | jq -r '.properties[].script | values'
            the scenarios that violate a property, for `swivel simulate`
        swivel check --live
            the windows of this session, as the running daemon sees them
        swivel check story.yaml --full --time
            search every state one by one, and report the time of each part

      EXIT CODES
        0  no property is open, and none is violated, other than by the platform's
           design
        1  a property is violated
        2  a file or an option is wrong
        3  a limit, an interruption or the kind of stack left a property open
        4  with --live: no daemon answers
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "file"))
  var file: String?

  @Flag(help: "The windows of the running daemon instead of a file's.")
  var live = false

  @OptionGroup var rules: RulesOption

  enum Answers: String, ExpressibleByArgument, CaseIterable {
    case given, any
  }

  @Option(
    help: ArgumentHelp("given: as the file has them; any: every combination.", valueName: "which"))
  var answers: Answers = .given

  @Option(
    help: ArgumentHelp("The most states to find.", valueName: "states"))
  var limit = 50_000_000

  @Option(help: ArgumentHelp("The most memory for them, in MiB.", valueName: "mib"))
  var memory = 1024

  @Option(
    help: ArgumentHelp(
      "The longest time, in seconds. Default: none, with --answers any 300.", valueName: "seconds"))
  var seconds: Int?

  @Flag(help: "Keep the key window in every state, even if no decision reads it.")
  var whole = false

  @Flag(
    help: """
      Search every state, without symmetry and projections; with --answers any, check every \
      combination of answers.
      """
  )
  var full = false

  @Flag(
    help: """
      Print the time of the search, of each property and of the rest, and the reductions of the \
      search with their reasons, on standard error.
      """)
  var time = false

  @Flag(help: "Print one JSON document instead of text.")
  var json = false

  func validate() throws {
    if live == (file != nil) {
      throw ValidationError(
        "one scenario file, or --live for the windows of this session; `swivel config check` checks "
          + "the configuration")
    }
    if live, rules.name != nil {
      throw ValidationError("--rules needs a file; the daemon has its own rules")
    }
    if limit < 1 || memory < 1 || seconds ?? 1 < 1 || seconds ?? 1 > 10_000_000 {
      throw ValidationError("--limit, --memory and --seconds have to be at least 1")
    }
  }

  func run() throws {
    try rules.check()
    do {
      let meter = ProcessorMeter()
      let check = try self.check(meter)
      let text = json ? check.json.pretty() + "\n" : check.text
      if time {
        CommandLineRun.complain(Self.speed(check.report, meter))
        CommandLineRun.complain(Self.parts(check.report, meter))
        CommandLineRun.complain(check.reductions)
      }
      print(text, terminator: "")
      if check.isBroken { throw ExitCode(1) }
      if check.report.isUndecided { throw ExitCode(3) }
    } catch let limit as CheckLimit {
      let sentences = ["this stack cannot be checked: \(limit)", Self.advice(limit)]
      CommandLineRun.complain(sentences.compactMap(\.self).joined(separator: "; "))
      throw ExitCode(3)
    }
  }

  private func check(_ meter: ProcessorMeter) throws -> ScenarioCheck {
    var options = ScenarioCheck.Options()
    options.bounds = CheckBounds(states: limit, memory: memory)
    options.isWhole = whole
    options.reduces = !full
    options.withAnyAnswers = answers == .any
    options.clock = { EventLoop.now }
    options.seconds = seconds ?? (answers == .any ? 300 : nil)
    ProgramHeap.keepWhatIsFreed()
    let progress = ProgressLine()
    defer { progress.clear() }
    let source = try self.source()
    let interruption = Interruption()
    meter.start()
    func goesOn(_ state: CheckProgress) -> Bool {
      meter.note(state)
      progress.show(state)
      return !interruption.isWanted
    }
    switch source {
    case .scenario(let scenario):
      return try ScenarioCheck(scenario, options: options, progress: goesOn)
    case .running(let header):
      return try ScenarioCheck(running: header, options: options, progress: goesOn)
    }
  }

  private enum Source {
    case scenario(Scenario)
    case running(RecordingHeader)
  }

  private func source() throws -> Source {
    if let file { return .scenario(try Scenario.load(path: file, rules: rules.name)) }
    do {
      let answer = try LiveDaemon.ask(.scene)
      let mark = Mark(file: "the daemon's answer", line: 1, column: 1)
      return .running(try RecordingHeader(answer, at: mark))
    } catch let failure as CommandFailure {
      CommandLineRun.complain(failure.description)
      throw ExitCode(4)
    }
  }

  private static func speed(_ report: CheckReport, _ meter: ProcessorMeter) -> String {
    let microseconds = microseconds(report.searchTime)
    let rate = Int64(report.states) * 1_000_000 / max(1, microseconds)
    return "\(report.states) states in \(microseconds) us, \(rate) states/s, "
      + "\(meter.microseconds) us of the processor"
  }

  private static func parts(_ report: CheckReport, _ meter: ProcessorMeter) -> String {
    let times = report.times.parts.map { "\($0.name) \(microseconds($0.time)) us" }
    let parts: [String?] = [
      times.joined(separator: ", "),
      "whole process \(meter.wholeMicroseconds) us of the processor",
      report.strategy.map { "searched by \($0.rawValue)" },
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private static func microseconds(_ time: Duration) -> Int64 {
    let parts = time.components
    return parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
  }

  /// Returns a remedy for a stack of windows that the model checker cannot handle; nil if none is
  /// known.
  private static func advice(_ limit: CheckLimit) -> String? {
    switch limit {
    case .windows(_, let most): "leave out windows until there are \(most)"
    case .outputs: "give the other outputs `policy: leave` in the configuration"
    case .heldOutput: "turn the device once, which ends the hold, and try again"
    case .livePolicy: "write the policy's answers into a scenario and check the scenario"
    default: nil
    }
  }
}

/// A meter of the processor time of a search.
private final class ProcessorMeter {
  private var begin: Int64 = 0
  private var end: Int64 = 0
  private var expanded = 0

  /// The processor time from the start to the last report of newly expanded states, in
  /// microseconds.
  var microseconds: Int64 { end - begin }

  /// The processor time used by the process so far, in microseconds.
  var wholeMicroseconds: Int64 { Self.now }

  func start() { begin = Self.now }

  /// Updates the end of the measurement if new states were expanded.
  ///
  /// Judging the findings after the last expansion is therefore not measured.
  func note(_ progress: CheckProgress) {
    guard progress.expanded > expanded else { return }
    expanded = progress.expanded
    end = Self.now
  }

  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
