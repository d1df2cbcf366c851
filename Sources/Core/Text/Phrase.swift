// SPDX-License-Identifier: Apache-2.0

/// A sentence or a table cell in every language, with named placeholders such as `{window}`.
///
/// The raw value of a case is the English pattern, ` | ` and the Chinese pattern, or one pattern if
/// both are equal. docs/messages.md lists all phrases.
public protocol Phrase: CaseIterable, Sendable {
  /// The patterns, both with the same placeholders.
  var patterns: (english: String, chinese: String) { get }
}

extension Phrase where Self: RawRepresentable<String> {
  /// The patterns, separated from the raw value.
  public var patterns: (english: String, chinese: String) {
    guard let bar = rawValue.utf8.firstIndex(of: UInt8(ascii: "|")) else {
      return (rawValue, rawValue)
    }
    return (String(rawValue[..<bar].dropLast()), String(rawValue[bar...].dropFirst(2)))
  }
}

extension Phrase {
  /// Returns the phrase with one parameter for each name of a placeholder, in the order in which
  /// the English pattern first uses the names; a missing parameter is empty.
  public func callAsFunction(_ language: Language, _ parameters: String...) -> String {
    filled(language, parameters)
  }

  /// Returns the phrase with a list of parameters, in the same order as for a call.
  public func filled(_ language: Language, _ parameters: [String]) -> String {
    var holes: [Substring] = []
    let (english, chinese) = patterns
    let text = Self.fill(english, parameters, &holes)
    return language == .english ? text : Self.fill(chinese, parameters, &holes)
  }

  /// Returns a pattern with its parameters inserted; `holes` collects the names of placeholders in
  /// order.
  private static func fill(
    _ pattern: String, _ parameters: [String], _ holes: inout [Substring]
  ) -> String {
    var text = ""
    // The pattern is scanned only once, since a parameter may contain the form of a placeholder.
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      let index = holes.firstIndex(of: name) ?? holes.count
      if index == holes.count { holes.append(name) }
      if parameters.indices.contains(index) { text += parameters[index] }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

/// A language of explanations and messages.
public enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh"

  /// Creates the language of a locale such as `zh_CN.UTF-8`: Chinese for `zh` and its variants,
  /// otherwise English.
  public init(locale: String) {
    let word = locale.prefix { $0.isLetter && $0.isASCII }
    self = word.lowercased() == "zh" ? .chinese : .english
  }

  /// Creates the language of the first of LC_ALL, LC_MESSAGES and LANG that is not empty;
  /// `environment` returns a variable's value.
  public init(environment: (String) -> String?) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    self.init(locale: names.compactMap(environment).first { !$0.isEmpty } ?? "")
  }
}
