// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import Control
import Daemon
import Formats

/// `swivel overlay`: the last decision on the screen.
struct OverlaySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay",
    abstract: "Show the last decision in a corner of the screen: verdict, culprit, fix.",
    discussion: """
      It follows the running daemon and draws at most three lines. It takes no clicks and no keys, \
      moves no other window, and no rule set ever sees it, so it changes no decision. A ▲ says that \
      a window has just appeared that would split or block the next turn. It ends with the daemon.

      Where the compositor has no layer shell (GNOME), conflicts come as notifications; `swivel \
      top` shows everything in a terminal.

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
      "For the running overlay: cycle, show, hide or quit. Starts one without.",
      valueName: "command"))
  var command: OverlayCommand?

  @Option(help: "top-left, top-right, bottom-left or bottom-right.")
  var corner: OverlayOptions.Corner = .topRight

  @Option(help: "full, short or off: how much is shown at first.")
  var detail: OverlayOptions.Detail = .full

  @Option(
    help: ArgumentHelp("How long a message stays, 0 for ever, at most 3600.", valueName: "seconds"))
  var stay: Int = 10

  @OptionGroup var plate: PlateArguments

  @Flag(help: "Draw nothing; conflicts come as notifications of the desktop.")
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

/// The appearance of overlay and rotate button.
struct PlateArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The letters, as Pango names them.", valueName: "family"))
  var font: String = "Sans"

  @Option(help: ArgumentHelp("Their size in points, 6 to 72.", valueName: "points"))
  var size: Int = 11

  @Option(help: ArgumentHelp("The most logical pixels across, 120 to 4096.", valueName: "pixels"))
  var width: Int = 520

  @Option(help: ArgumentHelp("Logical pixels to the edges, 0 to 1000.", valueName: "pixels"))
  var margin: Int = 12

  @Option(help: ArgumentHelp("The output; the compositor chooses without.", valueName: "name"))
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

  /// Throws if a value is beyond its range.
  static func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
    guard !range.contains(value) else { return }
    throw ValidationError(
      "\(name) \(value) is not between \(range.lowerBound) and \(range.upperBound)")
  }
}

extension OverlayOptions.Corner: ExpressibleByArgument {}
extension OverlayOptions.Detail: ExpressibleByArgument {}
extension OverlayCommand: ExpressibleByArgument {}
