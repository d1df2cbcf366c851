// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Formats

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
