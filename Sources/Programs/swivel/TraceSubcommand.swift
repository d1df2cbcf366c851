// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import EventLoop
import Formats
import Glibc
import Orientation
import Plugins
import Recording
import Report
import Scenarios

struct TraceSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Write a recording, a scenario or the running daemon as a trace for Perfetto.",
    usage: "swivel trace [<file>] [<options>]",
    discussion: """
      The trace has a track for the device, each window and each output (desired, in flight, \
      confirmed), curves for the accelerometer, an instant for each decision with its gates and \
      rules, and one for each conflict as it begins. Flows lead from the reading that caused a \
      rotation to its confirmation, and show the delay. Open the file in https://ui.perfetto.dev \
      or query it with Perfetto's trace processor. docs/trace.md describes the tracks.

      A trace contains the names of windows and outputs, as a recording does, but no titles.

      EXAMPLES
        swivel trace session.jsonl -o session.pftrace
        swivel trace examples/scenarios/hidden-menu-window.yaml -o menu.pftrace
        swivel trace --live 10 -o now.pftrace
            the next ten seconds of the running daemon, and its decisions before
        swivel run --trace all.pftrace
        swivel trace vote.jsonl --plugin majority.swivel-plugin.json -o vote.pftrace

      EXIT CODES
        0  written
        1  no daemon answers, or it cannot record; the message names the reason
        2  a file or an option is wrong; nothing was written
      """)

  @Argument(help: ArgumentHelp("A recording or a scenario.", valueName: "file"))
  var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Trace the running daemon for this time, 0.1 to 86400.", valueName: "seconds"))
  var live: Double?

  @OptionGroup var plugins: PluginOption

  @OptionGroup var rules: RulesOption

  func validate() throws {
    guard (file == nil) != (live == nil) else {
      throw ValidationError("give either a recording or scenario, or --live SECONDS")
    }
    if let live, !(0.1...86_400).contains(live) {
      throw ValidationError("--live takes 0.1 to 86400 seconds")
    }
    if live != nil, rules.name != nil { throw ValidationError("--rules needs a scenario") }
    if output == nil, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("standard output is a terminal; name a file with -o out.pftrace")
    }
  }

  func run() throws {
    try OutputFile.check(output, keeps: file.map { [$0] } ?? [])
    let list = try plugins.list()
    defer { list.stop() }
    let bytes =
      try live.map { try TraceFile.live(seconds: $0, near: output, list) } ?? traced(list)
    if let output {
      try OutputFile.write(bytes, to: output)
      return Written.say(output)
    }
    guard Terminal.write(bytes) else {
      throw CommandFailure(.failed, "the trace could not be written to standard output")
    }
  }

  private func traced(_ list: PluginList) throws -> [UInt8] {
    let file = file ?? ""
    switch try RunFile(path: file, rules: rules, added: list.ruleSet) {
    case .scenario(let scenario):
      let text = Simulation(scenario).recording(program: ProgramVersion.text)
      return try RotationTrace.make(of: RecordingReader(Array(text.utf8), file: file))
    case .recording(let reader): return try RotationTrace.make(of: reader)
    }
  }
}

enum TraceFile {
  /// Returns the path of the temporary recording that becomes the trace at `trace`.
  static func recording(for trace: String) -> String { "\(trace).jsonl" }

  static func convert(_ recording: String, to trace: String, keeps: Bool) throws {
    let reader = try RecordingReader(path: recording)
    try OutputFile.write(RotationTrace.make(of: reader), to: trace)
    if !keeps { OutputFile.remove(recording) }
  }

  /// Records the running daemon for a number of seconds, or until Ctrl-C, and returns the trace.
  ///
  /// The recording is a temporary file beside `output`, or in the folder for temporary files for
  /// `nil`; `list` has the rule sets of plug-ins.
  static func live(
    seconds: Double, near output: String?, _ list: PluginList
  ) throws -> [UInt8] {
    let temporary = Program.environment("TMPDIR") ?? "/tmp"
    let near = output.map { FilePath.absolute($0) } ?? "\(temporary)/swivel-\(getpid())"
    let path = recording(for: near)
    _ = try LiveDaemon.ask(.record(path))
    defer { OutputFile.remove(path) }
    let ending = Interruption()
    let end = EventLoop.now + .seconds(seconds)
    while EventLoop.now < end, !ending.isWanted { usleep(20_000) }
    _ = try LiveDaemon.ask(.record(nil))
    return try RotationTrace.make(of: RecordingReader(path: path, added: list.ruleSet))
  }
}
