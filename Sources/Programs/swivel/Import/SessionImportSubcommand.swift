// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Glibc
import Import

/// `swivel import session`.
struct SessionImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "A Linux session's windows as a scenario, with your configuration's policies.",
    discussion: """
      Reads what compositors print of outputs and windows, told apart by its shape, and makes a \
      scenario of the rule set that the configuration names. Windows get the policies that `swivel \
      run` would give them. Give outputs and windows together where they are separate documents; \
      titles are compared with the rules, and then left out.

        sway       swaymsg -t get_tree -r
        Hyprland   hyprctl -j clients    hyprctl -j monitors
        niri       niri msg --json windows    ... outputs    ... workspaces
        KWin       qdbus org.kde.KWin /KWin queryWindowInfo    kscreen-doctor -j
        swivel     swivel windows --json

      Numbers that are NaN, as sway writes them at times, are read. Inside the session `swivel \
      windows --scenario` needs none of these.

      EXAMPLES
        swaymsg -t get_tree -r | swivel import session -o desk.yaml && swivel check desk.yaml
        swivel import session clients.json monitors.json --config try.yaml
        (niri msg --json outputs; niri msg --json workspaces; niri msg --json windows) |
            swivel import session | swivel check --answers any /dev/stdin

      EXIT CODES
        0  done; what could not be said is on standard error and in the file
        2  a text is none of these, or the configuration is wrong; the message says where
      """)

  @OptionGroup var input: ImportInput

  @Option(help: ArgumentHelp("The configuration instead of your own.", valueName: "file"))
  var config: String?

  func validate() throws {
    if input.json, input.output != nil {
      throw ValidationError("--json and -o exclude one another")
    }
  }

  func run() throws {
    let texts = try input.texts(atMost: SessionDump.maximumBytes)
    let dump = try SessionDump(texts)
    let scenario = try SessionScenario(
      outputs: dump.outputs, windows: dump.windows,
      configuration: try Self.configuration(config),
      source: dump.programs.joined(separator: ", "))
    let notes = dump.notes + scenario.notes
    guard input.json else { return try input.write(scenario.text, notes: notes) }
    let json: JSONValue = [
      "swivel": 1, "programs": .array(dump.programs.map { .string($0) }),
      "scenario": .string(scenario.text), "notes": .array(notes.map { .string($0) }),
    ]
    print(json.pretty())
  }

  /// Returns the named configuration, else the user's own.
  static func configuration(_ path: String?) throws(InputError) -> Configuration {
    if let path { return try Configuration.load(path: path) }
    return try Configuration.loadDefault { unsafe getenv($0).map { unsafe String(cString: $0) } }
  }
}
