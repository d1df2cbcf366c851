// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control

/// `swivel toggle-lock`: for a key.
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
