// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `swivel plugins`: what can be plugged in, whether it works, and how to begin one.
struct PluginsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List, check and begin plug-ins: policies, rule sets and sensors of others.",
    discussion: """
      There are three rings. Ring 1 is Swift that is linked into a program of your own; ring 2 is a \
      shared library behind a C interface, loaded if the configuration lists it; ring 3 is any \
      process that speaks swivel-rotation-v1 at the daemon's own socket. docs/plugins.md compares \
      them.

      EXAMPLES
        swivel plugins list
        swivel plugins new night-owl --language c
            a folder with a policy that builds, for you to change
        swivel plugins check night-owl/night-owl.swivel-plugin.json
            load it in a process of its own, try it, and say what is wrong

      In the configuration:
        plugins: [night-owl]
        windows:
          - app-id: mpv
            plugin: night-owl
      """,
    subcommands: [
      PluginsListSubcommand.self, PluginsCheckSubcommand.self, PluginsNewSubcommand.self,
      PluginsProbeSubcommand.self,
    ])
}
