// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Recording

// The command line: a thin layer that reads options, calls the modules, and prints.
//
// - One file per subcommand, or per family of small ones. A subcommand decides nothing that a
//   module could decide, so tests of behaviour need no process.
// - Exit codes: 0 for success, 1 for "no" and for failures, 2 for mistakes of the user, whose
//   message names the valid values and the nearest one; `check` has two more.
// - Answers go to standard output; everything else goes to standard error.
// - `Entry` and `CommandLineRun` are the entry point and the exit of the process.
//
// Begin with `SimulateSubcommand`, which has all parts of a subcommand, then `RunSubcommand`.

struct SwivelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swivel",
    abstract: "Decides when a screen may turn, turns it, and explains each decision.",
    discussion: """
      The screen of a tablet turns with the device unless a window prevents it. swivel asks the \
      windows in the order of a rule set, turns the outputs of the compositor \
      (\(CompositorHelp.names)), and records which windows were asked, what \
      they answered, and which rule decided.

      EXAMPLES
        swivel outputs
            the outputs of this session, and which of them turn with the device
        swivel windows --titles
            the windows, as rules in the configuration can name them
        swivel run --sensor replay:turn.csv --explain
            turn the built-in panel with a recording, and explain every decision
        swivel run --sensor replay:turn.csv --output HDMI-A-1
            turn another output than the built-in one
        swivel explain
            why the screen did not turn, and what was decided since
        swivel simulate story.yaml
            play windows, policies and turns from a file, and name the window to blame
        swivel compare story.yaml
            the result of each rule set, and the rules that differ
        swivel report story.yaml -o story.html
            the same as a page: pictures, a timeline, and the rules
        swivel judge recording.csv
            the orientations that five judges find in a recording
        swivel compositor --scene story.yaml
            play it with real windows on a small compositor
        swivel import android window.txt --explain
            which window decides on a phone, from the output of `adb shell dumpsys window`
        swivel doctor
            the problems that keep this machine's screen from turning, and their remedies
        swivel plugins list
            the available policies, rule sets and sensors
        swivel help run
            all options of a subcommand

      The configuration is ~/.config/swivel/config.yaml; every key in it is optional.

      Input has to be a regular file; only /dev/stdin and a shell's <(command) may be pipes. \
      Output replaces only a regular file, at once and with the same mode; a recording is always a \
      new file.

      EXIT CODES
        0  done, or ended by a signal with every output turned back
        1  the environment failed, or not all output could be written; the message names the
           remedy
        2  the usage is wrong, or a file has a mistake; nothing was changed
      """,
    version: ProgramVersion.text,
    subcommands: [
      RunSubcommand.self,
      StatusSubcommand.self,
      WatchSubcommand.self,
      LockSubcommand.self,
      UnlockSubcommand.self,
      ToggleLockSubcommand.self,
      RotateSubcommand.self,
      AllowSubcommand.self,
      ReloadSubcommand.self,
      QuitSubcommand.self,
      HistorySubcommand.self,
      OutputsSubcommand.self,
      WindowsSubcommand.self,
      SimulateSubcommand.self,
      ExplainSubcommand.self,
      TopSubcommand.self,
      OverlaySubcommand.self,
      SuggestSubcommand.self,
      TabletSubcommand.self,
      WhatIfSubcommand.self,
      ShrinkSubcommand.self,
      RecordSubcommand.self,
      ReportSubcommand.self,
      TraceSubcommand.self,
      ReplaySubcommand.self,
      CompareSubcommand.self,
      CheckSubcommand.self,
      RulesSubcommand.self,
      JudgeSubcommand.self,
      ImportSubcommand.self,
      ConfigSubcommand.self,
      DoctorSubcommand.self,
      ExportSubcommand.self,
      PluginsSubcommand.self,
      CompositorSubcommand.self,
    ])
}
