// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Plugins

/// `swivel plugins probe`: the child of `check`, in which a plug-in may crash.
struct PluginsProbeSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Load and try a plug-in in this very process.",
    shouldDisplay: false)

  @Argument var file: String

  @Option(help: "The descriptor that lines of JSON are written to.")
  var report: Int32 = 1

  func run() throws { PluginProbe(reportingTo: report).run(path: file) }
}
