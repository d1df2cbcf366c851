// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Formats
import Glibc
public import Plugins
public import Sensing
import WaylandClient

/// The command that runs the daemon on the calling thread.
public enum RunCommand {
  /// Runs the daemon until a signal or `swivel quit` requests the end, then returns; throws the
  /// failure that ends the run.
  ///
  /// Files are read and options checked before anything is requested from the compositor. Standard
  /// output is flushed before the return, unless its reader has stopped reading. SIGINT, SIGTERM
  /// and SIGHUP stay blocked on the calling thread.
  public static func run(_ options: RunOptions) throws(CommandFailure) {
    try run(options, plugins: builtIn())
  }

  /// Runs the daemon with the caller's plug-ins, usually `PluginList.builtIn` and further ones.
  public static func run(_ options: RunOptions, plugins: PluginList) throws(CommandFailure) {
    // A program that links this library may not have called `prepare`.
    Program.prepare()
    defer { for lines in [LineQueue.output, .errors] { lines.flush() } }
    // If the reader of standard output ends, the daemon must still restore the outputs.
    signal(SIGPIPE, SIG_IGN)
    var plan = try RunPlan(options, plugins: plugins, environment: Program.environment)
    // The signals are blocked from here on, so that files created later are removed at the end.
    EarlySignals.hold()
    try plan.prepare()
    InheritedDescriptors.keepToOurselves()
    try daemon(plan).run()
    if let problem = LineQueue.output.flush() {
      throw CommandFailure(.failed, "standard output cannot be written: \(problem)")
    }
  }

  /// Prints the failure of a run on standard error, and waits up to `LineQueue.flushTimeout` until
  /// all lines there are written.
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
      var machine = Machine(loop: try EventLoop())
      let root = plan.options.deviceRoot
      machine.connect = { () throws(WaylandError) in
        try Session(mounts: { .read(root: root) })
      }
      return Daemon(plan, on: machine)
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }
}

/// The options of `swivel run`, not yet validated.
public struct RunOptions: Sendable {
  /// The configuration file; `nil` for the default one.
  public var configuration: String?
  /// The rule set; `nil` for that of the configuration.
  public var rules: String?
  /// The judge; `nil` for that of the configuration.
  public var judge: String?
  /// Returns a new judge of another system by its name; `nil` if the program has no such judge.
  ///
  /// `Judges.make` of the module `Judging` is such a function; `swivel` is made without it.
  public var judges: @Sendable (String) -> (any OrientationJudge)? = { _ in nil }
  /// Whether the applications' desktop files are read, unless the configuration forbids it.
  public var readsDesktopEntries = true
  /// The outputs to rotate; empty for those of the configuration.
  public var outputs: [String]
  /// The sensor, such as `proxy` or `replay:FILE`; `nil` means `auto`.
  public var sensor: String?
  /// The speed of a replay, as a factor of the recorded speed.
  public var replaySpeed: Double
  /// Whether each printed decision is followed by its explanation.
  public var explains: Bool
  /// Whether the titles of windows are printed.
  public var showsTitles: Bool
  /// The new file for the recording; `nil` for none.
  public var recording: String?
  /// The condition for following the device: `auto`, `always` or `tablet-mode`.
  public var follow: String
  /// The applier: `auto`, the name of one, or `plugin:` and the name of a plug-in's.
  public var applier: String
  /// A directory whose sys, dev and run replace those of the machine; empty for none.
  public var deviceRoot: String
  /// Folders that are searched for plug-ins first.
  public var pluginDirectories: [String]

  /// Creates options, with the defaults of the command line.
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

/// The file descriptors that the parent process has left open; those that Swivel opens are closed
/// on exec.
enum InheritedDescriptors {
  /// Sets close-on-exec for all open descriptors except standard input, output and error.
  static func keepToOurselves() {
    for name in DirectoryListing.names(in: "/proc/self/fd") {
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
}
