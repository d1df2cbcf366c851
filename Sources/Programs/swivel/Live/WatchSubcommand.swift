// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import Explanation
import Formats
import Orientation
import Text

struct WatchSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the running daemon's decisions, their results, and other changes.",
    discussion: """
      The daemon sends its events; nothing is polled. Without an option each event is a line as \
      `swivel run` prints it. --json prints the events of docs/control.md, one object per line. \
      --waybar prints a line of JSON for a custom module of waybar now and after every change: \
      text and alt are the orientation shown; class says tablet, locked, resting (the sensor is \
      not read), blocked, conflict or off (no daemon runs); the tooltip says why the screen did \
      not follow the device, has a line for each output, and the last decision. With --wait a bar \
      may start before the daemon: the command waits for it, also after the daemon has ended.

      EXAMPLES
        swivel watch
        swivel watch --all --json | jq -c .entry

      IN WAYBAR'S CONFIGURATION (a click locks rotation)
        "modules-right": ["custom/rotation"],
        "custom/rotation": {
          "exec": "swivel watch --waybar --wait", "return-type": "json",
          "format": "{icon}", "on-click": "swivel toggle-lock",
          "format-icons": {
            "portrait": "P", "portrait-upside-down": "P", "off": "", "default": "L"
          }
        }
        and in its style.css: #custom-rotation.locked {color: orange}

      EXIT CODES
        0  the daemon ended, or standard output has no reader any longer
        1  without --wait: no daemon runs in this session, or the connection was lost
      """)

  @Flag(help: "Print one JSON object per event.")
  var json = false

  @Flag(help: "Print one JSON object per change, as waybar reads it.")
  var waybar = false

  @Flag(help: "Also print decisions that change nothing.")
  var all = false

  @Flag(help: "Wait for a daemon where none runs, now and after the daemon has ended.")
  var wait = false

  func validate() throws {
    guard !(json && waybar) else { throw ValidationError("--json and --waybar exclude each other") }
  }

  func run() throws {
    guard wait else {
      do throws(ControlProblem) {
        _ = try watch()
      } catch {
        throw CommandFailure(.failed, error.description)
      }
      return
    }
    // The watcher is created before the first attempt to connect, so that no new socket is missed.
    let socket = try SocketWatch()
    var isWaiting = false
    while true {
      var retry: Duration?
      do throws(ControlProblem) {
        guard try watch() == .daemonEnded else { return }
        isWaiting = false
      } catch {
        if !isWaiting { CommandLineRun.complain("\(error.description); waiting for a daemon") }
        // A daemon that has too many clients, or is about to end, creates no new socket: poll every
        // second.
        retry = error.isNobody ? nil : .seconds(1)
      }
      if waybar, !isWaiting { Self.say(WaybarModule.absent) }
      isWaiting = true
      guard try socket.waitForChange(atMost: retry) else { return }
    }
  }

  private func watch() throws(ControlProblem) -> LiveDaemon.WatchEnd {
    var bar = WaybarModule()
    return try LiveDaemon.watch(all: all) { first in
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
      case .decision(let entry): for line in Self.lines(entry) { Self.say(line) }
      case .output(let report): Self.say(report["line"]?.string ?? "")
      case .configuration(_, let words): Self.say(words)
      case .missed(let count):
        CommandLineRun.complain("\(counted(count, "event")) were not read in time")
      case .warning(let warning): Self.say(warning["text"]?.string ?? "")
      // A change of the sensor is not printed: a line before it mostly implies it, and `swivel
      // status` states the reason.
      case .change(.sensor): break
      case .change(let change): Self.say(change.line(message["state"] ?? .null))
      case .overlay, .end, nil: break
      }
    }
  }

  /// Returns the lines of a decision: one for each output if the outputs behaved differently.
  private static func lines(_ entry: JSONValue) -> [String] {
    let parts = (entry["outputs"]?.array ?? []).compactMap(\.string)
    guard parts.count > 1, let at = entry["at"]?.int else { return [entry["line"]?.string ?? ""] }
    return parts.map { "\(Instant(nanoseconds: at).seconds) \($0)" }
  }

  // The line is flushed at once, so that the reader of a pipe receives it.
  private static func say(_ line: String?) {
    guard let line else { return }
    StandardOutput.line(line)
  }
}
