// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Daemon
import EventLoop
import Experiments
import Explanation
import Formats
import Glibc
import HeadlessCompositor
import Orientation
import Pixels
import Recording
import WindowBackend

final class CompositorRun {
  let plan: CompositorPlan
  let loop: EventLoop
  let compositor: HeadlessCompositor
  private var player: pid_t?
  private var overlay: OverlayHost?
  private var outcome: CommandFailure?
  private var input = LineBuffer(limit: 4096)
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
      let name = try compositor.listen(name: plan.command.socket)
      compositor.onVerdict = { [unowned self] in
        if let line = $0.changeLine { say(line) }
        overlay?.report($0)
        memory.worked()
      }
      compositor.showsOutlines = plan.command.outlines
      if plan.command.overlay {
        var options = OverlayOptions()
        options.stay = 0
        overlay = try OverlayHost(compositor, rules: plan.options.rules, options, on: loop)
      }
      compositor.onClientFailure = { [unowned self] process, reason in
        say("client \(process) was sent away: \(reason)")
      }
      say("WAYLAND_DISPLAY=\(name)")
      announce(name)
      if plan.command.commands { try startCommands() }
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

  /// Prints a line through the output queue, which never blocks the compositor on a slow reader.
  func say(_ line: String) { LineQueue.output.write(line) }

  // MARK: Signals

  private func take(signal: Int32) {
    switch signal {
    case SIGUSR1:
      guard let path = plan.command.screenshot else {
        say("SIGUSR1: no --screenshot was given, so there is nowhere to write")
        return
      }
      takePictures(path)
    case SIGCHLD: collectPlayer()
    default: loop.stop()
    }
  }

  /// Writes a screenshot of each output, and prints each path or error.
  ///
  /// The first output's file is `path`; in the others' names, a hyphen and the output's name
  /// precede `.png`.
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
    guard let descriptor = plan.command.readyFd else { return }
    let line = Array("\(name)\n".utf8)
    _ = unsafe write(descriptor, line, line.count)
    close(descriptor)
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
    let directory = Program.environment("XDG_RUNTIME_DIR") ?? ""
    player = try CompanionProgram.start(
      "swivel-scene", ["--display", "\(directory)/\(display)"] + arguments)
  }

  private func collectPlayer() {
    guard let process = player, let status = ChildProgram.outcome(of: process) else { return }
    player = nil
    if status != 0 {
      outcome = CommandFailure(
        status == 2 ? .badInput : .failed,
        "the scene's result differs from the simulator's")
    }
    if plan.command.untilPlayed || status != 0 { loop.stop() }
  }

  private func endPlayer() {
    guard let process = player else { return }
    kill(process, SIGTERM)
    _ = ChildProgram.end(of: process)
    player = nil
  }

  // MARK: Commands

  private func startCommands() throws(SystemError) {
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    _ = fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK)
    do throws(SystemError) {
      inputToken = try loop.add(STDIN_FILENO, for: .readable) { [unowned self] _ in
        guard !readCommands(), let token = inputToken else { return }
        loop.remove(token)
        inputToken = nil
      }
    } catch  where error.code == EPERM {
      // epoll refuses regular files, which can be read at once.
      while readCommands() {}
    }
  }

  /// Executes the commands that can be read; returns false at the end of the input, after an error
  /// or after a line that is too long.
  private func readCommands() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    input.append(chunk[..<count])
    while let line = input.next() {
      say(CompositorCommand.run(String(decoding: line, as: UTF8.self), on: self))
    }
    return !input.isOverfull
  }
}

private enum CompositorCommand {
  private static let help = """
    screenshot FILE.png          pictures of the outputs
    device ORIENTATION           portrait, landscape-left, landscape-right, face-up, ...
    lock on|off                  the user's rotation lock
    add [NAME:]WxH[@SCALE][,TRANSFORM]   plug an output in
    remove NAME                  unplug it
    turn NAME TRANSFORM          turn it: normal, 90, 180, 270, flipped, flipped-90, ...
    outlines on|off              every window's outline and answer
    stop                         end the compositor
    """

  static func run(_ line: String, on run: CompositorRun) -> String {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case (nil, _): return ""
    case ("screenshot", 2):
      guard words[1].hasSuffix(".png") else { return "error: '\(words[1])' does not end in .png" }
      run.takePictures(words[1])
      return "ok"
    case ("device", 2):
      guard let orientation = DeviceOrientation(name: words[1]) else {
        let names = DeviceOrientation.allCases.map(\.name).joined(separator: ", ")
        return "error: '\(words[1])' is none of \(names)"
      }
      run.compositor.handle(.device(.turned(orientation)))
      return "ok"
    case ("lock", 2) where words[1] == "on" || words[1] == "off":
      run.compositor.handle(.device(.rotationLock(words[1] == "on")))
      return "ok"
    case ("add", 2): return add(words[1], to: run.compositor)
    case ("remove", 2):
      return run.compositor.unplug(words[1]) ? "ok" : unknown(words[1], run.compositor)
    case ("turn", 3):
      guard let transform = Transform(name: words[2], in: .wayland) else {
        return "error: '\(words[2])' is no transform"
      }
      return run.compositor.configure(words[1], transform: transform)
        ? "ok" : unknown(words[1], run.compositor)
    case ("outlines", 2) where words[1] == "on" || words[1] == "off":
      run.compositor.showsOutlines = words[1] == "on"
      return "ok"
    case ("stop", 1):
      run.stop()
      return "ok"
    case ("help", _): return help
    default: return "error: '\(line)' is no command; help lists them"
    }
  }

  private static func add(_ text: String, to compositor: HeadlessCompositor) -> String {
    do throws(OutputSyntaxError) {
      let specification = try OutputSpecification(parsing: text)
      guard let name = compositor.plugIn(specification) else {
        return "error: there is an output of that name already"
      }
      return "ok \(name)"
    } catch {
      return "error: \(error)"
    }
  }

  private static func unknown(_ name: String, _ compositor: HeadlessCompositor) -> String {
    let names = compositor.outputNames.joined(separator: ", ")
    return "error: there is no output '\(name)', only \(names.isEmpty ? "none" : names)"
  }
}

/// The overlay program as a child process of the compositor.
///
/// The child inherits a Wayland connection, by which the compositor identifies it, and a control
/// socket.
private final class OverlayHost {
  /// The maximum number of decisions that are kept for explanations.
  private static let most = 16

  private let process: pid_t
  private let rules: any RuleSet
  private let outputs: () -> [String]
  /// The compositor's end of the control socket; `nil` after `end`.
  private var peer: ControlPeer?
  private var verdicts: [Verdict] = []

  init(
    _ compositor: HeadlessCompositor, rules: any RuleSet, _ options: OverlayOptions,
    on loop: EventLoop
  ) throws {
    self.rules = rules
    outputs = { [weak compositor] in compositor?.outputNames ?? [] }
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw CommandFailure(.failed, unsafe "socketpair: \(String(cString: strerror(errno)))")
    }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let display = try compositor.connectDiagnostic()
    defer { for end in [display, ends[1]] { close(end) } }
    // Without close-on-exec the descriptors are inherited; no other child starts meanwhile.
    for end in [display, ends[1]] { _ = fcntl(end, F_SETFD, 0) }
    unsafe setenv("WAYLAND_SOCKET", "\(display)", 1)
    unsafe setenv("SWIVEL_CONTROL_FD", "\(ends[1])", 1)
    defer { for name in ["WAYLAND_SOCKET", "SWIVEL_CONTROL_FD"] { unsafe unsetenv(name) } }
    process = try CompanionProgram.start("swivel-overlay", [options.json.compact()])
    peer = ControlPeer(
      ends[0], on: loop,
      answer: { [weak self] in
        self?.answer($0) ?? .failure(ControlFailure(.notFound, "the compositor ends"))
      },
      gap: { [weak self] in ControlEvent.missed($0).json(state: self?.state ?? []).compact() },
      onEnd: { [weak self] in self?.end() })
    peer?.start()
  }

  deinit { end() }

  func end() {
    guard let peer else { return }
    self.peer = nil
    peer.close()
    kill(process, SIGTERM)
    _ = ChildProgram.end(of: process)
  }

  func report(_ verdict: Verdict) {
    verdicts.append(verdict)
    if verdicts.count > Self.most { verdicts.removeFirst() }
    guard verdict.isNoteworthy else { return }
    let names = Self.names(in: verdict)
    peer?.publish(
      ControlEvent.decision(HistoryEntry(verdict, rulesID: rules.id, names: names).json)
        .json(state: state).compact())
  }

  private var state: JSONValue {
    ["outputs": .array(outputs().map { ["name": .string($0), "turns": true] })]
  }

  private func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .watch:
      return .result(["program": .string(ProgramVersion.text), "state": state])
    case .explain(let subject, _, let style):
      let number: Int? = if case .number(let number) = subject { number } else { nil }
      guard let verdict = verdicts.last(where: { number == nil || $0.step == number }) else {
        return .failure(ControlFailure(.notFound, "that decision is not kept"))
      }
      let explanation = Explanation(
        verdict, rules: rules, style: style, names: Self.names(in: verdict),
        context: FixContext(hasDaemon: false))
      return .result(["text": .string(explanation.text(.short)), "explanation": explanation.json])
    default: return .failure(ControlFailure(.unknownRequest, "this is a compositor"))
    }
  }

  private static func names(in verdict: Verdict) -> [WindowID: String] {
    var names: [WindowID: String] = [:]
    for window in verdict.before.windows + verdict.after.windows { names[window.id] = window.name }
    return names
  }
}
