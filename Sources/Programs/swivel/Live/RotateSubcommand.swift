// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Control
import Daemon
import Formats
import Text

struct RotateSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Turn the screen by hand.",
    discussion: """
      No window is asked. The rotation lasts until the device turns, `swivel unlock` or the next \
      `rotate`; `swivel lock` makes it last. It is refused under a lock to another orientation. A \
      lock to the present orientation changes to the new one.

      FROM THE PRESENT ORIENTATION (in `swivel lock` and `allow` these are transforms)
        left, right            a quarter turn counter-clockwise, clockwise
        180                    half a turn

      TO AN ORIENTATION, WHATEVER IS SHOWN NOW
        0, 90, 270, inverted   the transform, as in `swivel status` and wlr-randr;
                               rotate 90 twice is still 90, and sway's own commands,
                               which count clockwise, call that one 270
        normal, left-up,       the edge of the unrotated panel that is to be up, in
        bottom-up, right-up    iio-sensor-proxy's words
        upright,               as the user sees it, in the words of `swivel lock`;
        landscape-left, ...    portrait is upright, landscape is landscape-right (in
                               `swivel lock` and `allow` both of the kind)
        natural                the panel's own

      EXAMPLES
        swivel rotate left
        swivel rotate left-up && swivel lock
        swivel rotate normal --output eDP-2
            one of several outputs that turn with the device

      EXIT CODES
        0  the outputs show the orientation
        1  no daemon runs, rotation is locked, or an output could not be turned
        2  there is no such orientation
      """)

  @Argument(help: ArgumentHelp("The new orientation.", valueName: "to"))
  var target: String?

  @Option(
    help: ArgumentHelp("The output. Default: each that turns with the device.", valueName: "name"))
  var output: String?

  @OptionGroup var answer: LiveAnswer

  func run() throws {
    guard let target else {
      let error = Mark(file: "rotate").error(
        ControlPhrase.missingTarget(), valid: RotationWish.words)
      throw CommandFailure(.badInput, error.message(answer.words.language))
    }
    guard let wish = RotationWish(word: target) else {
      throw answer.unknown(target, RotationWish.words, command: "rotate")
    }
    try answer.carryOut(
      .rotate(wish, output: output),
      rotation: { wasTurned in
        switch (wish, target) {
        case (.by(1), _): ControlPhrase.rotatedLeft()
        case (.by(2), _): ControlPhrase.rotatedHalf()
        case (.by, _): ControlPhrase.rotatedRight()
        case (_, "90"), (_, "270"):
          (wasTurned ? ControlPhrase.rotatedToAngle : .rotated)(target)
        default: ControlPhrase.rotated(target)
        }
      })
  }
}

struct LockSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock rotation to the present orientation or to another one.",
    discussion: """
      The lock precedes all other rules: no window is asked while rotation is locked. The lock \
      lasts until `swivel unlock`, even if the daemon is restarted. A lock to portrait or to \
      landscape lets the screen follow the device between the two orientations of that kind. The \
      names are those of the W3C's orientation lock and of the configuration.

      TO
        current                 the present one (default)
        portrait, landscape     both of the kind (in `swivel rotate` and in the
                                configuration portrait is one, upright)
        normal, left,           one transform, in xrandr's words; also 0, 90, 180,
        inverted, right         270, and left-up, bottom-up, right-up (in `swivel
                                rotate` left, right, 180 start from the present one)
        upright,                one orientation, as the user sees it
        landscape-left, ...
        portrait-primary, ...   the same in the W3C's words
        natural                 the panel's own

      EXAMPLES
        swivel lock
        swivel lock landscape
        bindsym --locked XF86RotationLockToggle exec swivel toggle-lock

      EXIT CODES
        0  locked, and the outputs show it
        1  no daemon runs, or an output could not be turned
        2  there is no such orientation
      """)

  @Argument(help: ArgumentHelp("The orientation to lock to.", valueName: "to"))
  var target = "current"

  @OptionGroup var answer: LiveAnswer

  func run() throws {
    guard let word = OrientationWord(target) else {
      throw answer.unknown(target, OrientationWord.words, command: "lock")
    }
    try answer.carryOut(ControlRequest(lockTo: word), lockedTo: target)
  }
}

struct UnlockSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Unlock rotation, and end a rotation by `swivel rotate`.",
    discussion: """
      The device and the windows decide again, beginning with the present pose of the device.

      EXIT CODES
        0  unlocked, and the outputs show the decision
        1  no daemon runs, or an output could not be turned
      """)

  @OptionGroup var answer: LiveAnswer

  func run() throws { try answer.carryOut(.unlock) }
}

struct ToggleLockSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle-lock",
    abstract: "Lock rotation to the present orientation, or unlock it.",
    discussion: """
      This command is for a key or a button. It prints its result. `swivel help lock` describes locks.

      EXAMPLES
        bindsym --locked XF86RotationLockToggle exec swivel toggle-lock

      EXIT CODES
        0  done
        1  no daemon runs, or an output could not be turned
      """)

  @OptionGroup var answer: LiveAnswer

  func run() throws { try answer.carryOut(.toggleLock) }
}

struct ReloadSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Have the daemon read its configuration again.",
    discussion: """
      The daemon also does so when the file changes. This command prints the result.

      EXIT CODES
        0  the new configuration is used
        1  no daemon runs, or the file has a mistake: the old configuration is used
      """)

  @OptionGroup var json: JSONOption

  func run() throws {
    let result = try LiveDaemon.ask(.reload)
    json.print(result, or: result["message"]?.string ?? "")
  }
}

struct QuitSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit",
    abstract: "End the daemon; every output that it turned is turned back.",
    discussion: """
      Returns when the daemon has ended, so `swivel quit && swivel run` starts a new one.

      EXIT CODES
        0  the daemon has ended
        1  no daemon runs in this session, or it has not ended within 10 s
      """)

  @OptionGroup var json: JSONOption

  func run() throws {
    let result = try LiveDaemon.end()
    json.print(result, or: "process \(result["process"]?.int ?? 0) has ended")
  }
}
