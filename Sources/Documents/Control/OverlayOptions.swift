// SPDX-License-Identifier: Apache-2.0
public import Explanation
public import Formats

/// How the overlay looks and behaves: what the command line knows and the overlay's program does.
public struct OverlayOptions: Equatable, Sendable {
  /// The corner of the output to which the overlay is anchored.
  public enum Corner: String, Sendable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
  }

  /// How much is shown.
  public enum Detail: String, Sendable, CaseIterable {
    /// Nothing until the next command.
    case off
    /// The verdict alone.
    case short
    /// Verdict, culprit and fix.
    case full

    /// The level after this one: full, short, off, full.
    public var next: Detail {
      switch self {
      case .full: .short
      case .short: .off
      case .off: .full
      }
    }
  }

  /// The sizes of letters that are allowed, in points.
  public static let fontSizes = 6...72
  /// The widths that are allowed, in logical pixels.
  public static let widths = 120...4096
  /// How long a message may stay, in seconds; 0 is for ever.
  public static let stays = 0...3600

  /// Where it is.
  public var corner = Corner.topRight
  /// How much is shown at the start.
  public var detail = Detail.full
  /// The letters, as Pango names a family.
  public var font = "Sans"
  /// Their size in points.
  public var fontSize = 11
  /// The most logical pixels across.
  public var width = 520
  /// Logical pixels to the edges of the output.
  public var margin = 12
  /// How long a message stays in seconds; 0 is for ever.
  public var stay = 10
  /// The output's name; nil lets the compositor choose.
  public var output: String?
  /// The language of the sentences.
  public var language = Language.english
  /// Whether it is the rotate button of `swivel suggest`, and not the overlay.
  public var suggests = false
  /// Whether conflicts come as notifications of the desktop and nothing is drawn.
  public var notifies = false

  /// The usual.
  public init() {}

  /// The usual for the rotate button, which stays as long as Android's and lies where a thumb is.
  public static var suggestion: OverlayOptions {
    var options = OverlayOptions()
    (options.suggests, options.corner, options.stay) = (true, .bottomRight, 5)
    return options
  }

  /// The options as one argument of a program.
  public var json: JSONValue {
    [
      "command": .string(suggests ? "swivel suggest" : "swivel overlay"),
      "suggests": .bool(suggests), "corner": .string(corner.rawValue),
      "detail": .string(detail.rawValue), "font": .string(font),
      "size": .int(Int64(fontSize)), "width": .int(Int64(width)), "margin": .int(Int64(margin)),
      "stay": .int(Int64(stay)), "output": output.map { .string($0) } ?? .null,
      "language": .string(language.rawValue), "notifies": .bool(notifies),
    ]
  }

  /// Reads what `json` wrote; members that are missing or out of range stay the usual ones.
  public init(_ json: JSONValue) {
    func number(_ name: String, _ range: ClosedRange<Int>, _ usual: Int) -> Int {
      json[name]?.int.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        ?? usual
    }
    corner = json["corner"]?.string.flatMap { Corner(rawValue: $0) } ?? corner
    detail = json["detail"]?.string.flatMap { Detail(rawValue: $0) } ?? detail
    font = json["font"]?.string ?? font
    fontSize = number("size", Self.fontSizes, fontSize)
    width = number("width", Self.widths, width)
    margin = number("margin", 0...1000, margin)
    stay = number("stay", Self.stays, stay)
    output = json["output"]?.string
    language = json["language"]?.string.flatMap { Language(rawValue: $0) } ?? language
    notifies = json["notifies"]?.bool ?? notifies
    suggests = json["suggests"]?.bool ?? suggests
  }
}
