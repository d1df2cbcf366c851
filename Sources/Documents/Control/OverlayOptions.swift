// SPDX-License-Identifier: Apache-2.0
public import Formats
public import Text

/// The options of the overlay, which the command line passes to the overlay's program.
public struct OverlayOptions: Equatable, Sendable {
  /// The corner of the output to which the overlay is anchored.
  public enum Corner: String, Sendable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
  }

  /// The level of detail.
  public enum Detail: String, Sendable, CaseIterable {
    /// Shows no message.
    case off
    /// Shows only the verdict.
    case short
    /// Shows the verdict and at most two more lines: status, culprit, fix.
    case full

    /// The next level in the order full, short, off.
    public var next: Detail {
      switch self {
      case .full: .short
      case .short: .off
      case .off: .full
      }
    }
  }

  /// The valid font sizes, in points.
  public static let fontSizes = 6...72
  /// The valid widths, in logical pixels.
  public static let widths = 120...4096
  /// The valid durations of a message, in seconds; 0 means without end.
  public static let stays = 0...3600

  /// The corner of the output.
  public var corner = Corner.topRight
  /// The level of detail at the start.
  public var detail = Detail.full
  /// The font family, as Pango names it.
  public var font = "Sans"
  /// The font size in points.
  public var fontSize = 11
  /// The maximum width in logical pixels.
  public var width = 520
  /// The distance to the edges of the output, in logical pixels.
  public var margin = 12
  /// The duration of a message in seconds; 0 means without end.
  public var stay = 10
  /// The output's name; nil selects the output that the rotate button asks about, else the first
  /// that rotates with the device, else the first.
  public var output: String?
  /// The language of the text.
  public var language = Language.english
  /// Whether the program shows the rotate button of `swivel suggest` instead of the overlay.
  public var suggests = false
  /// Whether desktop notifications replace the overlay or the rotate button.
  public var notifies = false

  /// Creates the default options.
  public init() {}

  /// The default options of the rotate button: the display time of Android's button, and a corner
  /// that a thumb reaches.
  public static var suggestion: OverlayOptions {
    var options = OverlayOptions()
    (options.suggests, options.corner, options.stay) = (true, .bottomRight, 5)
    return options
  }

  /// The options as an argument for the overlay's program.
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

  /// Creates options from `json`; missing members and values out of range get their defaults.
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
