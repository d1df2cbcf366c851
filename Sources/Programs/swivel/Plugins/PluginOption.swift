// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Plugins

/// `--plugin`, for commands that decide a recording again.
struct PluginOption: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The manifest of a plug-in to load, whose rule set decides where the recording names it; may "
        + "be given several times.", valueName: "file"))
  var plugin: [String] = []

  /// Returns the built-in list with the named plug-ins; throws if one cannot be loaded.
  func list() throws -> PluginList {
    var list = try PluginList.builtIn()
    let mark = Mark(file: "--plugin", line: 0, column: 0)
    // A name without a slash is a path here, too.
    let choices = plugin.map {
      PluginChoice(id: $0.contains("/") ? $0 : "./\($0)", mark: mark)
    }
    let problems = list.load(choices, from: PluginSearch { _ in nil }) {
      CommandLineRun.complain($0)
    }
    if let problem = problems.first { throw CommandFailure(.badInput, problem) }
    return list
  }
}
