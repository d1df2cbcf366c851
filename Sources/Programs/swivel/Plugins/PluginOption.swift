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

  /// What is built in and what is named here; throws where that cannot be loaded.
  func list() throws -> PluginList {
    var list = try PluginList.builtIn()
    let mark = Mark(file: "--plugin", line: 0, column: 0)
    // A path even without a slash: what is named here is a file.
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
