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

/// `swivel check`: every sequence of events that a scenario's windows allow.
struct CheckSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Prove that nothing the windows of a scenario can do breaks the screen, or show how.",
    discussion: """
      Looks at every sequence of show, hide, focus, turn, lock, add and remove of the windows of \
      a scenario, or of those that are open now, with their answers as given. Ten properties are \
      each proved, broken by the shortest list of events, or left open with the reason. What was \
      left out of the search is listed with why nothing is lost by it. docs/check.md says more.

      EXAMPLES
        swivel check examples/scenarios/hidden-menu-window.yaml
        swivel check story.yaml --rules uikit-8+follow-key
            whether the cure holds, whatever happens
        swivel check story.yaml --answers any --limit 5000000
            whatever the windows answer
        swivel check story.yaml --json | jq -r '.properties[] | select(.script).script'
            the scenarios that break something; each can be given to simulate
        swivel check --live
            the windows of this session, as `swivel run` has them
        swivel check story.yaml --full --time
            every state one by one, and where the time goes

      EXIT CODES
        0  every property is proved
        1  a property is broken
        2  a file or an option is wrong
        3  a limit, an interruption or the kind of stack left something open
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

  @Flag(help: "Keep the key in every state, also where no decision reads it.")
  var whole = false

  @Flag(
    help: "Look at every state and tell alike windows apart, also where projections prove the rest."
  )
  var full = false

  @Flag(help: "Say on standard error how long the search, each property and the rest took.")
  var time = false

  @Flag(help: "One JSON document instead of text.")
  var json = false

  func validate() throws {
    if live == (file != nil) {
      throw ValidationError("one scenario file, or --live for the windows of this session")
    }
    if live, rules.name != nil {
      throw ValidationError("--rules belongs to a file; the daemon has its own rules")
    }
    if limit < 1 || memory < 1 {
      throw ValidationError("--limit and --memory have to be at least 1")
    }
    if full, answers == .any {
      throw ValidationError("--full looks at one stack; --answers any uses what --full leaves out")
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
      }
      print(text, terminator: "")
      if check.report.isViolated { throw ExitCode(1) }
      if check.report.isUndecided { throw ExitCode(3) }
    } catch let limit as CheckLimit {
      CommandLineRun.complain("this stack cannot be checked: \(limit)\(Self.advice(limit))")
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

  /// Returns the time of each part; the rest is reading, scripts and output.
  private static func parts(_ report: CheckReport, _ meter: ProcessorMeter) -> String {
    let parts = report.times.parts.map { "\($0.name) \(microseconds($0.time)) us" }
    return "\(parts.joined(separator: ", ")); whole process \(meter.wholeMicroseconds) us of the "
      + "processor"
  }

  private static func microseconds(_ time: Duration) -> Int64 {
    let parts = time.components
    return parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
  }

  /// Returns a remedy for a stack that cannot be checked.
  private static func advice(_ limit: CheckLimit) -> String {
    switch limit {
    case .windows(_, let most): "; leave out windows until there are \(most)"
    case .heldOutput: "; turn the device once, which ends the hold, and try again"
    case .livePolicy: "; write its answers down in a scenario and check that"
    default: ""
    }
  }
}

/// A meter of the processor time of a search.
private final class ProcessorMeter {
  private var begin: Int64 = 0
  private var end: Int64 = 0
  private var expanded = 0

  /// The processor time from the start to the last expanded state, in microseconds.
  var microseconds: Int64 { end - begin }

  /// The processor time of the process so far, in microseconds.
  var wholeMicroseconds: Int64 { Self.now }

  /// Begins to count.
  func start() { begin = Self.now }

  /// Notes the time of the last expanded state; judging the findings afterwards is not measured.
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
