// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The short help of `swivel`, which lists the commands in groups.
///
/// `swivel help --all` prints the complete list.
enum Overview {
  /// A titled group of commands: rows of commands with a description, and names of rarely used
  /// ones.
  struct Group {
    let title: String
    let rows: [(commands: [any ParsableCommand.Type], text: String)]
    var others: [any ParsableCommand.Type] = []
  }

  static let groups = [
    Group(
      title: "DAILY",
      rows: [
        ([DoctorSubcommand.self], "what keeps this screen from turning, and what helps"),
        ([RunSubcommand.self], "turn the screen with the device"),
        ([ExplainSubcommand.self], "why the screen turned, or why it did not"),
        ([RotateSubcommand.self], "turn the screen by hand, once"),
        (
          [LockSubcommand.self, UnlockSubcommand.self, ToggleLockSubcommand.self],
          "lock rotation and free it"
        ),
        (
          [StatusSubcommand.self, WatchSubcommand.self],
          "the daemon's state, now and at each change"
        ),
        (
          [AllowSubcommand.self, ConfigSubcommand.self],
          "what an app's windows allow; outputs, hooks"
        ),
      ],
      others: [SuggestSubcommand.self, ReloadSubcommand.self, QuitSubcommand.self]),
    Group(
      title: "LOOKING CLOSER",
      rows: [
        ([OutputsSubcommand.self, WindowsSubcommand.self], "the session, as rules can name it"),
        (
          [HistorySubcommand.self, WhatIfSubcommand.self], "past decisions, and with other answers"
        ),
        ([ReportSubcommand.self], "a page with pictures, for an app's developer"),
      ],
      others: [
        TopSubcommand.self, OverlaySubcommand.self, RecordSubcommand.self, ReplaySubcommand.self,
        TraceSubcommand.self, JudgeSubcommand.self,
      ]),
    Group(
      title: "SIMULATING",
      rows: [
        (
          [SimulateSubcommand.self, CompareSubcommand.self],
          "a scenario file, by one rule set or all"
        ),
        ([TabletSubcommand.self], "a tablet in a window, turned by hand"),
      ],
      others: [
        CheckSubcommand.self, ShrinkSubcommand.self, ImportSubcommand.self, RulesSubcommand.self,
      ]),
    Group(
      title: "FOR DEVELOPERS", rows: [],
      others: [CompositorSubcommand.self, PluginsSubcommand.self, ExportSubcommand.self]),
  ]

  /// Returns the short help for no arguments or `help`, the full list for `help --all`, otherwise
  /// `nil`.
  static func text(for arguments: [String]) -> String? {
    switch arguments {
    case [], ["help"]: text
    case ["help", "--all"]: SwivelCommand.helpMessage()
    default: nil
    }
  }

  private static var text: String {
    var lines = [
      "swivel turns a screen with the device unless a window prevents it, and says why.",
      "Serves sway, labwc, Wayfire, phoc, Hyprland, niri, COSMIC, KDE Plasma, GNOME.",
    ]
    for group in groups {
      lines.append(group.title)
      for row in group.rows {
        let names = row.commands.map(name).joined(separator: ", ")
        lines.append(
          "  \(names)\(String(repeating: " ", count: max(1, 26 - names.count)))\(row.text)")
      }
      if !group.others.isEmpty {
        lines.append("  " + group.others.map(name).joined(separator: ", "))
      }
    }
    lines.append("`swivel help COMMAND` has all about one; `swivel help --all` has every command.")
    return lines.joined(separator: "\n")
  }

  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }
}
