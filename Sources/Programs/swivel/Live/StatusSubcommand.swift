// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Explanation
import Formats
import Text

/// `swivel status`: the state of the running daemon.
struct StatusSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say how things stand in the running daemon.",
    discussion: """
      EXIT CODES
        0  a daemon runs and has answered
        1  none runs in this session, or it does not answer
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let status = try LiveDaemon.ask(.status)
    print(json ? status.pretty() : Self.text(status))
  }

  private static func text(_ status: JSONValue) -> String {
    func word(_ name: String) -> String { status[name]?.string ?? "-" }
    func number(_ name: String) -> Int64 { status[name]?.int ?? 0 }
    let first =
      "swivel \(word("program")) runs as process \(number("process")), "
      + "for \(number("up") / 1_000_000_000) s, by \(word("rules")) with \(word("sensor"))"
    var lines = [first] + LiveState.lines(status)
    if let proof = status["proof"]?["text"]?.string { lines.append("proof   \(proof)") }
    lines += (status["plugins"]?.array ?? []).compactMap(plugin)
    let kept = number("decisions") - number("first")
    lines.append(
      "history \(number("decisions")) decisions, the last \(kept) kept in \(number("bytes")) bytes")
    if let file = status["recording"]?.string {
      lines.append("recorded in \(UntrustedText(file).name()), chain \(word("chain"))")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a line for a plug-in that answers for windows or is muted.
  private static func plugin(_ plugin: JSONValue) -> String? {
    let windows = plugin["windows"]?.int ?? 0
    let isMuted = plugin["muted"]?.bool == true
    guard windows > 0 || isMuted else { return nil }
    var text = "plug-in \(UntrustedText(plugin["name"]?.string ?? "?").name())"
    text += " (ring \(plugin["ring"]?.int ?? 0)), windows \(windows)"
    if isMuted { text += ", MUTED after \(plugin["overruns"]?.int ?? 0) overruns" }
    return text
  }
}
