// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Formats
import Orientation
import Scenarios
import Text

/// An iOS app's windows and controllers as a scenario.
///
/// The import reads the output of `examples/lldb/swivel_uikit.py` in a debugger, which is a whole
/// scenario, and the common dumps: `_printHierarchy`, lists of windows, and `recursiveDescription`.
/// These do not contain the controllers' answers, which stay open.
public struct UIKitImport: Sendable {
  /// The largest text that is read, in bytes.
  public static let maximumBytes = DumpText.maximumBytes

  /// The lines before and after the debugger's scenario.
  static let begin = "# swivel: a scenario begins"
  static let end = "# swivel: the scenario ends"

  /// The scenario file, as text.
  public let scenario: String
  /// The values that the texts leave open and the conclusions drawn, one sentence each.
  public let notes: [String]

  /// Reads texts; `rules` is the rule set of a plain dump, which does not contain a version.
  public init(
    _ texts: [(file: String, bytes: [UInt8])], rules: String? = nil
  ) throws(InputError) {
    let dumps = texts.map { DumpText($0.bytes, file: $0.file) }
    for dump in dumps {
      guard let found = try Self.written(in: dump, rules: rules) else { continue }
      scenario = found
      notes =
        dumps.count > 1 ? ["the debugger's scenario counts; the other texts are left out"] : []
      return
    }
    var reader = UIKitDumpReader()
    for dump in dumps { reader.read(dump) }
    guard !reader.windows.isEmpty || !reader.roots.isEmpty else { throw Self.nothing(in: dumps) }
    let sets = RuleSetCatalog.names.filter { $0.hasPrefix("uikit-") && !$0.contains("+") }
    guard let rules else {
      throw InputError(
        file: dumps[0].file, line: 0, column: 0,
        problem: "a dump that does not say its iOS version; name it with --rules", valid: sets)
    }
    guard let set = RuleSetCatalog.make(rules), set.scope == .window else {
      throw Mark(file: "--rules", line: 0, column: 0).error(
        "\(UntrustedText(rules).quoted) is no rule set of UIKit", valid: sets, near: rules)
    }
    (scenario, notes) = try reader.scenario(set)
  }

  /// Returns the scenario that a debugger printed, after parsing it; nil if there is none.
  private static func written(
    in dump: DumpText, rules: String?
  ) throws(InputError) -> String? {
    guard let first = dump.lines.firstIndex(where: { $0.text == begin }) else { return nil }
    guard let last = dump.lines[first...].firstIndex(where: { $0.text == end }) else {
      throw dump.mark(dump.lines[first]).error(
        "the beginning of a scenario without its end: cut off",
        valid: ["a line \(UntrustedText(end).quoted); take it again"])
    }
    // Blank lines before it keep the line numbers of error messages correct.
    var lines = [String](repeating: "#", count: dump.lines[first].number)
    for line in dump.lines[(first + 1)..<last] {
      while lines.count + 1 < line.number { lines.append("") }
      lines.append(String(repeating: " ", count: line.indent) + line.text)
    }
    let text = lines.joined(separator: "\n") + "\n"
    _ = try Scenario.parse(text, file: dump.file, rules: rules)
    let body = lines.drop { $0 == "#" }.joined(separator: "\n") + "\n"
    return "# SPDX-License-Identifier: Apache-2.0\n" + body
  }

  private static func nothing(in dumps: [DumpText]) -> InputError {
    let valid = [
      "what `swivel_uikit` prints in LLDB", "`po [UIViewController _printHierarchy]`",
      "`po [[UIApplication sharedApplication] windows]`", "`recursiveDescription` of a window",
    ]
    for dump in dumps {
      guard let line = dump.lines.first(where: { !$0.isEmpty }) else { continue }
      return InputError(
        file: dump.file, line: line.number, column: line.indent + 1,
        problem:
          "\(UntrustedText(String(line.text.prefix(60))).quoted) and neither windows nor controllers",
        valid: valid)
    }
    return InputError(
      file: dumps.first?.file ?? "standard input", line: 0, column: 0,
      problem: "nothing is in it that could be read", valid: valid)
  }
}
