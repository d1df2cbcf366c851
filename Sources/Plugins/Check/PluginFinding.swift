// SPDX-License-Identifier: Apache-2.0
public import Formats

/// One thing that a check of a plug-in has found.
public struct PluginFinding: Sendable, Equatable {
  /// How grave it is; raw values are the words of the JSON output.
  public enum Level: String, Sendable, CaseIterable {
    case ok, note, problem
  }

  /// How grave it is.
  public var level: Level
  /// What was found, and what helps.
  public var text: String

  /// Describes a finding.
  public init(_ level: Level, _ text: String) {
    self.level = level
    self.text = text
  }

  /// The finding as an object.
  public var json: JSONValue {
    .object([.init("level", .string(level.rawValue)), .init("text", .string(text))])
  }

  /// Reads what `json` has written; nil for anything else.
  init?(_ json: JSONValue) {
    guard let word = json["level"]?.string, let level = Level(rawValue: word),
      let text = json["text"]?.string
    else { return nil }
    self.init(level, text)
  }
}
