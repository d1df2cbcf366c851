// SPDX-License-Identifier: Apache-2.0
public import Text

/// The style of text on a terminal.
public struct TextStyle: Sendable, Hashable {
  /// Whether ANSI colours are used; the text is complete without colours.
  public var colour: Bool
  /// The maximum line width, in terminal columns.
  public var columns: Int
  /// The language of the sentences.
  public var language: Language

  /// Creates a style; fewer than 40 `columns` are raised to 40.
  public init(colour: Bool = false, columns: Int = 100, language: Language = .english) {
    self.colour = colour
    self.language = language
    self.columns = max(40, columns)
  }

  /// The default style: English, without colour, 100 columns wide.
  public static let plain = TextStyle()

  func paint(_ text: String, _ color: TextColor) -> String {
    colour && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// Colours and weights; raw values are the parameters of ANSI's SGR sequence.
enum TextColor: Int, Sendable {
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
}
