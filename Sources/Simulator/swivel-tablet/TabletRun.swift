// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import EventLoop
import Formats
import Glibc
import HeadlessCompositor
import Judging
import Orientation
import Scenarios
import Sensing
import WindowBackend

// A drawn tablet in a window of the desktop, with the compositor's output as its screen.
//
// - `DevicePose` is how the device is held: an angle, the resulting gravity, and the judge. Events
//   for the compositor's arbiter contain orientations, never the angle, so a recording replays
//   without any window.
// - `TabletWindow` is the window: its content and its input.
// - `TabletLayout` computes the layout, `WindowMotion` animates turning windows, `TabletPainter`
//   draws in the colours of a `TabletTheme`.
// - `Caption` is what has just happened in words, `TimelineDriver` plays the story and the history.
//
// Begin with `TabletWindow`.

final class TabletRun {
  /// The time limit for programs to exit after SIGTERM.
  private static let grace = Duration.seconds(1)

  private let options: TabletOptions
  private let loop: EventLoop
  private let compositor: HeadlessCompositor
  private let history: SessionHistory
  private let panel: Size
  private let scenario: Scenario?
  private var scheme: DesktopScheme?
  private var host: HostDisplay?
  private var window: TabletWindow?
  private var sensor: TabletSensor?
  /// The end of the story's socket pair that swivel-scene reads; nil without a scenario.
  private var storyInput: Int32?
  private let memory: RestTimer
  private var children: [(name: String, process: pid_t)] = []
  private var failure: TabletFailure?
  private var isEnding = false

  init(_ options: TabletOptions) throws(TabletFailure) {
    self.options = options
    do {
      let scenario = try options.scenario.map { path throws(InputError) in
        try Scenario.load(path: path, rules: options.rules)
      }
      self.scenario = scenario
      let rules =
        try scenario?.rules ?? RuleSetName.resolve(options.rules ?? "uikit-8", option: "--rules")
      var settings = CompositorOptions(rules: rules)
      if let scenario {
        settings.device = scenario.scene.device
        settings.app = scenario.scene.app
      }
      let given = options.size.map { Size(width: Int32($0[0]), height: Int32($0[1])) }
      panel = given ?? Self.panel(of: settings.device) ?? Size(width: 480, height: 640)
      if settings.device == nil || given != nil { settings.device = Self.device(panel, rules) }
      settings.outputs = [OutputSpecification(name: "TABLET-1", size: panel)]
      history = try SessionHistory(options.recording)
      loop = try EventLoop()
      memory = RestTimer(on: loop) { ProgramPages.release() }
      compositor = try HeadlessCompositor(loop: loop, options: settings, recorder: history)
    } catch {
      throw TabletFailure("\(error)")
    }
  }

  private static func panel(of device: Device?) -> Size? {
    device.map { $0.panel == .portrait ? $0.size : $0.size.swapped }
  }

  /// Returns a pad with the panel's size, held so that its picture needs no transform.
  private static func device(_ panel: Size, _ rules: any RuleSet) -> Device {
    let nature: PanelNature = panel.width > panel.height ? .landscape : .portrait
    let upright =
      rules.scope == .output
      ? DeviceOrientation.portrait : InterfaceOrientation(transform: .normal, on: nature).device
    return Device(
      idiom: .pad, size: nature == .portrait ? panel : panel.swapped, orientation: upright,
      felt: upright, panel: nature)
  }

  /// Runs until the window is closed or fails, a signal arrives, or a started program ends.
  func run() throws(TabletFailure) {
    signal(SIGPIPE, SIG_IGN)
    do {
      try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP, SIGCHLD]) { [unowned self] in
        handle(signal: $0)
      }
      try open()
      let name = try compositor.listen(name: options.socket)
      StandardOutput.line("WAYLAND_DISPLAY=\(name)")
      try startPrograms(on: name)
      memory.worked()
      try loop.run()
    } catch let failure as TabletFailure {
      self.failure = self.failure ?? failure
    } catch {
      self.failure = self.failure ?? TabletFailure("\(error)")
    }
    compositor.onVerdict = nil
    compositor.closeWindows()
    endPrograms()
    sensor?.stop()
    window = nil
    host?.end()
    if let problem = history.finish() { failure = failure ?? TabletFailure(problem) }
    if let failure { throw failure }
  }

  private func open() throws {
    guard let output = compositor.outputNames.first, let judge = Judges.make(options.judge) else {
      let names = JudgeName.all.joined(separator: ", ")
      throw TabletFailure("'\(options.judge)' is no judge: \(names)")
    }
    let host = try HostDisplay(on: loop)
    let pose = DevicePose(judge, slowness: options.isAnimated ? options.slowness : 1)
    let device = DeviceDriver(compositor, pose, on: loop)
    let window = try TabletWindow(
      compositor, output: output, panel: panel, device: device, slowness: options.slowness,
      isAnimated: options.isAnimated,
      inspector: Inspector(compositor, history, saving: options.saving), story: try makeStory(),
      theme: options.theme == "dark" ? .dark : .light, display: host, on: loop)
    host.onFailure = { [unowned self] in end(with: TabletFailure($0.description)) }
    window.onFailure = { [unowned self] in end(with: TabletFailure($0.description)) }
    window.onQuit = { [unowned self] in loop.stop() }
    if options.theme == nil {
      scheme = DesktopScheme(on: loop) { [weak window] in window?.theme = $0 ? .dark : .light }
    }
    history.onDevice = { [weak device] in device?.follow($0) }
    compositor.onVerdict = { [unowned self] verdict in
      memory.worked()
      if let line = verdict.changeLine { StandardOutput.line(line) }
    }
    if let word = options.sensor { sensor = try TabletSensor(word, device, on: loop) }
    try host.start()
    sensor?.start()
    (self.host, self.window) = (host, window)
  }

  /// Returns the scenario's story and creates its socket pair, whose other end is `storyInput`; nil
  /// without a scenario.
  private func makeStory() throws -> Story? {
    guard let scenario else { return nil }
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw unsafe TabletFailure("no socket for the story: \(String(cString: strerror(errno)))")
    }
    storyInput = ends[0]
    return Story(
      title: scenario.title.isEmpty ? scenario.file : scenario.title,
      events: scenario.events.map { Story.words($0.text.flow) }, input: ends[1])
  }

  private func startPrograms(on name: String) throws {
    unsafe setenv("WAYLAND_DISPLAY", name, 1)
    // With DISPLAY set, programs would prefer the X display to this compositor.
    unsafe unsetenv("DISPLAY")
    if let scenario = options.scenario {
      var words = ["--stepped", "--stay"]
      if let rules = options.rules { words += ["--rules", rules] }
      defer { if let storyInput { close(storyInput) } }
      children.append(
        (
          "swivel-scene",
          try ChildProgram.start("swivel-scene", words + [scenario], input: storyInput)
        ))
    }
    if let program = options.program.first {
      let arguments = Array(options.program.dropFirst())
      children.append(
        (program, try ChildProgram.start(program, arguments, isCompanion: false)))
    }
  }

  private func handle(signal: Int32) {
    guard !isEnding else { return }
    guard signal == SIGCHLD else { return loop.stop() }
    for child in children {
      guard let status = ChildProgram.outcome(of: child.process) else { continue }
      children.removeAll { $0.process == child.process }
      if status != 0 {
        failure = failure ?? TabletFailure("\(child.name) has ended with \(status)")
      }
      loop.stop()
    }
  }

  private func endPrograms() {
    isEnding = true
    for child in children { kill(child.process, SIGTERM) }
    let end = loop.now + Self.grace
    while !children.isEmpty, loop.now < end {
      children.removeAll { ChildProgram.outcome(of: $0.process) != nil }
      // The programs may still send requests before they exit, so the loop continues.
      if !children.isEmpty { _ = try? loop.turn(waitingAtMost: .milliseconds(20)) }
    }
    for child in children {
      kill(child.process, SIGKILL)
      _ = ChildProgram.end(of: child.process)
    }
    children = []
  }

  private func end(with failure: TabletFailure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }
}

struct TabletFailure: Error, Equatable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
