// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control

/// `swivel unlock`: the user frees rotation.
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
