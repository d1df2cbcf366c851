// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Recording

// The command line: a thin layer that reads options, calls the modules, and prints.
//
// - One file per subcommand, or per family of small ones. A subcommand decides nothing that a
//   module could decide, so tests of behaviour need no process.
// - Exit codes: 0 for success, 1 for "no" and for failures, 2 for mistakes of the user, whose
//   message names the valid values and the nearest one.
// - Answers go to standard output; everything else goes to standard error.
// - `Entry` and `CommandLineRun` are the entry point and the exit of the process.
//
// Begin with `SimulateSubcommand`, which is complete, then `RunSubcommand`.

/// `swivel` itself: help, version, and the list of subcommands.
struct SwivelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swivel",
    abstract: "Decides when a screen may turn, turns it, and says why it did or did not.",
    discussion: """
      The screen of a tablet turns with the device, unless a window has its reasons. swivel asks \
      the windows in the order of one of several rule sets, turns the outputs of a wlroots \
      compositor, and writes down who was asked, what the answer was, and which rule decided.

      EXAMPLES
        swivel outputs
            the outputs of this session, and which of them turn with the device
        swivel windows --titles
            the windows, as rules in the configuration can name them
        swivel run --sensor replay:turn.csv --explain
            turn the built-in panel as the recording says, and explain every decision
        swivel run --sensor replay:turn.csv --output HDMI-A-1
            turn another output than the built-in one
        swivel explain last
            why the running daemon turned, or did not turn, just now
        swivel simulate story.yaml
            play windows, policies and turns from a file, and see who is to blame
        swivel compare story.yaml
            what each rule set makes of it, and which rule makes the difference
        swivel report story.yaml -o story.html
            the same to look at: pictures, a timeline, the rules one click away
        swivel judge recording.csv
            what five judges of orientation make of a recording
        swivel compositor --scene story.yaml
            play it with real windows on a small compositor of its own
        swivel import android window.txt --explain
            who decides on a phone, from what `adb shell dumpsys window` prints
        swivel doctor
            what keeps this machine's screen from turning, and what helps
        swivel plugins list
            policies, rule sets and sensors that others bring
        swivel help run
            all options of a subcommand

      The configuration is ~/.config/swivel/config.yaml; everything in it is optional.

      What is read has to be a file; only /dev/stdin and what a shell makes of <(command) may be \
      pipes. What is written replaces nothing but a file, which keeps its mode, and comes all at \
      once; recordings only go into new files.

      EXIT CODES
        0  done, or ended by a signal with every output turned back
        1  something around swivel did not work, or not all of its output could be written; the
           message says what helps
        2  wrong usage or a mistake in a file; nothing was touched
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
