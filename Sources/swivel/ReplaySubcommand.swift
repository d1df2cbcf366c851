// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Scenarios

/// `swivel replay`: a recording decided again and held against itself.
struct ReplaySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Decide a recording again and say whether every decision is the same.",
    discussion: """
      Every event goes through the same function again, in the order in which it came. The hash \
      over the decisions covers everything that was decided, not only what the file shows.

      EXIT CODES
        0  every decision is the same, bit for bit
        1  one is not; the first is shown
        2  the file is no recording, or not one of this version
      """)

  @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
  var file: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let replay = try Replay(path: file)
    print(json ? Self.json(replay).pretty() : text(replay))
    if replay.divergence != nil { throw ExitCode(1) }
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
    return .object([
      .init("identical", .bool(replay.divergence == nil)),
      .init("decisions", .int(Int64(replay.decisions))),
      .init("events", .int(Int64(replay.events))), .init("chain", .string(replay.chain)),
      .init("truncated", .bool(replay.isTruncated)), .init("program", .string(replay.program)),
      .init("divergence", divergence ?? .null),
    ])
  }
}
