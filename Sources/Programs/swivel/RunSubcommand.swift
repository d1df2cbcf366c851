// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Daemon
import Explanation
import Glibc
import Judging
import Text

/// `swivel run`: the daemon in the foreground.
struct RunSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Turn the outputs with the device until a signal comes.",
    discussion: """
      Runs in the foreground and prints a line for every decision and for what the compositor made \
      of it. SIGINT (Ctrl-C), SIGTERM and the end of its terminal end it: every output that it has \
      turned is turned back first, for which the compositor has two seconds. Then the exit code is 0.

      The configuration is read again when the file changes, on SIGHUP and on `swivel reload`; while \
      there is a mistake in it, the old one holds and the mistake is named.

      Nobody has to read what it prints: up to a mebibyte waits, later lines are left out and counted, \
      and at the end half a second is left for what still waits.

      An output that somebody else turns meanwhile is left alone until the device turns again.

      The sensor is read only while an output can turn. Without --sensor, iio-sensor-proxy is used \
      if it has an accelerometer, then the kernel's own; one that the configuration names goes first; \
      which one and why is said. A device is followed in tablet mode only where a switch, a service or \
      the angle of its hinge tells the mode, and its outputs are given back outside of it (--follow).

      While it runs, `swivel status`, `watch`, `history` and `explain` ask it, `swivel lock`, \
      `rotate`, `reload` and `quit` tell it what to do, and only one runs in a session.

      EXAMPLES
        swivel run
        swivel run --sensor iio --follow tablet-mode
        swivel run --sensor replay:turn.csv --replay-speed 10 --explain
        swivel run --sensor replay:turn.csv --rules uikit-8 --config ./config.yaml
      """)

  @Option(
    help: ArgumentHelp(
      "Where readings come from: auto, proxy (iio-sensor-proxy), iio[:PATH] (sysfs, by polling), "
        + "iio-buffer[:PATH], plugin:NAME or replay:FILE. Default: auto.", valueName: "sensor"))
  var sensor: String?

  @Option(
    help: ArgumentHelp(
      "When to follow the device: auto (in tablet mode, by a switch, a service or the hinge's angle; "
        + "always where nothing tells), always or tablet-mode.", valueName: "when"))
  var follow = "auto"

  @Option(
    help: ArgumentHelp(
      "A directory with sys, dev and run that stand for the machine's own.", valueName: "dir",
      visibility: .hidden))
  var deviceRoot = ""

  @Option(
    help: ArgumentHelp("How many times as fast as recorded, 0.01 to 1000.", valueName: "factor"))
  var replaySpeed: Double = 1

  @Option(
    help: ArgumentHelp(
      "How to decide: \(RuleSetCatalog.summary); or plugin:NAME.", valueName: "name"))
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "What makes orientations of readings: swivel (the default), android, chromeos, "
        + "iio-sensor-proxy or rot8.", valueName: "name"))
  var judge: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "An output that turns; may be given several times. Default: built-in and headless ones.",
      valueName: "name"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      "What turns the outputs: auto, wlr (zwlr_output_manager_v1), kde (kde_output_management_v2), "
        + "mutter (DisplayConfig on the session bus) or sway (its socket). Default: auto, the first "
        + "of these that works; which one and why is said.", valueName: "way"))
  var applier = "auto"

  @Option(help: ArgumentHelp("The configuration file to read.", valueName: "file"))
  var config: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A folder in which plug-ins are looked for first; may be given several times.",
      valueName: "dir"))
  var pluginDir: [String] = []

  @Flag(help: "Do not read what applications' desktop files say of orientations.")
  var noDesktopEntries = false

  @Flag(help: "Explain every decision: who was asked, what was answered, which rule decided.")
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Record everything into a new file, for `swivel replay` and `swivel explain`.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Write a trace for ui.perfetto.dev at the end; until then its recording stands beside it.",
      valueName: "file"))
  var trace: String?

  @Flag(help: "Also print the titles of windows.")
  var titles = false

  func run() throws {
    let recording = record ?? trace.map(TraceFile.recording)
    defer { convert(recording) }
    var options = RunOptions(
      configuration: config, rules: rules, judge: judge, outputs: output, sensor: sensor,
      replaySpeed: replaySpeed, explains: explain, showsTitles: titles, recording: recording,
      follow: follow, applier: applier, deviceRoot: deviceRoot, pluginDirectories: pluginDir)
    options.readsDesktopEntries = !noDesktopEntries
    options.judges = { Judges.make($0, sampling: .everyReading) }
    do throws(CommandFailure) {
      try RunCommand.run(options)
    } catch {
      RunCommand.complain(error)
      throw ExitCode(error.kind.rawValue)
    }
  }

  /// Converts the recording to a trace, however the run ended.
  private func convert(_ recording: String?) {
    guard let trace, let recording, unsafe access(recording, F_OK) == 0 else { return }
    do {
      try TraceFile.convert(recording, to: trace, keeps: record != nil)
    } catch {
      CommandLineRun.complain(
        "\(error); `swivel trace \(UntrustedText(recording).argument)` makes it")
    }
  }
}
