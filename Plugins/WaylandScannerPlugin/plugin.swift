// SPDX-License-Identifier: Apache-2.0
import PackagePlugin

@main struct WaylandScannerPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
