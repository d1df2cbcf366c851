// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Control

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
