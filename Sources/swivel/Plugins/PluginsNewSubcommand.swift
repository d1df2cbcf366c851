// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Formats
import Plugins

/// `swivel plugins new`: a plug-in to begin with.
struct PluginsNewSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a plug-in: a folder with a policy that builds and passes the check.",
    discussion: """
      The policy keeps windows in landscape while they fill the screen, and has one option. \
      Change it to what you want. `make` builds it, `make check` tries it, `make install` copies \
      it to where swivel looks.

      EXAMPLES
        swivel plugins new night-owl --language c
        swivel plugins new night-owl --language rust --into ~/src/night-owl
      """)

  @Argument(help: ArgumentHelp("The plug-in's name.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("c, swift or rust.", valueName: "language"))
  var language = "c"

  @Option(help: ArgumentHelp("The new folder. Default: the name.", valueName: "dir"))
  var into: String?

  func run() throws {
    let languages = PluginTemplate.Language.allCases.map(\.rawValue)
    guard let language = PluginTemplate.Language(rawValue: language) else {
      throw Mark(file: "--language", line: 0, column: 0).error(
        "no plug-in can begin in \(Quoting.quoted(self.language))", valid: languages,
        near: self.language)
    }
    guard let template = PluginTemplate(id: name, language: language) else {
      throw CommandFailure(
        .badInput, "\(Quoting.quoted(name)) is no name for a plug-in: \(PluginName.rule)")
    }
    let folder = into ?? name
    do {
      try template.write(to: folder)
    } catch {
      throw CommandFailure(.badInput, error.description)
    }
    for file in template.files { print("\(folder)/\(file.path)") }
    print("next: make -C \(folder) && make -C \(folder) check")
  }
}
