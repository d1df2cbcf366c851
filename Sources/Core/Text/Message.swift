// SPDX-License-Identifier: Apache-2.0

/// A message to the user in every language; a string literal is the same in each.
///
/// Messages are equal if their English texts are.
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text in English, which logs and the members of JSON documents contain.
  public let english: String
  private let chinese: String

  /// Creates a message that is the same in every language, such as a path or a service's own words.
  public init(_ text: String) { (english, chinese) = (text, text) }

  /// Creates a message from its text in each language.
  public init(_ text: (Language) -> String) {
    (english, chinese) = (text(.english), text(.chinese))
  }

  /// Creates a message from a string literal.
  public init(stringLiteral text: String) { self.init(text) }

  /// Returns the text in a language.
  public func callAsFunction(_ language: Language) -> String {
    language == .english ? english : chinese
  }

  /// Returns whether the English texts are equal.
  public static func == (left: Message, right: Message) -> Bool { left.english == right.english }

  /// Hashes the English text.
  public func hash(into hasher: inout Hasher) { hasher.combine(english) }

  /// The English text as a line of a report.
  public var line: String { UntrustedText(english).line }

  /// The message with its text as a line of a report in every language.
  public var lines: Message { Message { UntrustedText(self($0)).line } }

  /// Returns sentences one after the other, with semicolons between them.
  public static func list(_ sentences: [Message]) -> Message {
    Message { language in
      sentences.map { $0(language) }.joined(separator: language == .english ? "; " : "；")
    }
  }

  /// Returns an enumeration, with commas between the parts.
  public static func series(_ parts: [Message]) -> Message {
    Message { language in
      parts.map { $0(language) }.joined(separator: language == .english ? ", " : "，")
    }
  }
}

/// A parameter of a phrase: a message, or a text that is the same in every language.
public protocol MessagePart: Sendable {
  /// Returns the text in a language.
  func callAsFunction(_ language: Language) -> String
}

extension Message: MessagePart {}

extension String: MessagePart {
  /// Returns the text, which is the same in every language.
  public func callAsFunction(_ language: Language) -> String { self }
}

// One method for each number of parameters: Embedded Swift has no list of mixed types.
extension Phrase {
  /// Returns the phrase, which has no parameters, in every language.
  public func callAsFunction() -> Message { message { _ in [] } }

  /// Returns the phrase with its parameter in every language.
  public func callAsFunction(_ one: some MessagePart) -> Message { message { [one($0)] } }

  /// Returns the phrase with its two parameters in every language.
  public func callAsFunction(_ one: some MessagePart, _ two: some MessagePart) -> Message {
    message { [one($0), two($0)] }
  }

  /// Returns the phrase with its three parameters in every language.
  public func callAsFunction(
    _ one: some MessagePart, _ two: some MessagePart, _ three: some MessagePart
  ) -> Message {
    message { [one($0), two($0), three($0)] }
  }

  /// Returns the phrase with its four parameters in every language.
  public func callAsFunction(
    _ one: some MessagePart, _ two: some MessagePart, _ three: some MessagePart,
    _ four: some MessagePart
  ) -> Message {
    message { [one($0), two($0), three($0), four($0)] }
  }

  /// Returns the phrase with its five parameters in every language.
  public func callAsFunction(
    _ one: some MessagePart, _ two: some MessagePart, _ three: some MessagePart,
    _ four: some MessagePart, _ five: some MessagePart
  ) -> Message {
    message { [one($0), two($0), three($0), four($0), five($0)] }
  }

  private func message(_ parts: (Language) -> [String]) -> Message {
    Message { filled($0, parts($0)) }
  }
}
