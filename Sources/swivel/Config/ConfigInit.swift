// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Glibc
import Scenarios

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
    if file == nil { Self.makeDirectories(of: path) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      throw CommandFailure(
        code == EEXIST ? .badInput : .failed,
        code == EEXIST
          ? "\(path): there is such a file already; `swivel config init --print` shows the example"
          : "\(path): \(String(cString: strerror(code)))")
    }
    let bytes = Array(ConfigurationExample.text.utf8)
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      throw CommandFailure(.failed, "\(path): \(String(cString: strerror(code)))")
    }
    print("\(path): written; everything in it is commented out")
  }

  private static func makeDirectories(of path: String) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      // What is missing in the end is said by the one who opens the file.
      mkdir(String(path[..<index]), 0o700)
    }
  }
}
