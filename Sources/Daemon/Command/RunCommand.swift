// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Files
import Glibc
public import Plugins

/// Runs the daemon in the foreground of the calling thread.
public enum RunCommand {
  /// Runs until a signal asks for the end, then returns.
  ///
  /// Files are read and options checked before the compositor is asked for anything.
  public static func run(_ options: RunOptions) throws(CommandFailure) {
    try run(options, plugins: builtIn())
  }

  /// The same with a list of your own: what `PluginList.builtIn` has, and more.
  public static func run(
    _ options: RunOptions, plugins: PluginList
  ) throws(CommandFailure) {
    let plan = try RunPlan(options, plugins: plugins) { name in
      getenv(name).map { String(cString: $0) }
    }
    // Whoever has this as a library may begin otherwise than our own programs.
    Program.prepare()
    // A reader of our output that goes away must not keep the outputs from being given back.
    signal(SIGPIPE, SIG_IGN)
    InheritedDescriptors.keepToOurselves()
    try daemon(plan).run()
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
