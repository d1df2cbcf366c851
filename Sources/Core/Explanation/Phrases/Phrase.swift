// SPDX-License-Identifier: Apache-2.0

/// A sentence, or a part of one, in every language, with the placeholders `{0}` to `{9}`.
public protocol Phrase: CaseIterable, Sendable {
  /// The patterns, with the same placeholders in each.
  var patterns: (english: String, chinese: String) { get }
}

extension Phrase {
  func pattern(_ language: Language) -> String {
    switch language {
    case .english: patterns.english
    case .chinese: patterns.chinese
    }
  }

  /// Returns the phrase with its parameters; a missing one is replaced by nothing.
  public func callAsFunction(_ language: Language, _ parameters: String...) -> String {
    filled(language, parameters)
  }

  /// Returns the phrase with a list of parameters.
  public func filled(_ language: Language, _ parameters: [String]) -> String {
    var text = ""
    // One pass, since a name may contain a placeholder itself.
    var rest = pattern(language)[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else { break }
      if let index = Int(rest[..<close]), parameters.indices.contains(index) {
        text += parameters[index]
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
