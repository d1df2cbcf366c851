// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Formats
import Plugins

/// `swivel plugins check`: a plug-in tried where it can do no harm.
struct PluginsCheckSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Load a plug-in in a process of its own, try it, and say what is wrong.",
    discussion: """
      Reads the manifest, loads the library, checks versions and sizes, asks it everything that a \
      daemon would ask, measures each call, and ends it. A crash is reported with its signal and \
      with what was being tried; a plug-in that hangs is ended.

      FILE is the manifest, the folder that has one, or the library beside one.

      EXIT CODES
        0  nothing is wrong
        1  something is
        2  there is no such file, or an option is wrong
      """)

  @Argument(help: ArgumentHelp("The manifest, its folder or the library.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("How long it may take in all.", valueName: "seconds"))
  var timeout = 20

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if !(1...3_600).contains(timeout) {
      throw ValidationError("--timeout has to be 1 to 3600 seconds")
    }
  }

  func run() throws {
    // Mistakes of the manifest need no child, and have exit code 1 like all others of a plug-in.
    do {
      _ = try PluginSearch.manifest(at: file)
    } catch  where error.line == 0 {
      throw error
    } catch {}
    let check = PluginCheck(
      path: file, program: "/proc/self/exe",
      arguments: { ["plugins", "probe", file, "--report", "\($0)"] }, seconds: timeout)
    print(json ? check.json.pretty() : check.text)
    if check.hasProblem { throw ExitCode(1) }
  }
}
