// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Control
import Daemon
import Formats
import Recording
import Scenarios
import Sensing
import Sensors

struct TabletSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tablet",
    abstract: "Open a tablet in a window of your desktop, whose windows turn one by one.",
    usage: "swivel tablet [<scenario>] [<options>] -- [<program> ...]",
    discussion: """
      The window shows a drawn device whose screen is a compositor for real programs. Drag the \
      device's rim, and the device follows the mouse. Gravity is computed, the judge decides the \
      orientation of the device, and the rule set decides which windows turn.

      The line above the device says what has just happened and why. While the pointer is beside \
      the screen, or with Ctrl and Alt, Left and Right turn the device by a quarter, Down lays it \
      flat, k shakes it, l locks rotation, o outlines hidden windows, i opens and closes the \
      inspector and q ends the program. The buttons do the same, and name their keys. On the \
      screen, the programs receive pointer, touch and keys.

      The timeline has a mark for each decision and for each event of the scenario to come. Space \
      plays and pauses it, Page Up and Page Down step, End returns to the present.

      The inspector shows the stack of windows, the questions and answers, and the window to blame. \
      A click hides a window, changes an answer, applies a cure or switches the rules; in the past \
      it asks what if. The key s saves the session as a scenario and a recording.

      The tablet needs a Wayland session. Under X11, `weston --backend=x11-backend.so` opens one in \
      a window. The program prints the display's name, and then a line for each decision that \
      changes an orientation or has a conflict.

      EXAMPLES
        swivel tablet -- foot
            a terminal on a tablet, which ends with the terminal
        swivel tablet examples/scenarios/split-in-sight.yaml --slow 5
            a scenario with real windows, then turned by hand
        swivel tablet --rules desktop --record turn.jsonl -- foot
            record the session, for swivel replay, explain and report

      EXIT CODES
        0  closed, ended by a signal, or the program has ended with 0
        1  there is no session, or the environment failed
        2  the usage is wrong, or a file has a mistake; nothing was started
      """)

  @Argument(
    help: ArgumentHelp("A scenario whose windows become real ones.", valueName: "scenario"))
  var scenario: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: a program to be run on the tablet, and its arguments."))
  var program: [String] = []

  @Option(
    help: ArgumentHelp(
      "The rule set that decides. Default: uikit-8, or that of the scenario.", valueName: "name"))
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "The judge of gravity: \(JudgeName.all.joined(separator: ", ")).",
      valueName: "name"))
  var judge = "swivel"

  @Option(
    help: ArgumentHelp(
      "A sensor that also moves the device: replay:FILE, a recording of an accelerometer, or the "
        + "machine's own sensor: auto, proxy, iio[:PATH], iio-buffer[:PATH] or evdev[:PATH].",
      valueName: "sensor"))
  var sensor: String?

  @Option(
    help: ArgumentHelp(
      "The panel in logical pixels. Default: 480x640, or that of the scenario.",
      valueName: "WxH"))
  var size: String?

  @Option(
    help: ArgumentHelp("Show turns so many times slower, 1 to 100.", valueName: "times"))
  var slow = 1

  @Flag(name: .customLong("no-animation"), help: "Show turns at once.")
  var isStill = false

  @Option(
    help: ArgumentHelp(
      "The colours of the window, light or dark. Default: the desktop's.", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("Record the session into a file.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "The scenario that the key s saves, with a recording beside it. Default: "
        + "swivel/tablet.yaml in the user's data folder.", valueName: "file"))
  var save: String?

  @Option(
    help: ArgumentHelp(
      "The socket's name in $XDG_RUNTIME_DIR. Default: the first free of wayland-0 to wayland-32.",
      valueName: "name"))
  var socket: String?

  func validate() throws {
    guard TabletOptions.slownesses.contains(slow) else {
      throw ValidationError("--slow \(slow) is not between 1 and 100")
    }
    guard JudgeName.all.contains(judge) else {
      throw ValidationError(
        "--judge: '\(judge)' is none of \(JudgeName.all.joined(separator: ", "))")
    }
    if let sensor, !sensor.hasPrefix("replay:"), SourceChoice(sensor) == nil {
      throw ValidationError(
        "--sensor '\(sensor)' is none of \(SourceChoice.valid.joined(separator: ", ")), replay:FILE"
      )
    }
    if let theme, !TabletOptions.themes.contains(theme) {
      throw ValidationError(
        "--theme: '\(theme)' is none of \(TabletOptions.themes.joined(separator: ", "))")
    }
    if let socket, socket.isEmpty || socket.contains("/") {
      throw ValidationError(
        "--socket takes a file name such as wayland-7, which is made in $XDG_RUNTIME_DIR")
    }
  }

  func run() throws {
    var options = TabletOptions()
    if let size { options.size = try Self.sides(size) }
    // The scenario is read before the window opens, so that its errors are reported first.
    if let scenario {
      _ = try Scenario.load(path: scenario, rules: rules)
    } else {
      _ = try RuleSetName.resolve(rules ?? "uikit-8", option: "--rules")
    }
    (options.scenario, options.program, options.rules) = (scenario, program, rules)
    (options.judge, options.slowness, options.isAnimated) = (judge, slow, !isStill)
    if let sensor, sensor.hasPrefix("replay:") {
      _ = try AccelerometerTrace.load(path: String(sensor.dropFirst("replay:".count)))
    }
    (options.sensor, options.theme) = (sensor, theme)
    (options.recording, options.saving, options.socket) = (record, save, socket)
    throw CompanionProgram.become("swivel-tablet", [options.json.compact()])
  }

  private static func sides(_ text: String) throws(CommandFailure) -> [Int] {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ TabletOptions.sides.contains($0) }) else {
      throw CommandFailure(
        .badInput, "--size '\(text)': WIDTHxHEIGHT is valid, each from 64 to 4096, such as 480x640")
    }
    return sides
  }
}
