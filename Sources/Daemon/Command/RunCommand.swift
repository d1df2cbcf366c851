// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
public import Plugins

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
  public static func run(
    _ options: RunOptions, plugins: PluginList
  ) throws(CommandFailure) {
    // Whoever has this as a library may begin otherwise than our own programs.
    Program.prepare()
    defer { for lines in [LineQueue.output, .errors] { lines.flush() } }
    // A reader of our output that goes away must not keep the outputs from being given back.
    signal(SIGPIPE, SIG_IGN)
    var plan = try RunPlan(options, plugins: plugins) { name in
      getenv(name).map { String(cString: $0) }
    }
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
      return try Daemon(plan)
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }
}
