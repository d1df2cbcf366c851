// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Control
import Formats

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

/// `swivel lock`: the user locks rotation.
struct LockSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock rotation, to what is shown or to an orientation.",
    discussion: """
      The lock goes before everything: no window is asked while it is on, and it lasts until \
      `swivel unlock`, also when the daemon is started anew. Locked to portrait or to landscape the \
      screen still follows the device between the two that are meant; an orientation leaves no \
      choice. The words are those of the W3C's orientation lock, and the configuration's.

      TO
        current                                   what is shown (default)
        portrait, landscape                       either of the two
        portrait-primary, landscape-right, ...    exactly that one
        natural                                   the panel's own

      EXAMPLES
        swivel lock
        swivel lock landscape
        bindsym XF86RotationLockToggle exec swivel toggle-lock

      EXIT CODES
        0  locked, and the outputs show it
        1  no daemon runs, or an output could not be turned
        2  there is no such orientation
      """)

  @Argument(help: ArgumentHelp("What to lock to.", valueName: "to"))
  var target = "current"

  @OptionGroup var answer: LiveAnswer

  func run() throws {
    guard let lock = OrientationLock(word: target) else {
      throw LiveAnswer.unknown(target, OrientationLock.words)
    }
    try answer.carryOut(.lock(lock))
  }
}

/// `swivel unlock`: the user unlocks rotation.
struct UnlockSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Let the screen turn again.",
    discussion: """
      The device and the windows decide from now on, beginning with how the device is held.

      EXIT CODES
        0  free, and the outputs show what was decided
        1  no daemon runs, or an output could not be turned
      """)

  @OptionGroup var answer: LiveAnswer

  func run() throws { try answer.carryOut(.unlock) }
}

/// `swivel toggle-lock`: locks or unlocks rotation, for a key.
struct ToggleLockSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle-lock",
    abstract: "Lock rotation to what is shown, or free it.",
    discussion: """
      For a key or a button. What it did is printed: `swivel help lock` tells what a lock means.

      EXAMPLES
        bindsym XF86RotationLockToggle exec swivel toggle-lock

      EXIT CODES
        0  done
        1  no daemon runs, or an output could not be turned
      """)

  @OptionGroup var answer: LiveAnswer

  func run() throws { try answer.carryOut(.toggleLock) }
}

/// `swivel reload`: the configuration is read again.
struct ReloadSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Have the daemon read its configuration again.",
    discussion: """
      It does so by itself when the file changes; this says what came of it.

      EXIT CODES
        0  the configuration holds
        1  no daemon runs, or there is a mistake in the file: then the old configuration holds
      """)

  @OptionGroup var json: JSONOption

  func run() throws {
    let result = try LiveDaemon.ask(.reload)
    json.print(result, or: result["message"]?.string ?? "")
  }
}

/// `swivel quit`: the daemon ends.
struct QuitSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit",
    abstract: "End the daemon; every output that it turned is turned back.",
    discussion: """
      EXIT CODES
        0  it ends
        1  none runs in this session
      """)

  @OptionGroup var json: JSONOption

  func run() throws {
    let result = try LiveDaemon.ask(.quit)
    json.print(result, or: "process \(result["process"]?.int ?? 0) ends")
  }
}
