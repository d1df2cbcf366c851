// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon

/// `swivel windows`: what the session says about its windows.
struct WindowsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows",
    abstract: "List the windows of this session.",
    discussion: """
      APP-ID is what `app-id` in a rule of the configuration is compared with, TITLE what `title` \
      is. Titles can be private and are left out unless --titles is given.
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Also print titles.")
  var titles = false

  func run() throws {
    try ListCommand.windows(asJSON: json, withTitles: titles)
  }
}
