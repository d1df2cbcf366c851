// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import ArgumentParser
import Configuration
import Daemon
import Explanation
import Formats
import Plugins
import Recording
import Scenarios
public import Text

// The options and the kinds of input files that several subcommands share.

struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "en or zh (default: from LC_ALL, LC_MESSAGES or LANG).", valueName: "language"))
  var lang: Language?

  var language: Language { lang ?? Language(environment: Program.environment) }

  var style: TextStyle {
    var style = Terminal.style
    style.language = language
    return style
  }
}

extension Language: ExpressibleByArgument {}

struct JSONOption: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON.")
  var isChosen = false

  func print(
    _ document: @autoclosure () throws -> JSONValue, or text: @autoclosure () throws -> String,
    terminator: String = "\n"
  ) rethrows {
    if isChosen { return Swift.print(try document().pretty()) }
    Swift.print(try text(), terminator: terminator)
  }
}

enum Written {
  static func say(_ path: String) { print("\(UntrustedText(path).name(columns: 400)): written") }
}

struct RulesOption: ParsableArguments {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp("A rule set instead of the scenario's own.", valueName: "name"))
  var name: String?

  func check() throws(InputError) {
    if let name { _ = try RuleSetName.resolve(name, option: "--rules") }
  }
}

struct PluginOption: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The manifest of a plug-in to load, whose rule set decides where the recording names it; may "
        + "be given several times.", valueName: "file"))
  var plugin: [String] = []

  /// Returns the built-in plug-ins and those that the option names; throws if one cannot be loaded.
  func list() throws -> PluginList {
    var list = try PluginList.builtIn()
    let mark = Mark(file: "--plugin")
    // The option takes paths, so a name without a slash is a file of the working directory.
    let choices = plugin.map {
      PluginChoice(id: $0.contains("/") ? $0 : "./\($0)", mark: mark)
    }
    let problems = list.load(choices, from: PluginSearch { _ in nil }) {
      CommandLineRun.complain($0)
    }
    if let problem = problems.first { throw CommandFailure(.badInput, problem) }
    return list
  }
}

/// An input file that contains a run: a scenario or a recording.
///
/// A recording names its own rule set, so `--rules` applies to scenarios only.
enum RunFile {
  case scenario(Scenario)
  case recording(RecordingReader)

  /// Creates the value by reading the file once, since the file may be a pipe; its first bytes
  /// determine the kind.
  ///
  /// `added` returns the rule set of a plug-in by the name that a recording contains. Throws if
  /// `--rules` is given for a recording.
  init(
    path: String, rules: RulesOption, added: (String) -> (any RuleSet)? = { _ in nil }
  ) throws {
    try rules.check()
    let bytes = try InputFile.read(path: path, atMost: RecordingReader.maximumBytes)
    guard RecordingReader.isRecording(bytes) else {
      // Scenarios have a smaller size limit than recordings; `load` reports a scenario that exceeds
      // it.
      let isDocument = bytes.count <= InputFile.maximumBytes
      self = .scenario(
        isDocument
          ? try Scenario.parse(bytes, file: path, rules: rules.name)
          : try Scenario.load(path: path, rules: rules.name))
      return
    }
    guard rules.name == nil else {
      throw CommandFailure(.badInput, "--rules needs a scenario; a recording has its own rules")
    }
    self = .recording(try RecordingReader(bytes, file: path, added: added))
  }
}

/// The decision that a command explains: one of the running daemon, or one of a file.
enum DecisionSubject {
  /// The decision of the running daemon with this number; `nil` is the last decision.
  case daemon(Int?)
  case file(RunFile)

  static let needsFile = CommandFailure(.badInput, "--rules and --step need a file")

  /// Creates the subject from `last`, a decision's number, or the path of a file.
  ///
  /// Only a file may be combined with a step and with rules.
  init(_ word: String, step: Int?, rules: RulesOption) throws {
    try rules.check()
    let number = word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int32(word) : nil
    guard word == "last" || number != nil else {
      self = .file(try RunFile(path: word, rules: rules))
      return
    }
    guard rules.name == nil, step == nil else { throw Self.needsFile }
    self = .daemon(number.map { Int($0) })
  }
}

extension Configuration {
  /// Returns the configuration in the file at `path`; `nil` reads the user's own, or the defaults.
  static func load(named path: String?) throws(InputError) -> Configuration {
    if let path { return try load(path: path) }
    return try loadDefault(in: Program.environment)
  }
}
