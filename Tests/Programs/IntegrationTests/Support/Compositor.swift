// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaylandClient

/// A real compositor in a private runtime directory; it ends with its children when released.
final class Compositor {
  let kind: CompositorKind
  private(set) var process: ChildProcess
  private let start: () throws -> ChildProcess
  /// The bus that the compositor shares with its clients; `nil` if it needs none.
  let bus: MessageBus?
  private let directory: RuntimeDirectory
  private var passed: [PassedConnection] = []

  /// Starts a compositor and waits until it answers.
  ///
  /// `preload` names a library of `Programs/` to load before the compositor's own. Without
  /// `namesSwaySocket` sway chooses the path of its socket, and clients get one that does not
  /// exist. KWin reports its windows only to the program `trusted`, by the desktop file that is
  /// installed for it. `files` are written below the compositor's home before the start. `name` is
  /// that of its process, by which Swivel knows compositors.
  init(
    _ kind: CompositorKind, outputs: Int = 1, preload: String? = nil,
    namesSwaySocket: Bool = true, trusts trusted: String? = nil, files: [String: String] = [:],
    options: [String] = [], calling name: String? = nil
  ) throws {
    self.kind = kind
    directory = try RuntimeDirectory()
    bus = kind.needsBus ? try MessageBus() : nil
    var (program, arguments) = try kind.command(in: directory, outputs: outputs)
    if let name {
      let copy = "\(directory.path)/\(name)"
      try FileManager.default.copyItem(atPath: try Program.require(program), toPath: copy)
      program = copy
    }
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    environment["HOME"] = directory.path
    environment.merge(bus?.sessionEnvironment ?? [:]) { $1 }
    // sway creates its socket at this path.
    if namesSwaySocket { environment["SWAYSOCK"] = "\(directory.path)/sway.sock" }
    environment.merge(kind.environment(outputs: outputs)) { $1 }
    if let trusted {
      environment["KWIN_WAYLAND_NO_PERMISSION_CHECKS"] = nil
      try Self.installDesktopFile(of: trusted, below: directory.path)
    }
    for (file, text) in files {
      let path = URL(fileURLWithPath: "\(directory.path)/\(file)")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: path, atomically: true, encoding: .utf8)
    }
    if let preload { environment["LD_PRELOAD"] = try Program.library(preload, in: directory) }
    start = { [program] in try ChildProcess(program, arguments + options, environment: environment)
    }
    process = try start()
    try waitForAnswer()
  }

  private static func installDesktopFile(of program: String, below home: String) throws {
    let source = "\(Swivel.packageRoot)/packaging/applications/io.github.swivel.Swivel.desktop.in"
    let folder = "\(home)/.local/share/applications"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bindir = URL(fileURLWithPath: program).resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    try String(contentsOfFile: source, encoding: .utf8)
      .replacingOccurrences(of: "@bindir@", with: bindir)
      .write(
        toFile: "\(folder)/io.github.swivel.Swivel.desktop", atomically: true, encoding: .utf8)
  }

  /// Starts the compositor again at the same place, after it has ended.
  func restart() throws {
    process.stop()
    process = try start()
    try waitForAnswer()
  }

  private func waitForAnswer() throws {
    let (kind, process, socket) = (kind, process, "\(directory.path)/\(kind.socketName)")
    try Deadline.waitUntil("an answer of \(kind)\n\(process.errors)") {
      if let status = process.exitStatus {
        throw Deadline.Passed(description: "\(kind) ended with \(status)\n\(process.errors)")
      }
      return WaylandPing.isAnswered(at: socket)
    }
  }

  deinit { stop() }

  /// Connects this process to the compositor.
  func connect() throws -> Connection {
    let display = "\(directory.path)/\(kind.socketName)"
    guard kind == .kwin else { return try Connection(display: display) }
    let made = try PassedConnection(to: display)
    passed.append(made)
    return made.connection
  }

  var runtimeDirectory: String { directory.path }

  /// The variables that a client of this compositor needs.
  var clientEnvironment: [String: String] {
    var environment = Command.plainEnvironment.merging([
      "XDG_RUNTIME_DIR": directory.path, "HOME": directory.path,
      "WAYLAND_DISPLAY": kind.socketName,
    ]) { $1 }
    if kind == .sway { environment["SWAYSOCK"] = "\(directory.path)/sway.sock" }
    return environment.merging(bus?.sessionEnvironment ?? [:]) { $1 }
  }

  /// Runs a client to its end.
  func run(_ program: String, _ arguments: [String] = []) throws -> Command {
    try Command.run(program, arguments, environment: clientEnvironment)
  }

  /// Ends the compositor and everything it has started.
  func stop() { process.stop() }

  /// Whether this is sway 1.7, which reports its headless outputs as off though they are on.
  var isSway17: Bool {
    get throws { try run("sway", ["--version"]).output.hasPrefix("sway version 1.7") }
  }

  /// Whether phoc changes several outputs in one step, as 0.46 does and 0.58 does not.
  var phocChangesOutputsTogether: Bool {
    get throws {
      let version = try run("phoc", ["--version"]).output.split(separator: ".")
      return version.count > 1 && Int(version[1]).map { $0 < 50 } == true
    }
  }

  /// Returns what `wayland-info`, a client of another project, reports about the outputs, in order.
  func outputs() throws -> [OutputReport] {
    let result = try run("wayland-info")
    guard result.status == 0 else {
      throw Deadline.Passed(description: "wayland-info: \(result.errors)")
    }
    return OutputReport.parse(result.output)
  }

  /// Waits until `wayland-info` reports this transform for the output at `index`.
  func waitForTransform(
    _ transform: String, at index: Int = 0, within seconds: Double = Limit.event
  ) throws {
    var last: [OutputReport] = []
    try Deadline.waitUntil(seconds, "transform \(transform) of output \(index): \(last)") {
      last = try outputs()
      return last.indices.contains(index) && last[index].transform == transform
    }
  }
}
