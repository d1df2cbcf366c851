// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import Formats

/// `swivel watch`: the running daemon's events as they occur.
struct WatchSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow the running daemon: decisions, what became of them, and what else changes.",
    discussion: """
      The daemon tells by itself; nothing is polled. Without an option a line for each, as \
      `swivel run` prints it. --json prints the events of docs/control.md, one object per line. \
      --waybar prints a line of JSON for a custom module of waybar now and after every change: \
      text and alt are the orientation shown, class says tablet, locked, blocked or conflict, and \
      the tooltip is the last decision.

      EXAMPLES
        swivel watch
        swivel watch --all --json | jq -c .entry
        "custom/rotation": {"exec": "swivel watch --waybar", "return-type": "json",
                            "format": "{icon}", "format-icons": {"portrait": "P", "default": "L"}}

      EXIT CODES
        0  the daemon ended, or nobody reads any longer
        1  none runs in this session, or it was lost
      """)

  @Flag(help: "Print one JSON object per event.")
  var json = false

  @Flag(help: "Print one JSON object per change, as waybar reads it.")
  var waybar = false

  @Flag(help: "Also tell of decisions that only say that there was nothing to do.")
  var all = false

  func validate() throws {
    guard !(json && waybar) else { throw ValidationError("--json and --waybar exclude each other") }
  }

  func run() throws {
    var bar = WaybarModule()
    try LiveDaemon.watch(all: all) { first in
      if json { Self.say(first.compact()) }
      if waybar { Self.say(bar.update(state: first["state"], entry: nil)) }
    } each: { message in
      if json { return Self.say(message.compact()) }
      let event = ControlEvent(message)
      if waybar {
        let entry: JSONValue? = if case .decision(let entry) = event { entry } else { nil }
        if event != .end { Self.say(bar.update(state: message["state"], entry: entry)) }
        return
      }
      switch event {
      case .decision(let entry): Self.say(entry["line"]?.string ?? "")
      case .output(let report): Self.say(report["line"]?.string ?? "")
      case .configuration(_, let words): Self.say(words)
      case .missed(let count): CommandLineRun.complain("\(count) events were not read in time")
      case .warning(let warning): Self.say(warning["text"]?.string ?? "")
      case .change(let change): Self.say(change.line)
      case .overlay, .end, nil: break
      }
    }
  }

  // A pipe's reader receives each line at once.
  private static func say(_ line: String?) {
    guard let line else { return }
    StandardOutput.line(line)
  }
}
