// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control

/// `swivel rotate`: the user rotates the screen.
struct RotateSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Turn the screen by hand.",
    discussion: """
      No window is asked. It stands until the device turns, `swivel unlock` or the next \
      `rotate`; `swivel lock` keeps it for longer. A lock to another orientation refuses it; one to \
      what is shown moves along.

      TO
        left, right, 180                            a quarter turn counter-clockwise, clockwise, half
                                                    a turn from what is shown
        natural                                     the panel's own
        portrait, portrait-upside-down,
        landscape-right, landscape-left             what a person then sees (docs/configuration.md)

      EXAMPLES
        swivel rotate left
        swivel rotate landscape-right && swivel lock

      EXIT CODES
        0  the outputs show it
        1  no daemon runs, rotation is locked, or an output could not be turned
        2  there is no such orientation
      """)

  @Argument(help: ArgumentHelp("Where to.", valueName: "to"))
  var target: String

  @OptionGroup var answer: LiveAnswer

  func run() throws {
    guard let wish = RotationWish(word: target) else {
      throw LiveAnswer.unknown(target, RotationWish.words)
    }
    try answer.carryOut(.rotate(wish))
  }
}
