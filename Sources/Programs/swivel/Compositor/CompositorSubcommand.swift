// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Configuration
import Daemon
import EventLoop
import Formats
import Glibc
import HeadlessCompositor
import Orientation
import Scenarios

struct CompositorSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compositor",
    abstract: "Run a small Wayland compositor without a screen, whose windows turn one by one.",
    discussion: """
      This is a Wayland server that draws into memory: ordinary clients run on it, and screenshots \
      show what a panel would show. A rule set decides how each window turns when the device turns, \
      so a status bar can be seen turned above a page that is not. The server needs no graphics, \
      no input device and no privileges. It listens only in $XDG_RUNTIME_DIR.

      With --window the output is shown in a window of your Wayland session, has the size of that \
      window, and receives its pointer, touch and keyboard input. The window is drawn only after \
      changes. Closing it ends the compositor.

      SIGUSR1 writes the screenshot. SIGINT (Ctrl-C), SIGTERM and SIGHUP end the compositor with \
      exit code 0. It prints the display's name, and then a line for each decision that changes an \
      orientation or has a conflict.

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
        0  ended by a signal, a command, the end of the scene, or the window's close
           button
        1  the environment failed, or the scene differs from the simulator's result
        2  the usage is wrong, or a file has a mistake; nothing was started
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

  @Flag(help: "Show the output in a window of the Wayland session, and receive its input.")
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
      "With --scene: write a picture after each step into this folder.", valueName: "dir"))
  var pictures: String?

  @Option(
    help: ArgumentHelp("With --scene: milliseconds to wait before each step.", valueName: "ms"))
  var pace = 0

  @Flag(help: "With --scene: end after its last step.")
  var untilPlayed = false

  @Flag(help: "Show the last decision in a corner; no rule set sees that window.")
  var overlay = false

  @Flag(
    help: ArgumentHelp(
      "Outline every window, hidden ones dashed, with its answer to whether it turns."))
  var outlines = false

  @Flag(help: "Read commands from standard input, one on each line.")
  var commands = false

  @Flag(
    help: ArgumentHelp(
      "Accept buffers before the first configure, which xdg-shell forbids."))
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

/// The options of `swivel compositor`, validated before the compositor starts.
struct CompositorPlan {
  let command: CompositorSubcommand
  let options: CompositorOptions
  /// The arguments of the program that plays the scene as a client; `nil` without a scene.
  let player: [String]?
  /// The output to show as a window of the surrounding session, and whether it takes the session's
  /// scale; `nil` without `--window`.
  let window: (output: OutputSpecification, followsScale: Bool)?

  init(_ command: CompositorSubcommand) throws {
    self.command = command
    let scenario = try command.scene.map { path throws(InputError) in
      try Scenario.load(path: path, rules: command.rules)
    }
    let rules =
      try scenario?.rules ?? RuleSetName.resolve(command.rules ?? "uikit-8", option: "--rules")
    var options = CompositorOptions(rules: rules)
    do throws(OutputSyntaxError) {
      for text in command.output { options.outputs.append(try OutputSpecification(parsing: text)) }
    } catch {
      throw CommandFailure(.badInput, "--output: \(error)")
    }
    let names = options.outputs.compactMap(\.name)
    if let twice = names.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
      throw CommandFailure(.badInput, "--output: two outputs are called '\(twice)'")
    }
    if let scenario {
      options.device = scenario.scene.device
      options.app = scenario.scene.app
      if options.outputs.isEmpty { options.outputs = [Self.output(for: scenario.scene.device)] }
    }
    if command.window {
      let output =
        options.outputs.first ?? OutputSpecification(size: Size(width: 1280, height: 800))
      options.outputs = [output]
      // The scale of a scene or of `--output` takes precedence over the surrounding session's
      // scale.
      let isAsked = command.scene != nil || command.output.contains { $0.contains("@") }
      window = (output, !isAsked)
    } else {
      window = nil
    }
    options.isLenient = command.lenient
    self.options = options
    if let descriptor = command.readyFd, fcntl(descriptor, F_GETFD) < 0 {
      throw CommandFailure(
        .badInput,
        "--ready-fd \(descriptor): no such descriptor is open; open it for writing, "
          + "such as with 3>ready")
    }
    if let path = command.screenshot { try Self.checkWritable(path, option: "--screenshot") }
    if let folder = command.pictures { try Self.checkFolder(folder, option: "--pictures") }
    player = command.scene.map { scene in
      var words = ["--pace", "\(command.pace)"]
      if let pictures = command.pictures { words += ["--pictures", pictures] }
      if !command.untilPlayed { words.append("--stay") }
      if let rules = command.rules { words += ["--rules", rules] }
      return words + [scene]
    }
  }

  private static func output(for device: Device) -> OutputSpecification {
    let size = device.panel == .portrait ? device.size : device.size.swapped
    let limit = OutputSpecification.limits.side / 2
    return OutputSpecification(
      size: Size(width: min(size.width, limit) * 2, height: min(size.height, limit) * 2), scale: 2)
  }

  /// Throws an error if the path that an option names does not end in `.png`, is a directory, or is
  /// in a folder that cannot be written.
  private static func checkWritable(_ path: String, option: String) throws(CommandFailure) {
    guard path.hasSuffix(".png") else {
      throw CommandFailure(.badInput, "\(option) takes a name that ends in .png, not '\(path)'")
    }
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw CommandFailure(.badInput, "\(option) \(path): this is a directory")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try checkFolder(folder, option: option)
  }

  private static func checkFolder(_ folder: String, option: String) throws(CommandFailure) {
    // The slash makes the call fail with ENOTDIR on a file.
    guard unsafe access(folder + "/", W_OK | X_OK) == 0 else {
      let number = errno
      throw CommandFailure(
        .badInput,
        unsafe "\(option): cannot write into \(folder): \(String(cString: strerror(number)))")
    }
  }
}
