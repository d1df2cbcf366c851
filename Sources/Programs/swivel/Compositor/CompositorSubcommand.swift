// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import EventLoop
import HeadlessCompositor

/// `swivel compositor`: the small compositor whose windows turn one by one.
struct CompositorSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compositor",
    abstract: "Run a small Wayland compositor without a screen, whose windows turn one by one.",
    discussion: """
      A real Wayland server that draws into memory: ordinary clients run on it, and screenshots \
      show what a panel would. A rule set decides how each window turns when the device does, so a \
      status bar can be seen turned above a page that is not. It needs no graphics, no input \
      device and no privileges, and listens nowhere but in $XDG_RUNTIME_DIR.

      With --window the output is a window on your Wayland session, as large as the window, and takes       its pointer, touch and keyboard. It is drawn only when something has changed; it ends when it       is closed.

      SIGUSR1 writes the screenshot; SIGINT (Ctrl-C), SIGTERM and SIGHUP end it with exit code 0. \
      Prints the display's name, and then a line for each decision that changes something.

      EXAMPLES
        swivel compositor --output 1280x800 --socket wayland-7
            then, elsewhere: WAYLAND_DISPLAY=wayland-7 foot
        swivel compositor --output 640x960@2 --output HDMI-A-1:1920x1080,90
            two outputs, the second one turned
        swivel compositor --scene story.yaml --pictures /tmp --until-played
            play a scenario with real windows; a picture of the panel after each step
        swivel compositor --screenshot panel.png --commands
            commands on standard input: help lists them
        swivel compositor --window --output 800x1280
            in a window on your desktop; then WAYLAND_DISPLAY=... foot

      EXIT CODES
        0  ended by a signal, a command, the end of the scene, or the window's close button
        1  something around it did not work, or a scene went otherwise than the simulator says
        2  wrong usage or a mistake in a file; nothing was started
      """)

  @Option(
    help: ArgumentHelp(
      "The socket's name in $XDG_RUNTIME_DIR. Default: the first free of wayland-0 to wayland-32.",
      valueName: "name"))
  var socket: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "An output, [NAME:]WIDTHxHEIGHT[@SCALE][,TRANSFORM]; may be given several times. Default: "
        + "1280x800, or the device of the scene at scale 2.", valueName: "output"))
  var output: [String] = []

  @Flag(help: "Show the output in a window on the Wayland session around, and take its input.")
  var window = false

  @Option(
    help: ArgumentHelp(
      "The rule set that decides. Default: uikit-8, or that of the scene.", valueName: "name"))
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "Write the display's name and a line feed to this descriptor once clients can connect, and "
        + "close it.", valueName: "n"))
  var readyFd: Int32?

  @Option(
    help: ArgumentHelp(
      "Where SIGUSR1 writes the first output as PNG; the others beside it, with -NAME.",
      valueName: "file.png"))
  var screenshot: String?

  @Option(help: ArgumentHelp("A scenario whose windows become real clients.", valueName: "file"))
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "With --scene: a picture after each step into this folder.", valueName: "dir"))
  var pictures: String?

  @Option(
    help: ArgumentHelp("With --scene: milliseconds to wait before each step.", valueName: "ms"))
  var pace = 0

  @Flag(help: "With --scene: end when it has been played.")
  var untilPlayed = false

  @Flag(help: "Show the last decision in a corner; no rule set sees that window.")
  var overlay = false

  @Flag(
    help: ArgumentHelp(
      "Outline every window, hidden ones dashed, with what it answered to whether it turns."))
  var outlines = false

  @Flag(help: "Take commands from standard input, a line each.")
  var commands = false

  @Flag(
    help: ArgumentHelp(
      "Let clients attach a buffer before their first configure, against xdg-shell."))
  var lenient = false

  func validate() throws {
    if scene == nil, pictures != nil || untilPlayed || pace != 0 {
      throw ValidationError("--pictures, --pace and --until-played need --scene")
    }
    guard (0...3_600_000).contains(pace) else {
      throw ValidationError("--pace takes 0 to 3600000 milliseconds")
    }
    if window, output.count > 1 {
      throw ValidationError("--window shows one output; give --output once")
    }
    if let socket, socket.isEmpty || socket.contains("/") {
      throw ValidationError(
        "--socket takes a file name such as wayland-7, which is made in $XDG_RUNTIME_DIR")
    }
  }

  func run() throws {
    let plan = try CompositorPlan(self)
    EarlySignals.hold()
    try CompositorRun(plan).run()
  }
}
