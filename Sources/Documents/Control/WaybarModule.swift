// SPDX-License-Identifier: Apache-2.0
import Explanation
public import Formats
import Text

/// The output of a custom module for waybar: an object with text, alt, class and tooltip.
///
/// Text and tooltip are escaped, since they are Pango markup (waybar-custom(5), "return-type":
/// "json").
public struct WaybarModule: Sendable {
  private var lastLine = ""
  private var outcome = ""
  /// The number of the last decision, as the protocol has it; nil before the first one.
  private var decision: JSONValue?
  private var shown: String?

  /// Creates a module without output so far.
  public init() {}

  /// Returns the line after an event; nil if it equals the previous line.
  ///
  /// `state` is the daemon's state after the event, and `entry` the decision, or nil for another
  /// event.
  public mutating func update(state: JSONValue?, entry: JSONValue?) -> String? {
    if let entry {
      lastLine = entry["line"]?.string ?? ""
      outcome = entry["outcome"]?.string ?? ""
      decision = entry["decision"]
    }
    let line = module(state ?? .null).compact()
    guard line != shown else { return nil }
    shown = line
    return line
  }

  /// The line to show while no daemon runs.
  public static let absent = JSONValue.object([
    .init("text", ""), .init("alt", "off"), .init("class", ["off"]),
    .init("tooltip", .string(StatusPhrase.absent(.english))),
  ]).compact()

  private func module(_ state: JSONValue) -> JSONValue {
    let outputs = (state["outputs"]?.array ?? []).filter { $0["turns"] == true }
    let blocked = outputs.filter { $0["stays-because"]?.string != nil }
    let others = outputs.filter { $0["stays-because"]?.string == nil }
    let orientation = outputs.first?["shows"]?.string.map { UntrustedText($0).name() } ?? "none"
    let rest = ControlState.sensor(state)
    let lock = ControlState.locked(state)
    var classes: [JSONValue] = []
    if state["tablet-mode"]?.bool == true { classes.append("tablet") }
    if lock != nil { classes.append("locked") }
    if rest != nil { classes.append("resting") }
    if outcome == "split" { classes.append("split") }
    if outcome == "blocked" || !blocked.isEmpty { classes.append("blocked") }
    if state["conflicts"]?.array?.isEmpty == false { classes.append("conflict") }
    let missed = ControlState.missedTurn(state)
    // The bar shows no time, and other decisions may have followed the missed turn.
    let isPast = missed?["decision"] != nil && missed?["decision"] != decision
    var lines = [
      missed?["text"]?.string.map { isPast ? StatusPhrase.earlier(.english, $0) : $0 }
    ].compactMap(\.self)
    lines += (blocked + others).map { Self.line($0, lock) }
    if outputs.isEmpty {
      lines.append(
        lock.map { StatusPhrase.noOutputLocked(.english, $0) } ?? StatusPhrase.noOutput(.english))
    }
    if let rest { lines.append(rest) }
    // If the last decision is the missed turn, its line is not repeated.
    if !lastLine.isEmpty, missed?["decision"] == nil || missed?["decision"] != decision {
      lines.append(lastLine)
    }
    return [
      "text": .string(Self.escaped(orientation)), "alt": .string(orientation),
      "class": .array(classes),
      "tooltip": .string(
        Self.escaped(lines.map { UntrustedText($0).line }.joined(separator: "\n"))),
    ]
  }

  /// Returns the line about an output; an unconfirmed rotation is shown as done.
  private static func line(_ output: JSONValue, _ lock: String?) -> String {
    let shown = ControlState.transform(output["wanted"] ?? output["transform"], .english)
    let name = output["name"]?.string ?? ""
    return lock.map { StatusPhrase.showsLocked(.english, name, shown, $0) }
      ?? StatusPhrase.shows(.english, name, shown)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
