// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Daemon
import Formats
import Glibc
import HeadlessCompositor
import Orientation
import Scenarios

/// The options of `swivel compositor`, checked before anything is started.
struct CompositorPlan {
  let options: CompositorOptions
  let socket: String?
  let readyDescriptor: Int32?
  let screenshot: String?
  let takesCommands: Bool
  /// The arguments for the program that plays the scene; nil without a scene.
  let player: [String]?
  let endsWithScene: Bool
  let hasOverlay: Bool
  let hasOutlines: Bool
  /// The output to be shown in a window of the surrounding session; `nil` without a window.
  let window: (output: OutputSpecification, followsScale: Bool)?

  init(_ command: CompositorSubcommand) throws {
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
      // A requested scale is kept, whatever the session's is.
      let isAsked = command.scene != nil || command.output.contains { $0.contains("@") }
      window = (output, !isAsked)
    } else {
      window = nil
    }
    options.isLenient = command.lenient
    self.options = options
    socket = command.socket
    if let descriptor = command.readyFd {
      guard fcntl(descriptor, F_GETFD) >= 0 else {
        throw CommandFailure(
          .badInput,
          "--ready-fd \(descriptor): no such descriptor is open; open it for writing, "
            + "such as with 3>ready")
      }
    }
    readyDescriptor = command.readyFd
    screenshot = command.screenshot
    if let path = screenshot { try Self.checkWritable(path, option: "--screenshot") }
    if let folder = command.pictures { try Self.checkFolder(folder, option: "--pictures") }
    takesCommands = command.commands
    endsWithScene = command.untilPlayed
    hasOverlay = command.overlay
    hasOutlines = command.outlines
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

  /// Throws early if a screenshot cannot be written at the path.
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
    var status = stat()
    guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      unsafe access(folder, W_OK | X_OK) == 0
    else {
      let number = errno == 0 ? ENOTDIR : errno
      throw CommandFailure(
        .badInput,
        unsafe "\(option): cannot write into \(folder): \(String(cString: strerror(number)))")
    }
  }
}
