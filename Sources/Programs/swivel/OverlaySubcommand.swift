// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import Control
import Daemon
import Formats
import Text

struct OverlaySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay",
    abstract: "Show the last decision in a corner of the screen: verdict, culprit, fix.",
    usage: "swivel overlay [<command>] [<options>]",
    discussion: """
      The overlay follows the running daemon and draws at most three lines. It receives no clicks \
      and no keys, moves no other window, and is never part of the scene, so it changes no \
      decision. The sign ▲ announces a new window that would split or block the next rotation. The \
      overlay ends with the daemon.

      On a compositor without layer shell (GNOME), conflicts are shown as notifications; `swivel \
      top` shows all decisions in a terminal.

      EXAMPLES
        swivel overlay &
        swivel overlay --corner bottom-left --size 14 --stay 0
        swivel overlay cycle
            full, short, off: the running overlay goes to the next level
        bindsym $mod+o exec swivel overlay cycle

      EXIT CODES
        0  the daemon ended, or a signal came
        1  no daemon, no compositor, or no font
        2  an option is wrong
      """)

  @Argument(
    help: ArgumentHelp(
      "A command to the running overlay: cycle, show, hide or quit. Default: start one.",
      valueName: "command"))
  var command: OverlayCommand?

  @Option(help: "top-left, top-right, bottom-left or bottom-right.")
  var corner: OverlayOptions.Corner = .topRight

  @Option(help: "The first level of detail: full, short or off.")
  var detail: OverlayOptions.Detail = .full

  @Option(
    help: ArgumentHelp(
      "The time a message is shown, at most 3600; 0 without limit.", valueName: "seconds"))
  var stay: Int = 10

  @OptionGroup var plate: PlateArguments

  @Flag(help: "Draw nothing, and show conflicts as notifications of the desktop.")
  var notify = false

  func validate() throws {
    try PlateArguments.check("--stay", stay, OverlayOptions.stays)
  }

  func run() throws {
    if let command {
      _ = try LiveDaemon.ask(.overlay(command))
      return
    }
    var options = OverlayOptions()
    plate.apply(to: &options)
    (options.corner, options.detail) = (corner, detail)
    (options.stay, options.notifies) = (stay, notify)
    throw CompanionProgram.become("swivel-overlay", [options.json.compact()])
  }
}

struct PlateArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The font's name in Pango.", valueName: "family"))
  var font: String = "Sans"

  @Option(help: ArgumentHelp("The font's size in points, 6 to 72.", valueName: "points"))
  var size: Int = 11

  @Option(help: ArgumentHelp("The largest width, 120 to 4096 logical.", valueName: "pixels"))
  var width: Int = 520

  @Option(help: ArgumentHelp("The distance to the edges, 0 to 1000 logical.", valueName: "pixels"))
  var margin: Int = 12

  @Option(help: ArgumentHelp("The output. Default: the one that turns.", valueName: "name"))
  var output: String?

  @OptionGroup var words: LanguageOption

  func validate() throws {
    try Self.check("--size", size, OverlayOptions.fontSizes)
    try Self.check("--width", width, OverlayOptions.widths)
    try Self.check("--margin", margin, 0...1000)
  }

  func apply(to options: inout OverlayOptions) {
    (options.font, options.fontSize, options.width) = (font, size, width)
    (options.margin, options.output, options.language) = (margin, output, words.language)
  }

  static func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
    guard !range.contains(value) else { return }
    throw ValidationError(
      "\(name) \(value) is not between \(range.lowerBound) and \(range.upperBound)")
  }
}

extension OverlayOptions.Corner: ExpressibleByArgument {}
extension OverlayOptions.Detail: ExpressibleByArgument {}
extension OverlayCommand: ExpressibleByArgument {}

struct SuggestSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Show a button when the screen does not follow the device: one tap turns it.",
    usage: "swivel suggest [<options>]",
    discussion: """
      When the device rests in another pose, and the user's lock or a window keeps the screen's \
      orientation, a small button appears and names the cause. The button is upright in the corner \
      that a thumb reaches in the new pose, and fades after some seconds.

        a tap         turns the screen once without asking windows; a lock to the
                      present orientation changes to the new one, another lock ends
        a long press  offers to turn once, to unlock, to explain, or to suggest
                      nothing for this application any more, which is stored in
                      ~/.local/state/swivel/suggest.json

      The button is no window of the scene, so it is never asked. A daemon has at most one button. \
      While it runs, the sensor is read even under a lock, since a rotation that the lock prevents \
      is suggested.

      On a compositor without layer shell (GNOME), suggestions are shown as notifications with the \
      same choices.

      EXAMPLES
        swivel suggest &
        swivel suggest --corner bottom-left --size 14
        exec swivel suggest
            in sway's configuration, after `exec swivel run`

      EXIT CODES
        0  the daemon ended, or a signal came
        1  no daemon, no compositor, no font, another button, or another rule set
           than desktop's
        2  an option is wrong
      """)

  @Option(help: "top-left, top-right, bottom-left or bottom-right, as the device is held.")
  var corner: OverlayOptions.Corner = .bottomRight

  @Option(
    help: ArgumentHelp(
      "The time the button is shown, at most 3600; 0 without limit.", valueName: "seconds"))
  var stay: Int = 5

  @OptionGroup var plate: PlateArguments

  @Flag(help: "Draw nothing, and show suggestions as notifications of the desktop.")
  var notify = false

  func validate() throws {
    try PlateArguments.check("--stay", stay, OverlayOptions.stays)
  }

  func run() throws {
    var options = OverlayOptions.suggestion
    plate.apply(to: &options)
    (options.corner, options.stay, options.notifies) = (corner, stay, notify)
    throw CompanionProgram.become("swivel-overlay", [options.json.compact()])
  }
}
