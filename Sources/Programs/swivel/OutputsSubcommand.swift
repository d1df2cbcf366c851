// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats

struct OutputsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outputs",
    abstract: "List the outputs of this session.",
    discussion: """
      The column TURNS shows whether `swivel run` turns the output: `yes` for built-in panels and \
      headless outputs and those that the configuration names, `if named` for others (with \
      --output or in the configuration), `follows NAME` and `fixed 180` if the configuration gives \
      the output the transform of another one or one of its own, `no` if it leaves the output as \
      it is, or the compositor lets no program turn it. The line below the table names the protocol that \
      turns the outputs. Transforms are counted counter-clockwise, as in wl_output.transform.

      An entry of `outputs` in the configuration, such as {match: DP-1, policy: leave}, keeps an \
      output from turning. It keeps the transform that it has at that time; {fixed: normal} turns \
      it back and holds it there.
      """)

  @OptionGroup var json: JSONOption

  @Option(
    help: ArgumentHelp(
      "The way to turn outputs, as for `swivel run`: \(CompositorHelp.appliers).",
      valueName: "way"))
  var applier = "auto"

  @Option(help: ArgumentHelp("The configuration instead of your own.", valueName: "file"))
  var config: String?

  func run() throws {
    try ListCommand.outputs(
      asJSON: json.isChosen, applier: applier, try Configuration.load(named: config))
  }
}

struct WindowsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows",
    abstract: "List the windows of this session.",
    discussion: """
      Rules of the configuration compare `app-id` with the column APP-ID, and `title` with TITLE. \
      ALLOWS is what the window lets the screen do, in the configuration's words. RULE has the keys \
      and the place of the rule that applies: the first that fits, or `no rule`. \
      STATED IN is the application's desktop file, if that file states the supported orientations. \
      Titles can be private, and are printed only with --titles. --scenario prints the outputs and \
      windows as a scenario instead, with the policies of the configuration, for `swivel check` \
      and `swivel explain`. `swivel import session` does the same with the output of compositors' \
      own tools.
      """)

  @OptionGroup var json: JSONOption

  @Flag(help: "Also print titles.")
  var titles = false

  @Flag(help: "Print a scenario of the session instead.")
  var scenario = false

  @Option(
    help: ArgumentHelp("The configuration instead of your own.", valueName: "file"))
  var config: String?

  func validate() throws {
    if scenario, json.isChosen || titles {
      throw ValidationError("--scenario excludes --json and --titles")
    }
  }

  func run() throws {
    let configuration = try Configuration.load(named: config)
    guard scenario else {
      return try ListCommand.windows(
        asJSON: json.isChosen, withTitles: titles, configuration, at: marks)
    }
    let found = try ListCommand.scenario(configuration)
    for note in found.notes { CommandLineRun.complain(note) }
    print(found.text, terminator: "")
  }

  /// The places of the configuration's rules for windows, with the file's path abbreviated; empty
  /// if the file cannot be read.
  private var marks: [Mark] {
    guard let path = config ?? Configuration.defaultPath(in: Program.environment),
      let bytes = try? InputFile.read(path: path)
    else { return [] }
    let home = BaseDirectory.home(in: Program.environment)
    return Configuration.ruleMarks(in: bytes, file: BaseDirectory.abbreviated(path, home: home))
  }
}
