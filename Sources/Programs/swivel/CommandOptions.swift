// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import ArgumentParser
import Configuration
import Daemon
public import Explanation
import Formats
import Plugins
import Recording
import Scenarios
import Text

// The options and the input files that several subcommands share.

/// The option that chooses the language of explanations.
struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "en or zh (default: from LC_ALL, LC_MESSAGES or LANG).", valueName: "language"))
  var lang: Language?

  var language: Language { lang ?? Language(environment: Program.environment) }

  /// The text style of standard output.
  var style: TextStyle {
    var style = Terminal.style
    style.language = language
    return style
  }
}

extension Language: ExpressibleByArgument {}

/// `--json`, for commands that print either text or one JSON document.
struct JSONOption: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON.")
  var isChosen = false

  /// Prints the document if the option was given, otherwise the text and the terminator.
  func print(
    _ document: @autoclosure () throws -> JSONValue, or text: @autoclosure () throws -> String,
    terminator: String = "\n"
  ) rethrows {
    if isChosen { return Swift.print(try document().pretty()) }
    Swift.print(try text(), terminator: terminator)
  }
}

/// The line that says where something was written.
enum Written {
  static func say(_ path: String) { print("\(UntrustedText(path).name(columns: 400)): written") }
}

/// `--rules`, for commands that play a scenario.
struct RulesOption: ParsableArguments {
  @Option(
    name: .customLong("rules"),
    help: ArgumentHelp("A rule set instead of the scenario's own.", valueName: "name"))
  var name: String?

  /// Throws if there is no rule set of this name.
  func check() throws(InputError) {
    if let name { _ = try RuleSetName.resolve(name, option: "--rules") }
  }
}

/// `--plugin`, for commands that decide a recording again.
struct PluginOption: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The manifest of a plug-in to load, whose rule set decides where the recording names it; may "
        + "be given several times.", valueName: "file"))
  var plugin: [String] = []

  /// Returns the built-in list with the named plug-ins; throws if one cannot be loaded.
  func list() throws -> PluginList {
    var list = try PluginList.builtIn()
    let mark = Mark(file: "--plugin", line: 0, column: 0)
    // A name without a slash is a path here, too.
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

/// An input file with a run: a scenario, or a recording, which has its own rule set.
enum RunFile {
  case scenario(Scenario)
  case recording(RecordingReader)

  /// Reads the file once, since it may be a pipe; its first bytes tell its kind.
  ///
  /// `added` finds the rule sets of plug-ins for a recording.
  init(
    path: String, rules: RulesOption, added: (String) -> (any RuleSet)? = { _ in nil }
  ) throws {
    try rules.check()
    let bytes = try InputFile.read(path: path, atMost: RecordingReader.maximumBytes)
    guard RecordingReader.isRecording(bytes) else {
      // A scenario has the smaller limit of all documents, which `load` reports.
      let isDocument = bytes.count <= InputFile.maximumBytes
      self = .scenario(
        isDocument
          ? try Scenario.parse(bytes, file: path, rules: rules.name)
          : try Scenario.load(path: path, rules: rules.name))
      return
    }
    guard rules.name == nil else {
      throw CommandFailure(.badInput, "--rules goes with a scenario; a recording has its own")
    }
    self = .recording(try RecordingReader(bytes, file: path, added: added))
  }
}

/// The argument of a command about one decision: of the running daemon, or of a file.
enum DecisionSubject {
  /// The decision of this number; `nil` is the last one.
  case daemon(Int?)
  case file(RunFile)

  /// The error of options that only a file allows.
  static let needsFile = CommandFailure(.badInput, "--rules and --step go with a file")

  /// Reads `last`, a number, or the path of a file; only a file goes with a step and rules.
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
  /// Returns the configuration in the named file, otherwise the user's own or the defaults.
  static func load(named path: String?) throws(InputError) -> Configuration {
    if let path { return try load(path: path) }
    return try loadDefault(in: Program.environment)
  }
}
