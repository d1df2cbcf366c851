// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Daemon
import EventLoop
import Formats
import Glibc
import HeadlessCompositor
import Orientation
import Pixels
import WindowBackend

/// A run of `swivel compositor`: signals, pictures, the scene's program.
final class CompositorRun {
  let plan: CompositorPlan
  let loop: EventLoop
  let compositor: HeadlessCompositor
  private var player: pid_t?
  private var overlay: OverlayHost?
  private var outcome: CommandFailure?
  private var input = CommandInput()
  private var inputToken: Token?
  private var host: HostDisplay?
  private var window: OutputWindow?
  private let memory: RestTimer

  init(_ plan: CompositorPlan) throws(CommandFailure) {
    self.plan = plan
    do {
      loop = try EventLoop()
      memory = RestTimer(on: loop) { ProgramPages.release() }
      compositor = try HeadlessCompositor(loop: loop, options: plan.options)
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }

  func run() throws(CommandFailure) {
    // A closed standard output must not end the clients' session.
    signal(SIGPIPE, SIG_IGN)
    defer { LineQueue.output.flush() }
    do {
      try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGCHLD]) { [unowned self] in
        take(signal: $0)
      }
      try openWindow()
      let name = try compositor.listen(name: plan.socket)
      compositor.onVerdict = { [unowned self] in
        report($0)
        overlay?.report($0)
        memory.worked()
      }
      compositor.showsOutlines = plan.hasOutlines
      if plan.hasOverlay {
        var options = OverlayOptions()
        options.stay = 0
        overlay = try OverlayHost(compositor, rules: plan.options.rules, options, on: loop)
      }
      compositor.onClientFailure = { [unowned self] process, reason in
        say("client \(process) was sent away: \(reason)")
      }
      say("WAYLAND_DISPLAY=\(name)")
      announce(name)
      if plan.takesCommands { try readCommands() }
      try startPlayer(name)
      memory.worked()
      try loop.run()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
    // Decisions about clients that disconnect from now on are not printed.
    compositor.onVerdict = nil
    overlay?.end()
    endPlayer()
    if window != nil { compositor.closeWindows() }
    window = nil
    host?.end()
    if let outcome { throw outcome }
    if let problem = LineQueue.output.flush() {
      throw CommandFailure(.failed, "standard output cannot be written: \(problem)")
    }
  }

  func stop() { loop.stop() }

  /// Prints a line at once, without waiting for a reader.
  func say(_ line: String) { LineQueue.output.write(line) }

  // MARK: Signals

  private func take(signal: Int32) {
    switch signal {
    case SIGUSR1:
      guard let path = plan.screenshot else {
        say("SIGUSR1: no --screenshot was given, so there is nowhere to write")
        return
      }
      takePictures(path)
    case SIGCHLD: collectPlayer()
    default: loop.stop()
    }
  }

  /// Writes a picture of each output; the first at the path, the others beside it.
  func takePictures(_ path: String) {
    for (index, name) in compositor.outputNames.enumerated() {
      let file = index == 0 ? path : "\(path.dropLast(".png".count))-\(name).png"
      guard let picture = compositor.picture(of: name) else { continue }
      do {
        try picture.write(to: file)
        say("picture of \(name): \(file)")
      } catch {
        say("\(error)")
      }
    }
  }

  private func announce(_ name: String) {
    guard let descriptor = plan.readyDescriptor else { return }
    let line = Array("\(name)\n".utf8)
    _ = unsafe write(descriptor, line, line.count)
    close(descriptor)
  }

  private func report(_ verdict: Verdict) {
    guard verdict.outcome != .unchanged || !verdict.conflicts.isEmpty else { return }
    let windows = verdict.after.windows.map { "\($0.name) \($0.orientation.name)" }
    say(
      "\(verdict.outcome.rawValue): status bar \(verdict.after.statusBar.orientation.name)"
        + windows.map { ", \($0)" }.joined()
        + verdict.conflicts.map { " [\($0.kind.rawValue)]" }.joined())
  }

  // MARK: The window

  private func openWindow() throws {
    guard let (output, followsScale) = plan.window, let name = compositor.outputNames.first else {
      return
    }
    do throws(HostFailure) {
      let host = try HostDisplay(on: loop)
      let window = try OutputWindow(
        compositor, output: output, named: name, followsScale: followsScale, display: host,
        on: loop)
      host.onFailure = { [unowned self] in end(with: $0) }
      window.onFailure = { [unowned self] in end(with: $0) }
      window.onClose = { [unowned self] in loop.stop() }
      (self.host, self.window) = (host, window)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    try host?.start()
  }

  private func end(with failure: HostFailure) {
    outcome = outcome ?? CommandFailure(.failed, failure.description)
    loop.stop()
  }

  // MARK: The scene

  private func startPlayer(_ display: String) throws(CommandFailure) {
    guard let arguments = plan.player else { return }
    let directory = unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) } ?? ""
    player = try CompanionProgram.start(
      "swivel-scene", ["--display", "\(directory)/\(display)"] + arguments)
  }

  private func collectPlayer() {
    guard let process = player, let status = ChildProgram.outcome(of: process) else { return }
    player = nil
    if status != 0 {
      outcome = CommandFailure(
        status == 2 ? .badInput : .failed,
        "the scene did not go as the simulator says")
    }
    if plan.endsWithScene || status != 0 { loop.stop() }
  }

  private func endPlayer() {
    guard let process = player else { return }
    kill(process, SIGTERM)
    _ = ChildProgram.end(of: process)
    player = nil
  }

  // MARK: Commands

  private func readCommands() throws(SystemError) {
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    _ = fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK)
    do throws(SystemError) {
      inputToken = try loop.add(STDIN_FILENO, for: .readable) { [unowned self] _ in
        for line in input.read(STDIN_FILENO) { say(CompositorCommand.run(line, on: self)) }
        if input.hasEnded, let token = inputToken {
          loop.remove(token)
          inputToken = nil
        }
      }
    } catch  where error.code == EPERM {
      // epoll refuses regular files, which can be read at once.
      while !input.hasEnded {
        for line in input.read(STDIN_FILENO) { say(CompositorCommand.run(line, on: self)) }
      }
    }
  }
}

/// The lines from a descriptor that does not block.
struct CommandInput {
  /// The maximum length of a line in bytes; a longer line ends the input.
  private static let maximumLength = 4096
  private var bytes: [UInt8] = []
  private(set) var hasEnded = false

  /// Reads the available bytes and returns the complete lines.
  mutating func read(_ descriptor: Int32) -> [String] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    guard count > 0 else {
      hasEnded = count == 0 || errno != EAGAIN && errno != EINTR
      return []
    }
    bytes += chunk[..<count]
    var lines: [String] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: bytes[..<end], as: UTF8.self))
      bytes.removeSubrange(...end)
    }
    if bytes.count > Self.maximumLength { hasEnded = true }
    return lines
  }
}
