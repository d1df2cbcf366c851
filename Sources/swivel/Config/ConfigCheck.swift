// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Glibc

/// `swivel config check`: whether the daemon would take the file, and where not.
struct ConfigCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say whether the file can be read, or where it is wrong.",
    discussion: """
      EXIT CODES
        0  it can be read
        2  it is not there, or is wrong; the message says where and what is valid there
      """)

  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let path = try ConfigSubcommand.path(file)
    do throws(InputError) {
      let configuration = try Configuration.load(path: path)
      if json { return print(document(path, nil).pretty()) }
      let count = configuration.windows.count
      print("\(path): no mistake; rules for \(count) \(count == 1 ? "kind" : "kinds") of windows")
    } catch {
      guard json else { throw error }
      print(document(path, error).pretty())
      throw ExitCode(CommandFailure.Kind.badInput.rawValue)
    }
  }

  private func document(_ path: String, _ error: InputError?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("file", .string(path)), .init("valid", .bool(error == nil)),
    ]
    if let error {
      members += [
        .init("line", .int(Int64(error.line))), .init("column", .int(Int64(error.column))),
        .init("problem", .string(error.problem)),
        .init("expected", .array(error.valid.map { .string($0) })),
        .init("suggestion", error.suggestion.map { .string($0) } ?? .null),
        .init("message", .string(error.description)),
      ]
    }
    return .object(members)
  }
}
