// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Glibc

/// `swivel config init`: a file to begin with.
struct ConfigInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a file with every key explained and commented out.",
    discussion: """
      It changes nothing until a # is taken away. A file that is there is never overwritten.

      EXAMPLES
        swivel config init
        swivel config init --print | less
      """)

  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @Flag(name: .customLong("print"), help: "Print it instead.")
  var prints = false

  func run() throws {
    if prints { return print(ConfigurationExample.text, terminator: "") }
    let path = try ConfigSubcommand.path(file)
    // Only the usual place is made; a directory that somebody names wrongly is a mistake.
    if file == nil { FilePath.makeDirectories(above: path) }
    do throws(FileError) {
      try NewFile.create(path).write(ConfigurationExample.text.utf8)
    } catch {
      guard error.code == EEXIST else { throw CommandFailure(.failed, error.description) }
      throw CommandFailure(
        .badInput,
        "\(path): there is such a file already; `swivel config init --print` shows the example")
    }
    print("\(path): written; everything in it is commented out")
  }
}
