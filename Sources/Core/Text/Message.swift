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

extension Phrase {
  /// Returns the phrase with its parameters in every language.
  public func callAsFunction(_ parameters: any MessagePart...) -> Message {
    Message { language in filled(language, parameters.map { $0(language) }) }
  }
}
