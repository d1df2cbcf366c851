// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Control
import Daemon
import Explanation
import Formats
import Glibc
import Recording
import Text

struct StatusSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print the state of the running daemon.",
    discussion: """
      --lang and the locale choose the language. Names of sensors and interfaces, the kernel's own \
      reasons and the proof are in English.

      EXIT CODES
        0  a daemon runs and has answered
        1  no daemon runs in this session, or it does not answer
      """)

  @OptionGroup var words: LanguageOption

  @OptionGroup var json: JSONOption

  func run() throws {
    let status = try LiveDaemon.ask(.status(words.language), in: words.language)
    json.print(status, or: StatusText(status, words.language).all.joined(separator: "\n"))
  }
}

struct HistorySubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the last decisions of the running daemon, or those of a recording.",
    discussion: """
      The daemon remembers at least the last \(DecisionRing.decisions) decisions, including those \
      that turned nothing. `swivel explain` takes the number at the front of a line.

      EXAMPLES
        swivel history -n 5
        swivel history --since 100 --json | jq '.entries[].outcome'
        swivel history bug.jsonl
      """)

  @Argument(help: ArgumentHelp("A recording instead of the running daemon.", valueName: "file"))
  var file: String?

  @Option(
    name: .customShort("n"),
    help: ArgumentHelp("The largest number of decisions.", valueName: "number"))
  var count = 20

  @Option(help: ArgumentHelp("The first decision.", valueName: "number"))
  var since: Int?

  @OptionGroup var json: JSONOption

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
    if json.isChosen { return print(found.pretty()) }
    let entries = found["entries"]?.array ?? []
    if entries.isEmpty {
      print(
        since.map { "no decision has the number \($0) or a later one" } ?? "nothing was decided yet"
      )
    }
    for entry in entries {
      print("#\(entry["decision"]?.int ?? 0) \(entry["line"]?.string ?? "")")
    }
  }

  private func live() throws -> JSONValue {
    try LiveDaemon.ask(.history(since: since, count: count))
  }

  private func recorded(_ path: String) throws -> JSONValue {
    if let number = UInt(path), unsafe access(path, F_OK) != 0 {
      throw CommandFailure(
        .badInput,
        "there is no recording \(path); `swivel history -n \(number)` lists the last decisions")
    }
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
