// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
public import Plugins
public import Sensing

/// Runs the daemon in the foreground of the calling thread.
public enum RunCommand {
  /// Runs until a signal asks for the end, then returns.
  ///
  /// Files are read and options checked before the compositor is asked for anything. What was said is
  /// written when this returns, unless nobody takes it.
  /// SIGINT, SIGTERM and SIGHUP stay blocked on the calling thread.
  public static func run(_ options: RunOptions) throws(CommandFailure) {
    try run(options, plugins: builtIn())
  }

  /// The same with a list of your own: what `PluginList.builtIn` has, and more.
  public static func run(_ options: RunOptions, plugins: PluginList) throws(CommandFailure) {
    // Whoever has this as a library may begin otherwise than our own programs.
    Program.prepare()
    defer { for lines in [LineQueue.output, .errors] { lines.flush() } }
    // A reader of our output that goes away must not keep the outputs from being given back.
    signal(SIGPIPE, SIG_IGN)
    var plan = try RunPlan(options, plugins: plugins, environment: Process.environment)
    // What is made from here on has to be cleaned up.
    EarlySignals.hold()
    try plan.prepare()
    InheritedDescriptors.keepToOurselves()
    try daemon(plan).run()
    if let problem = LineQueue.output.flush() {
      throw CommandFailure(.failed, "standard output cannot be written: \(problem)")
    }
  }

  /// Says why a run has failed, after all that it has said, and waits a moment for that to be written.
  public static func complain(_ failure: CommandFailure) {
    LineQueue.errors.write("swivel: \(failure)")
    LineQueue.errors.flush()
  }

  private static func builtIn() throws(CommandFailure) -> PluginList {
    do throws(PluginList.Conflict) {
      return try PluginList.builtIn()
    } catch {
      throw CommandFailure(.failed, error.description)
    }
  }

  private static func daemon(_ plan: RunPlan) throws(CommandFailure) -> Daemon {
    do throws(SystemError) {
      return Daemon(plan, on: Machine(loop: try EventLoop()))
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }
}

/// What the command line of `swivel run` says, not checked yet.
public struct RunOptions: Sendable {
  /// The configuration file; nil means the default one.
  public var configuration: String?
  /// The rule set; nil means that of the configuration.
  public var rules: String?
  /// The judge; nil means that of the configuration.
  public var judge: String?
  /// Returns a new judge of another system by its name, or `nil` if the program has none of that name.
  ///
  /// `Judges.make` of the module `Judging` is such a function; `swivel` is made without it.
  public var judges: @Sendable (String) -> (any OrientationJudge)? = { _ in nil }
  /// Whether the applications' desktop files are read, if the configuration does not say otherwise.
  public var readsDesktopEntries = true
  /// The outputs that turn; empty means those of the configuration.
  public var outputs: [String]
  /// The sensor, such as `proxy` or `replay:FILE`; nil means that of the device.
  public var sensor: String?
  /// How many times as fast as recorded a replay runs.
  public var replaySpeed: Double
  /// Whether every decision is explained in full.
  public var explains: Bool
  /// Whether the titles of windows may be printed.
  public var showsTitles: Bool
  /// The new file into which everything is recorded; nil for none.
  public var recording: String?
  /// When to follow the device: `auto`, `always` or `tablet-mode`.
  public var follow: String
  /// What turns the outputs: `auto`, or the name of a way to do so.
  public var applier: String
  /// A directory in which sys, dev and run stand for the machine's own; empty for those.
  public var deviceRoot: String
  /// Folders in which plug-ins are looked for first.
  public var pluginDirectories: [String]

  /// The options' defaults unless told otherwise.
  public init(
    configuration: String? = nil, rules: String? = nil, judge: String? = nil,
    outputs: [String] = [], sensor: String? = nil, replaySpeed: Double = 1, explains: Bool = false,
    showsTitles: Bool = false, recording: String? = nil, follow: String = "auto",
    applier: String = "auto", deviceRoot: String = "", pluginDirectories: [String] = []
  ) {
    self.configuration = configuration
    self.rules = rules
    self.judge = judge
    self.outputs = outputs
    self.sensor = sensor
    self.replaySpeed = replaySpeed
    self.explains = explains
    self.showsTitles = showsTitles
    self.recording = recording
    self.follow = follow
    self.applier = applier
    self.deviceRoot = deviceRoot
    self.pluginDirectories = pluginDirectories
  }
}

/// What whoever started us has left open; our own descriptors are closed on exec anyway.
enum InheritedDescriptors {
  /// Keeps all but input, output and errors from the programs that we start.
  static func keepToOurselves() {
    for name in DirectoryListing.names(in: "/proc/self/fd") {
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
}

enum Process {
  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
