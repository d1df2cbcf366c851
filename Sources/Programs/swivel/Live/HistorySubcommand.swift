// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Control
import Daemon
import Formats
import Recording

/// `swivel history`: the last decisions of the running daemon, or those of a recording.
struct HistorySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the last decisions of the running daemon, or those of a recording.",
    discussion: """
      The daemon remembers at least the last \(DecisionRing.decisions) decisions, also those that \
      turned nothing. The number at the front of a line is what `swivel explain` takes.

      EXAMPLES
        swivel history -n 5
        swivel history --since 100 --json | jq '.entries[].outcome'
        swivel history bug.jsonl
      """)

  @Argument(help: ArgumentHelp("A recording instead of the running daemon.", valueName: "file"))
  var file: String?

  @Option(name: .customShort("n"), help: ArgumentHelp("How many, at most.", valueName: "number"))
  var count = 20

  @Option(help: ArgumentHelp("Begin with this decision.", valueName: "number"))
  var since: Int?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...ControlProtocol.mostEntries).contains(count) else {
      throw ValidationError("-n takes a number from 1 to \(ControlProtocol.mostEntries)")
    }
    if let since, since < 0 || since > Int(Int32.max) {
      throw ValidationError("--since takes the number of a decision, 0 or more")
    }
  }

  func run() throws {
    let found = try file.map { try recorded($0) } ?? live()
    if json { return print(found.pretty()) }
    for entry in found["entries"]?.array ?? [] {
      print("#\(entry["decision"]?.int ?? 0) \(entry["line"]?.string ?? "")")
    }
  }

  private func live() throws -> JSONValue {
    try LiveDaemon.ask(.history(since: since, count: count))
  }

  private func recorded(_ path: String) throws -> JSONValue {
    var entries: [JSONValue] = []
    var player = RecordingPlayer(try RecordingReader(path: path))
    var next = 0
    while let step = try player.next() {
      for case .report(let verdict) in step.effects {
        next = verdict.step + 1
        guard verdict.step >= since ?? 0, since == nil || entries.count < count else { continue }
        let rules = player.header.rules.id
        entries.append(HistoryEntry(verdict, rulesID: rules, names: player.names).json)
        if entries.count > count { entries.removeFirst() }
      }
    }
    return ["first": 0, "next": .int(Int64(next)), "entries": .array(entries)]
  }
}
