// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Glibc
import Sensors
import Text

struct ConfigSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check, show, create or change the configuration file.",
    discussion: """
      The usual file is $XDG_CONFIG_HOME/swivel/config.yaml, or ~/.config/swivel/config.yaml. \
      docs/configuration.md describes every key; editors that read JSON schemas find one in \
      docs/config.schema.json.

      EXAMPLES
        swivel config init
        swivel config check
        swivel config show | less
        swivel config set suggest true
        swivel config set hooks.after '[pkill, -RTMIN+8, waybar]'
            a program at each rotation: a list of its words
        swivel config set keyboard.disable tablet-mode
            the keyboard that is folded back types nothing
        swivel config set outputs '[{match: eDP-1, policy: leave}]'
            an output that never turns
      """,
    subcommands: [ConfigCheck.self, ConfigShow.self, ConfigInit.self, ConfigSet.self])

  /// Returns the given path of the configuration file or, for `nil`, the default path; throws if
  /// the environment names no folder for the latter.
  static func path(_ named: String?) throws(CommandFailure) -> String {
    guard let found = named ?? Configuration.defaultPath(in: Program.environment) else {
      throw CommandFailure(
        .failed, "neither XDG_CONFIG_HOME nor HOME is an absolute path; give the file with --config"
      )
    }
    return found
  }
}

/// The configuration file that a command works on, as an argument or as the option `--config`.
struct ConfigurationFile: ParsableArguments {
  @Argument(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("The same, as other commands take it.", valueName: "file"))
  var config: String?

  /// The requested path; `nil` selects the user's own configuration file.
  var path: String? { file ?? config }

  func validate() throws {
    if file != nil, config != nil {
      throw ValidationError("the file is given twice: as an argument, and by --config")
    }
  }
}

struct ConfigShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print every key with its value, defaults included.",
    discussion: """
      The output is a valid configuration file; keys without a value follow as comments, with \
      what applies instead. If there is no usual file, the defaults are printed.
      """)

  @OptionGroup var named: ConfigurationFile

  @OptionGroup var json: JSONOption

  func run() throws {
    let configuration = try Configuration.load(named: named.path)
    json.print(configuration.json, or: configuration.yaml)
  }
}

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

  @OptionGroup var named: ConfigurationFile

  @Flag(name: .customLong("print"), help: "Print the file instead.")
  var prints = false

  func run() throws {
    if prints { return print(Configuration.exampleFile, terminator: "") }
    let path = try ConfigSubcommand.path(named.path)
    // Only the default directory is created: a missing directory in a given path is probably a
    // typing error.
    if named.path == nil { FilePath.makeDirectories(above: path) }
    do throws(FileError) {
      try NewFile.create(path).write(Configuration.exampleFile.utf8)
    } catch {
      guard error.code == EEXIST else { throw CommandFailure(.failed, error.description) }
      throw CommandFailure(
        .badInput,
        "\(path): the file exists already; `swivel config init --print` shows the example")
    }
    print("\(path): written; everything in it is commented out")
  }
}

struct ConfigCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the file, and report the place of its first mistake.",
    discussion: """
      The name of a touch screen that this machine does not have is reported, and the program of a \
      hook that does not exist: both may be there at other times. So is a hook's program that is \
      known to stay, such as an on-screen keyboard, since `timeout` ends it. An older spelling of a \
      key is accepted and reported. --write replaces it with the present one and shows the change. \
      Comments are kept, and the old file is kept with ~ after its name.

      EXIT CODES
        0  the file has no mistake
        2  the file is missing or has a mistake; the message names the place and the
           valid values
      """)

  @OptionGroup var named: ConfigurationFile

  @Flag(help: "Replace older spellings of keys in the file.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "A directory with sys in place of the machine's own.", valueName: "dir",
      visibility: .hidden))
  var deviceRoot = ""

  @OptionGroup var json: JSONOption

  func run() throws {
    let path = try ConfigSubcommand.path(named.path)
    let bytes: [UInt8], configuration: Configuration, edit: ConfigurationEdit?
    do throws(InputError) {
      bytes = try InputFile.read(path: path)
      configuration = try Configuration.parse(bytes, file: path)
      edit = write ? try ConfigurationEdit(replacingAliasesIn: bytes, file: path) : nil
    } catch {
      guard json.isChosen else {
        guard named.path == nil, unsafe access(path, F_OK) != 0 else { throw error }
        throw CommandFailure(
          .badInput,
          "\(error.description); without one the defaults apply, and `swivel config init` writes "
            + "one")
      }
      print(document(path, error).pretty())
      throw ExitCode(CommandFailure.Kind.badInput.rawValue)
    }
    let older = Configuration.olderKeys(in: bytes, file: path)
    if let edit, !older.isEmpty {
      try WritableConfiguration(path: path, bytes: bytes).replace(with: edit)
    }
    let tree = DeviceTree(root: deviceRoot)
    let warnings =
      configuration.missingTouchScreens(
        devices: InputPresence.names(in: tree), screens: TouchScreen.all(in: tree).map(\.name),
        in: bytes, file: path)
      + configuration.missingPrograms(in: Program.environment("PATH"), of: bytes, file: path)
      + configuration.lastingPrograms(of: bytes, file: path)
    if json.isChosen {
      return print(document(path, nil, warnings: warnings.map(\.description)).pretty())
    }
    let count = configuration.windows.count
    print("\(path): no mistake; \(count == 0 ? "no rule" : counted(count, "rule")) for windows")
    for error in warnings { print(error.description) }
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

  private func document(
    _ path: String, _ error: InputError?, warnings: [String] = []
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("file", .string(path)), .init("valid", .bool(error == nil)),
      .init("warnings", .array(warnings.map { .string($0) })),
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
