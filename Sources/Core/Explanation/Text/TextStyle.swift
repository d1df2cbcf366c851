// SPDX-License-Identifier: Apache-2.0

/// How text is written for a person; the caller knows the terminal.
public struct TextStyle: Sendable, Hashable {
  /// Whether ANSI colours repeat what the words say.
  public var colour: Bool
  /// How wide lines may be, in terminal columns; less than 40 counts as 40.
  public var columns: Int
  /// The language of the sentences.
  public var language: Language

  /// English, without colour and 100 columns wide unless told otherwise.
  public init(colour: Bool = false, columns: Int = 100, language: Language = .english) {
    self.colour = colour
    self.language = language
    self.columns = max(40, columns)
  }

  /// Without colour, 100 columns.
  public static let plain = TextStyle()

  func paint(_ text: String, _ color: TextColor) -> String {
    colour && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The few colours and weights used; raw values are ANSI's numbers.
enum TextColor: Int, Sendable {
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
}
