// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Formats
import Plugins
import Recording

/// `swivel replay`: decides a recording again and compares the decisions.
struct ReplaySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Decide a recording again and say whether every decision is the same.",
    discussion: """
      Every event goes through the same function again, in the order in which it came. The hash \
      over the decisions covers everything that was decided, not only what the file shows.

      What plug-ins and clients answered is in the recording and decides again as it did then, \
      whether they are here or not. With --compare those that are here are asked once more, those
      that --plugin names among them.

      EXIT CODES
        0  every decision is the same, bit for bit
        1  one is not, and the first is shown; or a policy answers otherwise (--compare)
        2  the file is no recording, or not one of this version
      """)

  @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
  var file: String

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var plugins: PluginOption

  @Flag(help: "Ask the policies again and say where they answer otherwise than then.")
  var compare = false

  func run() throws {
    let list = try plugins.list()
    let replay = try Replay(path: file, added: list.ruleSet)
    var document = Self.json(replay)
    var lines = [text(replay)]
    var differs = replay.divergence != nil
    if compare, !differs {
      let comparison = try PolicyComparison(
        RecordingReader(path: file, added: list.ruleSet), asking: list)
      lines.append(comparison.text)
      differs = !comparison.differences.isEmpty
      document = .object((document.object ?? []) + [.init("comparison", comparison.json)])
    }
    print(json ? document.pretty() : lines.joined(separator: "\n"))
    if differs { throw ExitCode(1) }
  }

  private func text(_ replay: Replay) -> String {
    var lines: [String] = []
    if let divergence = replay.divergence {
      lines = [
        "decision \(divergence.decision) differs (line \(divergence.line) of \(file))",
        "  recorded  \(divergence.expected.isEmpty ? "nothing" : divergence.expected)",
        "  now       \(divergence.actual.isEmpty ? "nothing" : divergence.actual)",
      ]
      if replay.program != ProgramVersion.text {
        lines.append("  recorded by swivel \(replay.program), this is \(ProgramVersion.text)")
      }
    } else {
      lines = ["identical, \(replay.decisions) decisions, chain \(replay.chain)"]
    }
    if replay.isTruncated {
      lines.append("the recording ends in the middle of a line, which was left out")
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ replay: Replay) -> JSONValue {
    let divergence = replay.divergence.map { found in
      JSONValue.object([
        .init("decision", .int(Int64(found.decision))), .init("line", .int(Int64(found.line))),
        .init("recorded", .string(found.expected)), .init("now", .string(found.actual)),
      ])
    }
    return [
      "identical": .bool(replay.divergence == nil), "decisions": .int(Int64(replay.decisions)),
      "events": .int(Int64(replay.events)), "chain": .string(replay.chain),
      "truncated": .bool(replay.isTruncated), "program": .string(replay.program),
      "divergence": divergence ?? .null,
    ]
  }
}
