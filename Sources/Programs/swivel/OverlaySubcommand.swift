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

/// `swivel suggest`: the rotate button.
struct SuggestSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Show a button when the screen does not follow the device: one tap turns it.",
    discussion: """
      Once the device rests in another pose, and the user's lock or a window keeps the screen as it \
      is, a small button appears and says what keeps it. It lies in the corner that a thumb reaches \
      in the new pose, is upright there, and fades after some seconds.

        a tap         turns the screen once, past the windows; a lock to what is
                      shown goes along, another lock is taken off
        a long press  offers to turn once, to unlock, to say why, or never to
                      come for this application again, which is kept in
                      ~/.local/state/swivel/suggest.json

      It is no window: no rule set ever asks it. Only one runs for a daemon. While it does, the \
      sensor is read also under a lock, since what a lock prevents is what it suggests.

      Where the compositor has no layer shell (GNOME), suggestions come as notifications with the \
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
    help: ArgumentHelp("How long the button stays, 0 for ever, at most 3600.", valueName: "seconds")
  )
  var stay: Int = 5

  @OptionGroup var plate: PlateArguments

  @Flag(help: "Draw nothing; suggestions come as notifications of the desktop.")
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
