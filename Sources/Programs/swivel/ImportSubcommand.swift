// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Explanation
import Formats
import Glibc
import Import
import Text

struct ImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a scenario of a running device's dumps.",
    discussion: """
      The scenario is written to standard output or to -o FILE, for `swivel explain`, `check` and \
      `whatif`. Values that the dumps lack are left open, and named on standard error and in the \
      file. docs/import.md describes what is read.
      """,
    subcommands: [
      AndroidImportSubcommand.self, UIKitImportSubcommand.self, SessionImportSubcommand.self,
    ])
}

struct ImportInput: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Files; standard input without any, or for `-`.", valueName: "file"))
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file for the scenario. Default: standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Print everything as one JSON document instead.")
  var json = false

  /// Returns the content of each input file, with the file's name for messages; without files,
  /// reads standard input.
  ///
  /// Throws if a file exceeds `limit` bytes, if the output file is an input file or `config`, or if
  /// standard input is a terminal and no file is named.
  func texts(
    atMost limit: Int, beside config: String? = nil
  ) throws -> [(file: String, bytes: [UInt8])] {
    let inputs = files.isEmpty ? ["-"] : files
    try OutputFile.check(
      output, keeps: inputs.map { $0 == "-" ? "/dev/stdin" : $0 } + (config.map { [$0] } ?? []))
    guard !files.isEmpty || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError("standard input is a terminal; name a file, or pipe a dump into this")
    }
    return try inputs.map { file in
      let isInput = file == "-"
      let bytes = try InputFile.read(path: isInput ? "/dev/stdin" : file, atMost: limit)
      return (isInput ? "standard input" : file, bytes)
    }
  }

  func checkForm() throws {
    if json, output != nil { throw ValidationError("--json and -o exclude one another") }
  }

  /// Writes the scenario to the output file, or to standard output if none is named, and the notes
  /// to standard error; with `--json`, prints both as one document.
  ///
  /// `programs`, if given, are a part of that document only.
  func write(
    _ scenario: String, notes: [String], programs: [String]? = nil
  ) throws {
    // Notes quote names from the dump, which is untrusted text.
    let notes = notes.map { UntrustedText($0).line }
    if json {
      let names = programs.map { [JSONValue.Member("programs", .array($0.map { .string($0) }))] }
      let members: [JSONValue.Member] =
        [.init("swivel", 1)] + (names ?? []) + [
          .init("scenario", .string(scenario)), .init("notes", .array(notes.map { .string($0) })),
        ]
      return print(JSONValue.object(members).pretty())
    }
    for note in notes { CommandLineRun.complain(note) }
    guard let output else { return print(scenario, terminator: "") }
    try OutputFile.write(scenario, to: output)
    Written.say(output)
  }
}

struct AndroidImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "android",
    abstract: "Android's dumps as a scenario, and the device's own decisions checked.",
    usage: "swivel import android [<file> ...] [<options>]",
    discussion: """
      Reads what `adb shell dumpsys window displays` (or `window`), `dumpsys activity activities` \
      and `dumpsys sensorservice` print, API 24 to 36, in any combination and order, from files or \
      standard input. The scenario has the display, the user's lock, docks, lid and HDMI, the \
      sensor's proposal, and the activities in z order with their requests.

      A value that a dump lacks is never guessed: requests of activities are in the activities \
      dump only, and a device that never had to know whether all four rotations are allowed prints \
      `unknown`. Such values are left open. --explain names those that the result depends on, and \
      `swivel check --answers any` tries every answer.

      The dump contains the device's own decisions: each entry of RotationHistory, and the present \
      rotation, are decided again by our rules. --self-check prints the table. A difference is \
      exit code 1 in every form of this command.

      EXAMPLES
        adb shell 'dumpsys window displays; dumpsys activity activities' |
            swivel import android
        swivel import android window.txt activities.txt -o phone.yaml
        swivel explain phone.yaml
        swivel import android window.txt --self-check
            compare the decisions of the device with those of our rules
        swivel import android window.txt --explain
            the deciding window, the reasons, and the open values

      EXIT CODES
        0  done, and our rules agree with the device wherever the dump says enough
        1  a decision of the device differs from our rules; the table names it
        2  no dump was found, or a value in it is invalid; the message names the place
      """)

  @OptionGroup var input: ImportInput

  @Option(help: ArgumentHelp("The display; the default one without it.", valueName: "number"))
  var display: Int?

  @Flag(name: .customLong("self-check"), help: "Print the device's decisions beside ours.")
  var selfCheck = false

  @Flag(help: "Explain the decision instead of printing the scenario.")
  var explain = false

  @OptionGroup var words: LanguageOption

  func validate() throws {
    let forms = [selfCheck, explain, input.json, input.output != nil].count { $0 }
    if forms > 1 {
      throw ValidationError("--self-check, --explain, --json and -o exclude one another")
    }
  }

  func run() throws {
    let texts = try input.texts(atMost: AndroidImport.maximumBytes)
    let found = try AndroidImport(texts, display: display)
    if input.json {
      print(found.json.pretty())
    } else if selfCheck {
      print(found.table(style: words.style), terminator: "")
    } else if explain {
      print(try found.explanation(style: words.style))
    } else {
      try input.write(found.scenario, notes: found.notes)
    }
    guard found.differs else { return }
    if !selfCheck, !input.json {
      CommandLineRun.complain(
        "the device decided differently from these rules; --self-check shows where")
    }
    throw ExitCode(1)
  }
}

struct UIKitImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uikit",
    abstract: "An iOS app's windows and controllers as a scenario.",
    usage: "swivel import uikit [<file> ...] [<options>]",
    discussion: """
      Reads what examples/lldb/swivel_uikit.py prints in LLDB: a whole scenario with windows, \
      controllers, their written and inherited answers, Info.plist, the app delegate and the \
      device, under the rules of its iOS version. Other text of the console is ignored, and the \
      scenario is checked.

      The command also reads plain dumps: `_printHierarchy`, lists of windows, \
      `recursiveDescription`. These contain no versions and answers: name the rules with --rules, \
      and have `swivel check --answers any` try all answers.

      IN LLDB
        (lldb) command script import examples/lldb/swivel_uikit.py
        (lldb) swivel_uikit

      EXAMPLES
        swivel import uikit console.txt -o app.yaml && swivel explain app.yaml
        swivel import uikit hierarchy.txt windows.txt --rules uikit-16 |
            swivel check --answers any /dev/stdin

      EXIT CODES
        0  done; open values are named on standard error and in the file
        2  a text is none of these, or its scenario has a mistake; the message names
           the place
      """)

  @OptionGroup var input: ImportInput

  @Option(
    help: ArgumentHelp("The rules of a plain dump: uikit-5 to uikit-27.", valueName: "name"))
  var rules: String?

  func validate() throws { try input.checkForm() }

  func run() throws {
    let found = try UIKitImport(
      try input.texts(atMost: UIKitImport.maximumBytes), rules: rules)
    try input.write(found.scenario, notes: found.notes)
  }
}

struct SessionImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "A Linux session's windows as a scenario, with your configuration's policies.",
    usage: "swivel import session [<file> ...] [<options>]",
    discussion: """
      Reads compositors' lists of outputs and windows, whose format is recognised, and makes a \
      scenario with the rule set of the configuration. Windows have the same policies as under \
      `swivel run`. Name the documents of outputs and windows together if they are separate. \
      Titles are compared with the rules, and not written.

        sway       swaymsg -t get_tree -r
        Hyprland   hyprctl -j clients    hyprctl -j monitors
        niri       niri msg --json windows    ... outputs    ... workspaces
        KWin       qdbus org.kde.KWin /KWin queryWindowInfo    kscreen-doctor -j
        swivel     swivel windows --json

      NaN is accepted as a number, as sway sometimes writes it. Inside the session, `swivel windows \
      --scenario` needs none of these documents.

      EXAMPLES
        swaymsg -t get_tree -r | swivel import session | swivel check /dev/stdin
        swivel import session clients.json monitors.json --config try.yaml
        (for part in outputs workspaces windows; do niri msg --json $part; done) |
            swivel import session | swivel check --answers any /dev/stdin

      EXIT CODES
        0  done; open values are named on standard error and in the file
        2  a text is none of these, or the configuration has a mistake; the message
           names the place
      """)

  @OptionGroup var input: ImportInput

  @Option(help: ArgumentHelp("The configuration instead of your own.", valueName: "file"))
  var config: String?

  func validate() throws { try input.checkForm() }

  func run() throws {
    let texts = try input.texts(atMost: SessionDump.maximumBytes, beside: config)
    let dump = try SessionDump(texts)
    let scenario = try SessionScenario(
      outputs: dump.outputs, windows: dump.windows,
      configuration: try Configuration.load(named: config),
      source: dump.programs.joined(separator: ", "))
    try input.write(scenario.text, notes: dump.notes + scenario.notes, programs: dump.programs)
  }
}
