// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Daemon
import Explanation
import Glibc
import Judging
import Text

struct RunSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Turn the outputs with the device until a signal comes.",
    discussion: """
      The daemon runs in the foreground. It prints a line for every decision and for the \
      compositor's result. SIGINT (Ctrl-C), SIGTERM and the end of its terminal end it with exit \
      code 0. Before that it turns back every output that it has turned, for which the compositor \
      has two seconds.

      The configuration is read again when the file changes, on SIGHUP and on `swivel reload`. If \
      the new file has a mistake, the daemon names the mistake and keeps the old configuration.

      A slow reader of its output never delays the daemon: up to one mebibyte is buffered, later \
      lines are dropped and counted, and at the end the reader has half a second for the rest.

      Built-in outputs turn: those whose connector is eDP, LVDS or DSI, and headless ones. \
      `swivel outputs` shows which do; `outputs` in the configuration or --output chooses others.

      An output that another program turns is left as it is until the device turns again.

      The sensor is read only while an output can turn. The sensor is the one of --sensor, \
      otherwise the configuration's, otherwise iio-sensor-proxy if it has an accelerometer, \
      otherwise the kernel's; the daemon prints the choice and the reason. If a switch, a service \
      or the angle of the hinge reports the tablet mode, the device is followed only in that mode, \
      and outputs are restored outside it (--follow).

      `swivel status`, `watch`, `history` and `explain` query the running daemon, and `swivel \
      lock`, `rotate`, `reload` and `quit` control it. A session has at most one daemon.

      WITH THE SESSION, one of them
        GNOME, KDE Plasma     systemctl --user enable --now swivel
        niri-session, uwsm    the same
        sway                  exec swivel run, in its configuration, for the next
                              start of sway; now: swaymsg exec swivel run
        Hyprland              exec-once = swivel run
        niri                  spawn-at-startup "swivel" "run"
        labwc, in autostart   swivel run &
        others                docs/installing.md

      EXAMPLES
        swivel run
        swivel run --sensor iio --follow tablet-mode
        swivel run --sensor replay:turn.csv --replay-speed 10 --explain
        swivel run --sensor replay:turn.csv --rules uikit-8 --config ./config.yaml
      """)

  @Option(
    help: ArgumentHelp(
      "The source of readings: auto, proxy (iio-sensor-proxy), iio[:PATH] (sysfs, by polling), "
        + "iio-buffer[:PATH], evdev[:PATH] (an input device), plugin:NAME or replay:FILE. PATH may be a "
        + "folder of made-up readings (docs/sensors.md, Without a sensor). Default: auto.",
      valueName: "sensor"))
  var sensor: String?

  @Option(
    help: ArgumentHelp(
      "When to follow the device: auto (in tablet mode if a switch, a service or the hinge's angle "
        + "reports it, otherwise always), always or tablet-mode; a recording is followed always.",
      valueName: "when"))
  var follow = "auto"

  @Option(
    help: ArgumentHelp(
      "A directory with sys, dev and run in place of the machine's own.", valueName: "dir",
      visibility: .hidden))
  var deviceRoot = ""

  @Option(
    help: ArgumentHelp("The speed of a replayed recording, 0.01 to 1000.", valueName: "factor"))
  var replaySpeed: Double = 1

  @Option(
    help: ArgumentHelp(
      "The rule set that decides: \(RuleSetCatalog.summary); or plugin:NAME.", valueName: "name"))
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "The judge of readings: swivel (the default), android, chromeos, "
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
      "The way to turn outputs: \(CompositorHelp.appliers).", valueName: "way"))
  var applier = "auto"

  @Option(help: ArgumentHelp("The configuration file to read.", valueName: "file"))
  var config: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A folder to search first for plug-ins; may be given several times.",
      valueName: "dir"))
  var pluginDir: [String] = []

  @Flag(help: "Do not read orientations from applications' desktop files.")
  var noDesktopEntries = false

  @Flag(help: "Explain every decision: the windows asked, their answers, and the rule.")
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Record the run into a new file, for `swivel replay` and `swivel explain`.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Write a trace for ui.perfetto.dev at the end, from a recording beside it.",
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

  /// Converts the recording of the run to a trace if `--trace` is given, even if the run failed.
  private func convert(_ recording: String?) {
    guard let trace, let recording, unsafe access(recording, F_OK) == 0 else { return }
    do {
      try TraceFile.convert(recording, to: trace, keeps: record != nil)
      Written.say(trace)
    } catch {
      CommandLineRun.complain(
        "\(error); `swivel trace \(UntrustedText(recording).argument)` makes it")
    }
  }
}
