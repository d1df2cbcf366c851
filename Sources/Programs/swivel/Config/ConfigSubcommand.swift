// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Glibc

/// `swivel config`: checks, prints and creates the configuration file.
struct ConfigSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check, show or create the configuration file.",
    discussion: """
      The usual file is $XDG_CONFIG_HOME/swivel/config.yaml, or ~/.config/swivel/config.yaml. \
      docs/configuration.md describes every key; editors that read JSON schemas find one in \
      docs/config.schema.json.

      EXAMPLES
        swivel config init
        swivel config check
        swivel config show | less
      """,
    subcommands: [ConfigCheck.self, ConfigShow.self, ConfigInit.self])

  /// Returns the path of the file; throws without a name and without a home directory.
  static func path(_ named: String?) throws(CommandFailure) -> String {
    guard let found = named ?? Configuration.defaultPath(in: Program.environment) else {
      throw CommandFailure(
        .failed, "neither XDG_CONFIG_HOME nor HOME is an absolute path; name a file")
    }
    return found
  }
}

/// `swivel config show`: prints every key with its value.
struct ConfigShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print every key with its value, defaults included.",
    discussion: """
      The output is a valid configuration file. If there is no usual file, the defaults are \
      printed.
      """)

  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @OptionGroup var json: JSONOption

  func run() throws {
    let configuration = try Configuration.load(named: file)
    json.print(configuration.json, or: configuration.yaml)
  }
}

/// `swivel config init`: writes an example file.
struct ConfigInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a file with every key explained and commented out.",
    discussion: """
      The file has no effect until a # is removed. An existing file is never overwritten.

      EXAMPLES
        swivel config init
        swivel config init --print | less
      """)

  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @Flag(name: .customLong("print"), help: "Print the file instead.")
  var prints = false

  func run() throws {
    if prints { return print(Configuration.exampleFile, terminator: "") }
    let path = try ConfigSubcommand.path(file)
    // Only the default directory is created; a missing directory of a named file is a mistake.
    if file == nil { FilePath.makeDirectories(above: path) }
    do throws(FileError) {
      try NewFile.create(path).write(Configuration.exampleFile.utf8)
    } catch {
      guard error.code == EEXIST else { throw CommandFailure(.failed, error.description) }
      throw CommandFailure(
        .badInput,
        "\(path): there is such a file already; `swivel config init --print` shows the example")
    }
    print("\(path): written; everything in it is commented out")
  }
}

/// `swivel config check`: reports whether the daemon accepts the file, or where it is wrong.
struct ConfigCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the file, and report the place of its first mistake.",
    discussion: """
      An older spelling of a key is accepted and reported. --write replaces it with the present \
      one and shows the change. Comments are kept, and the old file is kept with ~ after its name.

      EXIT CODES
        0  the file has no mistake
        2  the file is missing or has a mistake; the message names the place and the valid values
      """)

  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @Flag(help: "Replace older spellings of keys in the file.")
  var write = false

  @OptionGroup var json: JSONOption

  func run() throws {
    let path = try ConfigSubcommand.path(file)
    let bytes: [UInt8], configuration: Configuration, edit: ConfigurationEdit?
    do throws(InputError) {
      bytes = try InputFile.read(path: path)
      configuration = try Configuration.parse(bytes, file: path)
      edit = write ? try ConfigurationEdit(replacingAliasesIn: bytes, file: path) : nil
    } catch {
      guard json.isChosen else { throw error }
      print(document(path, error).pretty())
      throw ExitCode(CommandFailure.Kind.badInput.rawValue)
    }
    let older = Configuration.olderKeys(in: bytes, file: path)
    if let edit, !older.isEmpty { try replace(path, bytes, edit) }
    if json.isChosen { return print(document(path, nil).pretty()) }
    let count = configuration.windows.count
    print("\(path): no mistake; rules for \(count) \(count == 1 ? "kind" : "kinds") of windows")
    guard !older.isEmpty else { return }
    if let edit {
      print("\(path): written; the file as it was is \(path)~")
      return print(edit.difference.map { "  \($0)\n" }.joined(), terminator: "")
    }
    for key in older {
      print(
        "\(path):\(key.mark.line):\(key.mark.column): \(key.name) is an older spelling of "
          + "\(key.replacement); `swivel config check --write` replaces it")
    }
  }

  /// Replaces the file with the changed text, and keeps the old one beside it.
  private func replace(_ path: String, _ old: [UInt8], _ edit: ConfigurationEdit) throws {
    do throws(FileError) {
      try OutputFile.write(old, to: path + "~")
      try OutputFile.write(edit.text, to: path)
    } catch {
      throw CommandFailure(.failed, "\(error.description); the configuration is as it was")
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
