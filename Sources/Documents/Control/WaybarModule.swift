// SPDX-License-Identifier: Apache-2.0
public import Formats

/// The output of a custom module of waybar: an object with text, alt, class and tooltip.
///
/// Text and tooltip are escaped, as they are Pango markup (waybar-custom(5), "return-type":
/// "json").
public struct WaybarModule: Sendable {
  private var lastLine = ""
  private var outcome = ""
  private var shown: String?

  /// Creates a module that has shown nothing.
  public init() {}

  /// Returns the line after an event; nil if the module would look the same.
  public mutating func update(state: JSONValue?, entry: JSONValue?) -> String? {
    if let entry {
      lastLine = entry["line"]?.string ?? ""
      outcome = entry["outcome"]?.string ?? ""
    }
    let line = module(state ?? .null).compact()
    guard line != shown else { return nil }
    shown = line
    return line
  }

  private func module(_ state: JSONValue) -> JSONValue {
    let outputs = state["outputs"]?.array ?? []
    let output = outputs.first { $0["turns"] == true }
    let orientation = output?["shows"]?.string ?? "none"
    var classes: [JSONValue] = []
    let lock = state["lock"]?.string
    if state["tablet-mode"]?.bool == true { classes.append("tablet") }
    if lock != nil { classes.append("locked") }
    if outcome == "blocked" || outcome == "split" { classes.append(.string(outcome)) }
    if state["conflicts"]?.array?.isEmpty == false { classes.append("conflict") }
    let name = output?["name"]?.string ?? "no output turns"
    let transform = output?["transform"]?.string.map { ", transform \($0)" } ?? ""
    let locked = lock.map { ", locked to \($0)" } ?? ""
    let tooltip =
      "\(name): \(orientation)\(transform)\(locked)" + (lastLine.isEmpty ? "" : "\n\(lastLine)")
    return [
      "text": .string(Self.escaped(orientation)), "alt": .string(orientation),
      "class": .array(classes), "tooltip": .string(Self.escaped(tooltip)),
    ]
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
