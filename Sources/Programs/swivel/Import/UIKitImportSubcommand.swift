// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Formats
import Import

/// `swivel import uikit`.
struct UIKitImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uikit",
    abstract: "An iOS app's windows and controllers as a scenario.",
    discussion: """
      Reads what examples/lldb/swivel_uikit.py prints in LLDB: a whole scenario with windows, \
      controllers, what each of them has written or inherited, Info.plist, the app delegate and \
      the device, under the rules of its iOS version. What stands around it in the console is left \
      out, and the scenario is checked.

      Also reads what people post: `_printHierarchy`, lists of windows, `recursiveDescription`. \
      Those say nothing of versions and answers: name the rules with --rules, and let `swivel check \
      --answers any` try all answers.

      IN LLDB
        (lldb) command script import examples/lldb/swivel_uikit.py
        (lldb) swivel_uikit

      EXAMPLES
        swivel import uikit console.txt -o app.yaml && swivel explain app.yaml
        swivel import uikit hierarchy.txt windows.txt --rules uikit-16 |
            swivel check --answers any /dev/stdin

      EXIT CODES
        0  done; what stayed open is on standard error and in the file
        2  a text is none of these, or the scenario in it is wrong; the message says where
      """)

  @OptionGroup var input: ImportInput

  @Option(
    help: ArgumentHelp("The rules of a plain dump: uikit-5 to uikit-27.", valueName: "name"))
  var rules: String?

  func validate() throws {
    if input.json, input.output != nil {
      throw ValidationError("--json and -o exclude one another")
    }
  }

  func run() throws {
    let found = try UIKitImport(
      try input.texts(atMost: UIKitImport.maximumBytes), rules: rules)
    guard input.json else { return try input.write(found.scenario, notes: found.notes) }
    let json: JSONValue = [
      "swivel": 1, "scenario": .string(found.scenario),
      "notes": .array(found.notes.map { .string($0) }),
    ]
    print(json.pretty())
  }
}
